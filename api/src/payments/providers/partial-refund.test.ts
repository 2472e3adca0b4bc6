/** Tests a partial refund of one order at each provider. A second try with the same key changes nothing. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ListeningSandbox, payAtGlobal, startSandbox } from 'pay-sandbox/testing';
import { confirmWithCard } from '../../testing/payments';
import { type StitchServer, startStitch } from '../../testing/stitch-server';
import { GlobalProvider } from './global-provider';
import type { CreatedPayment, Merchant, NewPayment, PaymentProvider, PaymentRef } from './payment-provider';
import { PaystackProvider } from './paystack-provider';
import { StitchProvider } from './stitch-provider';
import { StripeProvider } from './stripe-provider';

let sandbox: ListeningSandbox;

beforeEach(async () => {
  const webhook = { url: 'http://127.0.0.1:1/', secret: 'whsec_venue' };
  sandbox = await startSandbox({
    stripe: { accounts: [{ id: 'venue', secretKey: 'sk_test_venue', publishableKey: 'pk_test_venue', webhook }] },
    global: { accounts: [{ merchantId: 'canal', secret: 'canal-secret', rebatePassword: 'canal-rebate' }] },
  });
});
afterEach(() => sandbox.close());

const payment: NewPayment = {
  attemptId: 1,
  cartId: 1,
  amountMinor: 5000,
  currency: 'EUR',
  paymentNumber: 'P1',
  email: 'guest@foodhall.test',
  returnUrl: 'http://localhost/',
  shares: [],
};
const paymentRefOf = ({ reference }: Pick<CreatedPayment, 'reference'>) => ({
  attemptId: 1,
  reference,
  amountMinor: payment.amountMinor,
  currency: payment.currency,
});
const part = (amountMinor: number, key = 'order-7', isRepeat = false) => ({ key, amountMinor, isRepeat });
const base = { venueId: 1, webhookSecret: null };

test('amounts in króna, which has two decimals only at Stripe, are converted for charges, look-ups and refunds', async () => {
  const secret = 'sk_test_venue';
  const merchant: Merchant = { ...base, key: 'pk_test_venue', secret, refundSecret: null };
  const provider = new StripeProvider({ mode: 'sandbox', apiBase: sandbox.url });
  const created = await provider.createPayment(merchant, { ...payment, amountMinor: 1500, currency: 'ISK' });
  const { paymentIntents, refunds } = sandbox.stripe(secret);
  expect(await paymentIntents.retrieve(created.reference)).toMatchObject({ amount: 150_000, currency: 'isk' });
  await confirmWithCard(sandbox, created.clientSecret);
  const ref = { attemptId: 1, reference: created.reference, amountMinor: 1500, currency: 'ISK' };
  expect(await provider.retrieve(merchant, ref)).toMatchObject({ status: 'succeeded', amountMinor: 1500 });
  await provider.refundPartially(merchant, ref, part(400));
  expect((await refunds.list({ payment_intent: created.reference })).data).toMatchObject([{ amount: 40_000 }]);
  expect(await provider.refundsOf(merchant, ref)).toMatchObject([{ key: 'order-7', amountMinor: 400 }]);
});

describe('Paystack', () => {
  const merchant: Merchant = { ...base, key: 'pk_test_harbour', secret: 'sk_test_harbour', refundSecret: null };
  let provider: PaystackProvider;
  let ref: PaymentRef;

  beforeEach(async () => {
    provider = new PaystackProvider({ mode: 'sandbox', apiBase: sandbox.url });
    const created = await provider.createPayment(merchant, payment);
    await json(`${sandbox.url}/paystack/charge/${created.clientSecret}`, { number: '4084084084084081', cvv: '408' });
    ref = paymentRefOf(created);
  });

  async function refunded(): Promise<number[]> {
    const headers = { authorization: `Bearer ${merchant.secret}` };
    const paid = await (await fetch(`${sandbox.url}/transaction/verify/${ref.reference}`, { headers })).json();
    const list = await (await fetch(`${sandbox.url}/refund?transaction=${paid.data.id}`, { headers })).json();
    return list.data.map(({ amount }: { amount: number }) => amount);
  }

  test('makes each partial refund once, and the payment stays paid until all of it is refunded', async () => {
    await provider.refundPartially(merchant, ref, part(1200));
    await provider.refundPartially(merchant, ref, part(1200, 'order-7', true));
    expect(await refunded()).toEqual([1200]);
    expect(await provider.retrieve(merchant, ref)).toMatchObject({ status: 'succeeded', amountMinor: 5000 });
    await provider.refundPartially(merchant, ref, part(3800, 'order-8'));
    expect(await refunded()).toEqual([1200, 3800]);
  });

  test('refuses more than the remaining amount', async () => {
    await provider.refundPartially(merchant, ref, part(4000));
    await expect(provider.refundPartially(merchant, ref, part(1200, 'order-8'))).rejects.toMatchObject({
      failure: 'refused',
    });
  });
});

describe('Stitch', () => {
  const merchant: Merchant = { ...base, key: '', secret: '', refundSecret: null };
  let provider: PaymentProvider;
  let ref: PaymentRef;
  /** The requested refunds, in rand. */
  let asked: string[];
  let isLosingRefunds: boolean;
  let stitch: StitchServer;

  /** Runs Stitch behind a network that can lose the response to a refund. */
  beforeEach(async () => {
    asked = [];
    isLosingRefunds = false;
    const send = globalThis.fetch;
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
      const reply = await send(address, init);
      const body = String(init?.body);
      if (!body.includes('mutation RefundPayment')) return reply;
      asked.push(JSON.parse(body).variables.input.amount.quantity);
      if (isLosingRefunds) throw new TypeError('fetch failed');
      return reply;
    });
    stitch = await startStitch();
    const { environment } = stitch;
    provider = new StitchProvider({
      clientId: environment.STITCH_CLIENT_ID,
      clientSecret: environment.STITCH_CLIENT_SECRET,
      mode: 'sandbox',
      apiUrl: environment.STITCH_API_URL,
      tokenUrl: environment.STITCH_TOKEN_URL,
      now: () => new Date(),
    });
    const id = 'payreq-1';
    const amount = { quantity: '50.00', currency: 'ZAR' };
    stitch.payments.set(id, { id, externalReference: 'P1-1', amount, state: 'Completed' });
    ref = { ...paymentRefOf({ reference: id }), currency: 'ZAR' };
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await stitch.close();
  });

  test('makes each partial refund once and returns its id', async () => {
    const first = await provider.refundPartially(merchant, ref, part(1200));
    expect(await provider.refundPartially(merchant, ref, part(1200, 'order-7', true))).toBe(first);
    expect(await provider.refundPartially(merchant, ref, part(3800, 'order-8'))).not.toBe(first);
    expect(asked).toEqual(['12.00', '38.00']);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ['a partial amount', () => provider.refundPartially(merchant, ref, part(1200)), '12.00'],
    ['the whole payment', () => provider.refund(merchant, ref), '50.00'],
  ])('looks up a refund of %s with a lost response and does not request it again', async (_what, refund, quantity) => {
    isLosingRefunds = true;
    await expect(refund()).rejects.toMatchObject({ failure: 'unavailable' });
    isLosingRefunds = false;
    await refund();
    expect(asked).toEqual([quantity]);
  });
});

