/** Tests the money of a Stripe account with the official package: its movements, fees, disputes, and transfers to connected accounts. */
import type Stripe from 'stripe';
import { GRANARY, HARBOUR, type ListeningSandbox, startSandbox } from '../testing';

let sandbox: ListeningSandbox;
let stripe: Stripe;

beforeEach(async () => {
  const cheap = { ...HARBOUR, fee: { basisPoints: 100, fixedMinor: 0 } };
  sandbox = await startSandbox({ stripe: { accounts: [GRANARY, cheap] } });
  stripe = sandbox.stripe();
});
afterEach(() => sandbox.close());

const pay = (amount = 1_000, client = stripe) =>
  client.paymentIntents.create({
    amount,
    currency: 'cad',
    payment_method: 'pm_card_visa',
    confirm: true,
    expand: ['latest_charge.balance_transaction'],
  });

const movementOf = (intent: Stripe.PaymentIntent) =>
  (intent.latest_charge as Stripe.Charge).balance_transaction as Stripe.BalanceTransaction | null;
const chargeOf = (intent: Stripe.PaymentIntent) => (intent.latest_charge as Stripe.Charge).id;

async function control(method: 'POST' | 'PUT', path: string, payload: object): Promise<{ id: string }> {
  const response = await sandbox.app.inject({ method, url: `/__control${path}`, payload });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const openDispute = (intent: Stripe.PaymentIntent, more: object = {}) =>
  control('POST', '/disputes', { provider: 'Stripe', reference: intent.id, ...more });
const closeDispute = (id: string, outcome: 'won' | 'lost', more: object = {}) =>
  control('POST', '/disputes/close', { provider: 'Stripe', id, outcome, ...more });

async function movements(params: Stripe.BalanceTransactionListParams = {}) {
  return (await stripe.balanceTransactions.list({ limit: 100, ...params })).data;
}
const amountsOf = (listed: readonly Stripe.BalanceTransaction[]) =>
  listed.map(({ reporting_category, amount, fee, net }) => [reporting_category, amount, fee, net]);

describe('balance transactions', () => {
  test('a charge has its fee, 2.9 % and 30 cents', async () => {
    const movement = movementOf(await pay());
    expect(movement).toMatchObject({ amount: 1_000, fee: 59, net: 941, currency: 'cad', type: 'charge' });
    expect(await stripe.balanceTransactions.retrieve(movement?.id ?? '')).toMatchObject({ net: 941 });
  });

  test('an account can have another fee', async () => {
    expect(movementOf(await pay(1_000, sandbox.stripe(HARBOUR.secretKey)))).toMatchObject({ fee: 10, net: 990 });
  });

  test('a refused card moves nothing', async () => {
    const params = { amount: 500, currency: 'cad', payment_method: 'pm_card_chargeDeclined', confirm: true } as const;
    await expect(stripe.paymentIntents.create(params)).rejects.toMatchObject({ code: 'card_declined' });
    expect(await movements()).toEqual([]);
  });

  test('a refund and its failure are movements without a fee', async () => {
    const intent = await pay();
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 400 });
    await control('POST', '/stripe/fail-refund', { id: refund.id });
    expect(amountsOf(await movements({ source: refund.id }))).toEqual([
      ['refund_failure', 400, 0, 400],
      ['refund', -400, 0, -400],
    ]);
  });

  test('the list has pages, filters by type and time, and shows the source of each movement', async () => {
    for (let count = 0; count < 5; count += 1) await pay();
    await stripe.refunds.create({ payment_intent: (await pay()).id });
    const first = await stripe.balanceTransactions.list({ limit: 3, expand: ['data.source'] });
    expect(first.has_more).toBe(true);
    expect(first.data[0]?.source).toMatchObject({ object: 'refund' });
    const all = await stripe.balanceTransactions.list({ limit: 3 }).autoPagingToArray({ limit: 100 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(7);
    expect(await movements({ type: 'refund' })).toHaveLength(1);
    const now = Math.floor(Date.now() / 1_000);
    expect(await movements({ created: { gte: now - 60, lt: now + 60 } })).toHaveLength(7);
    expect(await movements({ created: { lt: now - 60 } })).toEqual([]);
  });

  test('a payout names the movements that it pays out', async () => {
    await pay();
    const { id } = await control('POST', '/stripe/payout', { publishableKey: GRANARY.publishableKey, currency: 'cad' });
    await pay();
    const { source, net } = await stripe.balanceTransactions.retrieve(id);
    expect(net).toBe(-941);
    expect(amountsOf(await movements({ payout: String(source) }))).toEqual([
      ['payout', -941, 0, -941],
      ['charge', 1_000, 59, 941],
    ]);
  });

  test('one account cannot see the movements of another', async () => {
    const movement = movementOf(await pay());
    const other = sandbox.stripe(HARBOUR.secretKey);
    expect((await other.balanceTransactions.list()).data).toEqual([]);
    await expect(other.balanceTransactions.retrieve(movement?.id ?? '')).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });
});

describe('fees that are late', () => {
  test('a fee that is not known yet is told later', async () => {
    sandbox.faults.unknownFee.times = 1;
    const intent = await pay();
    expect(movementOf(intent)).toBeNull();
    expect(await movements()).toEqual([]);
    await control('POST', '/fee', { provider: 'Stripe', reference: intent.id });
    await control('POST', '/fee', { provider: 'Stripe', reference: intent.id });
    expect(amountsOf(await movements())).toEqual([['charge', 1_000, 59, 941]]);
  });

  test('a fee that changes later is a movement of its own', async () => {
    const intent = await pay();
    await control('PUT', '/fee', { provider: 'Stripe', reference: intent.id, by: 7 });
    expect(await movements({ source: chargeOf(intent) })).toMatchObject([
      { type: 'adjustment', reporting_category: 'fee', amount: -7, net: -7 },
      { type: 'charge', fee: 59 },
    ]);
  });
});

describe('disputes', () => {
  test('a dispute withdraws its amount and a fee, and a won one brings both back', async () => {
    const intent = await pay();
    const { id } = await openDispute(intent, { reason: 'product_not_received' });
    expect(await stripe.disputes.retrieve(id)).toMatchObject({
      status: 'needs_response',
      amount: 1_000,
      payment_intent: intent.id,
      reason: 'product_not_received',
      balance_transactions: [{ amount: -1_000, fee: 1_500, net: -2_500 }],
    });
    await control('POST', '/disputes/evidence', { provider: 'Stripe', id });
    expect((await stripe.disputes.list({ payment_intent: intent.id })).data).toMatchObject([
      { status: 'under_review' },
    ]);
    await closeDispute(id, 'won');
    expect((await stripe.disputes.retrieve(id)).status).toBe('won');
    expect(amountsOf(await movements({ source: id }))).toEqual([
      ['dispute_reversal', 1_000, -1_500, 2_500],
      ['dispute', -1_000, 1_500, -2_500],
    ]);
  });

  test('a won dispute can cost its fee, and a lost one costs all of it', async () => {
    const [won, lost] = [await openDispute(await pay()), await openDispute(await pay(), { amount: 400 })];
    await closeDispute(won.id, 'won', { returnsFee: false });
    await closeDispute(lost.id, 'lost');
    const nets = (await movements({ type: 'adjustment' })).map(({ net }) => net);
    expect(nets).toEqual([1_000, -1_900, -2_500]);
  });

  test('an inquiry withdraws nothing', async () => {
    const { id } = await openDispute(await pay(), { isInquiry: true });
    await closeDispute(id, 'won');
    expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'warning_closed', balance_transactions: [] });
  });

  test('a disputed charge cannot be refunded until the dispute is won', async () => {
    const intent = await pay();
    const { id } = await openDispute(intent);
    const refund = () => stripe.refunds.create({ payment_intent: intent.id });
    await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' });
    await closeDispute(id, 'won');
    expect((await refund()).amount).toBe(1_000);
  });

  test('the events have the published types, and each has the dispute as it was', async () => {
    sandbox.faults.webhooks.mode = 'hold';
    const { id } = await openDispute(await pay());
    await control('POST', '/disputes/evidence', { provider: 'Stripe', id });
    await closeDispute(id, 'won');
    const events = sandbox.webhooks.log().map(({ body }) => JSON.parse(body) as Stripe.Event);
    const disputed = events.filter(({ type }) => type.startsWith('charge.dispute.'));
    expect(disputed.map(({ type, data }) => [type, (data.object as Stripe.Dispute).status])).toEqual([
      ['charge.dispute.created', 'needs_response'],
      ['charge.dispute.funds_withdrawn', 'needs_response'],
      ['charge.dispute.updated', 'under_review'],
      ['charge.dispute.funds_reinstated', 'won'],
      ['charge.dispute.closed', 'won'],
    ]);
  });

  test('an unpaid payment and an amount above the charge cannot be disputed', async () => {
    const unpaid = await stripe.paymentIntents.create({ amount: 500, currency: 'cad' });
    for (const [reference, amount] of [
      [unpaid.id, 500],
      [(await pay()).id, 1_001],
    ]) {
      const payload = { provider: 'Stripe', reference, amount };
      const response = await sandbox.app.inject({ method: 'POST', url: '/__control/disputes', payload });
      expect(response.statusCode).toBe(409);
    }
  });
});

