/** Tests what the adapters report about money: fees, movements of the account, disputes, and transfers to stalls. */
import { type ListeningSandbox, payAtPaystack, startSandbox } from 'pay-sandbox/testing';
import { confirmWithCard } from '../../testing/payments';
import type { Merchant, NewPayment, PaymentRef, Period, ProviderMovement } from './payment-provider';
import { PaystackProvider } from './paystack-provider';
import { StripeProvider } from './stripe-provider';

let sandbox: ListeningSandbox;

beforeEach(async () => {
  sandbox = await startSandbox({
    stripe: {
      accounts: [{ id: 'acct_venue', secretKey: 'sk_test_venue', publishableKey: 'pk_test_venue', webhook: null }],
    },
    paystack: { accounts: [{ id: 'venue', secretKey: 'sk_test_venue', publicKey: 'pk_test_venue', webhookUrl: null }] },
  });
});
afterEach(() => sandbox.close());

const merchant: Merchant = {
  venueId: 1,
  key: 'pk_test_venue',
  secret: 'sk_test_venue',
  webhookSecret: null,
  refundSecret: null,
};
const payment: NewPayment = {
  attemptId: 1,
  cartId: 1,
  amountMinor: 10_000,
  currency: 'ZAR',
  paymentNumber: 'P1',
  email: 'guest@foodhall.test',
  returnUrl: 'http://localhost/',
  shares: [],
};

const stripe = () => new StripeProvider({ mode: 'sandbox', apiBase: sandbox.url });
const paystack = () => new PaystackProvider({ mode: 'sandbox', apiBase: sandbox.url });

async function paidAt(name: 'Stripe' | 'Paystack', more: Partial<NewPayment> = {}): Promise<PaymentRef> {
  const asked = { ...payment, ...more };
  const provider = name === 'Stripe' ? stripe() : paystack();
  const { reference, clientSecret } = await provider.createPayment(merchant, asked);
  if (name === 'Stripe') await confirmWithCard(sandbox, clientSecret);
  else await payAtPaystack(sandbox.url, clientSecret, { number: '4084084084084081', cvv: '408' });
  return { attemptId: 1, reference, amountMinor: asked.amountMinor, currency: asked.currency };
}

