import { render } from '@testing-library/react';
import { PriceFrom } from './price-from';

test.each([
  ['the only price', [16.5], 'CAD', '$', '$16.50'],
  ['prices that are equal', [8, 8], 'CAD', '$', '$8.00'],
  ['the lowest of prices that differ', [19.5, 10.25, 16.5], 'CAD', '$', 'from $10.25'],
  ['nothing without prices', [], 'CAD', '$', ''],
  ['euros', [7.5], 'EUR', '€', '€7.50'],
  ['yen without decimals', [1650], 'JPY', '¥', '¥1,650'],
  ['dinars with three', [1.005], 'KWD', 'KD', 'KD1.005'],
])('shows %s', (_case, prices, currency, symbol, text) => {
  const { container } = render(<PriceFrom prices={prices} currency={currency} symbol={symbol} />);
  expect(container.textContent).toBe(text);
});
