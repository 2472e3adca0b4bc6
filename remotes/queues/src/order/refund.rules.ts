/** What is said of the money of an order that went back, or is on its way. Amounts come in major units, as the order carries them. */
import { formatMajor, formatMinor, toMinor } from 'shared-contracts/rules/money';
import type { Order, Refund } from 'shared-contracts/types';
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
  const wentBack = (order.refunds?.data ?? [])
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { amount }) => sum + toMinor(amount, currency), 0);
  const leftMinor = paidMinor(order) - wentBack;
  return { isWhole: wentBack === 0, money: leftMinor > 0 ? formatMinor(leftMinor, currency, currency_symbol) : null };
}

/** Of each refund that has not arrived, where it is. */
export function openRefundTexts(order: Order): string[] {
  return (order.refunds?.data ?? []).flatMap((refund) => openText(refund, order) ?? []);
}

/** Why each refund was made, in the operator's words; each reason once. */
export function refundReasons(order: Order): string[] {
  return [...new Set((order.refunds?.data ?? []).map(({ reason }) => reason))];
}

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
