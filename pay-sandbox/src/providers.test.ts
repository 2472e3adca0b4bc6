/** Tests Paystack and Global over HTTP, as a shop's server and a buyer's browser use them. */
import { globalSignature, timestampOf } from './global/global-signature';
import { GLOBAL, type ListeningSandbox, PAYSTACK, payAtGlobal, payAtPaystack, startSandbox } from './testing';

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
  ])('the form returns for card %s with CVV %s: %s', async (number, cvv, step, status) => {
    const { reference, access_code } = await initialize();
    expect(await payAtPaystack(sandbox.url, access_code, { number, cvv })).toBe(step);
    expect(await verify(reference)).toMatchObject({ data: { status, amount: 5_000, currency: 'ZAR', domain: 'test' } });
  });

  test('the form asks for a PIN and a one-time code, and declines a wrong PIN', async () => {
    const { access_code } = await initialize();
    const card = { number: '5060666666666666666', cvv: '123' };
    expect(await payAtPaystack(sandbox.url, access_code, card)).toBe('send_pin');
    expect(await payAtPaystack(sandbox.url, access_code, { pin: '0000' })).toBe('failed');
    expect(await payAtPaystack(sandbox.url, access_code, card)).toBe('send_pin');
    expect(await payAtPaystack(sandbox.url, access_code, { pin: '1234' })).toBe('send_otp');
    expect(await payAtPaystack(sandbox.url, access_code, { code: '123456' })).toBe('success');
  });

  test('the sandbox refuses an unknown key and vendor shares above the amount', async () => {
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
  ] as const)(
    'the page returns for card %s with the challenge reply %s: result %s',
    async (number, challenge, result) => {
      expect(resultOf(await payAtGlobal(sandbox.url, requestOf('A1'), number, challenge))).toBe(result);
    },
  );

  test('a request that is not signed with the merchant’s secret opens no card form', async () => {
    const body = new URLSearchParams(JSON.parse(requestOf('A1', 'guessed')) as Record<string, string>);
    const page = await (await fetch(`${sandbox.url}/pay`, { method: 'POST', body })).text();
    expect(page).toContain('Invalid security hash (505)');
    expect(page).toContain('data-token=""');
  });
});
