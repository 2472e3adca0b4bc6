import { buildTestApp, type TestApp, withDatabase } from 'api/testing/test-app';
import fastify from 'fastify';
import { addressBehind, networkOf, networksOf } from './client-address';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['no address', 'no address'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.9', ['203.0.113.9', '203.0.113.0/24']],
  ['::ffff:203.0.113.9', ['203.0.113.9', '203.0.113.0/24']],
  ['2001:db8:1:abcd::1', ['2001:db8:1:abcd::/64', '2001:db8:1:ab00::/56', '2001:db8:1:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0:0::/48']],
  ['no address', ['no address']],
])('%s is in the networks %j', (address, networks) => {
  expect(networksOf(address).map(({ name }) => name)).toEqual(networks);
});

test.each([
  [0, undefined],
  [0, '198.51.100.7'],
  [1, undefined],
  [1, '198.51.100.7'],
  [1, '192.0.2.66, 198.51.100.7'],
  [2, '192.0.2.66, 198.51.100.7'],
  [2, '198.51.100.7'],
])("behind %s trusted proxies that send %s, the address is the same as Fastify's", async (proxies, forwarded) => {
  const app = fastify({ trustProxy: (_address, hop) => hop < proxies });
  app.get('/', async (request) => [request.ip, addressBehind(request.raw, proxies)]);
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const [ip, own] = (await app.inject({ url: '/', headers, remoteAddress: '10.0.0.1' })).json();
  expect(own).toBe(ip);
});

describe('behind a proxy', () => {
  withDatabase();
  let api: TestApp;
  afterEach(() => api.close());

  const ask = (headers: Record<string, string>) => api.app.inject({ url: '/api/v1/health', headers });

  test.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
    'a header %s that is not trusted causes one warning',
    async (header) => {
      api = await buildTestApp();
      const warn = jest.spyOn(api.app.log, 'warn');
      await ask({});
      expect(warn).not.toHaveBeenCalled();
      await ask({ [header]: '203.0.113.9' });
      await ask({ [header]: '203.0.113.10' });
      expect(warn.mock.calls).toEqual([[expect.stringContaining('TRUSTED_PROXIES is 0')]]);
      warn.mockRestore();
    },
  );

  test('with TRUSTED_PROXIES the visitor’s own address counts, without a warning', async () => {
    api = await buildTestApp({ environment: { TRUSTED_PROXIES: '1' } });
    const warn = jest.spyOn(api.app.log, 'warn');
    const guess = (address: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/v1/login',
        headers: { 'x-forwarded-for': address },
        payload: { email: 'ada@foodhall.test', password: 'babbage' },
      });
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await guess('203.0.113.9')).statusCode).toBe(422);
    expect((await guess('203.0.113.9')).statusCode).toBe(429);
    expect((await guess('203.0.113.10')).statusCode).toBe(422);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});