describe('Global', () => {
  const merchant: Merchant = { ...base, key: 'canal', secret: 'canal-secret', refundSecret: 'canal-rebate' };
  let ref: PaymentRef;
  let rebates: string[];
  let isLosingRebates: boolean;
  let isSettled: boolean;
  let between: Server;

  /** Runs the remote interface behind a proxy that can lose the response to a rebate, and that simulates the day's settlement. */
  beforeEach(async () => {
    rebates = [];
    isLosingRebates = false;
    isSettled = false;
    between = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const headers = { 'content-type': 'text/xml' };
      if (isSettled && body.includes('type="void"')) {
        const refusal = '<response><result>508</result><message>The payment is settled</message></response>';
        return void response.writeHead(200, headers).end(refusal);
      }
      const reply = await fetch(`${sandbox.url}/epage-remote.cgi`, { method: 'POST', headers, body });
      if (body.includes('type="rebate"')) {
        rebates.push(/<amount.*?<\/amount>/.exec(body)?.[0] ?? '');
        if (isLosingRebates) return void request.socket.destroy();
      }
      response.writeHead(reply.status, headers).end(await reply.text());
    });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    ref = await paid();
  });
  afterEach(() => between.close());

  async function paid(): Promise<PaymentRef> {
    const created = await provider().createPayment(merchant, payment);
    await payAtGlobal(sandbox.url, created.clientSecret, '4263970000005262');
    return paymentRefOf(created);
  }

  const provider = (port = (between.address() as AddressInfo).port) =>
    new GlobalProvider({ mode: 'sandbox', apiUrl: `http://127.0.0.1:${port}/`, now: () => new Date() });

  test('makes partial refunds with rebates and refuses more than the payment', async () => {
    await provider().refundPartially(merchant, ref, part(1200));
    await provider().refundPartially(merchant, ref, part(3800, 'order-8'));
    expect(rebates).toHaveLength(2);
    await expect(provider().refundPartially(merchant, ref, part(100, 'order-9'))).rejects.toMatchObject({
      failure: 'refused',
    });
  });

  test('voids a whole payment, and a repeat changes nothing', async () => {
    await provider().refundPartially(merchant, ref, part(5000));
    await provider().refundPartially(merchant, ref, part(5000, 'order-7', true));
    expect(rebates).toEqual([]);
  });

  test('refunds the received amount of a mismatched payment after the daily settlement', async () => {
    Object.assign(sandbox.faults.wrongAmount, { times: 1, by: 300 });
    Object.assign(sandbox.faults.wrongCurrency, { times: 1, currency: 'usd' });
    ref = await paid();
    isSettled = true;
    await provider().refund(merchant, ref);
    expect(rebates).toEqual(['<amount currency="USD">5300</amount>']);
    // Nothing is left, so a second try is refused and changes nothing.
    await provider().refund(merchant, ref);
    expect(rebates).toHaveLength(2);
  });

  test('treats a rebate with a lost response as unclear and does not repeat it', async () => {
    isLosingRebates = true;
    await expect(provider().refundPartially(merchant, ref, part(1200))).rejects.toMatchObject({ failure: 'unclear' });
    isLosingRebates = false;
    await expect(provider().refundPartially(merchant, ref, part(1200, 'order-7', true))).rejects.toMatchObject({
      failure: 'unclear',
    });
    expect(rebates).toHaveLength(1);
  });

  test('can retry a request that never left this machine', async () => {
    await expect(provider(1).refundPartially(merchant, ref, part(1200))).rejects.toMatchObject({
      failure: 'unavailable',
    });
    await provider().refundPartially(merchant, ref, part(1200));
    expect(rebates).toHaveLength(1);
  });

  test('needs the rebate password', async () => {
    const without = { ...merchant, refundSecret: null };
    await expect(provider().refundPartially(without, ref, part(1200))).rejects.toMatchObject({ failure: 'refused' });
  });
});

async function json(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
}
