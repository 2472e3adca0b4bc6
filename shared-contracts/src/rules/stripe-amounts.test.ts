import { fromStripeAmount, stripeStep, toStripeAmount } from './stripe-amounts';

test.each([
  ['CAD', 1650, 1650],
  ['JPY', 1050, 1050],
  ['KWD', 5120, 5120],
  // Stripe charges 1,500 forints with two decimals.
  ['HUF', 150_000, 150_000],
  // 1,500 kronur and shillings have no decimals, but two at Stripe.
  ['ISK', 1_500, 150_000],
  ['UGX', 1_500, 150_000],
  // 1,500 ariary have two decimals, but none at Stripe.
  ['MGA', 150_000, 1_500],
])('%s: %i minor units are %i at Stripe', (currency, minor, amount) => {
  expect(toStripeAmount(minor, currency)).toBe(amount);
  expect(fromStripeAmount(amount, currency)).toBe(minor);
});

test.each([
  ['CAD', 1],
  ['JPY', 1],
  ['ISK', 1],
  ['KWD', 10],
  ['MGA', 100],
])('%s: Stripe takes multiples of %i minor units', (currency, step) => {
  expect(stripeStep(currency)).toBe(step);
});
