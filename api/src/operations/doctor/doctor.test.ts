/** Tests that each check reports success, or tells the operator the next step. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from 'core/config';
import { testDatabase, trialPools } from 'core/testing/test-database';
import type { ListeningSandbox } from 'pay-sandbox/testing';
import { SmsStandIn } from 'print-stand-ins/sms';
import { type Authority, authorityOf } from 'releases/store/signing';
import { goLive } from 'releases/store/store';
import { folderTarget } from 'releases/store/targets/folder';
import { hostBuild } from 'releases/testing/builds';
import { writeBuild } from 'releases/testing/stored-builds';
import webPush from 'web-push';
import { createSmsSender } from '../../messages/sms/twilio-sender';
import { rememberPaymentsMode } from '../../payments/core/payments-mode';
import { withProviders } from '../../payments/providers/payment-deps';
import { mailServer } from '../../testing/mail-server';
import { environmentOf, sandboxOfVenues } from '../../testing/payments';
import { storeVenue } from '../../testing/stored';
import { buildTestApp, testEnvironment, withTestApp } from '../../testing/test-app';
import { checkClocks, checkDatabase } from './check-database';
import { checkDisk, checkMail, checkPush, checkRegistry, checkReleaseKeys, checkTexts } from './check-machine';
import { checkProviderKeys, checkWebhooks } from './check-providers';
import { examine } from './doctor';

const api = withTestApp();
const ok = (sentence: unknown) => ({ isOk: true, sentence });
const wrong = (sentence: unknown) => ({ isOk: false, sentence });
const like = expect.stringContaining;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foodhall-doctor-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the database', () => {
  test('passes with the schema of this version', async () => {
    const findings = await checkDatabase(await testDatabase(), 'test');
    expect(findings.at(-1)).toEqual(ok('Its schema is that of this version.'));
  });

  test('fails with another payments mode', async () => {
    const opened = await testDatabase();
    await rememberPaymentsMode(api.current.deps.db, 'sandbox');
    expect((await checkDatabase(opened, 'test')).at(-1)).toEqual(
      wrong('It is of PAYMENTS=sandbox, and PAYMENTS is test; a start is refused.'),
    );
  });

  test('passes without tables, because the first start creates them, and fails with a newer version', async () => {
    const trial = await trialPools(1);
    const [pool] = trial.pools;
    const opened = { ...(await testDatabase()), ...(pool && { pool }) };
    try {
      expect((await checkDatabase(opened, 'test')).at(-1)).toEqual(ok(like('It is empty')));
      await pool?.query(
        "create table schema_migrations (name text); insert into schema_migrations values ('9001_later.sql')",
      );
      expect((await checkDatabase(opened, 'test')).at(-1)).toEqual(wrong(like('It has migration 9001_later.sql')));
      await pool?.query("update schema_migrations set name = '0001_initial.sql'");
      expect((await checkDatabase(opened, 'test')).at(-1)).toEqual(ok(like('The next start applies')));
    } finally {
      await trial.close();
    }
  });

  test.each([
    [0, true, 'have the same time'],
    [-90_000, false, "The clock of the database is 90 s ahead of this machine's"],
    [90_000, false, "The clock of the database is 90 s behind this machine's"],
  ])('is checked against the clock of this machine, which is %i ms ahead', async (ahead, isOk, sentence) => {
    const { pool } = await testDatabase();
    expect(await checkClocks(pool, () => Date.now() + ahead)).toEqual([{ isOk, sentence: like(sentence) }]);
  });
});

describe('the check of the providers', () => {
  let sandbox: ListeningSandbox;
  beforeEach(async () => {
    sandbox = await sandboxOfVenues();
  });
  afterEach(() => sandbox.close());

  const depsOf = (environment: Record<string, string> = {}) => {
    const { deps } = api.current;
    const config = readConfig({ ...testEnvironment, ...environmentOf(sandbox), ...environment });
    return withProviders({ ...deps, config });
  };
  const PROVIDERS = [
    ['Stripe', { payment_provider: 'Stripe', payment_provider_key: 'pk_test_venue' }],
    [
      'Paystack',
      {
        payment_provider: 'Paystack',
        secret_env: 'PAYSTACK_SECRET_VENUE',
        is_tax_included: true,
        service_charge_minor: 0,
      },
    ],
    [
      'Global',
      {
        payment_provider: 'Global',
        payment_provider_key: 'venue',
        secret_env: 'GLOBAL_SECRET_VENUE',
        webhook_secret_env: null,
      },
    ],
  ] as const;

  test.each(PROVIDERS)('passes if %s accepts the key', async (provider, venue) => {
    const { name } = await storeVenue(api.current.deps.db, venue);
    expect(await checkProviderKeys(depsOf())).toEqual([ok(`${provider} takes the key of ${name}.`)]);
  });

  test.each(PROVIDERS)('fails if %s refuses the key', async (provider, venue) => {
    await storeVenue(api.current.deps.db, venue);
    const deps = depsOf({
      STRIPE_SECRET_VENUE: 'sk_test_wrong',
      PAYSTACK_SECRET_VENUE: 'sk_test_wrong',
      GLOBAL_SECRET_VENUE: 'wrong',
    });
    expect(await checkProviderKeys(deps)).toEqual([wrong(like(`${provider} refuses `))]);
  });

  test('names providers that do not respond, and keys that are missing or have the wrong mode', async () => {
    const { name } = await storeVenue(api.current.deps.db);
    expect(await checkProviderKeys(depsOf({ STRIPE_API_BASE: 'http://127.0.0.1:1' }))).toEqual([
      wrong(like(`Stripe is not reached for ${name}`)),
    ]);
    expect(await checkProviderKeys(depsOf({ STRIPE_WEBHOOK_SECRET_VENUE: '' }))).toEqual([
      wrong(like('STRIPE_WEBHOOK_SECRET_VENUE is not set')),
    ]);
    expect(await checkProviderKeys(depsOf({ STRIPE_SECRET_VENUE: 'sk_live_venue' }))).toEqual([
      wrong(like('STRIPE_SECRET_VENUE of')),
    ]);
  }, 30_000);

  test('sends webhooks to the public address of the site', async () => {
    const { app, deps } = await buildTestApp({ environment: environmentOf(sandbox) });
    const { name } = await storeVenue(deps.db);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const siteUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const at = (url: string) => checkWebhooks(withProviders({ ...deps, config: { ...deps.config, siteUrl: url } }));
    try {
      expect(await at(siteUrl)).toEqual([
        ok(like('The site responds')),
        ok(like(`Webhooks of ${name} arrive at ${siteUrl}`)),
      ]);
      // This address belongs to another server.
      expect(await at(sandbox.url)).toEqual([wrong(like(`The site does not respond at ${sandbox.url}`))]);
    } finally {
      await app.close();
    }
    expect(await at(siteUrl)).toEqual([wrong(like(`The site does not respond at ${siteUrl}`))]);
  });
});

describe('the check of the machine', () => {
  test('reports the free space of the data directory', async () => {
    const storage = { dataDir: folder, mediaDir: join(folder, 'media'), databaseUrl: null };
    expect(await checkDisk(storage)).toEqual([{ isOk: expect.any(Boolean), sentence: like('GB left') }]);
    const missing = join(folder, 'none');
    expect(await checkDisk({ ...storage, dataDir: missing })).toEqual([
      wrong(like(`DATA_DIR ${missing} cannot be written to (ENOENT`)),
    ]);
  });

  test('connects to the mail server', async () => {
    const server = await mailServer();
    const smtp = { url: server.url, from: 'Foodhall <no-reply@hall.example>' };
    expect(await checkMail({ smtp, dataDir: folder })).toEqual([ok('The mail server takes emails.')]);
    await server.close();
    expect(server.received).toEqual([]);
    expect(await checkMail({ smtp, dataDir: folder })).toEqual([wrong(like('ECONNREFUSED'))]);
    expect(await checkMail({ smtp: null, dataDir: folder })).toEqual([wrong(like('SMTP_URL is not set'))]);
  });

  test('asks the service of text messages for the account, and sends nothing', async () => {
    const service = await SmsStandIn.start();
    const { account, token, from, url } = service;
    const gone = await SmsStandIn.start();
    const nowhere = gone.url;
    await gone.stop();
    const checked = (changes: { token?: string; url?: string; from?: string } = {}) =>
      checkTexts(createSmsSender({ sms: { account, token, from, url, dayLimit: 1, ...changes } }));
    expect(await checked()).toEqual([
      ok('The service takes SMS_ACCOUNT and SMS_TOKEN, and SMS_FROM is a number of the account.'),
    ]);
    expect(await checked({ from: '+447700900999' })).toEqual([wrong(like('SMS_FROM is not a number of SMS_ACCOUNT'))]);
    service.tellsNumbers = false;
    expect(await checked()).toEqual([ok(like('It does not tell whether SMS_FROM is a number of the account.'))]);
    expect(await checked({ token: 'old' })).toEqual([wrong(like('The service answered 401 with error 20003; check'))]);
    await service.stop();
    expect(service.taken).toEqual([]);
    expect(await checked({ url: nowhere })).toEqual([wrong(like('The service cannot be reached; check'))]);
    expect(await checkTexts(null)).toEqual([ok('They are off: SMS_ACCOUNT is not set.')]);
  });

  test('compares the two keys of Web Push', () => {
    const keys = webPush.generateVAPIDKeys();
    const siteUrl = 'https://hall.example';
    expect(checkPush({ siteUrl, push: { keys, subject: siteUrl } })).toEqual([ok(like('is of VAPID_PRIVATE_KEY'))]);
    expect(checkPush({ siteUrl, push: { keys: null, subject: siteUrl } })).toEqual([ok(like('makes its keys itself'))]);
    const other = { ...keys, publicKey: webPush.generateVAPIDKeys().publicKey };
    expect(checkPush({ siteUrl, push: { keys: other, subject: siteUrl } })).toEqual([
      wrong(like('is not of VAPID_PRIVATE_KEY')),
    ]);
    expect(checkPush({ siteUrl: 'http://hall.example', push: { keys, subject: siteUrl } })).toEqual([
      wrong(like('https address only')),
    ]);
  });
});

test('a machine without settings gets a list of the missing settings and of the skipped checks', async () => {
  const found = await examine({ DATA_DIR: join(folder, 'none'), DIST_DIR: join(folder, 'dist') });
  const of = (check: string) => found.filter((finding) => finding.check === check);
  expect(of('settings').map(({ isOk }) => isOk)).toEqual([false, false]);
  expect(of('database')).toEqual([{ check: 'database', ...wrong(like('DATA_DIR is')) }]);
  for (const check of ['clock', 'provider keys', 'webhooks', 'mail', 'text messages', 'push', 'releases'])
    expect(of(check)).toMatchObject([{ isOk: null }]);
  expect(of('disk')).toMatchObject([{ isOk: false }]);
});

/** Releases a shell with its page into the folder. */
async function releaseShell(authority: Authority): Promise<void> {
  const shell = await writeBuild(folder, hostBuild('1.2.0', { keys: [authority.publicKey] }));
  await writeFile(join(folder, 'host', shell.version, shell.html), 'page');
  await goLive(folderTarget(folder), [shell], { authority });
}

