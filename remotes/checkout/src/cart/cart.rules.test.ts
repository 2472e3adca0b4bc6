import { anEntry } from 'shared-contracts/testing/builders';
import type { Order, QueueEntry } from 'shared-contracts/types';
import { cartOfTwo, ramenLine, ramenOrder } from '../testing/carts';
import {
  cartReceipt,
  type Editing,
  lineFlag,
  listOf,
  nextChange,
  ordersWithoutDelivery,
  paymentGate,
  queuedText,
} from './cart.rules';

const NOT_SET = { delivery_method: null, delivery_method_type: null } as const;
const closedOrder = ramenOrder({ vendor: { ...ramenOrder().vendor, accepting_orders: false } });
const open = new Set<Editing>();

test('HST is the exact sum of adjustment_tax and the orders’ tax_amount', () => {
  expect(cartReceipt(cartOfTwo())).toEqual({
    rows: [
      { label: 'Items', amount: '$80.50' },
      {
        label: 'Service charge',
        amount: '$2.50',
        note: 'One combined service charge covers every vendor in this order.',
      },
      { label: 'HST', amount: '$10.80' },
    ],
    total: { label: 'To pay', amount: '$93.80' },
  });
});

test('tax that the prices include is labelled as included', () => {
  const cart = cartOfTwo({
    adjustments: [],
    orders: { data: [ramenOrder({ tax_inclusive: 'Includes', tax_name: 'VAT' })] },
  });
  expect(cartReceipt(cart).rows.at(-1)?.label).toBe('VAT (included)');
});

test('several tax rates are listed below the sum, each summed over all orders', () => {
  const hst = { name: 'HST', rate: 13, base: 10, amount: 1.3 };
  const alcohol = { name: 'Alcohol', rate: 20, base: 5, amount: 1 };
  const ratesOf = (...taxes: Order['taxes'][]) =>
    cartReceipt(cartOfTwo({ orders: { data: taxes.map((each) => ramenOrder({ taxes: each })) } })).rows.at(-1)?.rates;
  expect(ratesOf([hst], [hst, alcohol])).toEqual([
    'HST 13\u00a0%: $2.60',
    'Alcohol 20\u00a0%: $1.00',
    'HST on the service charge: $0.33',
  ]);
  expect(ratesOf([alcohol])?.[0]).toBe('Alcohol 20\u00a0%: $1.00');
  expect(ratesOf([hst], [hst])).toBeUndefined();
  expect(ratesOf(undefined)).toBeUndefined();
});

test.each([
  ['is open when every order has its delivery', cartOfTwo(), open, { state: 'open' }],
  [
    'waits when an order has no delivery',
    cartOfTwo({ orders: { data: [ramenOrder(NOT_SET)] } }),
    open,
    { state: 'delivery-missing', vendors: ['Kumo Ramen'] },
  ],
  [
    'waits when the vendor no longer offers the delivery',
    cartOfTwo({ orders: { data: [ramenOrder({ delivery_method_type: 'room' })] } }),
    open,
    { state: 'delivery-missing', vendors: ['Kumo Ramen'] },
  ],
  ['waits while a delivery is being edited', cartOfTwo(), new Set<Editing>([12]), { state: 'editing' }],
  ['waits while an allergy note is open', cartOfTwo(), new Set<Editing>(['note 12']), { state: 'note-open' }],
  ['ignores the open forms of a removed order', cartOfTwo(), new Set<Editing>([99, 'note 99']), { state: 'open' }],
  [
    'is closed when a line is unavailable',
    cartOfTwo({
      payable: false,
      orders: { data: [ramenOrder({ order_items: { data: [ramenLine({ available: false })] } })] },
    }),
    open,
    { state: 'lines-changed' },
  ],
  [
    'names a closed vendor before anything that the customer can fix',
    cartOfTwo({ payable: false, orders: { data: [closedOrder, ramenOrder({ delivery_method_type: null })] } }),
    open,
    { state: 'vendors-closed', vendors: ['Kumo Ramen'] },
  ],
  ['is free when the total is zero', cartOfTwo({ total: 0 }), open, { state: 'free' }],
])('payment %s', (_title, cart, editing, gate) => {
  expect(paymentGate(cart, editing)).toEqual(gate);
});

test('the next change is the earliest scheduled opening or closing of a vendor', () => {
  const at = (changes_at: string | null) =>
    ramenOrder({ vendor: { ...ramenOrder().vendor, opening: { mode: 'schedule', changes_at } } });
  const orders = [at('2026-11-20T22:00:00.000Z'), at(null), ramenOrder(), at('2026-11-20T21:00:00.000Z')];
  expect(nextChange(cartOfTwo({ orders: { data: orders } }))).toBe('2026-11-20T21:00:00.000Z');
  expect(nextChange(cartOfTwo())).toBeUndefined();
});

test('an order to a table without a number has no delivery', () => {
  expect(
    ordersWithoutDelivery(cartOfTwo({ orders: { data: [ramenOrder({ delivery_method_location: '' })] } })),
  ).toHaveLength(1);
});

test.each([
  [['A'], 'A'],
  [['A', 'B'], 'A and B'],
  [['A', 'B', 'C'], 'A, B and C'],
])('%j is joined to %s', (names, text) => {
  expect(listOf(names)).toBe(text);
});

test.each([
  ['is available', true, 19.5, undefined],
  [
    'is unavailable',
    false,
    19.5,
    'This changed since you added it, or is no longer available. Remove it, then choose again from the menu.',
  ],
  ['costs more', false, 21, 'The price is now $21.00, it was $19.50. Remove it, then choose again from the menu.'],
])('a line that %s has the right flag', (_what, available, price, flag) => {
  const line = ramenLine({ available, price: 19.5, variant: { ...ramenLine().variant, price } });
  expect(lineFlag(line, 'CAD', '$')).toBe(flag);
});

describe('the text of an empty cart about the queue', () => {
  const HERE = { id: 1, name: 'Granary Square Market', timezone: 'America/Toronto' };
  const ELSEWHERE = { ...HERE, id: 2 };
  const waiting = (order_number: string, fields: Partial<Order> = {}) =>
    anEntry({ order: { order_number, venue: HERE, ...fields } });

  test.each<[string, QueueEntry[], string | undefined]>([
    ['says nothing when the queue is empty', [], undefined],
    ['leaves out an order of another venue', [waiting('H-7', { venue: ELSEWHERE })], undefined],
    ['leaves out an order without a venue', [anEntry()], undefined],
    [
      'names a paid order',
      [waiting('K-129'), waiting('H-7', { venue: ELSEWHERE })],
      'Your order K-129 is paid and in the queue.',
    ],
    ['does not call a free order paid', [waiting('K-129', { total: 0 })], 'Your order K-129 is in the queue.'],
    [
      'says that an order is ready',
      [anEntry({ state: 'done', order: { order_number: 'K-9', venue: HERE } })],
      'Your order K-9 is paid and ready.',
    ],
    ['names two orders', [waiting('K-129'), waiting('P-3')], 'Your orders K-129 and P-3 are paid and in the queue.'],
    [
      'counts four orders',
      ['K-1', 'K-2', 'P-3', 'P-4'].map((each) => waiting(each)),
      'Your 4 orders are paid and in the queue.',
    ],
  ])('%s', (_what, queue, text) => {
    expect(queuedText(queue, 1)).toBe(text);
  });
});
