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

test('HST is adjustment_tax plus the orders’ tax_amount, to the cent', () => {
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

test('tax that is contained in the prices is named as included', () => {
  const cart = cartOfTwo({
    adjustments: [],
    orders: { data: [ramenOrder({ tax_inclusive: 'Includes', tax_name: 'VAT' })] },
  });
  expect(cartReceipt(cart).rows.at(-1)?.label).toBe('VAT (included)');
});

test('several rates are told below the sum, each over all orders', () => {
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
  ['every delivery settled', cartOfTwo(), open, { state: 'open' }],
  [
    'one delivery missing',
    cartOfTwo({ orders: { data: [ramenOrder(NOT_SET)] } }),
    open,
    { state: 'delivery-missing', vendors: ['Kumo Ramen'] },
  ],
  [
    'a method the vendor no longer offers',
    cartOfTwo({ orders: { data: [ramenOrder({ delivery_method_type: 'room' })] } }),
    open,
    { state: 'delivery-missing', vendors: ['Kumo Ramen'] },
  ],
  ['a panel being edited', cartOfTwo(), new Set<Editing>([12]), { state: 'editing' }],
  ['an allergy note that is open', cartOfTwo(), new Set<Editing>(['note 12']), { state: 'note-open' }],
  ['the panel of an order that is gone', cartOfTwo(), new Set<Editing>([99, 'note 99']), { state: 'open' }],
  [
    'a line that changed',
    cartOfTwo({
      payable: false,
      orders: { data: [ramenOrder({ order_items: { data: [ramenLine({ available: false })] } })] },
    }),
    open,
    { state: 'lines-changed' },
  ],
  [
    'a vendor that has closed since, which comes before all that could be mended',
    cartOfTwo({ payable: false, orders: { data: [closedOrder, ramenOrder({ delivery_method_type: null })] } }),
    open,
    { state: 'vendors-closed', vendors: ['Kumo Ramen'] },
  ],
  ['nothing to pay', cartOfTwo({ total: 0 }), open, { state: 'free' }],
])('with %s', (_title, cart, editing, gate) => {
  expect(paymentGate(cart, editing)).toEqual(gate);
});

test('the next change is the earliest of the vendors that open or close by themselves', () => {
  const at = (changes_at: string | null) =>
    ramenOrder({ vendor: { ...ramenOrder().vendor, opening: { mode: 'schedule', changes_at } } });
  const orders = [at('2026-11-20T22:00:00.000Z'), at(null), ramenOrder(), at('2026-11-20T21:00:00.000Z')];
  expect(nextChange(cartOfTwo({ orders: { data: orders } }))).toBe('2026-11-20T21:00:00.000Z');
  expect(nextChange(cartOfTwo())).toBeUndefined();
});

test('a table without its number is not settled', () => {
  expect(
    ordersWithoutDelivery(cartOfTwo({ orders: { data: [ramenOrder({ delivery_method_location: '' })] } })),
  ).toHaveLength(1);
});

test.each([
  [['A'], 'A'],
  [['A', 'B'], 'A and B'],
  [['A', 'B', 'C'], 'A, B and C'],
])('%j reads %s', (names, text) => {
  expect(listOf(names)).toBe(text);
});

test.each([
  ['can be had', true, 19.5, undefined],
  [
    'is gone',
    false,
    19.5,
    'This changed since you added it, or is no longer available. Remove it, then choose again from the menu.',
  ],
  ['costs more', false, 21, 'The price is now $21.00, it was $19.50. Remove it, then choose again from the menu.'],
])('a line that %s is flagged so', (_what, available, price, flag) => {
  const line = ramenLine({ available, price: 19.5, variant: { ...ramenLine().variant, price } });
  expect(lineFlag(line, 'CAD', '$')).toBe(flag);
});

describe('an empty cart tells of what waits in the queue', () => {
  const HERE = { id: 1, name: 'Granary Square Market', timezone: 'America/Toronto' };
  const ELSEWHERE = { ...HERE, id: 2 };
  const waiting = (order_number: string, fields: Partial<Order> = {}) =>
    anEntry({ order: { order_number, venue: HERE, ...fields } });

  test.each<[string, QueueEntry[], string | undefined]>([
    ['nothing', [], undefined],
    ['an order of another venue', [waiting('H-7', { venue: ELSEWHERE })], undefined],
    ['an order that names no venue', [anEntry()], undefined],
    [
      'an order',
      [waiting('K-129'), waiting('H-7', { venue: ELSEWHERE })],
      'Your order K-129 is paid and in the queue.',
    ],
    ['an order that cost nothing', [waiting('K-129', { total: 0 })], 'Your order K-129 is in the queue.'],
    [
      'one that is ready',
      [anEntry({ state: 'done', order: { order_number: 'K-9', venue: HERE } })],
      'Your order K-9 is paid and ready.',
    ],
    ['two', [waiting('K-129'), waiting('P-3')], 'Your orders K-129 and P-3 are paid and in the queue.'],
    ['four', ['K-1', 'K-2', 'P-3', 'P-4'].map((each) => waiting(each)), 'Your 4 orders are paid and in the queue.'],
  ])('%s', (_what, queue, text) => {
    expect(queuedText(queue, 1)).toBe(text);
  });
});
