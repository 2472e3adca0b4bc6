/** A push service on the loopback interface with its certificate, and a browser that can read the pushes. */
import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import type { NewPushSubscription, PushPayload } from 'shared-contracts/types';

export interface ReceivedPush {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface TestPushService {
  host: string;
  port: number;
  /** The certificate for a client that trusts it. */
  ca: string;
  received: ReceivedPush[];
  /** The status of its responses. */
  status: number;
  close(): Promise<void>;
}

/** A certificate for push.test and localhost. It takes a second to make, so each test file makes one. */
let certificate: ReturnType<typeof generate> | null = null;

function makeCertificate(): ReturnType<typeof generate> {
  const altNames = ['push.test', 'localhost'].map((value) => ({ type: 2 as const, value }));
  return generate([{ name: 'commonName', value: 'push.test' }], {
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames }],
  });
}

export async function startPushService(): Promise<TestPushService> {
  certificate ??= makeCertificate();
  const { private: key, cert } = await certificate;
  const server: Server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    service.received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    const location = `https://localhost:${service.port}/elsewhere`;
    response.writeHead(service.status, service.status === 307 ? { location } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const service: TestPushService = {
    host: `localhost:${port}`,
    port,
    ca: cert,
    received: [],
    status: 201,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return service;
}

/** A push service that calls `misbehave` with each connection. */
export async function startBrokenPushService(misbehave: (socket: TLSSocket) => void) {
  certificate ??= makeCertificate();
  const { private: key, cert } = await certificate;
  const sockets = new Set<TLSSocket>();
  const server = createTlsServer({ key, cert }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    misbehave(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `https://push.test:${(server.address() as AddressInfo).port}/`,
    ca: cert,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The keys of one browser's subscription (RFC 8291). */
export class TestBrowser {
  private readonly ecdh: ECDH = createECDH('prime256v1');
  private readonly publicKey = this.ecdh.generateKeys();
  private readonly auth = randomBytes(16);

  subscription(endpoint: string): NewPushSubscription {
    return {
      endpoint,
      keys: { p256dh: this.publicKey.toString('base64url'), auth: this.auth.toString('base64url') },
    };
  }

  /** Decrypts one aes128gcm record by the standard, without the library that wrote it. */
  read({ body }: ReceivedPush): PushPayload {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const record = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, sender]);
    const secret = expand(hmac(this.auth, this.ecdh.computeSecret(sender)), info, 32);
    const pseudoRandom = hmac(salt, secret);
    const key = expand(pseudoRandom, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = expand(pseudoRandom, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'));
  }
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

function expand(key: Buffer, info: Buffer, length: number): Buffer {
  return hmac(key, Buffer.concat([info, Buffer.from([1])])).subarray(0, length);
}
