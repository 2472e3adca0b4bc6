/**
 * What is said of the money of an order that went back, or is on its way, and what of the order is still to make. Amounts come in
 * major units, as the order carries them.
 */
import { formatMajor, formatMinor, toMinor } from 'shared-contracts/rules/money';
import type { Order, OrderItem, Refund } from 'shared-contracts/types';
import { paidMinor, paidText } from './order.rules';

/** 'Refunded $4.20 of $18.00.', counting what arrived alone; null where nothing has. */
export function refundedText(order: Order): string | null {
  const { currency, currency_symbol } = order;
  const minor = (order.refunds?.data ?? [])
    .filter(({ state }) => state === 'refunded')
    .reduce((sum, { amount }) => sum + toMinor(amount, currency), 0);
  return minor === 0 ? null : `Refunded ${formatMinor(minor, currency, currency_symbol)} of ${paidText(order)}.`;
}

/** What a cancellation now would give back, null for nothing, and whether that is all that was paid. */
export function restText(order: Order): { isWhole: boolean; money: string | null } {
  const { currency, currency_symbol } = order;
  const wentBack = wentBackMinor(order);
  const leftMinor = paidMinor(order) - wentBack;
  return { isWhole: wentBack === 0, money: leftMinor > 0 ? formatMinor(leftMinor, currency, currency_symbol) : null };
}

/** How many of an order's line are still to make: a refund of an amount names no line, and leaves none once everything went back. */
export function leftToMake(order: Order, { id, quantity }: OrderItem): number {
  const refunds = countedRefunds(order);
  // Nothing was paid for a free order: it is made all the same.
  if (refunds.length > 0 && wentBackMinor(order) >= paidMinor(order)) return 0;
  const refunded = refunds
    .flatMap(({ items }) => items.data)
    .reduce((sum, item) => sum + (item.order_item_id === id ? item.quantity : 0), 0);
  return Math.max(quantity - refunded, 0);
}

/** '2 of 3 refunded' of an order's line, 'Refunded' where none is left to make; empty where all are. */
export function lineRefundText(order: Order, line: OrderItem): string {
  const refunded = line.quantity - leftToMake(order, line);
  if (refunded === 0) return '';
  return refunded === line.quantity ? 'Refunded' : `${refunded} of ${line.quantity} refunded`;
}

/** Whether nothing of an order is left to make. */
export function isRefundedInFull(order: Order): boolean {
  return order.order_items.data.every((line) => leftToMake(order, line) === 0);
}

/** Of each refund that has not arrived, where it is. */
export function openRefundTexts(order: Order): string[] {
  return (order.refunds?.data ?? []).flatMap((refund) => openText(refund, order) ?? []);
}

/** Why each refund was made, in the operator's words; each reason once. */
export function refundReasons(order: Order): string[] {
  return [...new Set((order.refunds?.data ?? []).map(({ reason }) => reason))];
}

/** All but those that failed: what is on its way counts as gone. */
const countedRefunds = ({ refunds }: Order) => (refunds?.data ?? []).filter(({ state }) => state !== 'failed');

const wentBackMinor = (order: Order) =>
  countedRefunds(order).reduce((sum, { amount }) => sum + toMinor(amount, order.currency), 0);

function openText({ amount, state }: Refund, { currency, currency_symbol }: Order): string | null {
  const money = formatMajor(amount, currency, currency_symbol);
  switch (state) {
    case 'pending':
      return `${money} is on its way back.`;
    case 'delayed':
      return `The refund of ${money} takes longer than usual. We keep trying until it arrives.`;
    case 'unclear':
      return `The refund of ${money} is not confirmed yet. It is being checked.`;
    case 'failed':
      return `The refund of ${money} did not arrive. Please ask at the food hall.`;
    default:
      return null;
  }
}
