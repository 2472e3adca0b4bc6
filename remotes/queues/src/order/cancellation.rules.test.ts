import { anOrder } from 'shared-contracts/testing';
import type { Cancellation } from 'shared-contracts/types';
import { recentlyCancelled, refundText } from './cancellation.rules';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const cancelled = (
  id: number,
  cancelled_at: string,
  refund: Cancellation['refund'] = { amount: 62.72, state: 'pending' },
) => ({
  ...anOrder({ id }),
  state: 'cancelled' as const,
  cancellation: { reason: 'The oven broke.', cancelled_at, refund },
});

test('returns the cancelled orders of the last day, the latest first, and no others', () => {
  const orders = [
    cancelled(1, '2026-11-21T09:00:00Z'),
    cancelled(2, '2026-11-20T11:59:59Z'),
    cancelled(3, '2026-11-21T11:00:00Z'),
    anOrder({ id: 4, state: 'completed' }),
  ];
  expect(recentlyCancelled(orders, NOW).map(({ id }) => id)).toEqual([3, 1]);
});

test.each([
  [62.72, 'pending', '$62.72 is on its way back.'],
  [62.72, 'delayed', 'The refund of $62.72 takes longer than usual. We keep trying until it arrives.'],
  [62.72, 'unclear', 'The refund of $62.72 is not confirmed yet. It is being checked.'],
  [62.72, 'refunded', '$62.72 was refunded.'],
  [0, 'refunded', 'Nothing was charged for it.'],
] as const)('describes a refund of %s in the state %s: %s', (amount, state, text) => {
  expect(refundText(cancelled(1, '2026-11-21T09:00:00Z', { amount, state }))).toBe(text);
});
