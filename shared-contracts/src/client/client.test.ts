/** @jest-environment node */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, fieldError, isApiError, isServerTimeKnown } from './index';

let server: Server;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
const refused: (string | undefined)[] = [];
let token: string | undefined = 'abc';
let prove: (() => Promise<boolean>) | undefined;

function client(timeout?: number) {
  const { port } = server.address() as AddressInfo;
  return createClient({
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    token: () => token,
    socketId: () => '12.34',
    onUnauthorized: (used) => refused.push(used),
    ...(prove && { onProofRequired: prove }),
    ...(timeout ? { timeout } : {}),
  });
}

function json(response: ServerResponse, status: number, body: unknown, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

beforeEach(async () => {
  refused.length = 0;
  token = 'abc';
  prove = undefined;
  server = createServer((request, response) => respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('every request carries the bearer and the socket id, and resolves with the body', async () => {
  respond = (request, response) => json(response, 200, { url: request.url, ...request.headers });
  const body = await client().get<Record<string, string>>('/vendors', { params: { venue_id: 3 } });
  expect(body).toMatchObject({
    url: '/api/v1/vendors?venue_id=3',
    authorization: 'Bearer abc',
    'x-socket-id': '12.34',
  });
});

test('a visitor without a session sends no bearer', async () => {
  token = undefined;
  respond = (request, response) => json(response, 200, { ...request.headers });
  expect(await client().get<object>('/venues')).not.toHaveProperty('authorization');
});

test('a refusal keeps the code, the messages by field and the current resource', async () => {
  respond = (_request, response) =>
    json(
      response,
      409,
      { message: 'Gone', code: 'CART_CHANGED', errors: { quantity: ['Too many'] }, data: { id: 1 } },
      { 'retry-after': '10' },
    );
  const error = await client()
    .put('/order-items/1', {})
    .catch((thrown: unknown) => thrown);
  expect(isApiError(error) && error).toMatchObject({
    status: 409,
    code: 'CART_CHANGED',
    message: 'Gone',
    data: { id: 1 },
    retryAfter: 10,
  });
  expect(fieldError(error, 'quantity')).toBe('Too many');
});

test('a 401 passes the refused token to the shell, which decides the rest', async () => {
  respond = (_request, response) => json(response, 401, { message: 'No session', code: 'UNAUTHENTICATED' });
  await expect(client().get('/me')).rejects.toMatchObject({ status: 401 });
  expect(refused).toEqual(['abc']);
});

describe('a 403 that asks for a proof', () => {
  const seen: (string | string[] | undefined)[] = [];
  const needsProof = (code: string, refusals = 1) => {
    seen.length = 0;
    respond = (request, response) => {
      seen.push(request.headers['idempotency-key']);
      if (seen.length <= refusals) json(response, 403, { message: 'Confirm that it is you.', code });
      else json(response, 200, { data: 'done' });
    };
  };
  const refund = () => client().post('/orders/1/refunds', { amount: 1 }, { headers: { 'Idempotency-Key': 'one' } });

  test.each(['PROOF_REQUIRED', 'SECOND_FACTOR_REQUIRED'])('%s repeats the request once with its key', async (code) => {
    needsProof(code);
    prove = async () => true;
    await expect(refund()).resolves.toEqual({ data: 'done' });
    expect(seen).toEqual(['one', 'one']);
  });

  test('fails as it did if the visitor cancels', async () => {
    needsProof('PROOF_REQUIRED');
    prove = async () => false;
    await expect(refund()).rejects.toMatchObject({ status: 403, message: 'Confirm that it is you.' });
    expect(seen).toEqual(['one']);
  });

  test('is repeated no second time', async () => {
    needsProof('PROOF_REQUIRED', 2);
    prove = async () => true;
    await expect(refund()).rejects.toMatchObject({ code: 'PROOF_REQUIRED' });
    expect(seen).toHaveLength(2);
  });

  test('is not repeated for another account', async () => {
    needsProof('PROOF_REQUIRED');
    prove = async () => {
      token = 'of another account';
      return true;
    };
    await expect(refund()).rejects.toMatchObject({ code: 'PROOF_REQUIRED' });
    expect(seen).toHaveLength(1);
  });

  test('of another kind asks for nothing', async () => {
    needsProof('FORBIDDEN');
    prove = async () => {
      throw new Error('was asked');
    };
    await expect(refund()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('a request without a response fails as a lost connection', async () => {
  respond = (_request, response) => response.destroy();
  await expect(client().get('/venues')).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
});

test('a response that takes too long fails as a timeout', async () => {
  respond = () => {};
  await expect(client(50).get('/venues')).rejects.toMatchObject({ status: 0, code: 'TIMEOUT' });
});

test('a request that its caller aborts fails as a lost connection', async () => {
  respond = () => {};
  await expect(client().get('/venues', { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ code: 'NETWORK' });
});

test('the error page of a proxy becomes a plain sentence without HTML', async () => {
  respond = (_request, response) =>
    void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  await expect(client().get('/venues')).rejects.toMatchObject({
    status: 502,
    code: 'UNKNOWN',
    message: expect.not.stringContaining('<'),
  });
});

test.each([
  ['the sign-in page of a network', 'text/html', '<!doctype html><h1>Welcome to Café Wi-Fi</h1>'],
  ['a page that says it is JSON', 'application/json', '<h1>Welcome</h1>'],
  ['nothing at all', 'text/plain', ''],
  ['a word', 'application/json', '"welcome"'],
  ['null', 'application/json', 'null'],
])("a successful response that is not the API's fails as NOT_AN_ANSWER: %s", async (_what, type, body) => {
  respond = (_request, response) => void response.writeHead(200, { 'content-type': type }).end(body);
  await expect(client().post('/login', {})).rejects.toMatchObject({
    status: 0,
    code: 'NOT_AN_ANSWER',
    message: 'This network answered in place of the site. Sign in to the Wi-Fi if it asks you to, then try again.',
  });
});

test('a 204 is a response without a body', async () => {
  respond = (_request, response) => void response.writeHead(204).end();
  await expect(client().post('/logout')).resolves.toBeFalsy();
});

test.each([
  ['a success', 200, { data: [] }],
  ['a refusal', 409, { message: 'Gone', code: 'CART_CHANGED' }],
])("%s sets the server's time", async (_what, status, body) => {
  respond = (_request, response) => json(response, status, body);
  await client()
    .get('/venues', { params: { staging: false } })
    .catch(() => {});
  expect(isServerTimeKnown()).toBe(true);
});

test('the sign-in page of a network sets no time', async () => {
  respond = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
  await client()
    .get('/venues')
    .catch(() => {});
  expect(isServerTimeKnown()).toBe(false);
});