const privateKeyText = () => String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));

describe('the check of the registry', () => {
  const environment = () => ({
    ...testEnvironment,
    DIST_DIR: folder,
    REGISTRY_KEY: privateKeyText(),
  });
  const checked = (SITE_URL: string) => checkRegistry(readConfig({ ...environment(), SITE_URL }));
  beforeEach(async () => {
    const authority = { ...authorityOf(environment()), site: 'https://old.example' };
    await releaseShell(authority);
  });

  test('passes if the registry is signed for this site', async () => {
    expect(await checked('https://old.example')).toEqual([ok('Pages take what is released.')]);
  });

  test('fails if the registry is signed for another address, and says how to fix it', async () => {
    expect(await checked('https://new.example')).toEqual([
      wrong(like('signed for https://old.example, and this site is https://new.example: no page starts. Release any')),
    ]);
  });
});

test('the check of the registry fails if the pointer was edited or the page is gone', async () => {
  const own = authorityOf({ REGISTRY_KEY: privateKeyText() });
  await releaseShell(own);
  const checked = () => checkRegistry(readConfig({ ...testEnvironment, DIST_DIR: folder }));
  expect(await checked()).toEqual([ok('Pages take what is released.')]);
  await rm(join(folder, 'host/2.2.63-1.2.0/index.html'));
  expect(await checked()).toEqual([wrong(like('index.html is live, and gone'))]);
  const pointer = join(folder, 'registry/pointer.json');
  await writeFile(pointer, (await readFile(pointer, 'utf8')).replace('"recalled": []', '"recalled": ["catalog@1"]'));
  expect(await checked()).toEqual([wrong(like('registry/pointer.json is not signed'))]);
});

