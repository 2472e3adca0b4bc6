/** Tests second factors: their setup, the second step of a sign-in, proofs, and what a hall asks of its operators. */
import { randomBytes } from 'node:crypto';
import { SoftPasskey } from '../../testing/soft-passkey';
import { signIn, storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { codeAt } from '../factors/authenticator';
import { hashPassword } from './passwords';

const SITE = 'http://localhost:8080';
const api = withTestApp({ environment: { SITE_URL: SITE } });
const db = () => api.current.deps.db;
const now = () => api.current.deps.clock.now();
const MINUTE = 60_000;
const PASSWORD = 'a long password';

interface Person extends TestUser {
  id: number;
}
type Body = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(
  method: Method,
  url: string,
  { who, body, headers }: { who?: { token: string }; body?: Body; headers?: Record<string, string> } = {},
) {
  const response = await api.current.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...headers },
    ...(body && { payload: body }),
  });
  return {
    status: response.statusCode,
    body: response.body === '' ? undefined : response.json(),
    headers: response.headers,
  };
}

let venue: TestVenue;
let ola: Person;
let kim: Person;
beforeEach(async () => {
  venue = await storeVenue(db(), { vendors: [{ items: [{}] }] });
  const password_hash = await hashPassword(PASSWORD);
  ola = await storeUser(db(), { password_hash, email_confirmed_at: now(), operatorOf: [venue.id] });
  kim = await storeUser(db(), { password_hash, email_confirmed_at: now(), operatorOf: [venue.id] });
});

const logIn = (email: string, password = PASSWORD) => call('POST', '/login', { body: { email, password } });
const question = async (who: { token: string }) => (await call('POST', '/me/proof/question', { who })).body.data;

async function addApp(who: { token: string } = ola) {
  const { body } = await call('POST', '/me/second-factor/authenticators/options', { who });
  const { token, secret } = body.data;
  const bytes = fromBase32(secret);
  const added = await call('POST', '/me/second-factor/authenticators', {
    who,
    body: { name: 'Phone', token, code: codeAt(bytes, now()) },
  });
  expect(added.status).toBe(201);
  // The code of the setup is used up.
  api.current.advance(30_000);
  return { bytes, factor: added.body.data.factor, codes: added.body.data.recovery_codes as string[] | null };
}

