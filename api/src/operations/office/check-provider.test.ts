/** Tests that an operator learns what the provider says to the keys of the hall. */
import type { ListeningSandbox } from 'pay-sandbox/testing';
import type { ProviderCheck } from 'shared-contracts/types';
import { environmentOf, sandboxOfVenues } from '../../testing/payments';
import { storeUser, storeVenue, type VenueInput } from '../../testing/stored';
import { buildTestApp, withDatabase } from '../../testing/test-app';

withDatabase();
let sandbox: ListeningSandbox;
beforeEach(async () => {
  sandbox = await sandboxOfVenues();
});
afterEach(() => sandbox.close());

const CLOSED = 'http://127.0.0.1:9';

async function check(environment: Record<string, string>, input: VenueInput = {}): Promise<ProviderCheck> {
  const settings = { ...environmentOf(sandbox), SITE_URL: CLOSED, ...environment };
  const { app, deps, close } = await buildTestApp({ environment: settings });
  try {
    const venue = await storeVenue(deps.db, { webhook_secret_env: null, ...input });
    const { headers } = await storeUser(deps.db, { operatorOf: [venue.id] });
    const response = await app.inject({ method: 'POST', url: `/api/v1/venues/${venue.id}/provider-check`, headers });
    return response.json().data;
  } finally {
    await close();
  }
}

test.each([
  ['accepted', {}],
  ['refused', { STRIPE_SECRET_VENUE: 'sk_test_wrong' }],
  ['unreachable', { STRIPE_API_BASE: CLOSED }],
  ['missing', { STRIPE_SECRET_VENUE: '' }],
])('the key is %s', async (key, environment) => {
  expect(await check(environment)).toMatchObject({ provider: 'Stripe', key, setting: 'STRIPE_SECRET_VENUE' });
});

test('the key is of another mode than the payments of the site', async () => {
  const { key, detail } = await check({ STRIPE_SECRET_LATER: 'sk_live_1' }, { secret_env: 'STRIPE_SECRET_LATER' });
  expect([key, detail]).toEqual(['wrong-mode', expect.stringContaining('test key')]);
});

test('a webhook that does not reach the site is lost, and Global sends none', async () => {
  expect(await check({})).toMatchObject({
    webhooks: 'lost',
    webhook_url: expect.stringMatching(`^${CLOSED}/api/v1/webhooks/stripe/`),
  });
  const global = await check(
    {},
    {
      payment_provider: 'Global',
      payment_provider_key: 'venue',
      secret_env: 'GLOBAL_SECRET_VENUE',
    },
  );
  expect(global).toMatchObject({ key: 'accepted', webhooks: 'none', webhook_url: null });
});
