/** Tests that the provider counts the received amount, and not the requested one. */
import type { Merchant } from './payment-provider';
import { PaystackProvider } from './paystack-provider';

afterEach(() => jest.restoreAllMocks());

const merchant: Merchant = {
  venueId: 1,
  key: 'pk_test_venue',
  secret: 'sk_test_venue',
  webhookSecret: null,
  refundSecret: null,
};
const ref = { attemptId: 1, reference: 'P1-1', amountMinor: 5000, currency: 'ZAR' };

test.each([
  ['with the requested amount', { amount: 5000, requested_amount: 5000 }, 5000],
  ['with added fees that the customer pays', { amount: 5150, requested_amount: 5000 }, 5000],
  ['with less than the requested amount', { amount: 2000, requested_amount: 5000 }, 2000],
  ['without a requested amount', { amount: 4900 }, 4900],
  ['with another requested amount', { amount: 6000, requested_amount: 6000 }, 6000],
])('a payment %s counts the received amount, up to the requested one', async (_what, amounts, amountMinor) => {
  const data = { id: 7, status: 'success', reference: 'P1-1', currency: 'ZAR', domain: 'test', ...amounts };
  const body = JSON.stringify({ status: true, message: 'Verification successful', data });
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body));
  const provider = new PaystackProvider({ mode: 'sandbox', apiBase: 'http://paystack.test' });
  expect(await provider.retrieve(merchant, ref)).toMatchObject({ status: 'succeeded', amountMinor });
});
