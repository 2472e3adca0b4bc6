/** What the form of a refund sends, and what it says before. */
import { exponentOf } from 'shared-contracts/rules/money';
import { t } from '../words';
import type { OrderRefund, RefundRequest } from './orders.resource';

export type RefundKind = 'items' | 'amount' | 'rest';

export interface RefundForm {
  kind: RefundKind;
  /** The units of each line, by its id. */
  units: Readonly<Record<number, number>>;
  amount: string;
  reason: string;
}

export type RefundErrors = Partial<Record<'units' | 'amount' | 'reason', string>>;

const UNCOUNTED: readonly OrderRefund['state'][] = ['failed', 'void'];

/** Counts the units of a line that were not refunded yet. */
export function unitsLeft(line: { id: number; quantity: number }, refunds: readonly OrderRefund[]): number {
  const refunded = refunds
    .filter(({ state }) => !UNCOUNTED.includes(state))
    .flatMap(({ items }) => items.data)
    .reduce((sum, { order_item_id, quantity }) => sum + (order_item_id === line.id ? quantity : 0), 0);
  return Math.max(0, line.quantity - refunded);
}

/** Reads '4.20' or '4,20'. NaN for anything else, and for more decimals than the currency has. */
export function readAmount(text: string, currency: string): number {
  const [all, decimals = ''] = /^\d{1,7}(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? [];
  if (all === undefined || decimals.length > exponentOf(currency)) return Number.NaN;
  return Number(all.replace(',', '.'));
}

export function refundErrors(form: RefundForm, { left, currency }: { left: number; currency: string }): RefundErrors {
  const amount = readAmount(form.amount, currency);
  const units = Object.values(form.units).reduce((sum, each) => sum + each, 0);
  return {
    ...(form.reason.trim() === '' && { reason: t('Please give a reason.') }),
    ...(form.kind === 'items' && units === 0 && { units: t('Choose at least one item.') }),
    ...(form.kind === 'amount' && !(amount > 0) && { amount: t('Enter an amount, such as 4.20.') }),
    ...(form.kind === 'amount' && amount > left && { amount: t('That is more than is left of the payment.') }),
  };
}

export function requestOf(form: RefundForm, currency: string): RefundRequest {
  const reason = form.reason.trim();
  if (form.kind === 'amount') return { reason, amount: readAmount(form.amount, currency) };
  if (form.kind === 'rest') return { reason };
  const items = Object.entries(form.units).flatMap(([id, quantity]) =>
    quantity > 0 ? [{ id: Number(id), quantity }] : [],
  );
  return { reason, items };
}
