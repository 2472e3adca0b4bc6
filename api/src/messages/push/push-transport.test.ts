import type { LookupAddress } from 'node:dns';
import { startPushService, type TestPushService } from './push.testing';
import { HttpsPushTransport, type HttpsPushTransportOptions } from './push-transport';

let service: TestPushService;
let asked: string[];

beforeEach(async () => {
  service = await startPushService();
  asked = [];
});
afterEach(() => service.close());

const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };

const post = (endpoint: string, options: HttpsPushTransportOptions = {}) =>
  new HttpsPushTransport({
    ca: service.ca,
    resolve: async (hostname) => {
      asked.push(hostname);
      return [LOOPBACK];
    },
    ...options,
  }).post({ endpoint, headers: { ttl: '60' }, body: Buffer.from('hello') });

/** This machine is the public host. Everything else is as in production. */
const allowed = { isAllowed: () => true };

test('a push is posted over TLS to the resolved address, and returns the status', async () => {
  expect(await post(`https://push.test:${service.port}/abc`, allowed)).toBe(201);
  expect(service.received).toMatchObject([{ path: '/abc', headers: { ttl: '60', host: `push.test:${service.port}` } }]);
  expect(service.received[0]?.body.toString()).toBe('hello');
  expect(asked).toEqual(['push.test']);
});

test('a name that resolves to an internal address is refused before anything is sent', async () => {
  await expect(post(`https://push.test:${service.port}/`)).rejects.toThrow('push.test is not a public host');
  expect(service.received).toEqual([]);
});

test('a name with one internal address among public addresses is refused', async () => {
  const resolve = async () => [{ address: '93.184.215.14', family: 4 }, LOOPBACK];
  await expect(post('https://push.test/', { resolve })).rejects.toThrow('push.test is not a public host');
});

test('a name without an address is refused', async () => {
  await expect(post('https://push.test/', { resolve: async () => [] })).rejects.toThrow('not a public host');
});

test('a name is resolved only once, so that its address cannot change after the check', async () => {
  // The name is public at the first look-up and loopback afterwards. 192.0.2.1 is a public host that does not respond.
  const addresses: LookupAddress[] = [{ address: '192.0.2.1', family: 4 }];
  const resolve = async (hostname: string) => {
    asked.push(hostname);
    return [addresses.pop() ?? LOOPBACK];
  };
  const isAllowed = (address: string) => address === '192.0.2.1';
  await expect(post(`https://push.test:${service.port}/`, { resolve, isAllowed, timeoutMs: 300 })).rejects.toThrow();
  expect(asked).toEqual(['push.test']);
  expect(service.received).toEqual([]);
});

test.each([
  ['http', (port: number) => `http://push.test:${port}/`],
  ['loopback', (port: number) => `https://127.0.0.1:${port}/`],
  ['loopback as a number', (port: number) => `https://2130706433:${port}/`],
  ['loopback in hex and octal', (port: number) => `https://0x7f.0.0.01:${port}/`],
  ['IPv6 loopback', (port: number) => `https://[::1]:${port}/`],
  ['IPv4-mapped loopback', (port: number) => `https://[::ffff:127.0.0.1]:${port}/`],
  ['unique local', () => 'https://[fd00::1]/'],
  ['link-local', () => 'https://169.254.169.254/latest/meta-data'],
])('an endpoint of the kind ‘%s’ is refused', async (_kind, endpoint) => {
  await expect(post(endpoint(service.port))).rejects.toMatchObject({ name: 'RefusedEndpointError' });
  expect(service.received).toEqual([]);
});

test('the name localhost is refused with the resolver of this machine', async () => {
  const transport = new HttpsPushTransport({ ca: service.ca });
  const call = transport.post({ endpoint: `https://localhost:${service.port}/`, headers: {}, body: Buffer.alloc(0) });
  await expect(call).rejects.toThrow('localhost is not a public host');
});

test('a certificate of an unknown authority or for another name is refused', async () => {
  const { ca: _, ...untrusting } = { ca: service.ca, ...allowed, resolve: async () => [LOOPBACK] };
  const call = new HttpsPushTransport(untrusting).post({
    endpoint: `https://push.test:${service.port}/`,
    headers: {},
    body: Buffer.alloc(0),
  });
  await expect(call).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  await expect(post(`https://other.test:${service.port}/`, allowed)).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

test('a redirect is not followed', async () => {
  service.status = 307;
  expect(await post(`https://push.test:${service.port}/`, allowed)).toBe(307);
  expect(service.received).toHaveLength(1);
});
