/** Paystack, Global and Stitch on the wire, as a shop's server and a buyer's browser meet them. */
import { globalSignature, timestampOf } from './global/global-signature';
import {
  GLOBAL,
  type ListeningSandbox,
  PAYSTACK,
  payAtGlobal,
  payAtPaystack,
  payAtStitch,
  STITCH,
  startSandbox,
} from './testing';

let sandbox: ListeningSandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const json = async (response: Response) => (await response.json()) as Record<string, never>;

describe('Paystack', () => {
  const call = async (path: string, body?: object, key = PAYSTACK.secretKey) =>
    json(
      await fetch(sandbox.url + path, {
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    );
  const initialize = async (): Promise<{ reference: string; access_code: string }> =>
    (await call('/transaction/initialize', { email: 'a@b.c', amount: 5_000, currency: 'ZAR' })).data as never;
  const verify = async (reference: string, key?: string) => call(`/transaction/verify/${reference}`, undefined, key);

  test.each([
    ['4084084084084081', '408', 'success', 'success'],
    ['4084084084084081', '409', 'failed', 'failed'],
    ['4084080000005408', '001', 'failed', 'failed'],
    ['4084080000670037', '787', 'failed', 'failed'],
    ['4242424242424242', '123', 'failed', 'failed'],
  ])('card %s with CVV %s: %s', async (number, cvv, step, status) => {
    const { reference, access_code } = await initialize();
    expect(await payAtPaystack(sandbox.url, access_code, { number, cvv })).toBe(step);
    expect(await verify(reference)).toMatchObject({ data: { status, amount: 5_000, currency: 'ZAR', domain: 'test' } });
  });

  test('a PIN and a one-time code are asked for, and a wrong one is declined', async () => {
    const { access_code } = await initialize();
    const card = { number: '5060666666666666666', cvv: '123' };
    expect(await payAtPaystack(sandbox.url, access_code, card)).toBe('send_pin');
    expect(await payAtPaystack(sandbox.url, access_code, { pin: '0000' })).toBe('failed');
    expect(await payAtPaystack(sandbox.url, access_code, card)).toBe('send_pin');
    expect(await payAtPaystack(sandbox.url, access_code, { pin: '1234' })).toBe('send_otp');
    expect(await payAtPaystack(sandbox.url, access_code, { code: '123456' })).toBe('success');
  });

  test('another key is refused, and shares beyond the amount too', async () => {
    const { reference } = await initialize();
    expect(await verify(reference, 'sk_test_other')).toMatchObject({ status: false, message: 'Invalid key' });
    const split = { type: 'flat', subaccounts: [{ subaccount: 'ACCT_a', share: 5_001 }] };
    const refused = await call('/transaction/initialize', { email: 'a@b.c', amount: 5_000, currency: 'ZAR', split });
    expect(refused).toMatchObject({ status: false });
  });
});

describe('Global', () => {
  const requestOf = (order: string, secret = GLOBAL.secret) => {
    const values = [timestampOf(new Date()), GLOBAL.merchantId, order, '1999', 'EUR'];
    const [TIMESTAMP, MERCHANT_ID, ORDER_ID, AMOUNT, CURRENCY] = values;
    return JSON.stringify({
      TIMESTAMP,
      MERCHANT_ID,
      ORDER_ID,
      AMOUNT,
      CURRENCY,
      SHA1HASH: globalSignature(values, secret),
    });
  };
  const resultOf = (response: string) => atob((JSON.parse(response) as { RESULT: string }).RESULT);

  test.each([
    ['4263970000005262', 'complete', '00'],
    ['4000120000001154', 'complete', '101'],
    ['4000130000001724', 'complete', '102'],
    ['4000160000004147', 'complete', '103'],
    ['4222000001227408', 'complete', '00'],
    ['4222000001227408', 'fail', '110'],
  ] as const)('card %s, challenge responded with %s: result %s', async (number, challenge, result) => {
    expect(resultOf(await payAtGlobal(sandbox.url, requestOf('A1'), number, challenge))).toBe(result);
  });

  test('a request that is not signed with the merchant’s secret opens no card form', async () => {
    const body = new URLSearchParams(JSON.parse(requestOf('A1', 'guessed')) as Record<string, string>);
    const page = await (await fetch(`${sandbox.url}/pay`, { method: 'POST', body })).text();
    expect(page).toContain('Invalid security hash (505)');
    expect(page).toContain('data-token=""');
  });
});

describe('Stitch', () => {
  const token = async (clientSecret = STITCH.clientSecret) => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: STITCH.clientId,
      client_secret: clientSecret,
      scope: 'client_paymentrequest client_refund',
    });
    return String((await json(await fetch(`${sandbox.url}/connect/token`, { method: 'POST', body }))).access_token);
  };
  const ask = async (query: string, variables: object, bearer?: string) =>
    json(
      await fetch(`${sandbox.url}/stitch/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer ?? (await token())}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      }),
    );
  const create = async () => {
    const input = {
      amount: { quantity: '50.00', currency: 'ZAR' },
      payerReference: 'P1',
      beneficiaryReference: 'P1',
      externalReference: 'P1-7',
    };
    const { data } = (await ask('clientPaymentInitiationRequestCreate', { input })) as unknown as {
      data: { clientPaymentInitiationRequestCreate: { paymentInitiationRequest: { id: string; url: string } } };
    };
    return data.clientPaymentInitiationRequestCreate.paymentInitiationRequest;
  };
  const stateOf = async (id: string) => (await ask('query { node }', { id })).data;
  const shop = '?redirect_uri=http://localhost:8080/stitch/return';

  test.each([
    ['complete', 'complete', 'Completed'],
    ['fail', 'failed', 'Pending'],
    ['close', 'closed', 'Pending'],
  ] as const)('the buyer’s choice %s leads back with status=%s and leaves it %s', async (choice, status, state) => {
    const { id, url } = await create();
    const back = new URL(await payAtStitch(url + shop, choice));
    expect(Object.fromEntries(back.searchParams)).toEqual({ id, status, externalReference: 'P1-7' });
    expect(await stateOf(id)).toEqual({
      node: {
        id,
        externalReference: 'P1-7',
        amount: { quantity: '50.00', currency: 'ZAR' },
        state: { __typename: `PaymentInitiationRequest${state}` },
      },
    });
  });

  test('what was cancelled cannot be paid, and what was paid cannot be cancelled', async () => {
    const cancel = (id: string) => ask('clientPaymentInitiationRequestCancel', { input: { paymentRequestId: id } });
    const first = await create();
    await cancel(first.id);
    await payAtStitch(first.url + shop, 'complete');
    expect(await stateOf(first.id)).toMatchObject({
      node: { state: { __typename: 'PaymentInitiationRequestCancelled' } },
    });
    const second = await create();
    await payAtStitch(second.url + shop, 'complete');
    expect(await cancel(second.id)).toMatchObject({ errors: [{ extensions: { code: 'INVALID_STATE' } }] });
  });

  test('no more goes back than came in, and a nonce makes one refund, which it finds', async () => {
    const { id, url } = await create();
    await payAtStitch(url + shop, 'complete');
    const refund = (quantity: string, nonce: string) =>
      ask('clientRefundInitiate', { input: { paymentRequestId: id, nonce, amount: { quantity, currency: 'ZAR' } } });
    const find = (nonce: string) => ask('query { client { refunds } }', { nonce });
    expect(await find('a')).toMatchObject({ data: { client: { refunds: { edges: [] } } } });
    const { data } = await refund('30.00', 'a');
    expect(await refund('10.00', 'a')).toHaveProperty('errors');
    const { refund: made } = (data as unknown as { clientRefundInitiate: { refund: { id: string } } })
      .clientRefundInitiate;
    expect(await find('a')).toMatchObject({ data: { client: { refunds: { edges: [{ node: made }] } } } });
    expect(await refund('30.00', 'b')).toHaveProperty('errors');
    expect(await refund('20.00', 'c')).not.toHaveProperty('errors');
  });

  test('wrong credentials get no token, and the page redirects to no foreign site', async () => {
    expect(await token('guessed')).toBe('undefined');
    const { id, url } = await create();
    expect(await ask('query { node }', { id }, 'guessed')).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    expect(await payAtStitch(`${url}?redirect_uri=https://evil.example/`, 'complete')).toBe('');
    expect(await stateOf(id)).toMatchObject({ node: { state: { __typename: 'PaymentInitiationRequestPending' } } });
  });
});
