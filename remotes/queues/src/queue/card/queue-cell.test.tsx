import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'shared-contracts/router';
import { anEntry, anOrder } from 'shared-contracts/testing';
import type { QueueEntry, Refund } from 'shared-contracts/types';
import { giveVisibility } from '../../testing/visibility';
import { createLocks } from '../locks';
import { QueueCell } from './queue-cell';

let visibility: ReturnType<typeof giveVisibility>;

beforeAll(() => {
  visibility = giveVisibility();
});
afterAll(() => visibility.takeAway());

const locks = createLocks();
const nothing = async () => {};
const cellFor = (entry: QueueEntry, index: number, isLast = false, audience: 'vendor' | 'customer' = 'vendor') => (
  <MemoryRouter>
    <QueueCell
      entry={entry}
      locks={locks}
      index={index}
      view="all newest"
      shownView={{ current: undefined }}
      audience={audience}
      isReady={false}
      isLast={isLast}
      onMove={nothing}
      onCancel={nothing}
    />
  </MemoryRouter>
);
const cell = (id: number, index: number, isLast = false) =>
  cellFor(anEntry({ id, order: anOrder({ order_number: `A-${id}` }) }), index, isLast);
const see = (isVisible: boolean) => visibility.setAllVisible(isVisible ? 1 : 0);
const order = (id: number) => screen.getByRole('article', { name: `Order A-${id}` });

test('draws the first card at once', () => {
  render(cell(1, 0));
  expect(within(order(1)).getByRole('button', { name: 'Pick' })).toBeVisible();
});

test('keeps the words and the last height of a far card, without its buttons', () => {
  const isOutline = () => {
    expect(order(2)).toHaveTextContent(/^A-2, .*Thandi Mokoena, Table 12: 2 Tonkotsu ramen, Large; 1 Pork gyoza$/);
    expect(within(order(2)).queryByRole('button')).not.toBeInTheDocument();
  };
  render(cell(2, 200));
  see(false);
  isOutline();
  see(true);
  expect(within(order(2)).getByRole('button', { name: 'Pick' })).toBeVisible();
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(412);
  see(false);
  isOutline();
  expect(order(2).parentElement).toHaveStyle({ height: '412px' });
  see(true);
  expect(order(2).parentElement).not.toHaveStyle({ height: '412px' });
});

test('makes a new card for an order that takes the position of another, also as an outline', () => {
  const { rerender } = render(cell(3, 0));
  const card = order(3);
  rerender(cell(4, 0));
  expect(order(4)).not.toBe(card);
  expect(card).not.toBeInTheDocument();
  see(false);
  const outline = order(4);
  rerender(cell(5, 0));
  expect(order(5)).not.toBe(outline);
  expect(outline).not.toBeInTheDocument();
});

test('draws an order that was moved just now, even far from the screen', () => {
  render(cell(6, 200, true));
  see(false);
  expect(within(order(6)).getByRole('button', { name: 'Pick' })).toBeVisible();
});

describe('the card of an order of 2 ramen and 1 gyoza', () => {
  const NOTE = 'Refunded in full. Ask before you cook it.';
  const refund = (amount: number, lines: [id: number, quantity: number][]): Refund => ({
    amount,
    reason: 'Sold out',
    created_at: '2026-11-20T12:50:00.000Z',
    state: 'pending',
    items: { data: lines.map(([order_item_id, quantity]) => ({ order_item_id, quantity })) },
  });
  const refunded = (data: Refund[], state: QueueEntry['state'] = 'new') =>
    anEntry({ id: 7, state, order: { order_number: 'A-7', refunds: { data } } });
  const some = [refund(23, [[1, 1]]), refund(8.5, [[2, 1]])];
  const whole = [refund(62.72, [])];
  const lines = () =>
    within(order(7))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test('shows the dishes that are left to make after a refund, marks each refunded line and keeps its buttons', () => {
    const { rerender } = render(cellFor(refunded([]), 0));
    expect(lines()).toEqual(['2Tonkotsu ramenLarge', '1Pork gyoza']);
    rerender(cellFor(refunded(some), 0));
    expect(lines()).toEqual(['1Tonkotsu ramen1 of 2 refundedLarge', '1Pork gyozaRefunded']);
    expect(screen.getByText('Pork gyoza').closest('s')).toBeVisible();
    expect(screen.getByText('Tonkotsu ramen').closest('s')).toBeNull();
    expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
    expect(within(order(7)).getByRole('button', { name: 'Pick' })).toBeEnabled();
    expect(within(order(7)).getByRole('button', { name: 'Cancel order A-7' })).toBeEnabled();
  });

  test.each(['new', 'busy'] as const)('has a note after a full refund while the order is %s', (state) => {
    render(cellFor(refunded(whole, state), 0));
    expect(within(order(7)).getByText(NOTE)).toBeVisible();
    expect(lines()).toEqual(['2Tonkotsu ramenRefundedLarge', '1Pork gyozaRefunded']);
  });

  test('has no such note once the order is done, and none for the buyer', () => {
    const { rerender } = render(cellFor(refunded(whole, 'done'), 200));
    expect(order(7)).toHaveTextContent(/Pork gyoza, Refunded$/);
    rerender(cellFor(refunded(whole), 200, false, 'customer'));
    expect(order(7)).toHaveTextContent(/Pork gyoza, Refunded$/);
  });

  test('shows refunds also as an outline far from the screen', () => {
    const { rerender } = render(cellFor(refunded(some), 200));
    see(false);
    expect(order(7)).toHaveTextContent(/: 1 Tonkotsu ramen, Large, 1 of 2 refunded; 1 Pork gyoza, Refunded$/);
    rerender(cellFor(refunded(whole), 200));
    expect(order(7)).toHaveTextContent(/: 2 Tonkotsu ramen, Large, Refunded; 1 Pork gyoza, Refunded/);
    expect(within(order(7)).getByText(NOTE)).toBeInTheDocument();
  });
});
