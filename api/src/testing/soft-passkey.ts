/** A passkey in software, for tests: it makes and signs what an authenticator would. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Faults {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** The number that the authenticator counts. */
  count?: number;
  /** True if the authenticator only saw a touch, and did not check who the person is. */
  isUnchecked?: boolean;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** The few forms of CBOR that a registration has. */
function cbor(value: string | number | Buffer | Map<string | number, unknown>): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, its]) => [cbor(key), cbor(its as string)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

export class SoftPasskey {
  readonly id = randomBytes(32);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private count = 0;

  constructor(private readonly site = 'http://localhost:8080') {}

  /** The public key in the form of COSE, as a site stores it. */
  get publicKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  /** The browser's response to the options of a registration. */
  register(options: Record<string, unknown>, faults: Faults = {}) {
    const length = Buffer.from([0, this.id.length]);
    const data = Buffer.concat([this.data(faults, 0x45), Buffer.alloc(16), length, this.id, this.publicKey]);
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]),
    );
    return this.response({
      clientDataJSON: this.client('webauthn.create', options, faults),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /** The browser's response to the options of a sign-in. */
  answer(options: Record<string, unknown>, faults: Faults = {}) {
    this.count = faults.count ?? this.count + 1;
    const data = this.data(faults, faults.isUnchecked ? 0x01 : 0x05);
    const client = this.client('webauthn.get', options, faults);
    const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))]);
    return this.response({
      clientDataJSON: client,
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signed, this.keys.privateKey)),
    });
  }

  private data({ rpId }: Faults, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.count);
    return Buffer.concat([sha256(rpId ?? new URL(this.site).hostname), Buffer.from([flags]), count]);
  }

  private client(type: string, { challenge }: Record<string, unknown>, faults: Faults): string {
    return base64url(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? this.site,
        crossOrigin: false,
      }),
    );
  }

  private response(response: Record<string, unknown>) {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