async function addPasskey(who: { token: string } = ola, passkey = new SoftPasskey(SITE)) {
  const { body } = await call('POST', '/me/second-factor/passkeys/options', { who });
  const response = passkey.register(body.data.options);
  const added = await call('POST', '/me/second-factor/passkeys', { who, body: { name: 'Laptop', response } });
  return { passkey, added };
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Makes the last proof of a session old. */
async function forgetProof(who: { token: string }) {
  await db()
    .updateTable('tokens')
    .set({ proved_at: new Date(now().getTime() - 16 * MINUTE) })
    .where('user_id', '=', ola.id)
    .execute();
  return who;
}

const actions = async () =>
  (
    await db()
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'like', 'second-factor.%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);
/** Asks for a code by email, and reads it. */
async function emailedCode(email: string) {
  const browser_key = randomBytes(32).toString('base64url');
  await call('POST', '/login/code', { body: { email, browser_key } });
  await api.current.deps.workers.idle();
  const subject = api.current.emails.findLast((one) => one.to === email && /^\d{6}/.test(one.subject))?.subject ?? '';
  return { browser_key, code: subject.slice(0, 6) };
}

const subjects = () => api.current.emails.map(({ to, text }) => [to, text.split('\n')[2]]);

describe('the setup', () => {
  test('of a passkey shows ten recovery codes, once', async () => {
    const { added } = await addPasskey();
    expect(added.status).toBe(201);
    expect(added.body.data.factor).toMatchObject({ kind: 'passkey', name: 'Laptop' });
    expect(new Set(added.body.data.recovery_codes).size).toBe(10);
    expect(added.body.data.recovery_codes[0]).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    const { added: second } = await addPasskey();
    expect(second.body.data.recovery_codes).toBeNull();
    const { body } = await call('GET', '/me/second-factor', { who: ola });
    expect(body.data).toMatchObject({ recovery_codes_left: 10, is_required: false, has_passkeys: true });
    expect(body.data.factors).toHaveLength(2);
    const stored = await db().selectFrom('recovery_codes').select('code_hash').execute();
    expect(stored.map(({ code_hash }) => code_hash.length)).toEqual(Array(10).fill(32));
  });

  test('of an app needs a right code', async () => {
    const { body } = await call('POST', '/me/second-factor/authenticators/options', { who: ola });
    const { token } = body.data;
    const wrong = await call('POST', '/me/second-factor/authenticators', {
      who: ola,
      body: { name: 'Phone', token, code: '000000' },
    });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'WRONG_FACTOR']);
    expect((await addApp()).factor).toMatchObject({ kind: 'authenticator', name: 'Phone' });
    expect(await actions()).toEqual(['second-factor.added']);
    expect(subjects()).toEqual([[ola.email, expect.stringMatching(/^A second factor was added/)]]);
  });

  test.each([
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['another site', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a sign-in', { type: 'webauthn.get' }],
  ])('of a passkey refuses the response for %s', async (_what, faults) => {
    const { body } = await call('POST', '/me/second-factor/passkeys/options', { who: ola });
    const response = new SoftPasskey(SITE).register(body.data.options, faults);
    const refused = await call('POST', '/me/second-factor/passkeys', { who: ola, body: { name: 'Laptop', response } });
    expect([refused.status, refused.body.code]).toEqual([422, 'PASSKEY_REFUSED']);
  });

  test.each([
    [{}],
    [{ id: 'x' }],
    [{ id: 1, response: null }],
    [{ id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '%%' } }],
  ])('of a passkey refuses %j', async (response) => {
    const refused = await call('POST', '/me/second-factor/passkeys', { who: ola, body: { name: 'Laptop', response } });
    expect([refused.status, refused.body.code]).toEqual([422, 'PASSKEY_REFUSED']);
  });

  test('works only in the session that began it, and once', async () => {
    const { body } = await call('POST', '/me/second-factor/passkeys/options', { who: ola });
    const response = new SoftPasskey(SITE).register(body.data.options);
    const send = (who: { token: string }) =>
      call('POST', '/me/second-factor/passkeys', { who, body: { name: 'Laptop', response } });
    expect((await send(kim)).status).toBe(422);
    expect((await send({ token: await signIn(db(), ola.id) })).status).toBe(422);
    expect((await send(ola)).status).toBe(201);
    expect((await send(ola)).status).toBe(422);
  });

  test('a passkey belongs to one account', async () => {
    const { passkey } = await addPasskey();
    const { added } = await addPasskey(kim, passkey);
    expect([added.status, added.body.code]).toEqual([409, 'PASSKEY_KNOWN']);
  });

  test('asks for a proof in a session that is older than 15 minutes, also without a factor', async () => {
    await forgetProof(ola);
    const { status, body } = await call('POST', '/me/second-factor/passkeys/options', { who: ola });
    expect([status, body.code]).toEqual([403, 'PROOF_REQUIRED']);
  });

  test('asks a person whose email is not confirmed for the code of an email', async () => {
    const stranger = await storeUser(db());
    expect((await call('POST', '/me/second-factor/authenticators/options', { who: stranger })).body.code).toBe(
      'PROOF_REQUIRED',
    );
    const { token, methods } = await question(stranger);
    expect(methods).toEqual(['email-code']);
    const email_code = await emailedCode(stranger.email);
    const proved = await call('POST', '/me/proof', {
      who: stranger,
      body: { token, email_code },
    });
    expect(proved.status).toBe(204);
    await addApp(stranger);
  });

  test('has a limit of ten factors', async () => {
    for (let count = 0; count < 10; count += 1) expect((await addPasskey()).added.status).toBe(201);
    expect((await addPasskey()).added.body.code).toBe('TOO_MANY_FACTORS');
  });
});

