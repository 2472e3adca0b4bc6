import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SignIns } from './sign-ins';
import { foodhall, noSignIns, SITE, signedIn } from './testing/run-command';

const removed = {
  'POST /demo/removal': {
    body: {
      data: {
        venues: [{ slug: 'pier-9', name: 'Pier 9', outcome: 'archived' }],
        accounts: [{ email: 'vendor@foodhall.test', outcome: 'deleted' }],
      },
    },
  },
};

describe('a command of a site', () => {
  test('asks the site of the last login, with its session, and prints a table', async () => {
    const { code, printed, requests } = await foodhall('demo remove', { responses: removed });
    expect(code).toBe(0);
    expect(requests).toEqual([
      {
        url: `${SITE}/api/v1/demo/removal`,
        method: 'POST',
        authorization: 'Bearer token-of-ola',
        idempotencyKey: null,
        body: { dry_run: false },
      },
    ]);
    expect(printed).toEqual([
      'what     name                  outcome',
      'venue    Pier 9                archived',
      'account  vendor@foodhall.test  deleted',
    ]);
  });

  test('changes nothing in a dry run, and says so', async () => {
    const { printed, requests } = await foodhall('demo remove --dry-run', { responses: removed });
    expect(requests[0]?.body).toEqual({ dry_run: true });
    expect(printed.at(-1)).toBe('Nothing was changed: this was a dry run.');
  });

  test('prints JSON, and nothing else', async () => {
    const { printed } = await foodhall('demo remove --json --dry-run', { responses: removed });
    expect(JSON.parse(printed.join('\n'))).toEqual(removed['POST /demo/removal'].body.data);
  });

  test('asks the database of a stopped site with --offline', async () => {
    const { requests } = await foodhall('demo remove --offline', { responses: removed });
    expect(requests[0]).toMatchObject({ url: 'http://offline/api/v1/demo/removal', authorization: 'Bearer offline' });
  });

  test.each([
    ['--site', 'demo remove --site http://other.example/', {}, 'http://other.example'],
    ['SITE_URL', 'demo remove', { SITE_URL: 'http://set.example' }, 'http://set.example'],
  ])('without a login at the site of %s says how to sign in', async (_what, args, environment, url) => {
    const { code, errors } = await foodhall(args, { environment });
    expect(code).toBe(1);
    expect(errors).toEqual([
      `You are not signed in to ${url}. Sign in first: npm run foodhall -- login --site ${url}. For the database of a stopped site use --offline.`,
    ]);
  });

  test.each([
    [{ status: 401 }, [`You are not signed in to ${SITE}. Sign in first: npm run foodhall -- login --site ${SITE}`]],
    [{ status: 403, body: { message: 'Only an operator may do that.' } }, ['Only an operator may do that.']],
    [
      { status: 422, body: { message: 'No.', errors: { name: ['No.', 'Too long.'], slug: ['Taken.'] } } },
      ['No.', 'name: Too long.', 'slug: Taken.'],
    ],
    [{ status: 502, body: '<html>' }, [`${SITE} responded with 502.`]],
    [{ status: 200, body: '<html>' }, [`${SITE} did not respond as a site of Foodhall does.`]],
  ])('ends with 1 and the sentences of a refusal: %j', async (response, sentences) => {
    const { code, errors, printed } = await foodhall('demo remove', { responses: { 'POST /demo/removal': response } });
    expect(code).toBe(1);
    expect(errors).toEqual(sentences);
    expect(printed).toEqual([]);
  });

  test('says that no site responds', async () => {
    const { code, errors } = await foodhall('demo remove', { isDown: true });
    expect(code).toBe(1);
    expect(errors[0]).toMatch(/^No site responds at https:\/\/hall\.example\. Start it,/);
  });

  test('refuses an invalid address', async () => {
    const { code, errors } = await foodhall('demo remove --site hall');
    expect(code).toBe(1);
    expect(errors).toEqual(["The site is 'hall'; it must be an address that starts with https:// or http://."]);
  });
});

describe('the program', () => {
  test.each(['demo remov', 'demo remove --nope', 'demo remove too', 'nothing', 'demo', 'login --email'])(
    'ends with 2 for arguments that it does not take: %s',
    async (args) => {
      const { code, errors, requests } = await foodhall(args);
      expect(code).toBe(2);
      expect(errors.join('\n')).not.toBe('');
      expect(requests).toEqual([]);
    },
  );

  test.each(['', '--help', 'demo --help', 'demo remove --help'])("prints help and ends with 0: '%s'", async (args) => {
    const { code, printed, errors } = await foodhall(args);
    expect(code).toBe(0);
    expect(printed.join('\n')).toContain('Usage: npm run foodhall --');
    expect(errors).toEqual([]);
  });

  test('has a line of help for each command', async () => {
    const { printed } = await foodhall('--help');
    for (const line of printed.join('\n').split('Commands:\n')[1]?.split('\n') ?? []) {
      expect(line).toMatch(/^ {2}\S.*? {2,}\S|^ {10,}\S/);
    }
  });
});

