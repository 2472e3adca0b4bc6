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

test('writes nothing for an order without refunds', () => {
  for (const order of [anOrder({ id: 1 }), refunded()]) {
    expect([refundedText(order), openRefundTexts(order), refundReasons(order)]).toEqual([null, [], []]);
  }
});

test.each([
  ['nothing was refunded', [], { isWhole: true, money: '$18.00' }],
  ['a part was refunded or is on its way', [refund(4), refund(1, 'pending')], { isWhole: false, money: '$13.00' }],
  ['all of it was refunded', [refund(18)], { isWhole: false, money: null }],
  ['a refund failed', [refund(4, 'failed')], { isWhole: true, money: '$18.00' }],
] as const)('a cancellation refunds the rest when %s', (_case, refunds, rest) => {
  expect(restText(refunded(...refunds))).toEqual(rest);
});

test('sums up the refunds that have arrived', () => {
  expect(refundedText(refunded(refund(4.1), refund(0.1), refund(5, 'pending')))).toBe('Refunded $4.20 of $18.00.');
  expect(refundedText(refunded(refund(5, 'pending')))).toBeNull();
});

test.each([
  ['pending', '$5.00 is on its way back.'],
  ['delayed', 'The refund of $5.00 takes longer than usual. We keep trying until it arrives.'],
  ['unclear', 'The refund of $5.00 is not confirmed yet. It is being checked.'],
  ['failed', 'The refund of $5.00 did not arrive. Please ask at the food hall.'],
] as const)('describes a refund in the state %s: %s', (state, text) => {
  expect(openRefundTexts(refunded(refund(5, state), refund(1)))).toEqual([text]);
});

test('shows the same reason once', () => {
  expect(refundReasons(refunded(refund(1), refund(2), refund(3, 'pending', 'Late')))).toEqual(['Cold soup', 'Late']);
});

describe('the dishes left to make for an order of 3 ramen and 1 gyoza at $18.00', () => {
  const lineRefund = (amount: number, lines: Record<number, number>, state?: Refund['state']): Refund => ({
    ...refund(amount, state),
    items: { data: Object.entries(lines).map(([id, quantity]) => ({ order_item_id: Number(id), quantity })) },
  });

  test.each([
    [[3, 1], 'nothing was refunded', [], ['', '']],
    [[1, 1], 'two ramen were refunded', [lineRefund(8, { 1: 2 })], ['2 of 3 refunded', '']],
    [
      [1, 1],
      'two ramen were refunded one by one',
      [lineRefund(4, { 1: 1 }), lineRefund(4, { 1: 1 })],
      ['2 of 3 refunded', ''],
    ],
    [[2, 1], 'the refund of one is on its way', [lineRefund(4, { 1: 1 }, 'pending')], ['1 of 3 refunded', '']],
    [[3, 1], 'the refund of one failed', [lineRefund(4, { 1: 1 }, 'failed')], ['', '']],
    [[3, 0], 'the gyoza was refunded', [lineRefund(6, { 2: 1 })], ['', 'Refunded']],
    [[0, 1], 'more ramen was refunded than ordered', [lineRefund(8, { 1: 9 })], ['Refunded', '']],
    [[3, 1], 'a part was refunded as an amount', [refund(17.99)], ['', '']],
    [[0, 0], 'everything was refunded as an amount', [refund(18)], ['Refunded', 'Refunded']],
    [[0, 0], 'an amount was refunded and then the rest', [refund(5), refund(13)], ['Refunded', 'Refunded']],
    [[3, 1], 'the refund of everything failed', [refund(18, 'failed')], ['', '']],
    [[0, 0], 'all lines were refunded', [lineRefund(17.99, { 1: 3, 2: 1 })], ['Refunded', 'Refunded']],
  ] as const)('are %j when %s', (left, _case, refunds, texts) => {
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
