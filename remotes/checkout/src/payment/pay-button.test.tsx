import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PayButton } from './pay-button';

test('the button says Pay and shows the amount in naira by default', async () => {
  const onPay = jest.fn();
  render(<PayButton amount={123_450} onPay={onPay} />);
  const button = screen.getByRole('button', { name: 'Pay ₦1,234.50' });
  await userEvent.click(button);
  expect(onPay).toHaveBeenCalledTimes(1);
});

test('the button uses the decimals of the given currency', () => {
  render(<PayButton amount={1234} currency="JPY" symbol="¥" text="Settle" onPay={() => {}} />);
  expect(screen.getByRole('button', { name: 'Settle ¥1,234' })).toBeVisible();
});