describe('a sign-in with a second factor', () => {
  test('has no session before the factor is proved', async () => {
    await addApp();
    const { status, body } = await logIn(ola.email);
    expect(status).toBe(202);
    expect(Object.keys(body)).toEqual(['second_factor']);
    expect(body.second_factor.methods).toEqual(['authenticator', 'recovery-code']);
    const asBearer = await call('GET', '/me', { who: body.second_factor });
    expect(asBearer.status).toBe(401);
  });

  test('does not tell of the factor for a wrong password', async () => {
    await addApp();
    const known = await logIn(ola.email, 'wrong');
    const unknown = await logIn('no-one@hall.example', 'wrong');
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  });

  test('with the code of an email asks for it too', async () => {
    await addApp();
    const { browser_key, code } = await emailedCode(ola.email);
    const { status, body } = await call('POST', '/login/code/verify', {
      body: { email: ola.email, browser_key, code },
    });
    expect([status, body.second_factor.methods]).toEqual([202, ['authenticator', 'recovery-code']]);
  });

  test('opens a session with a code of the app, which works once', async () => {
    const { bytes } = await addApp();
    const first = (await logIn(ola.email)).body.second_factor;
    const second = (await logIn(ola.email)).body.second_factor;
    const code = codeAt(bytes, now());
    const finished = await call('POST', '/login/second-factor', { body: { token: first.token, code } });
    expect(finished.status).toBe(200);
    expect(finished.headers['set-cookie']).toMatch(/^device=/);
    expect((await call('GET', '/me', { who: finished.body })).body.data.email).toBe(ola.email);
    // The first answer ended the other sign-in as well.
    expect((await call('POST', '/login/second-factor', { body: { token: second.token, code } })).body.code).toBe(
      'STEP_ENDED',
    );
    const third = (await logIn(ola.email)).body.second_factor;
    const replayed = await call('POST', '/login/second-factor', { body: { token: third.token, code } });
    expect([replayed.status, replayed.body.message]).toEqual([
      422,
      'This code was used already. Wait for the next one in your app.',
    ]);
    api.current.advance(30_000);
    const next = { token: third.token, code: codeAt(bytes, now()) };
    expect((await call('POST', '/login/second-factor', { body: next })).status).toBe(200);
  });

  test.each([-30, 0, 30])('accepts a clock that is wrong by %p seconds', async (seconds) => {
    const { bytes } = await addApp();
    api.current.advance(30_000);
    const { token } = (await logIn(ola.email)).body.second_factor;
    const code = codeAt(bytes, new Date(now().getTime() + seconds * 1000));
    expect((await call('POST', '/login/second-factor', { body: { token, code } })).status).toBe(200);
  });

  test('opens a session with a passkey', async () => {
    const { passkey } = await addPasskey();
    const { token, passkey: options, methods } = (await logIn(ola.email)).body.second_factor;
    expect(methods).toEqual(['passkey', 'recovery-code']);
    expect(options).toMatchObject({ rpId: 'localhost', challenge: token });
    const finished = await call('POST', '/login/second-factor', { body: { token, passkey: passkey.answer(options) } });
    expect([finished.status, finished.body.data.id]).toEqual([200, ola.id]);
  });

  test.each([
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['another site', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a registration', { type: 'webauthn.create' }],
  ])('refuses the passkey of %s', async (_what, faults) => {
    const { passkey } = await addPasskey();
    const { token, passkey: options } = (await logIn(ola.email)).body.second_factor;
    const refused = await call('POST', '/login/second-factor', {
      body: { token, passkey: passkey.answer(options, faults) },
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'WRONG_FACTOR']);
  });

  test('refuses a passkey whose count goes back, which a copy would show', async () => {
    const { passkey } = await addPasskey();
    const first = (await logIn(ola.email)).body.second_factor;
    await call('POST', '/login/second-factor', {
      body: { token: first.token, passkey: passkey.answer(first.passkey, { count: 9 }) },
    });
    const second = (await logIn(ola.email)).body.second_factor;
    const answer = passkey.answer(second.passkey, { count: 4 });
    expect(
      (await call('POST', '/login/second-factor', { body: { token: second.token, passkey: answer } })).status,
    ).toBe(422);
  });

  test("refuses another person's passkey and code", async () => {
    await addApp();
    const { passkey } = await addPasskey(kim);
    const { bytes } = await addApp(kim);
    const { token } = (await logIn(ola.email)).body.second_factor;
    const answer = passkey.answer({ challenge: token });
    expect((await call('POST', '/login/second-factor', { body: { token, passkey: answer } })).status).toBe(422);
    expect((await call('POST', '/login/second-factor', { body: { token, code: codeAt(bytes, now()) } })).status).toBe(
      422,
    );
  });

  test('opens a session with a recovery code, once, and tells the owner', async () => {
    const { codes } = await addApp();
    const [code = ''] = codes ?? [];
    const first = (await logIn(ola.email)).body.second_factor;
    // Upper case, other separators.
    const typed = code.toUpperCase().replaceAll('-', ' ');
    const finished = await call('POST', '/login/second-factor', { body: { token: first.token, recovery_code: typed } });
    expect(finished.status).toBe(200);
    const { body } = await call('GET', '/me/second-factor', { who: finished.body });
    expect(body.data.recovery_codes_left).toBe(9);
    expect(await actions()).toEqual(['second-factor.added', 'second-factor.recovery-code-used']);
    expect(subjects().at(-1)?.[1]).toMatch(/^A recovery code of your account was used/);
    const second = (await logIn(ola.email)).body.second_factor;
    const again = await call('POST', '/login/second-factor', { body: { token: second.token, recovery_code: code } });
    expect([again.status, again.body.errors]).toEqual([
      422,
      { recovery_code: ['This recovery code is not right, or was used already.'] },
    ]);
  });

  test.each([
    ['no answer', {}],
    ['two answers', { code: '123456', recovery_code: '0000-0000-0000-0000' }],
    ['five digits', { code: '12345' }],
    ['letters', { code: 'abcdef' }],
    ['a short recovery code', { recovery_code: '0000' }],
    ['a passkey that is a text', { passkey: 'x' }],
    ['an empty passkey', { passkey: {} }],
    ['no token', { token: undefined, code: '123456' }],
    ['a token of another form', { token: 'x', code: '123456' }],
  ])('refuses %s with a 422', async (_what, answer) => {
    await addApp();
    const { token } = (await logIn(ola.email)).body.second_factor;
    expect((await call('POST', '/login/second-factor', { body: { token, ...answer } })).status).toBe(422);
  });

  test('ends after ten minutes, and with a new password', async () => {
    const { bytes } = await addApp();
    const { token } = (await logIn(ola.email)).body.second_factor;
    api.current.advance(11 * MINUTE);
    const late = await call('POST', '/login/second-factor', { body: { token, code: codeAt(bytes, now()) } });
    expect(late.body.code).toBe('STEP_ENDED');
  });

  test('locks after five wrong codes with a clear message, and the right code does not help', async () => {
    const { bytes } = await addApp();
    const { token } = (await logIn(ola.email)).body.second_factor;
    const attempt = (code: string) => call('POST', '/login/second-factor', { body: { token, code } });
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await attempt('000000')).status);
    expect(statuses).toEqual([422, 422, 422, 422, 429]);
    const locked = await attempt(codeAt(bytes, now()));
    expect([locked.status, locked.body.message]).toEqual([429, 'Too many attempts. Please wait and try again.']);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(60);
  });
});

