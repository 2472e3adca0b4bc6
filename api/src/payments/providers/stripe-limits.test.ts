import { refusalOfStripeAmount } from './stripe-limits';

test.each([
  [49, 'CAD', 'A card payment must be at least CAD 0.50. Add something to your cart.'],
  [50, 'CAD', null],
  [49, 'JPY', 'A card payment must be at least JPY 50. Add something to your cart.'],
  [50, 'JPY', null],
  [1, 'ISK', null],
  [999_999, 'ISK', null],
  [1_000_000, 'ISK', 'A card payment can be at most ISK 1,000,000. Make two orders of it.'],
  [17_499, 'HUF', 'A card payment must be at least HUF 175.00. Add something to your cart.'],
  [150_050, 'MGA', 'A card payment must be a multiple of MGA 1.00. Change a quantity and try again.'],
  [99_999_999, 'USD', null],
  [100_000_000, 'USD', 'A card payment can be at most USD 999,999.99. Make two orders of it.'],
  [5_121, 'KWD', 'A card payment must be a multiple of KWD 0.010. Change a quantity and try again.'],
  [5_120, 'KWD', null],
])('the check of %i minor units of %s returns %s', (amount, currency, refusal) => {
  expect(refusalOfStripeAmount(amount, currency)).toBe(refusal);
});
