import { jest } from '@jest/globals';
import { askForOverride } from './override-grants';

const wanted = { app: 'catalog', origin: 'http://localhost:3001' };
const ask = () => askForOverride('https://hall.example', 'fhr_token', wanted);
const responding = (status: number, body: unknown) =>
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(body), { status }));

afterEach(() => jest.restoreAllMocks());

test('the developer gets an address of the site in exchange for the token of the team', async () => {
  const fetch = responding(201, {
    data: { path: '/api/v1/registry/override?grant=a.b', until: '2026-11-23T20:00:00Z' },
  });
  expect(await ask()).toBe('https://hall.example/api/v1/registry/override?grant=a.b');
  const [address, options] = fetch.mock.calls[0] ?? [];
  expect(String(address)).toBe('https://hall.example/api/v1/registry/overrides');
  expect(options).toMatchObject({ headers: { authorization: 'Bearer fhr_token' }, body: JSON.stringify(wanted) });
});

test('an older site that grants nothing gives no address', async () => {
  responding(404, { message: 'Page not found.', code: 'NOT_FOUND' });
  expect(await ask()).toBeUndefined();
});

test.each([
  [403, { message: 'The release token of menu is not for catalog.' }, 'The release token of menu is not for catalog.'],
  [401, { message: 'This site has no such release token.' }, 'This site has no such release token.'],
  [502, '<html>', 'https://hall.example responded with 502.'],
  [200, { data: {} }, 'https://hall.example responded with 200.'],
])('the error repeats the words of a site that responds with %s', async (status, body, message) => {
  responding(status, body);
  await expect(ask()).rejects.toThrow(message);
});

test('the error names a site that does not respond', async () => {
  jest
    .spyOn(globalThis, 'fetch')
    .mockRejectedValue(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));
  await expect(ask()).rejects.toThrow('https://hall.example did not respond (ECONNREFUSED).');
});
