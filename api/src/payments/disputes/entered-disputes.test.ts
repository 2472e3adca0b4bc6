/** Tests that operators list the disputes of their hall, and enter and close those of which the provider does not tell. */
import type { ListeningSandbox } from 'pay-sandbox/testing';
import { Market } from '../../ordering/carts/market.testing';
import { GLOBAL_ACCOUNT, payWithGlobal, payWithStripe } from '../../testing/paid-orders';
import { environmentOf, sandboxOfVenues, storeCart } from '../../testing/payments';
import { storeSecondFactor, storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';
import { checkLedger } from '../ledger/check-ledger';
import { statementsOf } from '../statements/statement.query';

withDatabase();

let sandbox: ListeningSandbox;
let api: TestApp;
let buyer: TestUser;
let operator: TestUser;
let venue: TestVenue;
let payment: { orderIds: number[]; reference: string };

const market = new Market(() => api);
const db = () => api.deps.db;
const now = new Date('2026-10-20T17:00:00Z');

// One item of each stall: 11.30 and 22.60 with tax, and 2.83 service charge with its tax.
beforeEach(async () => {
  sandbox = await sandboxOfVenues(() => now);
  api = await buildTestApp({ environment: environmentOf(sandbox), overrides: { clock: { now: () => now } } });
  venue = await storeVenue(db(), {
    ...GLOBAL_ACCOUNT,
    vendors: [
      { name: 'Apple Bar', items: [{ name: 'Cider', variants: [{ price_minor: 1000 }] }] },
      { name: 'Bun House', items: [{ name: 'Bun', variants: [{ price_minor: 2000 }] }] },
    ],
  });
  buyer = await storeUser(db());
  operator = await storeUser(db(), { operatorOf: [venue.id] });
  const { id } = await storeCart(db(), buyer, venue);
  payment = await payWithGlobal({ market, sandbox, buyer }, id);
});
afterEach(async () => {
  await api.close();
  await sandbox.close();
});

const disputesPath = (rest = '') => `/venues/${venue.id}/disputes${rest}`;
const enter = (body: object = {}) =>
  market.call('POST', disputesPath(), operator, {
    payment: payment.reference,
    amount: 10,
    fee: 15,
    reason: 'Not recognised',
    opened_on: '2026-10-19',
    due_on: '2026-10-29',
    ...body,
  });
const close = (id: number, body: object) => market.call('PUT', disputesPath(`/${id}`), operator, body);
const list = async (query = '') => (await market.call('GET', disputesPath(query), operator)).json();

async function disputed(): Promise<number[]> {
  const range = { from: '2026-10-01', to: '2026-10-31' };
  const statements = await statementsOf(db(), {
    venue: { id: venue.id, timezone: 'America/Toronto' },
    range,
    vendorId: null,
  });
  return statements.map(({ disputesMinor }) => disputesMinor);
}

describe('a dispute that is entered by hand', () => {
  test('and its end ask a person with a second factor to confirm', async () => {
    const { id } = (await enter()).json().data;
    await storeSecondFactor(db(), operator.id);
    for (const response of [await enter({ amount: 5 }), await close(id, { state: 'won', fee: 0 })]) {
      expect([response.statusCode, response.json().code]).toEqual([403, 'PROOF_REQUIRED']);
    }
    expect((await list()).data).toMatchObject([{ state: 'needs-response', amount: 10 }]);
  });

  test('is held against the stalls of its payment, and listed with its orders', async () => {
    const response = await enter();
    expect(response.statusCode).toBe(201);
    expect(response.json().data).toMatchObject({
      payment: { provider: 'Global', reference: payment.reference },
      state: 'needs-response',
      amount: 10,
      fee: 15,
      due_at: '2026-10-29T04:00:00.000Z',
      opened_at: '2026-10-19T04:00:00.000Z',
      is_withdrawn: true,
      source: 'operator',
      entered_by: expect.any(String),
    });
    const { data } = await list();
    expect(data[0].orders.data.map(({ id }: { id: number }) => id).sort()).toEqual([...payment.orderIds].sort());
    const [apple = 0, bun = 0] = await disputed();
    expect(apple).toBeLessThan(0);
    expect(bun).toBeLessThan(apple);
    expect(await checkLedger(db(), venue.id)).toEqual([]);
  });

  test('is found by the number of the payment or of one of its orders', async () => {
    const [{ payment: found, orders }] = (await enter().then(() => list())).data;
    const byNumber = await enter({ payment: found.number, reason: 'Second' });
    expect(byNumber.statusCode).toBe(201);
    const byOrder = await enter({ payment: orders.data[0].order_number, reason: 'Third' });
    expect(byOrder.statusCode).toBe(201);
    expect((await list()).data).toHaveLength(3);
  });

  test('is entered once by two requests at once, and by one that is repeated', async () => {
    const both = await Promise.all([enter(), enter()]);
    const ids = [...both, await enter()].map((response) => response.json().data.id);
    expect(new Set(ids).size).toBe(1);
    expect(await checkLedger(db(), venue.id)).toEqual([]);
  });

  test('gives everything back when it is won', async () => {
    const { id } = (await enter()).json().data;
    const response = await close(id, { state: 'won', fee: 0 });
    expect(response.json().data).toMatchObject({
      state: 'won',
      fee: 0,
      is_withdrawn: false,
      closed_at: now.toISOString(),
    });
    expect(await disputed()).toEqual([0, 0]);
    expect(await checkLedger(db(), venue.id)).toEqual([]);
  });

  test('stays with the stalls when it is lost, and is closed once', async () => {
    const { id } = (await enter()).json().data;
    const before = await disputed();
    expect((await close(id, { state: 'lost', fee: 15 })).statusCode).toBe(200);
    expect((await close(id, { state: 'lost', fee: 15 })).statusCode).toBe(200);
    expect((await close(id, { state: 'won', fee: 15 })).json()).toMatchObject({ code: 'DISPUTE_CLOSED' });
    expect(await disputed()).toEqual(before);
    expect(await checkLedger(db(), venue.id)).toEqual([]);
  });

  test('is in the audit log with who entered and closed it', async () => {
    const { id } = (await enter()).json().data;
    await close(id, { state: 'won', fee: 0 });
    const entries = await db()
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('action', 'like', 'dispute.%')
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'dispute.entered', actor_id: operator.id },
      { action: 'dispute.closed', actor_id: operator.id },
    ]);
  });

  test.each<[string, object, string, string]>([
    ['an unknown payment', { payment: 'X-1' }, 'payment', 'No payment of this hall has this number.'],
    ['more than was paid', { amount: 1000 }, 'amount', 'This is more than was paid and is not disputed yet.'],
    ['nothing', { amount: 0 }, 'amount', 'Enter an amount above 0.'],
    ['a part of a cent', { amount: 10.005 }, 'amount', 'This amount has too many decimals.'],
    ['an amount without end', { amount: 1e15 }, 'amount', 'This amount is too large.'],
    ['a fee without end', { fee: 1e15 }, 'fee', 'This amount is too large.'],
    ['no reason', { reason: ' ' }, 'reason', 'Enter a reason.'],
    ['a day to come', { opened_on: '2026-10-21' }, 'opened_on', 'This day is still to come.'],
  ])('is refused for %s', async (_what, body, field, message) => {
    const response = await enter(body);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual({ [field]: [message] });
  });

  test('is refused where the provider tells of disputes itself', async () => {
    venue = await storeVenue(db());
    operator = await storeUser(db(), { operatorOf: [venue.id] });
    const { id } = await storeCart(db(), buyer, venue);
    const { reference } = await payWithStripe({ market, sandbox, buyer }, id);
    const response = await enter({ payment: reference, amount: 1 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'DISPUTE_IS_TOLD',
      message: 'Stripe tells of disputes itself. They are recorded without your help.',
    });
    expect(await checkLedger(db(), venue.id)).toEqual([]);
  });

  test('belongs to the hall of its payment', async () => {
    const other = await storeVenue(db());
    const stranger = await storeUser(db(), { operatorOf: [other.id] });
    const { id } = (await enter()).json().data;
    const path = `/venues/${other.id}/disputes/${id}`;
    expect((await market.call('GET', path, stranger)).statusCode).toBe(404);
    expect((await market.call('PUT', path, stranger, { state: 'won', fee: 0 })).statusCode).toBe(404);
  });
});

test('disputes are listed page by page, the newest first', async () => {
  for (const reason of ['One', 'Two', 'Three']) await enter({ amount: 1, reason });
  const first = await list('?limit=2');
  expect(first.data.map(({ reason }: { reason: string }) => reason)).toEqual(['Three', 'Two']);
  const second = await list(`?limit=2&before=${first.next}`);
  expect(second).toMatchObject({ data: [{ reason: 'One' }], next: null });
});

test('a dispute that the provider reported is closed by the provider', async () => {
  const { id } = (await enter()).json().data;
  await db()
    .updateTable('disputes')
    .set({ source: 'provider', provider_dispute_id: 'dp_1', entered_by: null })
    .where('id', '=', id)
    .execute();
  expect((await close(id, { state: 'won', fee: 0 })).json()).toMatchObject({ code: 'DISPUTE_OF_PROVIDER' });
});
