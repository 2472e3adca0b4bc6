/** Describes the refunds of an order, and counts what is left to make. Amounts come in major units, as the order carries them. */
import { formatMajor, formatMinor, toMinor } from 'shared-contracts/rules/money';
import type { Order, OrderItem, Refund } from 'shared-contracts/types';
import { t } from '../words';
import { paidMinor, paidText } from './order.rules';

/** Says how much was refunded: 'Refunded $4.20 of $18.00.' It counts only refunds that arrived, and is null where none has. */
export function refundedText(order: Order): string | null {
  const { currency, currency_symbol } = order;
  const minor = (order.refunds?.data ?? [])
    .filter(({ state }) => state === 'refunded')
    .reduce((sum, { amount }) => sum + toMinor(amount, currency), 0);
  if (minor === 0) return null;
  return t('Refunded {money} of {paid}.', {
    money: formatMinor(minor, currency, currency_symbol),
    paid: paidText(order),
  });
}

/** Returns the amount that a cancellation would refund now, null for nothing, and whether it is the whole payment. */
export function restText(order: Order): { isWhole: boolean; money: string | null } {
  const { currency, currency_symbol } = order;
  const wentBack = wentBackMinor(order);
  const leftMinor = paidMinor(order) - wentBack;
  return { isWhole: wentBack === 0, money: leftMinor > 0 ? formatMinor(leftMinor, currency, currency_symbol) : null };
}

/**
 * Counts the dishes of a line that are still to make. A refund of an amount names no line, and leaves none to make once everything went
 * back.
 */
export function leftToMake(order: Order, { id, quantity }: OrderItem): number {
  const refunds = countedRefunds(order);
  // A free order has no payment, and the kitchen makes it all the same.
  if (refunds.length > 0 && wentBackMinor(order) >= paidMinor(order)) return 0;
  const refunded = refunds
    .flatMap(({ items }) => items.data)
    .reduce((sum, item) => sum + (item.order_item_id === id ? item.quantity : 0), 0);
  return Math.max(quantity - refunded, 0);
}

/** Describes the refund of a line: '2 of 3 refunded', 'Refunded' where none is left to make, or an empty text where all are. */
export function lineRefundText(order: Order, line: OrderItem): string {
  const refunded = line.quantity - leftToMake(order, line);
  if (refunded === 0) return '';
  if (refunded === line.quantity) return t('Refunded');
  return t('{refunded} of {quantity} refunded', { refunded, quantity: line.quantity });
}

/** Tells whether nothing of an order is left to make. */
export function isRefundedInFull(order: Order): boolean {
  return order.order_items.data.every((line) => leftToMake(order, line) === 0);
}

/** Says for each refund that has not arrived where its money is. */
export function openRefundTexts(order: Order): string[] {
  return (order.refunds?.data ?? []).flatMap((refund) => openText(refund, order) ?? []);
}

/** Lists why each refund was made, in the operator's words, each reason once. */
export function refundReasons(order: Order): string[] {
  return [...new Set((order.refunds?.data ?? []).map(({ reason }) => reason))];
}

/** Returns the refunds that count: all except the failed ones. A refund that is on its way counts as refunded. */
const countedRefunds = ({ refunds }: Order) => (refunds?.data ?? []).filter(({ state }) => state !== 'failed');

const wentBackMinor = (order: Order) =>
  countedRefunds(order).reduce((sum, { amount }) => sum + toMinor(amount, order.currency), 0);

function openText({ amount, state }: Refund, { currency, currency_symbol }: Order): string | null {
  const money = formatMajor(amount, currency, currency_symbol);
  switch (state) {
    case 'pending':
      return t('{money} is on its way back.', { money });
    case 'delayed':
      return t('The refund of {money} takes longer than usual. We keep trying until it arrives.', { money });
    case 'unclear':
      return t('The refund of {money} is not confirmed yet. It is being checked.', { money });
    case 'failed':
      return t('The refund of {money} did not arrive. Please ask at the food hall.', { money });
    default:
      return null;
  }
}