describe('the check of the release keys', () => {
  const authority = () => authorityOf({ ...testEnvironment, REGISTRY_KEY: privateKeyText() });
  const checked = (now: Date) => checkReleaseKeys({ distDir: folder }, now);
  const inDays = (count: number) => new Date(Date.now() + count * 24 * 3_600_000);

  test('passes before the first release, and after it', async () => {
    expect(await checked(new Date())).toEqual([ok(like('has no root yet'))]);
    const own = authority();
    await releaseShell(own);
    expect(await checked(new Date())).toEqual([ok(like('no role ends within a month'))]);
  });

  test('fails once the timestamp has ended, or a role ends within a month', async () => {
    const own = authority();
    await releaseShell(own);
    expect(await checked(inDays(1))).toEqual([wrong(like('npm run keys -- renew'))]);
    expect(await checked(inDays(340))).toContainEqual(wrong(like('The role root ends on')));
  });

  test('fails if no key of the root has signed the timestamp', async () => {
    const own = authority();
    await releaseShell(own);
    await writeFile(join(folder, 'registry/tuf/timestamp.json'), '{}');
    expect(await checked(new Date())).toEqual([wrong(like('No timestamp is signed'))]);
  });
});

test('the releases of a trial are checked, which has no settings', async () => {
  const authority = authorityOf({ REGISTRY_KEY: privateKeyText() });
  await releaseShell(authority);
  const trial = { DATA_DIR: join(folder, 'none'), DIST_DIR: folder };
  const of = async (check: string) => (await examine(trial)).filter((finding) => finding.check === check);
  expect(await of('registry')).toEqual([{ check: 'registry', ...ok('Pages take what is released.') }]);
  expect(await of('release keys')).toEqual([{ check: 'release keys', ...ok(like('is signed until')) }]);
  await writeFile(join(folder, 'registry/pointer.json'), '{}');
  expect(await of('registry')).toMatchObject([{ isOk: false, sentence: like('pointer.json') }]);
});

test('a database that does not respond is named', async () => {
  const found = await examine({
    DATABASE_URL: 'postgres://foodhall@127.0.0.1:1/foodhall',
    SITE_URL: 'https://hall.example',
    PAYMENTS: 'test',
    DATA_DIR: folder,
  });
  expect(found).toContainEqual({ check: 'settings', ...ok('They are complete.') });
  expect(found).toContainEqual({ check: 'database', ...wrong(like('The database is not available')) });
  expect(found).toContainEqual({ check: 'webhooks', isOk: null, sentence: 'The database could not be asked.' });
});