describe('a proof', () => {
  const removeKim = (who: { token: string }) => call('DELETE', `/venues/${venue.id}/operators/${kim.id}`, { who });

  test('is not asked of an operator without a second factor', async () => {
    await forgetProof(ola);
    expect((await removeKim(ola)).status).toBe(204);
  });

  test('is asked 15 minutes after the last one, and lets the repeated request through', async () => {
    const { bytes } = await addApp();
    await forgetProof(ola);
    const refused = await removeKim(ola);
    expect([refused.status, refused.body.code]).toEqual([403, 'PROOF_REQUIRED']);
    const { token } = await question(ola);
    const proved = await call('POST', '/me/proof', { who: ola, body: { token, code: codeAt(bytes, now()) } });
    expect(proved.status).toBe(204);
    expect((await removeKim(ola)).status).toBe(204);
  });

  test('of one session is none of another', async () => {
    const { bytes } = await addApp();
    const other = { token: await signIn(db(), ola.id) };
    await forgetProof(ola);
    const { token } = await question(ola);
    await call('POST', '/me/proof', { who: ola, body: { token, code: codeAt(bytes, now()) } });
    expect((await removeKim(other)).body.code).toBe('PROOF_REQUIRED');
  });

  test('answers only a question of the same session', async () => {
    const { bytes } = await addApp();
    const { token } = await question(ola);
    const other = { token: await signIn(db(), ola.id) };
    const refused = await call('POST', '/me/proof', { who: other, body: { token, code: codeAt(bytes, now()) } });
    expect(refused.body.code).toBe('STEP_ENDED');
  });

  test('can be asked for in two tabs at once', async () => {
    const { bytes } = await addApp();
    const first = await question(ola);
    const second = await question(ola);
    const answer = (token: string) =>
      call('POST', '/me/proof', { who: ola, body: { token, code: codeAt(bytes, now()) } });
    expect((await answer(first.token)).status).toBe(204);
    api.current.advance(30_000);
    expect((await answer(second.token)).status).toBe(204);
  });

  test('by email is refused for an account with a second factor', async () => {
    await addApp();
    const email_code = await emailedCode(ola.email);
    const { token } = await question(ola);
    const refused = await call('POST', '/me/proof', { who: ola, body: { token, email_code } });
    expect([refused.status, refused.body.code]).toEqual([409, 'HAS_SECOND_FACTOR']);
  });

  test.each<[string, Method, (ids: { venue: number; kim: number; vendor: number }) => string, Body | null]>([
    ['invite an operator', 'POST', (ids) => `/venues/${ids.venue}/invitations`, { email: 'new@hall.example' }],
    ['remove an operator', 'DELETE', (ids) => `/venues/${ids.venue}/operators/${ids.kim}`, null],
    [
      'invite an owner',
      'POST',
      (ids) => `/vendors/${ids.vendor}/invitations`,
      { email: 'new@hall.example', role: 'owner' },
    ],
    [
      'change what the hall asks',
      'PUT',
      (ids) => `/venues/${ids.venue}/proofs`,
      { requires_second_factor: false, refund_proof: 5 },
    ],
    ['remove a factor', 'DELETE', () => '/me/second-factor/1', null],
    ['make recovery codes', 'POST', () => '/me/second-factor/recovery-codes', null],
    ["reset another operator's factor", 'POST', () => '/accounts/second-factor-reset', { email: 'kim@hall.example' }],
  ])('is needed to %s', async (_what, method, path, body) => {
    await addApp();
    await forgetProof(ola);
    const ids = { venue: venue.id, kim: kim.id, vendor: venue.vendor.id };
    const refused = await call(method, path(ids), { who: ola, ...(body && { body }) });
    expect([refused.status, refused.body.code]).toEqual([403, 'PROOF_REQUIRED']);
  });
});

