import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { silentLog } from 'core/testing/logs';
import { testDatabase } from 'core/testing/test-database';
import { buildApp } from './app';
import { createDeps } from './deps';
import { Market } from './ordering/carts/market.testing';
import { storeUser, storeVenue } from './testing/stored';
import { buildTestApp, withTestApp } from './testing/test-app';

const api = withTestApp();

const post = (url: string, payload: string, type = 'application/json') =>
  api.current.app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers: { 'content-type': type } });

test('the health routes report the process as alive and its database as responding', async () => {
  const { app } = api.current;
  expect((await app.inject('/api/v1/health')).json()).toEqual({ data: { status: 'ok' } });
  expect((await app.inject('/api/v1/ready')).json()).toEqual({ data: { status: 'ready' } });
});

test('an unknown path of the API is a 404 in JSON', async () => {
  const response = await api.current.app.inject({ url: '/api/v1/nowhere', headers: { accept: 'text/html' } });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toEqual({ message: 'Page not found.', code: 'NOT_FOUND' });
});

test.each([
  ['invalid JSON', () => post('/login', '{"email":'), 400, 'BAD_REQUEST'],
  [
    'a body of another media type',
    () => post('/login', 'email=a', 'application/x-www-form-urlencoded'),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a body of a megabyte',
    () => post('/login', JSON.stringify({ email: 'a'.repeat(1_000_000) })),
    413,
    'CONTENT_TOO_LARGE',
  ],
  ['a missing body', () => post('/login', ''), 400, 'BAD_REQUEST'],
])("%s is refused with the common error body and the API's own code", async (_what, ask, status, code) => {
  const response = await ask();
  expect(response.statusCode).toBe(status);
  expect(response.json()).toEqual({ message: expect.any(String), code });
});

test.each([
  ['a login', () => post('/login', JSON.stringify({ email: 'a\0@b', password: 'x' }))],
  ['a login with half a character', () => post('/login', '{"email":"a@b","password":"\\ud800"}')],
  ['an address', () => api.current.app.inject('/api/v1/venues?staging=%00')],
  ['a webhook', () => post('/webhooks/stripe/%00', '{}')],
])('%s with a character that cannot be stored is a client error', async (_what, ask) => {
  const response = await ask();
  expect(response.statusCode).toBe(422);
  expect(response.json()).toMatchObject({ code: 'BAD_CHARACTER' });
});

test('the response to an internal error has an id to quote and hides the cause', async () => {
  const { app, deps } = api.current;
  await deps.pool.query('alter table venues rename to elsewhere');
  try {
    const response = await app.inject('/api/v1/venues');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      message: expect.stringMatching(
        /^Something went wrong on our side\. Please try again\. \([0-9a-f]{8}-[0-9a-z]+\)$/,
      ),
      code: 'INTERNAL',
    });
  } finally {
    await deps.pool.query('alter table elsewhere rename to venues');
  }
});

test('a request gets a 503 with a time to retry while the database is away', async () => {
  const { app, deps } = api.current;
  const headers = { authorization: `Bearer ${'a'.repeat(43)}` };
  jest.spyOn(deps.pool, 'connect').mockImplementation(() => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  });
  try {
    for (const url of ['/api/v1/venues', '/api/v1/me']) {
      const response = await app.inject({ url, headers });
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toBe('5');
      expect(response.json()).toEqual({
        message: 'Our database is not available right now. Please try again in a moment.',
        code: 'DATABASE_UNAVAILABLE',
      });
    }
    // Neither request waits for the database, with or without a session.
    expect((await app.inject({ url: '/api/v1/health', headers })).statusCode).toBe(200);
    expect((await app.inject({ url: '/api/v1/ready', headers })).statusCode).toBe(200);
  } finally {
    jest.restoreAllMocks();
  }
});

test('the metrics work while the database is away, without the counts that it holds', async () => {
  const { app, deps } = api.current;
  const names = async () => {
    const response = await app.inject('/api/v1/metrics');
    expect(response.statusCode).toBe(200);
    return [...response.body.matchAll(/^foodhall_(\w+) /gm)].map(([, name]) => name);
  };
  const inDatabase = ['outbox_waiting', 'payments_open', 'payment_alerts_unseen'];
  expect(await names()).toEqual(expect.arrayContaining(['uptime_seconds', ...inDatabase]));
  jest.spyOn(deps.pool, 'connect').mockImplementation(() => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  });
  try {
    const found = await names();
    expect(found).toEqual(expect.arrayContaining(['uptime_seconds', 'resident_bytes', 'heap_used_bytes']));
    for (const name of inDatabase) expect(found).not.toContain(name);
  } finally {
    jest.restoreAllMocks();
  }
  expect(await names()).toEqual(expect.arrayContaining(inDatabase));
});

