import { render, screen } from '@testing-library/react';
import { AnnounceChange } from './announce-change';
import { Receipt } from './orders/receipt';

test('a number is announced when it changes, and again when it changes back', () => {
  const { rerender } = render(<AnnounceChange text="Total $16.50" />);
  const status = screen.getByRole('status');
  expect(status).toBeEmptyDOMElement();
  rerender(<AnnounceChange text="Total $33.00" />);
  expect(status).toHaveTextContent('Total $33.00');
  rerender(<AnnounceChange text="Total $16.50" />);
  expect(status).toHaveTextContent('Total $16.50');
});

test('a receipt says its total when it changes', () => {
  const receipt = (amount: string) => <Receipt rows={[]} total={{ label: 'Total', amount }} />;
  const { rerender } = render(receipt('$16.50'));
  rerender(receipt('$33.00'));
  expect(screen.getByRole('status')).toHaveTextContent('Total $33.00');
});
