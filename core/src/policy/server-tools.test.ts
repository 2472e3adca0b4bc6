import { buildTestApp, type TestApp, withDatabase } from 'api/testing/test-app';

withDatabase();

const TOKEN = 'a-token-of-the-monitor-of-the-hall';
const PAGES = ['/api/v1/metrics', '/api/v1/releases'];

let api: TestApp;
afterEach(() => api.close());

const started = async (environment: Record<string, string>) => {
  api = await buildTestApp({ environment });
};

interface Caller {
  from?: string;
  headers?: Record<string, string>;
}
/** Reads both pages, and returns their status, which must be the same. */
async function read({ from = '127.0.0.1', headers = {} }: Caller): Promise<number> {
  const statuses = new Set<number>();
  for (const url of PAGES) {
    statuses.add((await api.app.inject({ url, remoteAddress: from, headers })).statusCode);
  }
  expect(statuses.size).toBe(1);
  return [...statuses][0] ?? 0;
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const forwarded = (address: string) => ({ 'x-forwarded-for': address });

const ELSEWHERE = '203.0.113.7';

test.each<[string, Record<string, string>, Caller, number]>([
  ['without a setting, this machine is let in', {}, {}, 200],
  ['without a setting, this machine is let in by IPv6', {}, { from: '::1' }, 200],
  ['without a setting, this machine is let in by IPv4 in IPv6', {}, { from: '::ffff:127.0.0.1' }, 200],
  ['without a setting, another machine is refused', {}, { from: ELSEWHERE }, 404],
  ['without a setting, any token is refused', {}, { from: ELSEWHERE, headers: bearer(TOKEN) }, 404],
  ['without a setting, a request from an untrusted proxy is refused', {}, { headers: forwarded('127.0.0.1') }, 404],
  ['behind a trusted proxy, this machine is refused by default', { TRUSTED_PROXIES: '1' }, {}, 404],
  ['behind a trusted proxy, a visitor is refused', { TRUSTED_PROXIES: '1' }, { headers: forwarded('127.0.0.1') }, 404],
  [
    'behind a trusted proxy, a listed address is let in',
    { TRUSTED_PROXIES: '1', METRICS_ADDRESSES: '10.0.0.0/8' },
    { headers: forwarded('10.1.2.3') },
    200,
  ],
  [
    'an address that the visitor put into the header does not count',
    { TRUSTED_PROXIES: '1', METRICS_ADDRESSES: '10.0.0.0/8' },
    { headers: forwarded(`10.1.2.3, ${ELSEWHERE}`) },
    404,
  ],
  [
    'a text that is not an address is refused',
    { TRUSTED_PROXIES: '1', METRICS_ADDRESSES: '0.0.0.0/0, ::/0' },
    { headers: forwarded('unknown') },
    404,
  ],
  ['a listed address is let in', { METRICS_ADDRESSES: `10.0.0.7, ${ELSEWHERE}` }, { from: ELSEWHERE }, 200],
  ['with a list, this machine is refused unless it is listed', { METRICS_ADDRESSES: ELSEWHERE }, {}, 404],
  [
    'a request from an untrusted proxy is refused even if the proxy is listed',
    { METRICS_ADDRESSES: '127.0.0.1' },
    { headers: forwarded(ELSEWHERE) },
    404,
  ],
  ['the token is let in from anywhere', { METRICS_TOKEN: TOKEN }, { from: ELSEWHERE, headers: bearer(TOKEN) }, 200],
  ['another token is refused', { METRICS_TOKEN: TOKEN }, { headers: bearer(TOKEN.toUpperCase()) }, 404],
  ['the start of the token is refused', { METRICS_TOKEN: TOKEN }, { headers: bearer(TOKEN.slice(0, -1)) }, 404],
  ['with a token, this machine needs it too', { METRICS_TOKEN: TOKEN }, {}, 404],
  [
    'with a token and a list, either is enough',
    { METRICS_TOKEN: TOKEN, METRICS_ADDRESSES: '127.0.0.1' },
    { from: ELSEWHERE, headers: bearer(TOKEN) },
    200,
  ],
])('%s', async (_title, environment, caller, status) => {
  await started(environment);
  expect(await read(caller)).toBe(status);
});

test('a refused caller gets the response of an address that does not exist', async () => {
  await started({});
  const refused = await api.app.inject({ url: '/api/v1/metrics', remoteAddress: ELSEWHERE });
  const unknown = await api.app.inject({ url: '/api/v1/no-such-page', remoteAddress: ELSEWHERE });
  expect(refused.json()).toEqual(unknown.json());
});

test('health and readiness are open to anyone', async () => {
  await started({ METRICS_TOKEN: TOKEN });
  for (const url of ['/api/v1/health', '/api/v1/ready']) {
    expect((await api.app.inject({ url, remoteAddress: ELSEWHERE })).statusCode).toBe(200);
  }
});