test('a body may take half a minute to arrive', () => {
  expect(api.current.app.server.requestTimeout).toBe(30_000);
});

test.each([
  ['head', 'POST /api/v1/login HTTP/1.1\r\nHost: hall\r\n'],
  [
    'body',
    'POST /api/v1/login HTTP/1.1\r\nHost: hall\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  ],
])('an incomplete %s gets a 408, and the connection is closed', async (_what, start) => {
  const deps = createDeps({ config: api.current.deps.config, database: await testDatabase(), log: silentLog });
  const app = await buildApp(deps, { bodyMs: 60 });
  try {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(start);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
  } finally {
    await app.close();
  }
});

test('the API counts its responses by route', async () => {
  const { app } = api.current;
  await app.inject('/api/v1/venues/4711');
  const { body, headers } = await app.inject('/api/v1/metrics');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain('foodhall_requests_total{method="GET",route="/api/v1/venues/:id",status="404"} 1');
  expect(body).toContain('foodhall_request_seconds_count 1');
  expect(body).toContain('foodhall_outbox_waiting 0');
});

test('the API describes itself in openapi.json', async () => {
  const document = (await api.current.app.inject('/api/v1/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/api/v1/login', '/api/v1/venues/{id}', '/api/v1/vendors', '/api/v1/items/{id}']),
  );
});

test.each([
  ['localhost:8080', 'same-origin-allow-popups', '?1'],
  ['127.0.0.1', 'same-origin-allow-popups', '?1'],
  ['192.168.1.20:8080', undefined, undefined],
  ['foodhall.lan', undefined, undefined],
])('the page on %s has only the headers that browsers accept there', async (host, opener, cluster) => {
  const { headers } = await api.current.app.inject({ url: '/api/v1/health', headers: { host } });
  expect(headers['cross-origin-opener-policy']).toBe(opener);
  expect(headers['origin-agent-cluster']).toBe(cluster);
});

test('responses for signed-in visitors forbid proxies to store them', async () => {
  const { app, deps } = api.current;
  const venue = await storeVenue(deps.db);
  const user = await storeUser(deps.db, { vendorIds: [venue.vendor.id] });
  const market = new Market(() => api.current);
  const { orderId } = await market.placeOne(user, venue);
  const cart = await market.add(user, { venue });
  const addressOf = (path: string) => {
    const id = path.includes('/orders/') ? orderId : path.includes('/carts/') ? cart.id : venue.vendor.id;
    return `${path.replace('{id}', String(id))}?venue_id=${venue.id}&cart_id=${cart.id}&id=none`;
  };
  const read: string[] = [];
  for (const [path, methods] of Object.entries(app.swagger().paths ?? {})) {
    if (!methods?.get || (await app.inject(path)).statusCode !== 401) continue;
    const response = await app.inject({ url: addressOf(path), headers: user.headers });
    expect([path, response.headers['cache-control']]).toEqual([path, expect.stringContaining('no-store')]);
    if (response.statusCode === 200) read.push(response.headers['cache-control'] as string);
  }
  expect(read.length).toBeGreaterThanOrEqual(7);
  expect(new Set(read)).toEqual(new Set(['private, no-store']));
});

test('a process that misses the events of the others is not ready, and says when to retry', async () => {
  const { notifications } = await testDatabase();
  const cut = { listen: notifications.listen.bind(notifications), onGap: () => () => undefined, isListening: true };
  const { app, close } = await buildTestApp({ overrides: { notifications: cut } });
  cut.isListening = false;
  const lost = await app.inject('/api/v1/ready');
  expect([lost.statusCode, lost.json()]).toEqual([
    503,
    { message: 'The connection to the other processes is lost.', code: 'NOT_READY' },
  ]);
  expect(lost.headers['retry-after']).toMatch(/^\d+$/);
  cut.isListening = true;
  expect((await app.inject('/api/v1/ready')).statusCode).toBe(200);
  await close();
});
