/** Tests the money of a Paystack account over HTTP: fees, shares of subaccounts, refunds, disputes and their lists. */
import { type ListeningSandbox, PAYSTACK, payAtPaystack, startSandbox } from '../testing';

let sandbox: ListeningSandbox;

beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

async function call(path: string, body?: object) {
  const response = await fetch(sandbox.url + path, {
    headers: { authorization: `Bearer ${PAYSTACK.secretKey}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await response.json()).data;
}

/** @returns the reference of a paid transaction */
async function paid(more: object = {}): Promise<string> {
  const started = await call('/transaction/initialize', { email: 'a@b.c', amount: 10_000, currency: 'ZAR', ...more });
  await payAtPaystack(sandbox.url, started.access_code, { number: '4084084084084081', cvv: '408' });
  return started.reference;
}

const verify = (reference: string) => call(`/transaction/verify/${reference}`);

async function control(method: 'POST' | 'PUT', path: string, payload: object): Promise<{ id: number }> {
  const url = `/__control${path}`;
  const response = await sandbox.app.inject({ method, url, payload: { provider: 'Paystack', ...payload } });
  expect(response.statusCode).toBe(200);
  return response.json();
}

test('a paid transaction has its fee, and each subaccount bears its part', async () => {
  const subaccounts = [
    { subaccount: 'ACCT_a', share: 5_000 },
    { subaccount: 'ACCT_b', share: 3_000 },
  ];
  const reference = await paid({ split: { type: 'flat', bearer_type: 'all-proportional', subaccounts } });
  const { fees, split } = await verify(reference);
  expect(fees).toBe(390);
  expect(split.shares).toEqual({
    paystack: 390,
    subaccounts: [
      { subaccount_code: 'ACCT_a', original_share: 5_000, fees: 195, amount: 4_805 },
      { subaccount_code: 'ACCT_b', original_share: 3_000, fees: 117, amount: 2_883 },
    ],
    integration: 1_922,
    original_share: 10_000,
    fees: 390,
  });
});

test('a fee can be told later, and can change', async () => {
  sandbox.faults.unknownFee.times = 1;
  const reference = await paid();
  expect((await verify(reference)).fees).toBeNull();
  await control('POST', '/fee', { reference });
  expect((await verify(reference)).fees).toBe(390);
  await control('PUT', '/fee', { reference, by: -40 });
  expect((await verify(reference)).fees).toBe(350);
});

test('the list of transactions has pages, and filters by status and time', async () => {
  await call('/transaction/initialize', { email: 'a@b.c', amount: 10_000, currency: 'ZAR' });
  const references = [await paid(), await paid(), await paid()];
  const pageOf = async (page: number) =>
    (await call(`/transaction?status=success&perPage=2&page=${page}`)).map(
      (each: { reference: string }) => each.reference,
    );
  expect([await pageOf(1), await pageOf(2)]).toEqual([[references[2], references[1]], [references[0]]]);
  const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
  expect(await call(`/transaction?from=${later}`)).toEqual([]);
  expect(await call(`/transaction?to=${later}`)).toHaveLength(4);
});

test('a dispute that is accepted pays the amount back, and one that is declined moves nothing', async () => {
  const [lost, won] = [await paid(), await paid()];
  const opened = { lost: await control('POST', '/disputes', { reference: lost, amount: 4_000 }), won: { id: 0 } };
  opened.won = await control('POST', '/disputes', { reference: won });
  expect(await call(`/dispute/${opened.lost.id}`)).toMatchObject({
    status: 'awaiting-merchant-feedback',
    refund_amount: 4_000,
    transaction: { reference: lost },
  });
  await control('POST', '/disputes/evidence', { id: opened.won.id });
  expect(await call('/dispute?status=awaiting-bank-feedback')).toMatchObject([{ id: opened.won.id }]);
  await control('POST', '/disputes/close', { id: opened.lost.id, outcome: 'lost' });
  await control('POST', '/disputes/close', { id: opened.won.id, outcome: 'won' });
  const { id } = await verify(lost);
  expect(await call(`/dispute?transaction=${id}`)).toMatchObject([
    { status: 'resolved', resolution: 'merchant-accepted', resolvedAt: expect.any(String) },
  ]);
  expect(await call(`/dispute/${opened.won.id}`)).toMatchObject({ resolution: 'declined' });
  expect(await call('/refund')).toMatchObject([
    { amount: 4_000, dispute: opened.lost.id, transaction_reference: lost },
  ]);
});

test('the events of a dispute name its transaction', async () => {
  const reference = await paid();
  const { id } = await control('POST', '/disputes', { reference });
  await control('POST', '/disputes/evidence', { id });
  await control('POST', '/disputes/close', { id, outcome: 'won' });
  const events = sandbox.webhooks.log().map(({ body }) => JSON.parse(body));
  expect(events.map(({ event, data }) => [event, data.transaction?.reference])).toEqual([
    ['charge.success', undefined],
    ['charge.dispute.create', reference],
    ['charge.dispute.remind', reference],
    ['charge.dispute.resolve', reference],
  ]);
});
