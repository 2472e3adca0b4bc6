/** Describes a cancelled order and its money. Amounts come in major units, as the order carries them. */
import { formatMajor } from 'shared-contracts/rules/money';
import type { Cancellation, Order } from 'shared-contracts/types';
import { t } from '../words';

/** The API accepts this many characters. */
export const MAX_REASON = 300;

/** The buyer's list shows a cancelled order this long, in milliseconds. The order's own page always shows it. */
const SHOWN_MS = 24 * 60 * 60_000;

export interface CancelledOrder extends Order {
  cancellation: Cancellation;
}

/** Tells whether an order is cancelled. A cancelled order has its reason and its refund. */
export function isCancelled(order: Order): order is CancelledOrder {
  return order.state === 'cancelled' && order.cancellation !== undefined;
}

/** Returns the orders that were cancelled within the last day, the latest first. */
export function recentlyCancelled(orders: readonly Order[], now: number): CancelledOrder[] {
  const at = ({ cancellation }: CancelledOrder) => Date.parse(cancellation.cancelled_at);
  return orders
    .filter(isCancelled)
    .filter((order) => now - at(order) < SHOWN_MS)
    .sort((a, b) => at(b) - at(a));
}

/** Says where the money is, for the buyer and for the vendor alike. */
export function refundText({ cancellation, currency, currency_symbol }: CancelledOrder): string {
  const { amount, state } = cancellation.refund;
  if (amount === 0) return t('Nothing was charged for it.');
  const money = formatMajor(amount, currency, currency_symbol);
  return {
    pending: t('{money} is on its way back.', { money }),
    delayed: t('The refund of {money} takes longer than usual. We keep trying until it arrives.', { money }),
    unclear: t('The refund of {money} is not confirmed yet. It is being checked.', { money }),
    refunded: t('{money} was refunded.', { money }),
  }[state];
}
