import { HARBOUR, type ListeningSandbox, startSandbox } from '../testing';

let sandbox: ListeningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.app.inject({ method: 'DELETE', url: '/__control/faults' }));

const card = (number: string) => ({
  type: 'card',
  card: { number, exp_month: 12, exp_year: 2040, cvc: '123' },
});

function createIntent(amount = 4821) {
  return sandbox.stripe().paymentIntents.create({
    amount,
    currency: 'cad',
    automatic_payment_methods: { enabled: true },
    metadata: { cart_id: '7' },
  });
}

/** Confirms like the card form in the browser, with the publishable key and the client secret. */
async function confirmInBrowser(clientSecret: string | null, number: string, key = 'pk_test_granary') {
  const id = clientSecret?.split('_secret_')[0];
  const response = await fetch(`${sandbox.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key,
      client_secret: clientSecret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  return { status: response.status, body: await response.json() };
}

async function answerChallenge(clientSecret: string | null, outcome: 'complete' | 'fail') {
  await fetch(`${sandbox.url}/three-d-secure/${clientSecret?.split('_secret_')[0]}`, {
    method: 'POST',
    body: new URLSearchParams({ key: 'pk_test_granary', client_secret: clientSecret ?? '', outcome }),
  });
}

describe('payment intents with the official package', () => {
  test('a created intent waits for a card and can be retrieved, with its metadata', async () => {
    const created = await createIntent();
    expect(created).toMatchObject({
      status: 'requires_payment_method',
      amount: 4821,
      currency: 'cad',
      livemode: false,
    });
    expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_`));
    expect(await sandbox.stripe().paymentIntents.retrieve(created.id)).toMatchObject({ metadata: { cart_id: '7' } });
  });

  test('an accepted card makes the intent succeed, and the charge stores only four digits', async () => {
    const created = await createIntent();
    expect(await confirmInBrowser(created.client_secret, '4242424242424242')).toMatchObject({
      status: 200,
      body: { status: 'succeeded', amount_received: 4821 },
    });
    const paid = await sandbox.stripe().paymentIntents.retrieve(created.id, { expand: ['latest_charge'] });
    expect(paid.latest_charge).toMatchObject({ payment_method_details: { card: { brand: 'visa', last4: '4242' } } });
    expect(JSON.stringify(paid)).not.toContain('4242424242424242');
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', ''],
    ['4000000000000127', 'incorrect_cvc', ''],
    ['4000000000000119', 'processing_error', ''],
    ['4111111111111111', 'card_declined', 'test_mode_live_card'],
  ])('card %s is refused as %s %s', async (number, code, declineCode) => {
    const created = await createIntent();
    await expect(
      sandbox.stripe().paymentIntents.confirm(created.id, { payment_method_data: card(number) } as never),
    ).rejects.toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code: declineCode });
    const refused = await sandbox.stripe().paymentIntents.retrieve(created.id);
    expect(refused).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { code },
    });
  });

  test('after a refusal the same intent can be paid with another card', async () => {
    const created = await createIntent();
    expect(await confirmInBrowser(created.client_secret, '4000000000000002')).toMatchObject({ status: 402 });
    expect(await confirmInBrowser(created.client_secret, '4242424242424242')).toMatchObject({ status: 200 });
  });

  test.each([
    ['4000002760003184', 'complete', 'succeeded', undefined],
    ['4000002760003184', 'fail', 'requires_payment_method', 'payment_intent_authentication_failure'],
    ['4000008400001629', 'complete', 'requires_payment_method', 'card_declined'],
  ] as const)('card %s with the 3-D Secure reply %s gets the status %s %s', async (number, answer, status, code) => {
    const created = await createIntent();
    expect(await confirmInBrowser(created.client_secret, number)).toMatchObject({
      body: { status: 'requires_action' },
    });
    await answerChallenge(created.client_secret, answer);
    const intent = await sandbox.stripe().paymentIntents.retrieve(created.id);
    expect(intent.status).toBe(status);
    expect(intent.last_payment_error?.code).toBe(code);
  });

  test('an intent can be changed and cancelled until it is paid, and not after', async () => {
    const open = await createIntent();
    expect(await sandbox.stripe().paymentIntents.update(open.id, { amount: 900 })).toMatchObject({ amount: 900 });
    expect(await sandbox.stripe().paymentIntents.cancel(open.id)).toMatchObject({ status: 'canceled' });

    const paid = await createIntent();
    await confirmInBrowser(paid.client_secret, '4242424242424242');
    const refusal = { type: 'StripeInvalidRequestError', code: 'payment_intent_unexpected_state' };
    await expect(sandbox.stripe().paymentIntents.update(paid.id, { amount: 900 })).rejects.toMatchObject(refusal);
    await expect(sandbox.stripe().paymentIntents.cancel(paid.id)).rejects.toMatchObject(refusal);
    expect(await confirmInBrowser(paid.client_secret, '4242424242424242')).toMatchObject({ status: 400 });
  });

  test('an unknown id and one of another account are both reported as a missing resource', async () => {
    const created = await createIntent();
    const missing = { type: 'StripeInvalidRequestError', statusCode: 404, code: 'resource_missing' };
    await expect(sandbox.stripe().paymentIntents.retrieve('pi_nobody')).rejects.toMatchObject(missing);
    await expect(sandbox.stripe(HARBOUR.secretKey).paymentIntents.retrieve(created.id)).rejects.toMatchObject(missing);
  });

  test('an unknown key is refused', async () => {
    await expect(sandbox.stripe('sk_test_nobody').paymentIntents.retrieve('pi_1')).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
  });

  test('a browser needs the client secret of the same intent', async () => {
    const mine = await createIntent();
    const other = await createIntent();
    expect(await confirmInBrowser(`${mine.id}_secret_guess`, '4242424242424242')).toMatchObject({ status: 404 });
    const mixed = `${mine.id}_secret_${other.client_secret?.split('_secret_')[1]}`;
    expect(await confirmInBrowser(mixed, '4242424242424242')).toMatchObject({ status: 404 });
    expect(await confirmInBrowser(mine.client_secret, '4242424242424242', 'pk_test_harbour')).toMatchObject({
      status: 404,
    });
  });

  test.each([
    [{ amount: 0, currency: 'cad' }, 'amount'],
    [{ amount: 10.5, currency: 'cad' }, 'amount'],
    [{ amount: 10, currency: 'dollars' }, 'currency'],
  ])('%j is refused for its %s', async (params, param) => {
    await expect(sandbox.stripe().paymentIntents.create(params)).rejects.toMatchObject({ statusCode: 400, param });
  });
});