describe('transfers', () => {
  const transfer = (intent: Stripe.PaymentIntent, amount: number, more: object = {}, key?: string) =>
    stripe.transfers.create(
      { amount, currency: 'cad', destination: 'acct_ramen', source_transaction: chargeOf(intent), ...more },
      key === undefined ? {} : { idempotencyKey: key },
    );

  test('a transfer takes money of its charge, once for each key', async () => {
    const intent = await pay();
    const made = await transfer(intent, 600, { transfer_group: 'P1', metadata: { share: '7' } }, 'share-7');
    expect((await transfer(intent, 600, { transfer_group: 'P1', metadata: { share: '7' } }, 'share-7')).id).toBe(
      made.id,
    );
    expect(made).toMatchObject({ amount: 600, source_transaction: chargeOf(intent), transfer_group: 'P1' });
    expect((await stripe.transfers.list({ transfer_group: 'P1' })).data).toMatchObject([{ metadata: { share: '7' } }]);
    expect(amountsOf(await movements({ type: 'transfer' }))).toEqual([['transfer', -600, 0, -600]]);
  });

  test('a reversal brings a part back, and never more than the transfer', async () => {
    const { id } = await transfer(await pay(), 600);
    await stripe.transfers.createReversal(id, { amount: 200 });
    await expect(stripe.transfers.createReversal(id, { amount: 401 })).rejects.toMatchObject({ param: 'amount' });
    await stripe.transfers.createReversal(id);
    expect(await stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 600, reversed: true });
    expect((await stripe.transfers.listReversals(id)).data.map(({ amount }) => amount)).toEqual([400, 200]);
    expect(amountsOf(await movements({ type: 'transfer_refund' }))).toEqual([
      ['transfer_reversal', 400, 0, 400],
      ['transfer_reversal', 200, 0, 200],
    ]);
  });

  test.each([
    ['more than the charge', { amount: 1_001 }, 'amount'],
    ['another currency', { currency: 'usd' }, 'currency'],
    ['an unknown account', { destination: 'ramen' }, 'destination'],
    ['an unknown charge', { source_transaction: 'ch_nobody' }, 'source_transaction'],
  ])('a transfer of %s is refused', async (_what, change, param) => {
    await expect(transfer(await pay(), 100, change)).rejects.toMatchObject({ param });
  });

  test('a transfer without a charge cannot take more than the account has', async () => {
    await pay();
    const params = { amount: 942, currency: 'cad', destination: 'acct_ramen' };
    await expect(stripe.transfers.create(params)).rejects.toMatchObject({ code: 'balance_insufficient' });
    expect((await stripe.transfers.create({ ...params, amount: 941 })).amount).toBe(941);
  });
});
