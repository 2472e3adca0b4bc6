/** Tests what a hall owes its stalls: statements, terms, rent and payouts, to the cent. */
import { type ListeningSandbox, payAtPaystack } from 'pay-sandbox/testing';
import { Market } from '../../ordering/carts/market.testing';
import { payWithStripe } from '../../testing/paid-orders';
import { environmentOf, sandboxOfVenues, storeCart } from '../../testing/payments';
import { storeSecondFactor, storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';
import { checkLedger } from '../ledger/check-ledger';
import { bookRents } from '../ledger/rent';

withDatabase();

let sandbox: ListeningSandbox;
let api: TestApp;
let now: Date;
let buyer: TestUser;
let operator: TestUser;
let owner: TestUser;
let venue: TestVenue;
let keys = 0;

const market = new Market(() => api);
const db = () => api.deps.db;

// Toronto is four hours earlier, until 2 o'clock on 1 November.
beforeEach(async () => {
  now = new Date('2026-10-20T17:00:00Z');
  sandbox = await sandboxOfVenues();
  api = await buildTestApp({ environment: environmentOf(sandbox), overrides: { clock: { now: () => now } } });
  venue = await storeVenue(db(), {
    vendors: [
      { name: 'Apple Bar', items: [{ name: 'Cider', variants: [{ price_minor: 1000 }] }] },
      { name: 'Bun House', items: [{ name: 'Bun', variants: [{ price_minor: 2000 }] }] },
    ],
  });
  buyer = await storeUser(db());
  operator = await storeUser(db(), { operatorOf: [venue.id] });
  owner = await storeUser(db(), { vendorIds: [venue.vendor.id] });
});

afterEach(async () => {
  await api.close();
  await sandbox.close();
});

/** Pays one item of each stall: 11.30 and 22.60 with tax, and 2.50 service charge with 0.33 tax. @returns the orders' ids */
async function paid(at = '2026-10-20T17:00:00Z'): Promise<number[]> {
  now = new Date(at);
  const { id } = await storeCart(db(), buyer, venue);
  return (await payWithStripe({ market, sandbox, buyer }, id)).orderIds;
}

const key = () => {
  keys += 1;
  return { 'idempotency-key': `key-${keys}` };
};

async function refund(orderId: number | undefined, body: object = {}): Promise<void> {
  const given = { reason: 'Cold', ...body };
  const response = await market.call('POST', `/orders/${orderId}/refunds`, operator, given, key());
  expect(response.statusCode).toBe(201);
}

const readTerms = async () => (await market.call('GET', `/venues/${venue.id}/terms`, operator)).json().data;

async function putStallTerms(terms: object) {
  const { version } = (await readTerms()).vendors[0];
  const body = { version, commission_percent: 0, rent: 0, rent_from: null, ...terms };
  return market.call('PUT', `/venues/${venue.id}/terms/${venue.vendor.id}`, operator, body);
}

async function putHallTerms(terms: object) {
  const { version } = await readTerms();
  return market.call('PUT', `/venues/${venue.id}/terms`, operator, { version, ...terms });
}

async function setTerms(terms: object): Promise<void> {
  expect((await putStallTerms(terms)).statusCode).toBe(200);
}

const OCTOBER = 'from=2026-10-01&to=2026-10-31';
const NOVEMBER = 'from=2026-11-01&to=2026-11-30';

const ask = (query: string, user: TestUser = operator) =>
  market.call('GET', `/venues/${venue.id}/statements?${query}`, user);

/** The statement of the first stall: its lines that are not 0. */
async function statement(query = OCTOBER): Promise<Record<string, unknown>> {
  const response = await ask(`${query}&vendor=${venue.vendor.id}`);
  expect(response.statusCode).toBe(200);
  const [{ vendor, currency, currency_symbol, taxes, payments, has_estimated_fees, ...lines }] = response.json().data;
  return Object.fromEntries(Object.entries(lines).filter(([, amount]) => amount !== 0));
}

const payout = (body: object = {}, user = operator, headers = key()) =>
  market.call(
    'POST',
    `/venues/${venue.id}/payouts`,
    user,
    {
      vendor_id: venue.vendor.id,
      currency: 'CAD',
      from: '2026-10-01',
      to: '2026-10-31',
      amount: 11.3,
      payable: 11.3,
      paid_on: '2026-11-01',
      reference: 'SEPA 7781',
      ...body,
    },
    headers,
  );

describe('a statement', () => {
  test('lists sales, refunds and what is owed, and carries the rest over to the next one', async () => {
    const [apple] = await paid();
    await refund(apple, { amount: 2 });
    // 2.00 of 12.24 are 1.84 of the stall's 11.30; the rest is of the hall's service charge.
    expect(await statement()).toEqual({ orders: 1, sales: 11.3, refunds: -1.84, owed: 9.46, payable: 9.46 });
    expect(await statement(NOVEMBER)).toEqual({ carried_over: 9.46, owed: 9.46, payable: 9.46 });
  });

  test('does not exist for days before anything was booked', async () => {
    await paid();
    expect((await ask('from=2020-01-01&to=2020-01-31')).json().data).toEqual([]);
  });

  test('lists the taxes by rate, less what was refunded', async () => {
    const orders = await paid();
    await refund(orders[1]);
    const { data } = (await ask(OCTOBER)).json();
    expect(data.map(({ taxes }: { taxes: object }) => taxes)).toEqual([
      [{ name: 'HST', rate: 13, base: 10, amount: 1.3 }],
      [{ name: 'HST', rate: 13, base: 0, amount: 0 }],
    ]);
  });

  test('takes the commission of the time of each payment, and gives it back with a refund', async () => {
    await setTerms({ commission_percent: 12 });
    const [first] = await paid();
    await setTerms({ commission_percent: 50 });
    await paid('2026-10-21T17:00:00Z');
    expect(await statement()).toMatchObject({ sales: 22.6, commission: -6.2 });
    await refund(first);
    expect(await statement()).toMatchObject({ sales: 22.6, refunds: -11.3, commission: -5, owed: 6.3 });
    expect(await checkLedger(db(), venue.id)).toEqual([]);
  });

  test('has the stall’s part of the provider’s fees where the stalls bear them', async () => {
    const terms = { fees_borne_by: 'stalls', fee_percent: 0, fee_fixed: 0 };
    expect((await putHallTerms(terms)).statusCode).toBe(200);
    await paid();
    // 2.9 % of 36.73 and 0.30 are 1.37, borne by 11.30, 22.60 and the 2.83 of the hall.
    expect(await statement()).toMatchObject({ sales: 11.3, fees: -0.42, owed: 10.88 });
  });

  test('has the rent of each month that has begun, once', async () => {
    await paid();
    await setTerms({ rent: 5, rent_from: '2026-10-18' });
    for (const at of ['2026-10-20T18:00:00Z', '2026-10-25T18:00:00Z', '2026-11-01T03:59:00Z']) {
      await Promise.all([bookRents(db(), new Date(at)), bookRents(db(), new Date(at))]);
    }
    expect(await statement()).toMatchObject({ rent: -5, owed: 6.3 });
    await bookRents(db(), new Date('2026-11-01T04:01:00Z'));
    expect(await statement(NOVEMBER)).toMatchObject({ carried_over: 6.3, rent: -5, owed: 1.3 });
  });

  test('carries a debt over to the next month', async () => {
    await setTerms({ rent: 100, rent_from: '2026-10-01' });
    await bookRents(db(), now);
    expect(await statement()).toEqual({ rent: -100, owed: -100 });
    await paid('2026-11-10T17:00:00Z');
    expect(await statement(NOVEMBER)).toMatchObject({ carried_over: -100, sales: 11.3, owed: -88.7 });
  });

  test('is for an operator, and for an owner of their own stall', async () => {
    await paid();
    expect((await ask(`${OCTOBER}&vendor=${venue.vendor.id}`, owner)).statusCode).toBe(200);
    expect((await ask(OCTOBER, owner)).statusCode).toBe(403);
    expect((await ask(`${OCTOBER}&vendor=${venue.vendors[1]?.id}`, owner)).statusCode).toBe(403);
    expect((await ask('from=2026-10-31&to=2026-10-01')).json().errors).toEqual({
      to: ['The last day is before the first one.'],
    });
  });
});

describe('a payout', () => {
  beforeEach(async () => {
    await paid();
    now = new Date('2026-11-01T17:00:00Z');
  });

  test('pays what is owed, and leaves nothing to pay', async () => {
    const response = await payout();
    expect(response.statusCode).toBe(201);
    expect(response.json().data).toMatchObject({
      amount: 11.3,
      reference: 'SEPA 7781',
      recorded_by: expect.any(String),
    });
    expect(await statement()).toEqual({ orders: 1, sales: 11.3, owed: 11.3 });
    expect(await statement(NOVEMBER)).toEqual({ carried_over: 11.3, payouts: -11.3 });
    expect((await payout()).json()).toMatchObject({ code: 'NOTHING_TO_PAY_OUT' });
    expect(await checkLedger(db(), venue.id)).toEqual([]);
  });

  test('is recorded once if a request is repeated, or if a second operator sends it', async () => {
    const headers = key();
    const same = await Promise.all([payout({}, operator, headers), payout({}, operator, headers)]);
    expect(new Set(same.map((response) => response.json().data.id)).size).toBe(1);
    const second = await storeUser(db(), { operatorOf: [venue.id] });
    expect((await payout({}, second)).statusCode).toBe(409);
    expect((await payout({ reference: 'other' }, operator, headers)).json()).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  test('and its undoing ask a person with a second factor to confirm', async () => {
    const { id } = (await payout({ amount: 5 })).json().data;
    await storeSecondFactor(db(), operator.id);
    const undo = await market.call('POST', `/venues/${venue.id}/payouts/${id}/undo`, operator, { reason: 'Sent back' });
    for (const response of [await payout({ payable: 6.3, amount: 6.3 }), undo]) {
      expect([response.statusCode, response.json().code]).toEqual([403, 'PROOF_REQUIRED']);
    }
    expect(await statement()).toMatchObject({ payable: 6.3 });
  });

  test('can be a part of it, and be paid on the day of the first sale', async () => {
    expect((await payout({ amount: 5, paid_on: '2026-10-20' })).statusCode).toBe(201);
    expect(await statement()).toMatchObject({ payable: 6.3 });
  });

  test('never pays more than is owed today: a refund that came after the days counts', async () => {
    const [order] = await db().selectFrom('orders').select('id').orderBy('id').execute();
    await refund(order?.id);
    const response = await payout();
    expect(response.json()).toMatchObject({ code: 'NOTHING_TO_PAY_OUT' });
    await paid('2026-10-22T17:00:00Z');
    now = new Date('2026-11-01T17:00:00Z');
    expect((await payout({ payable: 22.6 })).json()).toMatchObject({
      code: 'STATEMENT_CHANGED',
      data: { payable: 11.3 },
    });
  });

  test.each<[string, object, string, string]>([
    ['more than is owed', { amount: 11.31 }, 'amount', 'This is more than the stall is owed.'],
    ['nothing', { amount: 0 }, 'amount', 'Enter an amount above 0.'],
    ['a part of a cent', { amount: 1.001 }, 'amount', 'This amount has too many decimals.'],
    ['an amount without end', { amount: 1e15 }, 'amount', 'This amount is too large.'],
    ['a part of a cent on the screen', { payable: 17.981 }, 'payable', 'This amount has too many decimals.'],
    ['an amount without end on the screen', { payable: 1e15 }, 'payable', 'This amount is too large.'],
    ['days that end before they start', { from: '2026-11-01' }, 'to', 'The last day is before the first one.'],
    ['days to come', { to: '2026-11-02' }, 'to', 'This day is still to come.'],
    ['a transfer to come', { paid_on: '2026-11-02' }, 'paid_on', 'This day is still to come.'],
    [
      'a transfer before anything was booked',
      { paid_on: '2026-10-19' },
      'paid_on',
      'Nothing was booked for this stall yet on this day.',
    ],
    ['no reference', { reference: ' ' }, 'reference', 'Enter the reference of the transfer.'],
  ])('refuses %s', async (_what, body, field, message) => {
    const response = await payout(body);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual({ [field]: [message] });
  });

  test('is undone by a correction, with its reason, once', async () => {
    const { id } = (await payout()).json().data;
    const undo = () => market.call('POST', `/venues/${venue.id}/payouts/${id}/undo`, operator, { reason: 'Sent back' });
    expect((await undo()).statusCode).toBe(204);
    expect((await undo()).json()).toMatchObject({ code: 'PAYOUT_UNDONE' });
    expect(await statement()).toMatchObject({ payable: 11.3 });
    const [{ payments }] = (await ask(`${OCTOBER}&vendor=${venue.vendor.id}`)).json().data;
    expect(payments).toMatchObject([{ undo_reason: 'Sent back' }]);
    expect(await checkLedger(db(), venue.id)).toEqual([]);
  });

  test('of a stall of another hall does not exist', async () => {
    const other = await storeVenue(db());
    expect((await payout({ vendor_id: other.vendor.id })).statusCode).toBe(404);
    expect((await payout({ currency: 'USD' })).json()).toMatchObject({ code: 'NOTHING_TO_PAY_OUT' });
  });
});

describe('terms', () => {
  test.each<[string, object, string]>([
    ['a commission of 101 %', { commission_percent: 101 }, 'commission_percent'],
    ['a commission below 0', { commission_percent: -1 }, 'commission_percent'],
    ['a rent without a first month', { rent: 5 }, 'rent_from'],
  ])('refuse %s', async (_what, terms, field) => {
    const response = await putStallTerms(terms);
    expect(response.statusCode).toBe(422);
    expect(Object.keys(response.json().errors)).toEqual([field]);
  });

  test.each<[string, object, string, string]>([
    ['CAD', { rent: 10.001 }, 'rent', 'This amount has too many decimals.'],
    ['CAD', { rent: 1e14 }, 'rent', 'This amount is too large.'],
    ['CAD', { fee_fixed: 0.305 }, 'fee_fixed', 'This amount has too many decimals.'],
    ['CAD', { fee_fixed: 1e15 }, 'fee_fixed', 'This amount is too large.'],
    ['JPY', { rent: 0.5 }, 'rent', 'This amount has too many decimals.'],
    ['JPY', { fee_fixed: 0.5 }, 'fee_fixed', 'This amount has too many decimals.'],
  ])('in %s refuse %j', async (currency, terms, field, message) => {
    venue = await storeVenue(db(), { currency });
    operator = await storeUser(db(), { operatorOf: [venue.id] });
    const response = await ('rent' in terms
      ? putStallTerms({ rent_from: '2026-10-01', ...terms })
      : putHallTerms({ fees_borne_by: 'hall', fee_percent: 0, ...terms }));
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual({ [field]: [message] });
  });

  test.each(['', `/stall`])(
    'of %p that two operators change at once are changed by one, and the other sees them',
    async (which) => {
      const path = `/venues/${venue.id}/terms${which && `/${venue.vendor.id}`}`;
      const before = await readTerms();
      const form = (percent: number) =>
        which
          ? { version: before.vendors[0].version, commission_percent: percent, rent: 0, rent_from: null }
          : { version: before.version, fees_borne_by: 'stalls', fee_percent: percent, fee_fixed: 0 };
      const second = await storeUser(db(), { operatorOf: [venue.id] });
      const responses = await Promise.all([
        market.call('PUT', path, operator, form(5)),
        market.call('PUT', path, second, form(6)),
      ]);
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      const refused = responses.find(({ statusCode }) => statusCode === 409)?.json();
      expect(refused).toMatchObject({ code: 'TERMS_CHANGED', data: await readTerms() });
    },
  );

  const audited = () => db().selectFrom('audit_log').selectAll().where('action', '=', 'terms.changed').execute();

  test('are in the audit log with who changed them', async () => {
    await setTerms({ commission_percent: 12 });
    const [entry] = await audited();
    expect(entry).toMatchObject({ actor_id: operator.id, subject: 'Apple Bar', after: { commission_bp: 1200 } });
  });

  test('that are saved as they were are no change in the audit log', async () => {
    const ofHall = { fees_borne_by: 'stalls', fee_percent: 2.9, fee_fixed: 0.3 };
    const ofStall = { commission_percent: 12.5, rent: 300, rent_from: '2026-10-01' };
    await setTerms(ofStall);
    await putHallTerms(ofHall);
    expect(await audited()).toHaveLength(2);
    await setTerms({ ...ofStall, rent_from: '2026-10-18' });
    expect((await putHallTerms(ofHall)).statusCode).toBe(200);
    expect(await audited()).toHaveLength(2);
  });

  test('are changed only by a form that says which terms it was filled from', async () => {
    for (const response of [await putStallTerms({ version: undefined }), await putHallTerms({ version: undefined })]) {
      expect(response.statusCode).toBe(422);
      expect(Object.keys(response.json().errors)).toContain('version');
    }
  });

  test('ask a person with a second factor to confirm', async () => {
    await storeSecondFactor(db(), operator.id);
    const ofHall = { fees_borne_by: 'stalls', fee_percent: 2.9, fee_fixed: 0.3 };
    for (const response of [await putStallTerms({ commission_percent: 5 }), await putHallTerms(ofHall)]) {
      expect([response.statusCode, response.json().code]).toEqual([403, 'PROOF_REQUIRED']);
    }
    expect(await audited()).toEqual([]);
  });

  test('of a stall of another hall do not exist', async () => {
    const other = await storeVenue(db());
    const body = { version: 'any', commission_percent: 5, rent: 0, rent_from: null };
    const response = await market.call('PUT', `/venues/${venue.id}/terms/${other.vendor.id}`, operator, body);
    expect(response.statusCode).toBe(404);
  });
});

test('the ledger lists each entry with the payment that it comes from', async () => {
  const [apple] = await paid();
  await refund(apple);
  const list = (query = '') => market.call('GET', `/venues/${venue.id}/ledger${query}`, operator);
  const { data } = (await list()).json();
  expect(data.map(({ cause }: { cause: string }) => cause)).toEqual(['refund', 'fee', 'payment']);
  const [{ id, payment }] = data;
  expect(payment.order_ids).toContain(apple);
  expect((await list(`?payment=${payment.reference}&cause=payment`)).json().data).toHaveLength(1);
  expect((await list(`?before=${id}`)).json().data).toHaveLength(2);
  expect((await list(`?vendor=${venue.vendors[1]?.id}`)).json().data).toHaveLength(1);
});

test('what Paystack pays to a stall’s own account is not owed any more, and its refund is the stall’s debt', async () => {
  const paystack = await storeVenue(db(), {
    payment_provider: 'Paystack',
    secret_env: 'PAYSTACK_SECRET_VENUE',
    webhook_secret_env: null,
    currency: 'ZAR',
    currency_symbol: 'R',
    is_tax_included: true,
    service_charge_minor: 0,
    vendors: [{ subaccount_code: 'ACCT_kumo', items: [{ variants: [{ price_minor: 10_000 }] }] }],
  });
  const boss = await storeUser(db(), { operatorOf: [paystack.id] });
  const { id } = await storeCart(db(), buyer, paystack);
  const started = (await market.call('GET', `/carts/newpayment?cart_id=${id}&provider=Paystack`, buyer)).json();
  await payAtPaystack(sandbox.url, started.access_code, { number: '4084084084084081', cvv: '408' });
  const paid = await market.call('POST', `/carts/${id}/pay-with-paystack`, buyer, { reference: started.source_id });
  expect(paid.statusCode).toBe(200);
  const lines = async () =>
    (await market.call('GET', `/venues/${paystack.id}/statements?${OCTOBER}`, boss)).json().data[0];
  // Paystack takes its fee of 3.90 from the account that it pays, and the hall bears fees here.
  expect(await lines()).toMatchObject({ sales: 100, fees: 0, transfers: -96.1, owed: 3.9 });
  const given = { reason: 'Cold' };
  const response = await market.call('POST', `/orders/${paid.json().data.orders[0]}/refunds`, boss, given, key());
  expect(response.statusCode).toBe(201);
  expect(await lines()).toMatchObject({ refunds: -100, owed: -96.1, payable: 0 });
});
