/** Tests trusted publishing: workflows of CI systems release by identity tokens that a real OpenID provider signs. */
import { createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { storeUser, storeVenue, type TestUser } from 'api/testing/stored';
import { withTestApp } from 'api/testing/test-app';
import { decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { readLive } from '../../store/read-live';
import { serviceAt } from '../../store/service-client';
import { authorityOf } from '../../store/signing';
import { goLive } from '../../store/store';
import { folderTarget } from '../../store/targets/folder';
import { hostBuild, remoteBuild } from '../../testing/builds';
import { withIdentityProvider } from '../../testing/identity-provider';
import {
  CI_COMMIT,
  CI_ISSUER,
  githubClaims,
  githubPublisher,
  gitlabClaims,
  gitlabPublisher,
} from '../../testing/publishers';
import { builtRemote, hashOf } from '../../testing/uploads';

const REGISTRY_KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const SITE = 'https://hall.example';
const DIST_DIR = mkdtempSync(path.join(tmpdir(), 'publishers-'));
const authority = authorityOf({ REGISTRY_KEY });
const target = folderTarget(DIST_DIR);

const api = withTestApp({ environment: { REGISTRY_KEY, SITE_URL: SITE, DIST_DIR } });
const db = () => api.current.deps.db;

const realFetch = globalThis.fetch;
const provider = withIdentityProvider(CI_ISSUER);
afterAll(() => rm(DIST_DIR, { recursive: true, force: true }));

let operator: TestUser;
beforeEach(async () => {
  for (const name of await readdir(DIST_DIR)) await rm(path.join(DIST_DIR, name), { recursive: true });
  await goLive(target, [hostBuild('1.2.0', { keys: [authority.publicKey] }), remoteBuild('queues')], { authority });
  const venue = await storeVenue(db());
  operator = await storeUser(db(), { operatorOf: [venue.id], isSiteOperator: true });
});

const github = { ...githubPublisher, most_percent: 10 };
const gitlab = { ...gitlabPublisher, most_percent: 10 };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function call(method: Method, url: string, payload?: object, authorization?: string) {
  const response = await api.current.app.inject({
    method,
    url: `/api/v1/registry${url}`,
    headers: {
      ...(authorization && { authorization }),
      ...(payload instanceof Buffer && { 'content-type': 'application/octet-stream' }),
    },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.body === '' ? {} : response.json() };
}
const asOperator = (method: Method, url: string, payload?: object) =>
  call(method, url, payload, operator.headers.authorization);
const trust = async (publisher: object) => (await asOperator('POST', '/publishers', publisher)).body.data.id as number;
const exchange = (identity: string, apps = ['catalog']) =>
  call('POST', '/tokens/exchange', { apps }, `Bearer ${identity}`);
/** Exchanges an identity of the GitHub workflow. @returns the header of the token that the run gets */
const tokenOfRun = async (claims: object = githubClaims) => {
  const { body } = await exchange(await provider.current.token(SITE, claims));
  return `Bearer ${body.data.token}`;
};
async function release(authorization: string, { version = '1.0.0-a', ...to }: Record<string, unknown>) {
  const { files, upload } = builtRemote(String(version));
  for (const content of files.values()) await call('PUT', `/files/${hashOf(content)}`, content, authorization);
  return call(
    'POST',
    '/releases',
    { builds: [upload], ...to, source: { commit: 'claimed', ci_run: 'claimed' } },
    authorization,
  );
}
const logged = async (action: string) =>
  db().selectFrom('audit_log').select(['subject', 'after']).where('action', '=', action).orderBy('id').execute();

describe('a run of a trusted workflow', () => {
  test.each([
    ['GitHub Actions', github, githubClaims, 'https://ci.example/octo/menu/actions/runs/1500'],
    ['GitLab', gitlab, gitlabClaims, 'https://ci.example/stalls/menu/-/jobs/1500'],
  ])(
    'of %s releases without a stored secret, and the log has what the issuer says',
    async (_name, publisher, claims, run) => {
      await trust(publisher);
      const authorization = await tokenOfRun(claims);
      expect((await release(authorization, { channel: 'beta' })).status).toBe(200);
      expect((await readLive(target)).snapshot.offers.map(({ channel }) => channel)).toEqual(['beta']);
      const [{ after } = { after: null }] = await logged('release.taken');
      expect(after).toMatchObject({ team: 'menu', channel: 'beta', commit: CI_COMMIT, ci_run: run });
    },
  );

  test('releases by the command’s client, which takes the identity where no token is set', async () => {
    await trust(github);
    const place = `${await api.current.app.listen({ port: 0, host: '127.0.0.1' })}/`;
    const { network } = provider;
    provider.network = (address, init) =>
      address.startsWith(place) ? realFetch(address, init) : network(address, init);
    const out = await mkdtemp(path.join(tmpdir(), 'ci-'));
    const { files, upload } = builtRemote('1.0.0-a');
    for (const [name, content] of files) {
      const file = path.join(out, upload.app, upload.version, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    process.env.FOODHALL_ID_TOKEN = await provider.current.token(SITE, githubClaims);
    try {
      const client = await serviceAt(place, { token: '' });
      const build = { part: 'catalog', version: '1.0.0-a' };
      await client?.release(out, [build], { source: {}, to: { channel: 'beta' } });
      expect((await readLive(target)).snapshot.offers).toHaveLength(1);
    } finally {
      delete process.env.FOODHALL_ID_TOKEN;
      await rm(out, { recursive: true });
    }
  });

  test('may release once', async () => {
    await trust(github);
    const authorization = await tokenOfRun();
    const both = await Promise.all(
      ['1.0.0-a', '1.0.0-b'].map((version) => release(authorization, { version, channel: 'beta' })),
    );
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const again = await release(authorization, { version: '1.0.0-c', channel: 'beta' });
    expect([again.status, again.body.message]).toEqual([
      401,
      'This token was for one release, which was asked for already.',
    ]);
    expect(await logged('release.taken')).toHaveLength(1);
  });

  test('has 15 minutes', async () => {
    await trust(github);
    const authorization = await tokenOfRun();
    api.current.advance(15 * 60_000);
    expect((await release(authorization, { channel: 'beta' })).status).toBe(401);
  });

  test.each([
    ['all visitors', {}, 'The release token of menu is not for all visitors.'],
    ['another channel', { channel: 'staff' }, 'The release token of menu is not for the channel staff.'],
    ['a larger rollout', { percent: 11 }, 'The release token of menu is for rollouts of 10 % at most.'],
  ])('may not release to %s', async (_name, to, message) => {
    await trust(github);
    const { status, body } = await release(await tokenOfRun(), to);
    expect([status, body.message]).toEqual([403, message]);
  });

  test('may only release: it rolls nothing back, retires nothing, and gives no override', async () => {
    await trust(github);
    const authorization = await tokenOfRun();
    const message = 'The token of a CI run is for one release. Use a release token of menu.';
    for (const [url, body] of [
      ['/rollbacks', { app: 'catalog', channel: 'beta' }],
      ['/retirements', { app: 'catalog' }],
      ['/recalls', { app: 'catalog', version: '1.0.0-a' }],
      ['/overrides', { app: 'catalog', origin: 'http://localhost:3001' }],
    ] as const)
      expect([url, (await call('POST', url, body, authorization)).body.message]).toEqual([url, message]);
  });

  test('is refused at once after its publisher was removed', async () => {
    const id = await trust(github);
    const authorization = await tokenOfRun();
    expect((await asOperator('DELETE', `/publishers/${id}`)).status).toBe(200);
    expect((await release(authorization, { channel: 'beta' })).body.message).toBe(
      'The release token of menu was revoked.',
    );
    expect((await exchange(await provider.current.token(SITE, githubClaims))).body.message).toBe(
      'This site trusts no workflow of the issuer of this identity token.',
    );
    expect((await logged('release-publisher.removed')).map(({ subject }) => subject)).toEqual([
      `publisher ${id} of menu`,
    ]);
  });

  test('gets the rights of the publisher of its environment, where one is named', async () => {
    await trust(github);
    await trust({ ...github, branch: null, environment: 'production', channels: ['staff'] });
    const authorization = await tokenOfRun({ ...githubClaims, environment: 'production' });
    expect((await release(authorization, { channel: 'staff' })).status).toBe(200);
  });

  test('of another environment or tag is refused where a publisher names an environment', async () => {
    await trust({ ...github, branch: null, environment: 'production' });
    const { body } = await exchange(await provider.current.token(SITE, { ...githubClaims, environment: 'preview' }));
    expect(body.message).toBe('Only jobs of the environment production of octo/menu may release.');
  });
});

const REPOSITORY = 'The identity token is not of the repository octo/menu.';
const WORKFLOW = 'Only the workflow .github/workflows/release.yml of octo/menu may release.';
const EVENT = 'Runs for other events than push, workflow_dispatch, schedule, release may not release octo/menu.';
const SHAPE = 'The identity token has not the claims of a GitHub Actions job.';
const NOT_YET = 'The identity token is not valid yet.';
const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;

type Row = readonly [name: string, changes: Record<string, unknown>, message: string];
/** Exchanges a token for each row. @returns the rows, with the messages of the responses */
async function refusedRows(rows: readonly Row[], claims: object): Promise<Row[]> {
  const refused: Row[] = [];
  for (const [name, changes] of rows) {
    const { status, body } = await exchange(await provider.current.token(SITE, { ...claims, ...changes }));
    refused.push([name, changes, status === 401 ? body.message : `${status}`]);
  }
  return refused;
}

const GITHUB_ROWS: readonly Row[] = [
  ['another repository', { repository_id: '75', repository: 'octo/other' }, REPOSITORY],
  ['a new repository with the old name', { repository_id: '75' }, REPOSITORY],
  ['a fork', { repository_id: '99', repository: 'stranger/menu', repository_owner_id: '98' }, REPOSITORY],
  ['a renamed repository', { repository: 'octo/dishes' }, 'The repository octo/menu has another name now.'],
  [
    'a repository that moved to another owner',
    { repository_owner_id: '66' },
    'The repository octo/menu has another owner now.',
  ],
  ['a pull request', { event_name: 'pull_request', ref: 'refs/pull/7/merge' }, EVENT],
  ['a pull request that runs the base branch', { event_name: 'pull_request_target' }, EVENT],
  ['another branch', { ref: 'refs/heads/try' }, 'Only the branch main of octo/menu may release.'],
  ['a tag with the name of the branch', { ref: 'refs/tags/main' }, 'Only the branch main of octo/menu may release.'],
  ['another workflow', { workflow_ref: 'octo/menu/.github/workflows/test.yml@refs/heads/main' }, WORKFLOW],
  ['the workflow at another ref', { workflow_ref: 'octo/menu/.github/workflows/release.yml@refs/heads/try' }, WORKFLOW],
  ['a job that another workflow calls', { job_workflow_ref: 'octo/shared/.github/workflows/release.yml@v1' }, WORKFLOW],
  ['no repository id', { repository_id: null }, SHAPE],
  ['an id that is a number', { repository_id: 74 }, SHAPE],
  ['an expired token', { iat: seconds(-900), exp: seconds(-60) }, 'The identity token has expired.'],
  ['a token that is not valid yet', { nbf: seconds(300) }, NOT_YET],
  ['a token from the future', { iat: seconds(300), exp: seconds(600) }, NOT_YET],
  ['an old token', { iat: seconds(-7_200), exp: seconds(600) }, 'The identity token has expired.'],
  ['a token without an end', { exp: null }, 'The claim exp of the identity token is not valid.'],
  ['a token without an id', { jti: null }, 'The claim jti of the identity token is not valid.'],
  ['another site', { aud: 'https://other.example' }, 'The identity token is not for https://hall.example alone.'],
  ['two sites', { aud: [SITE, 'https://other.example'] }, 'The identity token is not for https://hall.example alone.'],
  [
    'another issuer',
    { iss: 'https://evil.example' },
    'This site trusts no workflow of the issuer of this identity token.',
  ],
  [
    'an issuer without encryption',
    { iss: 'http://ci.example' },
    'This site trusts no workflow of the issuer of this identity token.',
  ],
];

const GITLAB_ROWS: readonly Row[] = [
  ['another project', { project_id: '75' }, 'The identity token is not of the repository stalls/menu.'],
  ['a renamed project', { project_path: 'stalls/food' }, 'The repository stalls/menu has another name now.'],
  ['another namespace', { namespace_id: '66' }, 'The repository stalls/menu has another owner now.'],
  [
    'a merge request',
    { pipeline_source: 'merge_request_event' },
    'Runs for other events than push, web, schedule may not release stalls/menu.',
  ],
  [
    'a branch that is not protected',
    { ref_protected: 'false' },
    'Only protected branches and tags of stalls/menu may release.',
  ],
  ['another branch', { ref: 'try' }, 'Only the branch main of stalls/menu may release.'],
  ['a tag', { ref_type: 'tag' }, 'Only the branch main of stalls/menu may release.'],
  [
    'another pipeline file',
    { ci_config_ref_uri: 'ci.example/stalls/menu//other.yml@refs/heads/main' },
    'Only the workflow .gitlab-ci.yml of stalls/menu may release.',
  ],
];

describe('an identity token is refused', () => {
  test('for each claim that is not the publisher’s, and no token is given', async () => {
    await trust(github);
    expect(await refusedRows(GITHUB_ROWS, githubClaims)).toEqual(GITHUB_ROWS);
    expect(await db().selectFrom('release_tokens').select('id').execute()).toEqual([]);
  });

  test('of GitLab likewise', async () => {
    await trust(gitlab);
    expect(await refusedRows(GITLAB_ROWS, gitlabClaims)).toEqual(GITLAB_ROWS);
  });

  test('that was used before', async () => {
    await trust(github);
    const identity = await provider.current.token(SITE, githubClaims);
    const [one, other] = await Promise.all([exchange(identity), exchange(identity)]);
    expect([one.status, other.status].sort()).toEqual([201, 401]);
    expect((await exchange(identity)).body.message).toBe(
      'This identity token was used already. Each is for one release.',
    );
  });

  test('for an app that the publisher does not name', async () => {
    await trust(github);
    const { body } = await exchange(await provider.current.token(SITE, githubClaims), ['catalog', 'queues']);
    expect(body.message).toBe('The workflow .github/workflows/release.yml of octo/menu is not for queues.');
  });

  test('that the issuer did not sign: without a signature, by another key, by an unknown key, and by a shared secret', async () => {
    await trust(github);
    const claims = { ...githubClaims, iss: CI_ISSUER, aud: SITE, iat: seconds(0), exp: seconds(300), jti: 'forged' };
    const [jwk] = await provider.current.keys();
    const kid = jwk?.kid ?? '';
    const { privateKey } = await generateKeyPair('RS256');
    const secret = createPublicKey({ key: jwk as unknown as JsonWebKey, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    });
    const forged = {
      none: new UnsecuredJWT(claims).encode(),
      'another key': await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
      'unknown key': await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'mine' }).sign(privateKey),
      HS256: await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(new TextEncoder().encode(String(secret))),
      'changed claims': (await provider.current.token(SITE, githubClaims)).replace(
        /\.[^.]+\./,
        `.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
      ),
    };
    for (const [name, identity] of Object.entries(forged)) {
      const { status, body } = await exchange(identity);
      expect([name, status, body.message]).toEqual([name, 401, `${CI_ISSUER} has not signed the identity token.`]);
    }
    expect((await exchange('no token')).status).toBe(401);
  });
});

describe('the keys of an issuer', () => {
  test('are read again when it signs with a new one', async () => {
    await trust(github);
    const before = await provider.current.token(SITE, githubClaims);
    expect((await exchange(before)).status).toBe(201);
    await provider.current.rotate();
    const identity = await provider.current.token(SITE, githubClaims);
    expect(decodeProtectedHeader(identity).kid).not.toBe(decodeProtectedHeader(before).kid);
    // A search for an unknown key waits a second after the one before.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2_000);
    expect((await exchange(identity)).status).toBe(201);
  });

  const document = (changes: object) => async () =>
    Response.json({ issuer: CI_ISSUER, jwks_uri: `${CI_ISSUER}/jwks`, ...changes });
  test.each<[string, () => Promise<Response>]>([
    ['does not respond', () => Promise.reject(new TypeError('fetch failed'))],
    ['fails', async () => new Response('', { status: 500 })],
    ['describes another issuer', document({ issuer: 'https://evil.example' })],
    ['has its keys at an address without encryption', document({ jwks_uri: 'http://ci.example/jwks' })],
    ['responds with something else', async () => new Response('<html>')],
  ])('cannot be read where it %s, and no token is given', async (_name, respond) => {
    await trust(github);
    const identity = await provider.current.token(SITE, githubClaims);
    provider.network = respond;
    const { status, body } = await exchange(identity);
    expect([status, body.message]).toEqual([503, `The keys of ${CI_ISSUER} cannot be read. Try again later.`]);
    // Once it responds, the same token is taken.
    provider.network = (address, init) => provider.current.fetch(address, init);
    expect((await exchange(identity)).status).toBe(201);
  });
});

test('a publisher is refused without what pins the workflow', async () => {
  const rows: [string, object][] = [
    ['an issuer without encryption', { issuer: 'http://ci.example' }],
    ['an issuer with a slash at its end', { issuer: 'https://ci.example/' }],
    ['neither branch nor environment', { branch: null }],
    ['no visitors', { channels: [], most_percent: 0 }],
    ['a repository without an owner', { repository: 'menu' }],
    ['an id that is a name', { repository_id: 'menu' }],
    ['a workflow outside of the repository', { workflow: '../release.yml' }],
  ];
  for (const [name, changes] of rows) {
    const { status } = await asOperator('POST', '/publishers', { ...github, ...changes });
    expect([name, status]).toEqual([name, 422]);
  }
});

test('operators see the publishers, and the tokens of runs are not among those of teams', async () => {
  const id = await trust(github);
  await tokenOfRun();
  expect((await asOperator('GET', '/publishers')).body.data).toEqual([
    { ...github, id, environment: null, may_stage: false, created_at: expect.any(String), removed_at: null },
  ]);
  expect((await asOperator('GET', '/tokens')).body.data).toEqual([]);
  expect((await asOperator('POST', '/publishers', { ...github, dry_run: true })).body.data).toBeNull();
  expect(await logged('release-publisher.added')).toHaveLength(1);
});
