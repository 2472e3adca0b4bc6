import { withTestApp } from 'api/testing/test-app';

const api = withTestApp();
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';
const ask = async (method: Method, url: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: sent } = await api.current.app.inject({ method, url, headers });
  return [statusCode, sent.allow];
};

test.each<[string, string]>([
  ['/api/v1/venues', 'GET, HEAD, OPTIONS, POST'],
  ['/api/v1/carts/active', 'GET, HEAD, OPTIONS'],
  ['/api/v1/order-items/7?x=1', 'DELETE, OPTIONS, PUT'],
  ['/config.json', 'GET, HEAD, OPTIONS'],
  ['/venues/1/vendors', 'GET, HEAD, OPTIONS'],
])('OPTIONS of %s lists what it allows', async (url, allowed) => {
  expect(await ask('OPTIONS', url)).toEqual([204, allowed]);
});

test.each<[Method, string, string]>([
  ['PATCH', '/api/v1/venues', 'GET, HEAD, OPTIONS, POST'],
  ['GET', '/api/v1/login', 'OPTIONS, POST'],
  ['POST', '/config.json', 'GET, HEAD, OPTIONS'],
  ['POST', '/venues', 'GET, HEAD, OPTIONS'],
])('%s of %s is a 405, as the address does not allow it', async (method, url, allowed) => {
  expect(await ask(method, url)).toEqual([405, allowed]);
});

test.each<[Method, string]>([
  ['GET', '/api/v1/nothing'],
  ['POST', '/api/v1/nothing'],
  ['OPTIONS', '/api/v1/nothing'],
  ['GET', '/apps/foodhall/channels'],
  ['POST', '/apps/foodhall/events'],
])('%s of %s, which does not exist, is a 404', async (method, url) => {
  expect(await ask(method, url)).toEqual([404, undefined]);
});

test('CORS responds to a preflight of another origin', async () => {
  const headers = { origin: 'https://other.example', 'access-control-request-method': 'POST' };
  const [, allowed] = await ask('OPTIONS', '/api/v1/login', headers);
  expect(allowed).toBeUndefined();
});