describe('login', () => {
  const session = { body: { token: 'new', data: { name: 'Ola', email: 'ola@hall.example' } } };

  test('signs in with a password, and the next command uses the session', async () => {
    const signIns = await noSignIns();
    const responses = { 'POST /login': session, ...removed };
    const options = { signIns, responses, answers: ['ola@hall.example', 'secret'] };
    const { code, printed, requests } = await foodhall(`login --site ${SITE}/`, options);
    expect(code).toBe(0);
    expect(requests[0]?.body).toEqual({ email: 'ola@hall.example', password: 'secret' });
    expect(printed).toEqual([`Ola is signed in to ${SITE}.`]);
    const next = await foodhall('demo remove', options);
    expect(next.requests[0]).toMatchObject({ url: `${SITE}/api/v1/demo/removal`, authorization: 'Bearer new' });
  });

  test('signs in with a code by email, which only works with the key of its request', async () => {
    const responses = {
      'POST /login/code': { status: 202, body: { message: 'We have sent a code.' } },
      'POST /login/code/verify': session,
    };
    const options = { signIns: await noSignIns(), responses, answers: ['123456'] };
    const { code, requests } = await foodhall('login --code --email ola@hall.example', options);
    expect(code).toBe(0);
    const [asked, verified] = requests.map(({ body }) => body as Record<string, string>);
    expect(asked?.browser_key).toMatch(/^[\w-]{43}$/);
    expect(verified).toEqual({ ...asked, code: '123456' });
    expect(requests[0]?.url).toBe('http://localhost:8080/api/v1/login/code');
  });

  test.each([
    ['123 456', ['authenticator', 'recovery-code'], { code: '123 456' }],
    ['aaaa-bbbb-cccc-dddd', ['authenticator', 'recovery-code'], { recovery_code: 'aaaa-bbbb-cccc-dddd' }],
    ['aaaa-bbbb-cccc-dddd', ['passkey', 'recovery-code'], { recovery_code: 'aaaa-bbbb-cccc-dddd' }],
  ])('asks an account with a second factor for a code: %p', async (typed, methods, answer) => {
    const responses = {
      'POST /login': { status: 202, body: { second_factor: { token: 'step', methods, passkey: null } } },
      'POST /login/second-factor': session,
    };
    const options = { signIns: await noSignIns(), responses, answers: ['secret', typed] };
    const { code, requests } = await foodhall('login --email ola@hall.example', options);
    expect(code).toBe(0);
    expect(requests.at(-1)?.body).toEqual({ token: 'step', ...answer });
  });

  test('is named by a command that needs a recent proof', async () => {
    const refused = { status: 403, body: { message: 'Please confirm.', code: 'PROOF_REQUIRED' } };
    const { errors } = await foodhall('demo remove', { responses: { 'POST /demo/removal': refused } });
    expect(errors).toEqual([`${SITE} asks for your second factor again. Sign in first: npm run foodhall -- login`]);
  });

  test('says why it failed, and stores nothing', async () => {
    const signIns = await noSignIns();
    const responses = { 'POST /login': { status: 422, body: { message: 'The email or the password is not right.' } } };
    const { code, errors } = await foodhall('login --email a@b.c', { signIns, responses });
    expect(code).toBe(1);
    expect(errors).toEqual(['The email or the password is not right.']);
    expect(await signIns.last()).toBeNull();
  });

  test('stores the session where only its user can read it', async () => {
    const folder = path.join((await noSignIns()).folder, 'foodhall');
    const signIns = new SignIns(folder);
    await signIns.add({ url: SITE, email: 'ola@hall.example', token: 'new' });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, 'sites.json'))).mode & 0o777).toBe(0o600);
    await writeFile(path.join(folder, 'sites.json'), '{');
    const { code, errors } = await foodhall('demo remove', { signIns });
    expect(code).toBe(1);
    expect(errors[0]).toMatch(/sites\.json is damaged\. Delete it and sign in again\.$/);
  });
});

describe('logout', () => {
  test('ends the session at the site and forgets it', async () => {
    const signIns = await signedIn();
    const responses = { 'POST /logout': { status: 200 } };
    const { code, printed, requests } = await foodhall('logout', { signIns, responses });
    expect(code).toBe(0);
    expect(requests[0]).toMatchObject({ authorization: 'Bearer token-of-ola' });
    expect(printed).toEqual([`ola@hall.example is signed out of ${SITE}.`]);
    expect(await signIns.last()).toBeNull();
    expect(await readFile(path.join(signIns.folder, 'sites.json'), 'utf8')).not.toContain('token-of-ola');
  });

  test('forgets a session even if the site does not respond', async () => {
    const signIns = await signedIn();
    expect((await foodhall('logout', { signIns, isDown: true })).code).toBe(1);
    expect(await signIns.of(SITE)).toBeNull();
  });

  test('does nothing without a session', async () => {
    const { code, printed } = await foodhall('logout', { signIns: await noSignIns() });
    expect(code).toBe(0);
    expect(printed).toEqual(['You are not signed in to http://localhost:8080.']);
  });
});
