/** On a site for customers, a venue with a missing key would prevent the next start of every process. */

import { silentLog } from 'core/testing/logs';
import { createDeps, type Deps } from '../../deps';
import { Market } from '../../ordering/carts/market.testing';
import { withProviders } from '../../payments/providers/payment-deps';
import { checkSecrets } from '../../payments/secrets';
import { aDocument } from '../../testing/documents';
import { storeUser, storeVenue, type TestUser } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';

const { database } = withDatabase();

let site: TestApp;
let operator: TestUser;
/** The settings of the server, which has one venue with its key. */
const secrets = new Map<string, string>();
const market = new Market(() => site);
const db = () => site.deps.db;

beforeEach(async () => {
  secrets.clear();
  secrets.set('STRIPE_SECRET_VENUE', 'sk_test_1');
  const plain = await buildTestApp();
  const config = { ...plain.deps.config, isProduction: true, secret: (name: string) => secrets.get(name) ?? null };
  const own = await storeVenue(plain.deps.db, { webhook_secret_env: null });
  operator = await storeUser(plain.deps.db, { operatorOf: [own.id], isSiteOperator: true });
  await plain.close();
  site = await buildTestApp({ overrides: { config } });
});
afterEach(() => site.close());

/** @throws ConfigError */
const startAgain = async () => {
  const deps: Deps = createDeps({ config: site.deps.config, database: await database(), log: silentLog });
  await checkSecrets(withProviders(deps));
};
const stateOf = async (id: number) =>
  (await market.call('GET', '/operated-venues', operator)).json().data.find((each: { id: number }) => each.id === id)
    ?.state;
const setOpen = (id: number, is_open: boolean) => market.call('PUT', `/venues/${id}`, operator, { is_open });
const send = (document: object, dry_run = false) =>
  market.call('POST', '/venue-documents', operator, {
    name: 'hall.json',
    text: JSON.stringify(document, null, 2),
    dry_run,
  });
const form = {
  name: 'Pier 9',
  currency: 'JPY',
  timezone: 'Asia/Tokyo',
  tax_name: 'Tax',
  tax_number: '',
  tax_rate_percent: '10',
  tax_included: true,
  provider: 'Stripe',
  provider_key: 'pk_test_pier',
  secret_env: 'STRIPE_SECRET_PIER',
  webhook_secret_env: null,
  delivery_method_types: ['collect'],
};

describe('a new venue', () => {
  test('is closed until its missing key is set, and the site can start in both states', async () => {
    const { id, closed_until_set } = (await market.call('POST', '/venues', operator, form)).json().data;
    expect(closed_until_set).toEqual(['STRIPE_SECRET_PIER']);
    expect(await stateOf(id)).toBe('closed');
    await startAgain();

    const refused = await setOpen(id, true);
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'VENUE_KEYS_MISSING']);
    expect(refused.json().message).toBe(
      'Pier 9 cannot open yet. Set STRIPE_SECRET_PIER on the server, restart it, then open Pier 9 again.',
    );
    expect(await stateOf(id)).toBe('closed');

    secrets.set('STRIPE_SECRET_PIER', 'sk_test_2');
    expect((await setOpen(id, true)).statusCode).toBe(200);
    await startAgain();
  });

  test('is closed if its key has the wrong mode', async () => {
    secrets.set('STRIPE_SECRET_PIER', 'sk_live_2');
    const { id } = (await market.call('POST', '/venues', operator, form)).json().data;
    expect(await stateOf(id)).toBe('closed');
    const refused = await setOpen(id, true);
    expect(refused.json().errors.is_open[1]).toMatch(/^STRIPE_SECRET_PIER .* a test key/);
    expect(refused.body).not.toContain('sk_live_2');
  });

  test('is open if its key is set', async () => {
    secrets.set('STRIPE_SECRET_PIER', 'sk_test_2');
    const { id, closed_until_set } = (await market.call('POST', '/venues', operator, form)).json().data;
    expect(closed_until_set).toEqual([]);
    expect(await stateOf(id)).toBe('open');
  });

  test('is closed if a document creates it and its key is missing', async () => {
    expect((await send(aDocument(), true)).json().data.closed_until_set).toEqual(['STRIPE_SECRET']);
    const { id, closed_until_set } = (await send(aDocument())).json().data;
    expect(closed_until_set).toEqual(['STRIPE_SECRET']);
    expect(await stateOf(id)).toBe('closed');
    await startAgain();
  });
});

describe('an import of an open venue', () => {
  const renamed = (payment: object) => ({ ...aDocument(), payment: { ...aDocument().payment, ...payment } });

  test('is refused with the line of a missing key', async () => {
    secrets.set('STRIPE_SECRET', 'sk_test_3');
    const { id } = (await send(aDocument())).json().data;
    const refused = await send(renamed({ secret_env: 'STRIPE_SECRET_NEW', webhook_secret_env: 'STRIPE_HOOK_NEW' }));
    expect(refused.statusCode).toBe(422);
    const why = 'is not set on the server, or is a key of another kind';
    expect(refused.json().errors.document).toEqual([
      expect.stringMatching(new RegExp(`^hall\\.json:\\d+:\\d+ payment\\.secret_env: 'STRIPE_SECRET_NEW' ${why}`)),
      expect.stringMatching(
        new RegExp(`^hall\\.json:\\d+:\\d+ payment\\.webhook_secret_env: 'STRIPE_HOOK_NEW' ${why}`),
      ),
    ]);
    const row = await db().selectFrom('venues').select('secret_env').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.secret_env).toBe('STRIPE_SECRET');
    await startAgain();

    await setOpen(id, false);
    expect((await send(renamed({ secret_env: 'STRIPE_SECRET_NEW' }))).statusCode).toBe(200);
    await startAgain();
  });

  test('is accepted if it does not change the names of keys, even if a key is missing', async () => {
    secrets.set('STRIPE_SECRET', 'sk_test_3');
    await send(aDocument());
    secrets.delete('STRIPE_SECRET');
    expect((await send({ ...aDocument(), service_charge: 1 })).statusCode).toBe(200);
  });
});