async function control(method: 'POST' | 'PUT', path: string, payload: object): Promise<{ id: string }> {
  const response = await sandbox.app.inject({ method, url: `/__control${path}`, payload });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const AROUND_NOW: Period = { since: new Date(Date.now() - 60_000), until: new Date(Date.now() + 600_000) };

async function movementsOf(provider: StripeProvider | PaystackProvider, period = AROUND_NOW) {
  const movements: ProviderMovement[] = [];
  for await (const movement of provider.movements(merchant, period)) movements.push(movement);
  return movements;
}
const rowsOf = (movements: readonly ProviderMovement[]) =>
  movements.map(({ kind, reference, amountMinor, feeMinor }) => [kind, reference, amountMinor, feeMinor]);

describe.each([
  ['Stripe', stripe, 320],
  ['Paystack', paystack, 390],
] as const)('the fee of a payment at %s', (name, providerOf, amountMinor) => {
  test('comes with its status', async () => {
    expect(await providerOf().retrieve(merchant, await paidAt(name))).toMatchObject({
      status: 'succeeded',
      fee: { amountMinor, currency: 'ZAR' },
    });
  });

  test('is missing while nothing was paid', async () => {
    const { reference } = await providerOf().createPayment(merchant, payment);
    const unpaid = { attemptId: 1, reference, amountMinor: 10_000, currency: 'ZAR' };
    expect((await providerOf().retrieve(merchant, unpaid)).fee).toBeNull();
  });

  test('is missing until the provider knows it', async () => {
    sandbox.faults.unknownFee.times = 1;
    const ref = await paidAt(name);
    expect(await providerOf().retrieve(merchant, ref)).toMatchObject({ status: 'succeeded', fee: null });
    await control('POST', '/fee', { provider: name, reference: ref.reference });
    expect((await providerOf().retrieve(merchant, ref)).fee).toEqual({ amountMinor, currency: 'ZAR' });
  });

  test('comes although one call fails', async () => {
    const ref = await paidAt(name);
    Object.assign(sandbox.faults.failure, { times: 1, path: '/', when: 'before' });
    expect((await providerOf().retrieve(merchant, ref)).fee).toMatchObject({ amountMinor });
  });
});

test('Stripe’s fee in króna, which has two decimals only there, is converted', async () => {
  const ref = await paidAt('Stripe', { amountMinor: 10_000, currency: 'ISK' });
  // Stripe takes 2.9 % and 30 hundredths of a króna of 10,000 krónur.
  expect((await stripe().retrieve(merchant, ref)).fee).toEqual({ amountMinor: 290, currency: 'ISK' });
});

describe('the movements of a Stripe account', () => {
  test('name their payments, with amounts that left the account below 0', async () => {
    const ref = await paidAt('Stripe');
    await stripe().refundPartially(merchant, ref, { key: 'refund-1', amountMinor: 1_000, isRepeat: false });
    await control('PUT', '/fee', { provider: 'Stripe', reference: ref.reference, by: 12 });
    const transferId = await stripe().transfer(merchant, transferOf(ref));
    await stripe().reverseTransfer(merchant, reversalOf(ref, transferId));
    const { id } = await control('POST', '/disputes', { provider: 'Stripe', reference: ref.reference, amount: 500 });
    await control('POST', '/disputes/close', { provider: 'Stripe', id, outcome: 'won' });
    await control('POST', '/stripe/payout', { publishableKey: merchant.key, currency: 'zar' });
    expect(rowsOf(await movementsOf(stripe()))).toEqual([
      ['other', null, -(10_000 - 320 - 1_000 - 12 - 6_000 + 2_000), 0],
      ['dispute', ref.reference, 500, -1_500],
      ['dispute', ref.reference, -500, 1_500],
      ['transfer', ref.reference, 2_000, 0],
      ['transfer', ref.reference, -6_000, 0],
      ['fee', ref.reference, -12, 0],
      ['refund', ref.reference, -1_000, 0],
      ['payment', ref.reference, 10_000, 320],
    ]);
  });

  test('are read page by page, all of them once', async () => {
    const client = sandbox.stripe('sk_test_venue');
    const pay = { amount: 100, currency: 'zar', payment_method: 'pm_card_visa', confirm: true } as const;
    for (let count = 0; count < 120; count += 1) await client.paymentIntents.create(pay);
    const movements = await movementsOf(stripe());
    expect(new Set(movements.map(({ id }) => id)).size).toBe(120);
  });

  test('end before the end of the period', async () => {
    await paidAt('Stripe');
    const { since } = AROUND_NOW;
    expect(await movementsOf(stripe(), { since: new Date(0), until: since })).toEqual([]);
  });

  test('cannot be read while Stripe is down', async () => {
    Object.assign(sandbox.faults.failure, { times: 3, path: '/v1/balance_transactions', when: 'before' });
    await expect(movementsOf(stripe())).rejects.toMatchObject({ failure: 'unavailable' });
  });
});

describe('the movements of a Paystack account', () => {
  const shares = [
    { account: 'ACCT_a', amountMinor: 6_000 },
    { account: 'ACCT_b', amountMinor: 3_000 },
  ];

  test('are the payments, the shares that leave with them, the refunds and the lost disputes', async () => {
    const ref = await paidAt('Paystack', { shares });
    await paystack().refundPartially(merchant, ref, { key: 'refund-1', amountMinor: 1_000, isRepeat: false });
    const { id } = await control('POST', '/disputes', { provider: 'Paystack', reference: ref.reference, amount: 500 });
    await control('POST', '/disputes/close', { provider: 'Paystack', id, outcome: 'lost' });
    const movements = await movementsOf(paystack());
    expect(rowsOf(movements).slice(0, 3)).toEqual([
      ['payment', ref.reference, 10_000, 390],
      ['transfer', ref.reference, -(6_000 - 234), 0],
      ['transfer', ref.reference, -(3_000 - 117), 0],
    ]);
    expect(rowsOf(movements).slice(3)).toEqual(
      expect.arrayContaining([
        ['refund', ref.reference, -1_000, 0],
        ['dispute', ref.reference, -500, 0],
      ]),
    );
    expect(movements).toHaveLength(5);
  });

  test('are read page by page, all of them once', async () => {
    for (let count = 0; count < 105; count += 1) await paidAt('Paystack');
    expect(new Set((await movementsOf(paystack())).map(({ id }) => id)).size).toBe(105);
  });

  test('leave out what was never paid, and what is outside the period', async () => {
    await paystack().createPayment(merchant, payment);
    expect(await movementsOf(paystack())).toEqual([]);
    await paidAt('Paystack');
    expect(await movementsOf(paystack(), { since: new Date(0), until: AROUND_NOW.since })).toEqual([]);
  });

  test('cannot be read while Paystack is down', async () => {
    Object.assign(sandbox.faults.failure, { times: 3, path: '/transaction', when: 'before' });
    await expect(movementsOf(paystack())).rejects.toMatchObject({ failure: 'unavailable' });
  });
});

describe('a dispute at Paystack of a payment that was refunded in part', () => {
  const opened = async (ref: PaymentRef, more: object = {}) =>
    (await control('POST', '/disputes', { provider: 'Paystack', reference: ref.reference, ...more })).id;
  const refund = (ref: PaymentRef, amount: number) =>
    control('POST', '/refund', { provider: 'Paystack', reference: ref.reference, amount });
  const lose = (id: string) => control('POST', '/disputes/close', { provider: 'Paystack', id, outcome: 'lost' });
  const amountOf = async (ref: PaymentRef) => (await paystack().disputesOf(merchant, ref))[0]?.amountMinor;
  /** Adds up the disputed amounts in the movements of the account. */
  const withdrawn = async () =>
    (await movementsOf(paystack()))
      .filter(({ kind }) => kind === 'dispute')
      .reduce((sum, { amountMinor }) => sum - amountMinor, 0);

  test('is about what is left, if the bank names no amount', async () => {
    const ref = await paidAt('Paystack');
    await refund(ref, 1_000);
    const id = await opened(ref);
    expect(await amountOf(ref)).toBe(ref.amountMinor - 1_000);
    await lose(id);
    expect([await amountOf(ref), await withdrawn()]).toEqual([ref.amountMinor - 1_000, ref.amountMinor - 1_000]);
  });

  test('pays back at most what a refund since then has left', async () => {
    const ref = await paidAt('Paystack');
    const id = await opened(ref, { amount: ref.amountMinor });
    await refund(ref, 1_000);
    expect(await amountOf(ref)).toBe(ref.amountMinor - 1_000);
    await lose(id);
    expect([await amountOf(ref), await withdrawn()]).toEqual([ref.amountMinor - 1_000, ref.amountMinor - 1_000]);
  });

  test('withdraws nothing if nothing is left', async () => {
    const ref = await paidAt('Paystack');
    const id = await opened(ref);
    await refund(ref, ref.amountMinor);
    await lose(id);
    expect(await paystack().disputesOf(merchant, ref)).toMatchObject([{ state: 'lost', isWithdrawn: false }]);
    expect(await withdrawn()).toBe(0);
  });
});

describe.each([
  ['Stripe', stripe, { feeMinor: 1_500, isWithdrawn: true, closedAt: null }],
  ['Paystack', paystack, { feeMinor: 0, isWithdrawn: false, closedAt: expect.any(Date) }],
] as const)('the disputes of a payment at %s', (name, providerOf, { closedAt, ...open }) => {
  const opened = async (ref: PaymentRef, more: object = {}) =>
    (await control('POST', '/disputes', { provider: name, reference: ref.reference, ...more })).id;
  const close = (id: string, outcome: 'won' | 'lost') =>
    control('POST', '/disputes/close', { provider: name, id, outcome });
  const disputesOf = (ref: PaymentRef) => providerOf().disputesOf(merchant, ref);

  test('have their amount, reason and due date', async () => {
    const ref = await paidAt(name);
    expect(await disputesOf(ref)).toEqual([]);
    const id = String(await opened(ref, { amount: 4_000, reason: 'fraudulent' }));
    const expected = {
      id,
      state: 'needs-response',
      amountMinor: 4_000,
      currency: 'ZAR',
      reason: 'fraudulent',
      ...open,
    };
    expect(await disputesOf(ref)).toEqual([
      { ...expected, dueAt: expect.any(Date), openedAt: expect.any(Date), closedAt: null },
    ]);
  });

  test('follow the bank until it decides', async () => {
    const ref = await paidAt(name);
    const id = await opened(ref);
    await control('POST', '/disputes/evidence', { provider: name, id });
    expect(await disputesOf(ref)).toMatchObject([{ state: 'under-review', ...open }]);
    await close(id, 'won');
    expect(await disputesOf(ref)).toMatchObject([{ state: 'won', feeMinor: 0, isWithdrawn: false, closedAt }]);
  });

  test('keep the money when they are lost, and are no refund', async () => {
    const ref = await paidAt(name);
    await close(await opened(ref, { amount: 4_000 }), 'lost');
    expect(await disputesOf(ref)).toMatchObject([
      { state: 'lost', feeMinor: open.feeMinor, isWithdrawn: true, closedAt },
    ]);
    expect(await providerOf().refundsOf(merchant, ref)).toEqual([]);
    expect(await providerOf().recentRefunds(merchant, AROUND_NOW.since)).toEqual([]);
  });

  test('are found in the account with the payment that they are about', async () => {
    const [first, second] = [await paidAt(name), await paidAt(name)];
    const ids = [await opened(first), await opened(second)].map(String);
    const recent = await providerOf().recentDisputes(merchant, AROUND_NOW.since);
    const found = recent.map(({ id, reference, state }) => [id, reference, state]).sort();
    expect(found).toEqual(
      [
        [ids[0], first.reference, 'needs-response'],
        [ids[1], second.reference, 'needs-response'],
      ].sort(),
    );
    expect(await providerOf().recentDisputes(merchant, AROUND_NOW.until)).toEqual([]);
  });
});

test('an inquiry at Stripe holds no money', async () => {
  const ref = await paidAt('Stripe');
  const { id } = await control('POST', '/disputes', { provider: 'Stripe', reference: ref.reference, isInquiry: true });
  expect(await stripe().disputesOf(merchant, ref)).toMatchObject([{ state: 'needs-response', isWithdrawn: false }]);
  await control('POST', '/disputes/close', { provider: 'Stripe', id, outcome: 'won' });
  expect(await stripe().disputesOf(merchant, ref)).toMatchObject([{ state: 'won', isWithdrawn: false, feeMinor: 0 }]);
});

const transferOf = ({ reference: paymentReference, currency }: PaymentRef, key = 'share-1', amountMinor = 6_000) => ({
  ...{ key, amountMinor, currency, paymentReference },
  account: 'acct_ramen',
  group: 'P1',
});
const reversalOf = ({ reference: paymentReference, currency }: PaymentRef, transferId: string, key = 'back-1') => ({
  ...{ key, transferId, currency, paymentReference },
  amountMinor: 2_000,
});

describe('a transfer at Stripe', () => {
  const transfers = async () => (await sandbox.stripe('sk_test_venue').transfers.list({ limit: 100 })).data;
  /** The call reaches Stripe, and its response is lost, also when it is repeated. */
  const loseResponses = (path: string) => Object.assign(sandbox.faults.failure, { times: 3, path, when: 'after' });

  test('comes out of the charge of the payment, once for each key', async () => {
    const ref = await paidAt('Stripe');
    const id = await stripe().transfer(merchant, transferOf(ref));
    expect(await stripe().transfer(merchant, transferOf(ref))).toBe(id);
    await stripe().transfer(merchant, transferOf(ref, 'share-2', 4_000));
    const { latest_charge } = await sandbox.stripe('sk_test_venue').paymentIntents.retrieve(ref.reference);
    const common = { source_transaction: latest_charge, transfer_group: 'P1', destination: 'acct_ramen' };
    expect(await transfers()).toMatchObject([
      { amount: 4_000, ...common },
      { amount: 6_000, ...common },
    ]);
  });

  test('is found again after its response was lost', async () => {
    const ref = await paidAt('Stripe');
    loseResponses('/v1/transfers');
    await expect(stripe().transfer(merchant, transferOf(ref))).rejects.toMatchObject({ failure: 'unavailable' });
    sandbox.faults.failure.times = 0;
    const id = await stripe().transfer(merchant, transferOf(ref));
    expect((await transfers()).map((transfer) => transfer.id)).toEqual([id]);
  });

  test('is refused beyond the payment, and for an unpaid one', async () => {
    const ref = await paidAt('Stripe');
    await stripe().transfer(merchant, transferOf(ref, 'share-1', 9_000));
    await expect(stripe().transfer(merchant, transferOf(ref, 'share-2', 1_001))).rejects.toMatchObject({
      failure: 'refused',
    });
    const { reference } = await stripe().createPayment(merchant, { ...payment, attemptId: 2 });
    await expect(stripe().transfer(merchant, transferOf({ ...ref, reference }, 'share-3'))).rejects.toMatchObject({
      code: 'no_charge',
    });
  });

  test('is taken back in part, once for each key', async () => {
    const ref = await paidAt('Stripe');
    const transferId = await stripe().transfer(merchant, transferOf(ref));
    loseResponses(`/v1/transfers/${transferId}`);
    await expect(stripe().reverseTransfer(merchant, reversalOf(ref, transferId))).rejects.toMatchObject({
      failure: 'unavailable',
    });
    sandbox.faults.failure.times = 0;
    const id = await stripe().reverseTransfer(merchant, reversalOf(ref, transferId));
    expect(await stripe().reverseTransfer(merchant, reversalOf(ref, transferId))).toBe(id);
    await stripe().reverseTransfer(merchant, reversalOf(ref, transferId, 'back-2'));
    expect(await transfers()).toMatchObject([{ amount_reversed: 4_000 }]);
    await expect(stripe().reverseTransfer(merchant, { ...reversalOf(ref, 'tr_nobody') })).rejects.toMatchObject({
      failure: 'unknown-reference',
    });
  });
});