describe('idempotency keys', () => {
  const params = { amount: 500, currency: 'cad' };

  test('two calls with the same key create one intent', async () => {
    const first = await sandbox.stripe().paymentIntents.create(params, { idempotencyKey: 'attempt:1' });
    const second = await sandbox.stripe().paymentIntents.create(params, { idempotencyKey: 'attempt:1' });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  test('the same key with other parameters is refused', async () => {
    await sandbox.stripe().paymentIntents.create(params, { idempotencyKey: 'attempt:2' });
    await expect(
      sandbox.stripe().paymentIntents.create({ ...params, amount: 501 }, { idempotencyKey: 'attempt:2' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  test('two accounts may use the same key', async () => {
    const first = await sandbox.stripe().paymentIntents.create(params, { idempotencyKey: 'attempt:3' });
    const second = await sandbox
      .stripe(HARBOUR.secretKey)
      .paymentIntents.create(params, { idempotencyKey: 'attempt:3' });
    expect(second.id).not.toBe(first.id);
  });

  test('a response that was lost is returned again for its key', async () => {
    await sandbox.app.inject({
      method: 'PUT',
      url: '/__control/faults',
      payload: { failure: { times: 1, path: '/v1/payment_intents', when: 'after' } },
    });
    const key = { idempotencyKey: 'attempt:4' };
    await expect(sandbox.stripe().paymentIntents.create(params, key)).rejects.toMatchObject({ statusCode: 500 });
    const found = await sandbox.stripe().paymentIntents.create(params, key);
    expect(found.lastResponse.headers['idempotent-replayed']).toBe('true');
  });
});

describe('refunds', () => {
  test('a paid intent is refunded once', async () => {
    const created = await createIntent();
    await confirmInBrowser(created.client_secret, '4242424242424242');
    const refund = await sandbox.stripe().refunds.create({ payment_intent: created.id, metadata: { attempt: '1' } });
    expect(refund).toMatchObject({ amount: 4821, status: 'succeeded', payment_intent: created.id });
    await expect(sandbox.stripe().refunds.create({ payment_intent: created.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    const list = await sandbox.stripe().refunds.list({ payment_intent: created.id });
    expect(list.data).toHaveLength(1);
  });

  test('partial refunds can add up to the paid amount', async () => {
    const created = await createIntent(1000);
    await confirmInBrowser(created.client_secret, '4242424242424242');
    await sandbox.stripe().refunds.create({ payment_intent: created.id, amount: 400 });
    await expect(sandbox.stripe().refunds.create({ payment_intent: created.id, amount: 601 })).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
    });
    expect(await sandbox.stripe().refunds.create({ payment_intent: created.id })).toMatchObject({ amount: 600 });
  });

  test('an unpaid intent cannot be refunded', async () => {
    const created = await createIntent();
    await expect(sandbox.stripe().refunds.create({ payment_intent: created.id })).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});

describe('faults on demand', () => {
  const setFaults = (payload: object) => sandbox.app.inject({ method: 'PUT', url: '/__control/faults', payload });

  test('a payment can report a wrong amount or currency once', async () => {
    await setFaults({ wrongAmount: { times: 1, by: -100 }, wrongCurrency: { times: 1 } });
    const created = await createIntent(1000);
    await confirmInBrowser(created.client_secret, '4242424242424242');
    expect(await sandbox.stripe().paymentIntents.retrieve(created.id)).toMatchObject({ amount: 900, currency: 'usd' });
    const next = await createIntent(1000);
    await confirmInBrowser(next.client_secret, '4242424242424242');
    expect(await sandbox.stripe().paymentIntents.retrieve(next.id)).toMatchObject({ amount: 1000, currency: 'cad' });
  });

  test('a payment can stay in processing until it is settled', async () => {
    await setFaults({ processing: { times: 1 } });
    const created = await createIntent();
    expect(await confirmInBrowser(created.client_secret, '4242424242424242')).toMatchObject({
      body: { status: 'processing' },
    });
    await sandbox.app.inject({ method: 'POST', url: '/__control/stripe/settle', payload: { id: created.id } });
    expect(await sandbox.stripe().paymentIntents.retrieve(created.id)).toMatchObject({ status: 'succeeded' });
  });

  test('the retries of the official package succeed after one failing call', async () => {
    await setFaults({ failure: { times: 1, when: 'before' } });
    const created = await sandbox
      .stripe()
      .paymentIntents.create({ amount: 700, currency: 'cad' }, { maxNetworkRetries: 1 });
    expect(created.amount).toBe(700);
  });

  test('an unknown fault is refused', async () => {
    const response = await setFaults({ webhooks: { mood: 'drop' } });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe("There is no fault 'webhooks.mood'.");
  });
});

describe('the browser side', () => {
  test.each([
    '/stripe.js',
    '/elements/payment-form.js',
    '/elements/three-d-secure.js',
    '/elements/wallet-button.js',
    '/elements/wallet-sheet.js',
    '/pages.css',
  ])('%s is served', async (path) => {
    const response = await fetch(`${sandbox.url}${path}`);
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeGreaterThan(500);
  });

  test.each(['/elements/payment', '/elements/three-d-secure', '/elements/wallet-button', '/elements/wallet-sheet'])(
    '%s has no inline script or style',
    async (path) => {
      const response = await fetch(`${sandbox.url}${path}`);
      const html = await response.text();
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/i);
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    },
  );
});
