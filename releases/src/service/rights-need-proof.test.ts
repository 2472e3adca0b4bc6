/** Tests that a session which was left open gives nobody the right to release. */
import { storeSecondFactor, storeUser } from 'api/testing/stored';
import { withTestApp } from 'api/testing/test-app';
import { githubPublisher } from '../testing/publishers';

const api = withTestApp();

test.each([
  ['a person in a team', 'PUT', '/members', { email: 'ola@hall.example', team: 'menu', apps: ['catalog'] }],
  ['a workflow', 'POST', '/publishers', githubPublisher],
  ['a token', 'POST', '/tokens', { team: 'menu', apps: ['catalog'], channels: ['beta'] }],
] as const)('an operator proves who it is before %s may release', async (_what, method, path, payload) => {
  const { deps, app } = api.current;
  const operator = await storeUser(deps.db, { isSiteOperator: true });
  await storeSecondFactor(deps.db, operator.id);
  const url = `/api/v1/registry${path}`;
  const refused = await app.inject({ method, url, headers: operator.headers, payload });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'PROOF_REQUIRED']);
  // A look at what would be changed needs none.
  const looked = await app.inject({ method, url, headers: operator.headers, payload: { ...payload, dry_run: true } });
  expect(looked.statusCode).toBeLessThan(300);
});
