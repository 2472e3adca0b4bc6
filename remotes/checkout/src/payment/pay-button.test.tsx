import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PayButton } from './pay-button';

test('left to itself it says Pay, in naira, and shows the amount divided by 100', async () => {
  const onPay = jest.fn();
  render(<PayButton amount={123_450} onPay={onPay} />);
  const button = screen.getByRole('button', { name: 'Pay ₦1,234.50' });
  await userEvent.click(button);
  expect(onPay).toHaveBeenCalledTimes(1);
});

test('a venue’s own currency brings its own decimals', () => {
  render(<PayButton amount={1234} currency="JPY" symbol="¥" text="Settle" onPay={() => {}} />);
  expect(screen.getByRole('button', { name: 'Settle ¥1,234' })).toBeVisible();
});
