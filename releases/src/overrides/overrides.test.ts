/** Tests overrides: what a team's token lets its developers run, where, and for how long. */
import { storeUser, storeVenue } from 'api/testing/stored';
import { buildTestApp, withTestApp } from 'api/testing/test-app';
import { OverrideGrants } from './override-grants';
import { browserOverrides } from './overrides.routes';

const SITE = 'https://hall.example';
const PREVIEW = 'https://preview.hall.example';
const ORIGIN = 'http://localhost:3001';
const HOUR_MS = 3_600_000;

const api = withTestApp({ environment: { SITE_URL: SITE } });
const db = () => api.current.deps.db;

let token: string;
let tokenId: number;
beforeEach(async () => {
  const venue = await storeVenue(db());
  const operator = await storeUser(db(), { operatorOf: [venue.id], isSiteOperator: true });
  const made = await api.current.app.inject({
    method: 'POST',
    url: '/api/v1/registry/tokens',
    headers: operator.headers,
    payload: { team: 'menu', apps: ['catalog'], channels: ['beta'], override_origins: [PREVIEW], days: 1 },
  });
  ({ token, id: tokenId } = made.json().data);
});

async function ask(body: object, authorization = `Bearer ${token}`) {
  const url = '/api/v1/registry/overrides';
  const response = await api.current.app.inject({ method: 'POST', url, headers: { authorization }, payload: body });
  return { status: response.statusCode, body: response.json() };
}
async function given(body: object = {}): Promise<string> {
  return (await ask({ app: 'catalog', origin: ORIGIN, ...body })).body.data.path;
}
const grantOf = (path: string) => new URL(path, SITE).searchParams.get('grant') ?? '';
const open = (path: string) => api.current.app.inject({ url: path, headers: { host: 'hall.example' } });
/** The headers that a browser sends with a form of this site that a person submits. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
/** The cookie of a browser that was asked. The form has the same secret. */
const ASKED = '__Host-Http-question=secret';
const confirm = (grant: string, headers: Record<string, string> = OWN_PAGE, cookie = ASKED) =>
  api.current.app.inject({
    method: 'POST',
    url: '/api/v1/registry/override',
    headers: { host: 'hall.example', 'content-type': 'application/x-www-form-urlencoded', ...headers, cookie },
    payload: new URLSearchParams({ grant, secret: 'secret' }).toString(),
  });

