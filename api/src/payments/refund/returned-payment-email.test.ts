import { type ReturnedPayment, returnedPaymentEmail } from './returned-payment-email';

const duplicate: ReturnedPayment = {
  email: 'ada@example.org',
  venueName: 'Bill & Ben’s',
  paymentNumber: 'GS-1042',
  cartState: 'paid',
  state: 'duplicate',
  amountMinor: 123_45,
  currency: 'CAD',
  venueCurrency: 'CAD',
  currencySymbol: '$',
};

test.each<[string, Partial<ReturnedPayment>, string, string]>([
  [
    'for a cart that was already paid',
    {},
    'Your payment of $123.45 goes back to you',
    'It came in at Bill & Ben’s for payment GS-1042, which had been made already. Your orders stay as they are.',
  ],
  [
    'for a cart that has ended',
    { cartState: 'abandoned' },
    'Your payment of $123.45 goes back to you',
    'It came in at Bill & Ben’s for payment GS-1042, whose cart is no longer there. Nothing was ordered with it.',
  ],
  [
    'with a wrong amount',
    { state: 'mismatch', cartState: 'new' },
    'Your payment of $123.45 goes back to you',
    'It came in at Bill & Ben’s for payment GS-1042, but $123.45 is not what was asked for. Nothing was ordered with it.',
  ],
  [
    'that came too late',
    { state: 'expired', cartState: 'new' },
    'Your payment of $123.45 goes back to you',
    'It came in at Bill & Ben’s for payment GS-1042 more than a day after it was started. Nothing was ordered with it.',
  ],
  [
    'for a stall that has closed',
    { state: 'closed', cartState: 'new' },
    'Your payment of $123.45 goes back to you',
    'It came in at Bill & Ben’s for payment GS-1042, but a stall that you ordered from has closed. Nothing was ordered with it.',
  ],
  [
    'in a wrong currency',
    { state: 'mismatch', cartState: 'new', currency: 'JPY' },
    'Your payment of JPY 12,345 goes back to you',
    'It came in at Bill & Ben’s for payment GS-1042, but JPY 12,345 is not what was asked for. Nothing was ordered with it.',
  ],
])('the email of a payment %s says why it was returned', (_what, change, subject, why) => {
  const { text, html, ...email } = returnedPaymentEmail({ ...duplicate, ...change });
  expect(email).toEqual({ to: 'ada@example.org', subject });
  expect(text).toBe(`${subject}\n\n${why}\n\nWe have refunded it in full. It takes your bank some days to show it.`);
  expect(html).toContain('Bill &#38; Ben');
});
