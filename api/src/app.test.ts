import { withTestApp } from './testing/test-app';

const api = withTestApp();

const post = (url: string, payload: string, type = 'application/json') =>
  api.current.app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers: { 'content-type': type } });

test('it says that it is alive and that its database answers', async () => {
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
  ['text that is no JSON', () => post('/login', '{"email":'), 400],
  ['another kind of body', () => post('/login', 'email=a', 'application/x-www-form-urlencoded'), 415],
  ['a body of a megabyte', () => post('/login', JSON.stringify({ email: 'a'.repeat(1_000_000) })), 413],
  ['no body', () => post('/login', ''), 400],
])('%s is refused with the one shape of an error', async (_what, ask, status) => {
  const response = await ask();
  expect(response.statusCode).toBe(status);
  expect(response.json()).toEqual({ message: expect.any(String), code: expect.stringMatching(/^[A-Z_]+$/) });
});

test.each([
  ['a login', () => post('/login', JSON.stringify({ email: 'a\0@b', password: 'x' }))],
  ['a webhook', () => post('/webhooks/stripe/%00', '{}')],
])('%s with a character that no text may hold is refused, not a failure of ours', async (_what, ask) => {
  const response = await ask();
  expect(response.statusCode).toBe(422);
  expect(response.json()).toMatchObject({ code: 'BAD_CHARACTER' });
});

test('a failure of ours tells a number to ask about, and nothing of its cause', async () => {
  const { app, deps } = api.current;
  await deps.pool.query('alter table venues rename to elsewhere');
  try {
    const response = await app.inject('/api/v1/venues');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      message: expect.stringMatching(/^Something went wrong on our side\. Please try again\. \([0-9a-f]{8}\)$/),
      code: 'INTERNAL',
    });
  } finally {
    await deps.pool.query('alter table elsewhere rename to venues');
  }
});

test('it counts its answers by route', async () => {
  const { app } = api.current;
  await app.inject('/api/v1/venues/4711');
  const { body, headers } = await app.inject('/api/v1/metrics');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain('foodhall_requests_total{method="GET",route="/api/v1/venues/:id",status="404"} 1');
  expect(body).toContain('foodhall_request_seconds_count 1');
  expect(body).toContain('foodhall_outbox_waiting 0');
});

test('it describes itself', async () => {
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
])('on %s a browser is told what it heeds there, and nothing else', async (host, opener, cluster) => {
  const { headers } = await api.current.app.inject({ url: '/api/v1/health', headers: { host } });
  expect(headers['cross-origin-opener-policy']).toBe(opener);
  expect(headers['origin-agent-cluster']).toBe(cluster);
});