test('a developer is asked first, and confirms in the browser that runs the remote', async () => {
  const path = await given();
  const asked = await open(path);
  expect(asked.statusCode).toBe(200);
  expect(asked.headers['set-cookie']).toMatch(/question=[\w-]{22}; Path=\/; Max-Age=600; HttpOnly/);
  expect(asked.headers['cache-control']).toBe('no-store');
  for (const word of ['menu', 'catalog', ORIGIN]) expect(asked.body).toContain(`<strong>${word}</strong>`);
  expect(asked.headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(asked.headers['content-security-policy']).toMatch(/form-action 'self'; frame-ancestors 'none'/);

  const confirmed = await confirm(grantOf(path));
  expect(confirmed.statusCode).toBe(303);
  expect(confirmed.headers.location).toBe('/?remote=catalog%40http%3A%2F%2Flocalhost%3A3001');
  expect(confirmed.headers['cache-control']).toBe('no-store');
  expect(confirmed.headers['set-cookie']).toMatch(
    /^__Host-Http-override_catalog=[\w.-]+; Path=\/; Max-Age=28\d{3}; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test('each grant is in the audit log with its team, and so is each refusal', async () => {
  await given();
  await ask({ app: 'queues', origin: ORIGIN });
  const rows = await db().selectFrom('audit_log').select(['action', 'subject', 'after']).orderBy('id').execute();
  expect(rows.filter(({ action }) => action.startsWith('override.'))).toEqual([
    { action: 'override.given', subject: `catalog from ${ORIGIN}`, after: { team: 'menu', token: tokenId } },
    {
      action: 'override.refused',
      subject: `queues from ${ORIGIN}`,
      after: { team: 'menu', token: tokenId, reason: 'The release token of menu is not for queues.' },
    },
  ]);
});

test('no link goes beyond the rights of the token, or names an address of another team', async () => {
  const refused = [
    { app: 'queues', origin: ORIGIN },
    { app: 'host', origin: ORIGIN },
    { app: 'catalog', origin: 'https://evil.example' },
  ];
  for (const body of refused) expect((await ask(body)).status).toBe(403);
  const malformed = [
    { app: 'catalog', origin: ORIGIN, hours: 25 },
    { app: '../catalog', origin: ORIGIN },
  ];
  for (const body of malformed) expect((await ask(body)).status).toBe(422);
});

test('an address that the token names is allowed to the team', async () => {
  expect((await ask({ app: 'catalog', origin: PREVIEW })).status).toBe(201);
});

test('no link is made without a token of this site', async () => {
  expect((await ask({ app: 'catalog', origin: ORIGIN }, `Bearer fhr_${'a'.repeat(43)}`)).status).toBe(401);
});

describe('a grant is invalid', () => {
  const change = (values: object) => db().updateTable('release_tokens').set(values).where('id', '=', tokenId).execute();

  test.each<[string, (grant: string) => unknown]>([
    ['once its hours are over', () => api.current.advance(8 * HOUR_MS)],
    ['once its token has expired', () => api.current.advance(24 * HOUR_MS)],
    ['once its token was revoked', () => change({ revoked_at: new Date() })],
    ['once its token is for other remotes', () => change({ apps: ['queues'] })],
    ['once its token is gone', () => db().deleteFrom('release_tokens').where('id', '=', tokenId).execute()],
  ])('%s', async (_when, end) => {
    const path = await given();
    expect((await open(path)).statusCode).toBe(200);
    await end(grantOf(path));
    for (const response of [await open(path), await confirm(grantOf(path))]) {
      expect(response.statusCode).toBe(403);
      expect(response.body).toContain('Nothing was changed');
      expect(response.headers['set-cookie']).toBeUndefined();
    }
  });

  test('once its token no longer names its address', async () => {
    const path = await given({ origin: PREVIEW });
    await change({ override_origins: [] });
    expect((await open(path)).statusCode).toBe(403);
  });

  test('on another site with the same database', async () => {
    const staging = await buildTestApp({ environment: { SITE_URL: 'https://staging.hall.example' } });
    try {
      const { grant } = await new OverrideGrants(staging.deps).give(
        { tokenId },
        { app: 'catalog', origin: ORIGIN, hours: 1 },
      );
      expect((await confirm(grant)).statusCode).toBe(403);
    } finally {
      await staging.close();
    }
  });

  test('if this site did not sign it for this purpose', async () => {
    const grant = grantOf(await given());
    const spoiled = [
      changed(grant, { app: 'queues' }),
      changed(grant, { origin: 'https://evil.example' }),
      grant.split('.')[0] ?? '',
      '',
      'a.b.c',
    ];
    for (const each of spoiled) expect((await confirm(each)).statusCode).toBe(403);
  });

  const changed = (grant: string, values: object) => {
    const [text = '', signature] = grant.split('.');
    const content = { ...JSON.parse(Buffer.from(text, 'base64url').toString()), ...values };
    return `${Buffer.from(JSON.stringify(content)).toString('base64url')}.${signature}`;
  };
});

test('a form of another page starts no override', async () => {
  const grant = grantOf(await given());
  const statusOf = async (headers: Record<string, string>) => (await confirm(grant, headers)).statusCode;
  expect(await statusOf(OWN_PAGE)).toBe(303);
  // A script of a page can send a form, but knows the secret of no question.
  expect((await confirm(grant, OWN_PAGE, '__Host-Http-question=another')).statusCode).toBe(403);
  // A browser sends no more than this without encryption.
  expect(await statusOf({ origin: 'http://hall.example' })).toBe(303);
  const others: Record<string, string>[] = [
    { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' },
    // A script of a page, or a frame in it, can send these.
    { ...OWN_PAGE, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { ...OWN_PAGE, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' },
    { ...OWN_PAGE, 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://hall.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ];
  for (const headers of others) expect(await statusOf(headers)).toBe(403);
});

test('the page that asks needs a window of its own, so no script can read it', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
  const response = await api.current.app.inject({ url: await given(), headers });
  expect(response.statusCode).toBe(403);
  expect(response.body).toContain('Open this page in a window of its own.');
});

describe('a page runs the remote from the developer’s address', () => {
  const originsOf = async (cookie: string) => (await browserOverrides(api.current.deps)(cookie)).origins;
  const cookieOf = async (path: string) => String((await confirm(grantOf(path))).headers['set-cookie']).split(';')[0];

  test('in a browser that confirmed it', async () => {
    expect(await originsOf(`a=b; ${await cookieOf(await given())}`)).toEqual({ catalog: ORIGIN });
  });

  test('not in a browser with the text of the link as its cookie', async () => {
    expect(await originsOf(`__Host-Http-override_catalog=${grantOf(await given())}`)).toEqual({});
  });

  test('not in a browser with a cookie that a neighbour of this host could have set', async () => {
    const [, grant] = String(await cookieOf(await given())).split('=');
    expect(await originsOf(`override_catalog=${grant}`)).toEqual({});
  });

  test('and not from a link with the text of the cookie', async () => {
    const [, grant = ''] = String(await cookieOf(await given())).split('=');
    expect((await confirm(grant)).statusCode).toBe(403);
  });
});

test('the end of an override removes the cookies of this browser', async () => {
  const end = (cookie: string) =>
    api.current.app.inject({ method: 'DELETE', url: '/api/v1/registry/override', headers: { cookie } });
  const ended = await end('a=b; __Host-Http-override_catalog=x.y; __Host-Http-override_queues=x.z');
  expect([ended.statusCode, ended.headers['set-cookie']]).toEqual([
    204,
    ['catalog', 'queues'].map(
      (app) => `__Host-Http-override_${app}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
    ),
  ]);
  expect((await end('a=b')).headers['set-cookie']).toBeUndefined();
});
