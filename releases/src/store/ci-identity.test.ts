/** Tests how a release asks its CI system for an identity token. */
import { ciIdentity } from './ci-identity';
import { TargetFailed } from './targets/target';

const SITE = 'https://hall.example';
const ACTIONS = {
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://actions.example/token?api-version=2',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret',
};

afterEach(() => jest.restoreAllMocks());
const respond = (response: () => Promise<Response>) => jest.spyOn(globalThis, 'fetch').mockImplementation(response);

test('GitHub Actions makes a token for the site that is contacted, and for no other', async () => {
  const fetched = respond(async () => Response.json({ value: 'a token' }));
  expect(await ciIdentity(SITE, ACTIONS)).toBe('a token');
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(String(address)).toBe('https://actions.example/token?api-version=2&audience=https%3A%2F%2Fhall.example');
  expect(init?.headers).toEqual({ authorization: 'Bearer secret' });
});

test('GitLab has made the token already, and elsewhere there is none', async () => {
  expect(await ciIdentity(SITE, { FOODHALL_ID_TOKEN: 'a token' })).toBe('a token');
  expect(await ciIdentity(SITE, {})).toBeNull();
});

test('a failure of GitHub Actions is told, and nothing is released without an identity', async () => {
  for (const response of [
    () => Promise.reject(new TypeError('fetch failed')),
    async () => new Response('', { status: 500 }),
    async () => Response.json({}),
  ]) {
    respond(response);
    await expect(ciIdentity(SITE, ACTIONS)).rejects.toThrow(TargetFailed);
  }
});
