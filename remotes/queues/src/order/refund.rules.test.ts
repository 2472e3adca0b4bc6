import { aLine, anOrder } from 'shared-contracts/testing';
import type { Order, Refund } from 'shared-contracts/types';
import {
  isRefundedInFull,
  leftToMake,
  lineRefundText,
  openRefundTexts,
  refundedText,
  refundReasons,
  restText,
} from './refund.rules';

const refund = (amount: number, state: Refund['state'] = 'refunded', reason = 'Cold soup'): Refund => ({
  amount,
  state,
  reason,
  created_at: '2026-11-23T12:00:00Z',
  items: { data: [] },
});
const refunded = (...data: Refund[]): Order => ({
  ...anOrder({ id: 1, total: 16, tax_amount: 2, service_fee: 0, service_fee_tax: 0 }),
  refunds: { data },
});

test('an order without refunds has nothing to say', () => {
  for (const order of [anOrder({ id: 1 }), refunded()]) {
    expect([refundedText(order), openRefundTexts(order), refundReasons(order)]).toEqual([null, [], []]);
  }
});

test.each([
  ['nothing went back before', [], { isWhole: true, money: '$18.00' }],
  ['a part went back, or is on its way', [refund(4), refund(1, 'pending')], { isWhole: false, money: '$13.00' }],
  ['all of it went back', [refund(18)], { isWhole: false, money: null }],
  ['the provider took a refund back', [refund(4, 'failed')], { isWhole: true, money: '$18.00' }],
] as const)('a cancellation gives back what is left where %s', (_what, refunds, rest) => {
  expect(restText(refunded(...refunds))).toEqual(rest);
});

test('the refunds that arrived are shown as one amount of the payment', () => {
  expect(refundedText(refunded(refund(4.1), refund(0.1), refund(5, 'pending')))).toBe('Refunded $4.20 of $18.00.');
  expect(refundedText(refunded(refund(5, 'pending')))).toBeNull();
});

test.each([
  ['pending', '$5.00 is on its way back.'],
  ['delayed', 'The refund of $5.00 takes longer than usual. We keep trying until it arrives.'],
  ['unclear', 'The refund of $5.00 is not confirmed yet. It is being checked.'],
  ['failed', 'The refund of $5.00 did not arrive. Please ask at the food hall.'],
] as const)('a refund that is %s: %s', (state, text) => {
  expect(openRefundTexts(refunded(refund(5, state), refund(1)))).toEqual([text]);
});

test('shows the same reason once', () => {
  expect(refundReasons(refunded(refund(1), refund(2), refund(3, 'pending', 'Late')))).toEqual(['Cold soup', 'Late']);
});

describe('of 3 ramen and 1 gyoza for $18.00', () => {
  const ofLines = (amount: number, lines: Record<number, number>, state?: Refund['state']): Refund => ({
    ...refund(amount, state),
    items: { data: Object.entries(lines).map(([id, quantity]) => ({ order_item_id: Number(id), quantity })) },
  });

  test.each([
    ['nothing was refunded', [], [3, 1], ['', '']],
    ['two ramen were refunded', [ofLines(8, { 1: 2 })], [1, 1], ['2 of 3 refunded', '']],
    ['they were refunded one by one', [ofLines(4, { 1: 1 }), ofLines(4, { 1: 1 })], [1, 1], ['2 of 3 refunded', '']],
    ['the refund is on its way', [ofLines(4, { 1: 1 }, 'pending')], [2, 1], ['1 of 3 refunded', '']],
    ['the refund failed', [ofLines(4, { 1: 1 }, 'failed')], [3, 1], ['', '']],
    ['the gyoza was refunded', [ofLines(6, { 2: 1 })], [3, 0], ['', 'Refunded']],
    ['more was refunded than ordered', [ofLines(8, { 1: 9 })], [0, 1], ['Refunded', '']],
    ['an amount alone was refunded', [refund(17.99)], [3, 1], ['', '']],
    ['all was refunded as an amount', [refund(18)], [0, 0], ['Refunded', 'Refunded']],
    ['an amount was refunded and then the rest', [refund(5), refund(13)], [0, 0], ['Refunded', 'Refunded']],
    ['the refund of all failed', [refund(18, 'failed')], [3, 1], ['', '']],
    ['all lines were refunded', [ofLines(17.99, { 1: 3, 2: 1 })], [0, 0], ['Refunded', 'Refunded']],
  ] as const)('where %s', (_what, refunds, left, texts) => {
    const lines = [aLine({ id: 1, quantity: 3 }), aLine({ id: 2, item: 'Gyoza', quantity: 1 })];
    const order = { ...refunded(...refunds), order_items: { data: lines } };
    expect(lines.map((line) => leftToMake(order, line))).toEqual(left);
    expect(lines.map((line) => lineRefundText(order, line))).toEqual(texts);
    expect(isRefundedInFull(order)).toBe(left.every((count: number) => count === 0));
  });
});

test('the kitchen makes a free order', () => {
  const free = { ...refunded(), total: 0, tax_amount: 0 };
  expect(isRefundedInFull(free)).toBe(false);
});
