import { ConfigError } from 'core/config';
import { Market } from '../../ordering/carts/market.testing';
import { storeAttempt, storeUser, storeVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { goLive, paymentsModeOf, rememberPaymentsMode } from './payments-mode';

const api = withTestApp();
const db = () => api.current.deps.db;
const market = new Market(() => api.current);

test('the first start stores the payments mode, and the next start can use the same mode', async () => {
  expect(await paymentsModeOf(db())).toBeNull();
  await rememberPaymentsMode(db(), 'test');
  await rememberPaymentsMode(db(), 'test');
  expect(await paymentsModeOf(db())).toBe('test');
});

test.each([
  ['sandbox', 'test', '; another mode needs another database'],
  ['sandbox', 'live', '; another mode needs another database'],
  ['live', 'test', '; another mode needs another database'],
  ['test', 'sandbox', '; another mode needs another database'],
  ['test', 'live', '. To take live payments with it from now on: npm run foodhall -- payments live --offline'],
] as const)('a database with the mode %s refuses a start with the mode %s', async (first, next, wayOut) => {
  await rememberPaymentsMode(db(), first);
  await expect(rememberPaymentsMode(db(), next)).rejects.toThrow(
    new ConfigError('PAYMENTS', next, `${first}, as this database was started with it${wayOut}`),
  );
  expect(await paymentsModeOf(db())).toBe(first);
});

describe('the switch from test to live', () => {
  test('works once, and a dry run changes nothing', async () => {
    await rememberPaymentsMode(db(), 'test');
    await goLive(db(), { isDryRun: true });
    expect(await paymentsModeOf(db())).toBe('test');
    await goLive(db(), { isDryRun: false });
    await rememberPaymentsMode(db(), 'live');
    await expect(goLive(db(), { isDryRun: false })).rejects.toMatchObject({ code: 'PAYMENTS_ARE_LIVE' });
  });

  test('is refused for a sandbox and for a database that was never started', async () => {
    await expect(goLive(db(), { isDryRun: false })).rejects.toMatchObject({ code: 'PAYMENTS_NOT_TEST' });
    await rememberPaymentsMode(db(), 'sandbox');
    await expect(goLive(db(), { isDryRun: false })).rejects.toMatchObject({ code: 'PAYMENTS_NOT_TEST' });
  });

  test.each([
    ['test payments', { state: 'open' }, 'PAYMENTS_ARE_OPEN'],
    ['refunds of surplus payments', { state: 'duplicate', refund_state: 'wanted' }, 'REFUNDS_ARE_OPEN'],
  ] as const)('waits for open %s', async (_what, values, code) => {
    await rememberPaymentsMode(db(), 'test');
    const venue = await storeVenue(db());
    const user = await storeUser(db());
    const cart = await market.add(user, { venue });
    await storeAttempt(db(), { cart_id: cart.id, user_id: user.id, venue_id: venue.id, ...values });
    for (const isDryRun of [true, false])
      await expect(goLive(db(), { isDryRun })).rejects.toMatchObject({ code, status: 409 });
  });

  test('is refused while a site runs', async () => {
    const venue = await storeVenue(db());
    const { headers } = await storeUser(db(), { operatorOf: [venue.id], isSiteOperator: true });
    const response = await api.current.app.inject({
      method: 'POST',
      url: '/api/v1/payments/live',
      headers,
      payload: {},
    });
    expect(response.json()).toMatchObject({ code: 'SITE_IS_RUNNING' });
  });
});