describe('a hall that requires a second factor', () => {
  const operators = (who: { token: string }) => call('GET', `/venues/${venue.id}/operators`, { who });
  const setProofs = (who: { token: string }, requires_second_factor: boolean, refund_proof: number | null = null) =>
    call('PUT', `/venues/${venue.id}/proofs`, { who, body: { requires_second_factor, refund_proof } });

  test('cannot be made so by an operator who has none', async () => {
    const { status, body } = await setProofs(ola, true);
    expect([status, body.code]).toEqual([409, 'OWN_FACTOR_FIRST']);
  });

  test('refuses its operators without one, until they have it, and no one else', async () => {
    const owner = await storeUser(db(), { vendorIds: [venue.vendor.id] });
    const customer = await storeUser(db());
    await addApp();
    expect((await setProofs(ola, true)).status).toBe(200);
    expect((await operators(ola)).status).toBe(200);
    const refused = await operators(kim);
    expect([refused.status, refused.body.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    expect((await call('GET', `/vendors/${venue.vendor.id}/members`, { who: kim })).body.code).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
    expect((await call('GET', `/vendors/${venue.vendor.id}/members`, { who: owner })).status).toBe(200);
    expect((await call('GET', '/me', { who: customer })).status).toBe(200);
    expect((await operators(customer)).body.code).toBe('FORBIDDEN');
    expect((await call('GET', '/me/second-factor', { who: kim })).body.data.is_required).toBe(true);
    await addApp(kim);
    expect((await operators(kim)).status).toBe(200);
  });

  test('keeps the last factor of its operators', async () => {
    const { factor } = await addApp();
    await setProofs(ola, true);
    const refused = await call('DELETE', `/me/second-factor/${factor.id}`, { who: ola });
    expect([refused.status, refused.body.code]).toEqual([409, 'LAST_FACTOR']);
    await setProofs(ola, false);
    expect((await call('DELETE', `/me/second-factor/${factor.id}`, { who: ola })).status).toBe(204);
    expect((await call('GET', '/me/second-factor', { who: ola })).body.data).toMatchObject({
      factors: [],
      recovery_codes_left: 0,
    });
  });

  test('has each change in its audit log', async () => {
    await addApp();
    await setProofs(ola, true, 20);
    await setProofs(ola, true, 20);
    const { body } = await call('GET', `/venues/${venue.id}/audit`, { who: ola });
    expect(body.data.slice(0, 2)).toMatchObject([
      {
        action: 'venue.proofs-changed',
        actor: { id: ola.id },
        before: { requires_second_factor: false, refund_proof_minor: null },
        after: { requires_second_factor: true, refund_proof_minor: 2000 },
      },
      { action: 'second-factor.added', actor: { id: ola.id }, subject: ola.email },
    ]);
  });

  test('does not see the second factor of a guest in its audit log', async () => {
    await addApp(await storeUser(db(), { email_confirmed_at: now() }));
    const { body } = await call('GET', `/venues/${venue.id}/audit`, { who: ola });
    expect(body.data.map(({ action }: { action: string }) => action)).not.toContain('second-factor.added');
  });

  test.each([-1, 1.005, 1e12])('cannot ask for proofs above %p', async (amount) => {
    expect((await setProofs(ola, false, amount)).status).toBe(422);
  });
});

describe('a lost second factor', () => {
  const reset = (who: { token: string }, email: string, dry_run = false) =>
    call('POST', '/accounts/second-factor-reset', { who, body: { email, dry_run } });

  test('is removed by another operator, who ends every session with it', async () => {
    await addApp(kim);
    expect((await reset(ola, kim.email, true)).body.data).toEqual({ had_second_factor: true });
    expect((await reset(ola, kim.email)).status).toBe(200);
    expect((await call('GET', '/me', { who: kim })).status).toBe(401);
    expect((await logIn(kim.email)).status).toBe(200);
    expect(await actions()).toEqual(['second-factor.added', 'second-factor.reset', 'second-factor.removed']);
    expect(subjects().at(-1)).toEqual([kim.email, expect.stringMatching(/^An operator has removed the second factor/)]);
  });

  test('is not removed by an operator of another hall, by an owner, or by its own person', async () => {
    await addApp(kim);
    const elsewhere = await storeVenue(db());
    const outsider = await storeUser(db(), { operatorOf: [elsewhere.id] });
    const owner = await storeUser(db(), { vendorIds: [venue.vendor.id] });
    expect((await reset(outsider, kim.email)).status).toBe(404);
    expect((await reset(owner, kim.email)).status).toBe(403);
    expect((await reset(kim, kim.email)).body.code).toBe('OWN_SECOND_FACTOR');
  });
});

describe('the session of an operator', () => {
  const HOUR = 60 * MINUTE;

  test('ends after 12 hours without use, and says so', async () => {
    const { token } = (await logIn(ola.email)).body;
    api.current.advance(13 * HOUR);
    const { status, body } = await call('GET', '/me', { who: { token } });
    expect([status, body.code]).toEqual([401, 'SESSION_IDLE']);
    expect(body.message).toBe('You were signed out after 12 hours without use. Please log in again.');
    expect((await call('GET', '/venues', { who: { token } })).status).toBe(200);
  });

  test('lives on with use', async () => {
    const { token } = (await logIn(ola.email)).body;
    for (let count = 0; count < 3; count += 1) {
      api.current.advance(11 * HOUR);
      expect((await call('GET', '/me', { who: { token } })).status).toBe(200);
    }
  });

  test('of others lives as before', async () => {
    const guest = await storeUser(db(), { password_hash: await hashPassword(PASSWORD) });
    const { token } = (await logIn(guest.email)).body;
    api.current.advance(80 * 24 * HOUR);
    expect((await call('GET', '/me', { who: { token } })).status).toBe(200);
  });
});
