/** Sums up an order for its card and its receipt. It calculates in minor units and returns texts. */
import { formatMajor, formatMinor, toMinor } from 'shared-contracts/rules/money';
import { QUEUE_STATES } from 'shared-contracts/rules/queue-state';
import { queueCardAmounts, receiptTotal } from 'shared-contracts/rules/totals';
import type { Order, QueueEntry, QueueState } from 'shared-contracts/types';
import type { ReceiptRow } from 'shared-contracts/ui';
import { t } from '../words';

const isIncluded = ({ tax_inclusive }: Order) => tax_inclusive === 'Includes';

function taxLabel(order: Order): string {
  const name = order.tax_name || t('Tax');
  return isIncluded(order) ? t('{name} (included)', { name }) : name;
}

export interface CardTotals {
  taxLabel: string;
  tax: string;
  total: string;
  /** What the card's total leaves out; null if there is none of it. */
  without: string | null;
}

/** Returns the tax and the total of the queue card, without the service fee and the tip. */
export function cardTotals(order: Order): CardTotals {
  const { hstMinor, totalMinor } = queueCardAmounts({
    totalMinor: toMinor(order.total, order.currency),
    taxMinor: toMinor(order.tax_amount, order.currency),
    isTaxIncluded: isIncluded(order),
  });
  const text = (minor: number) => formatMinor(minor, order.currency, order.currency_symbol);
  return {
    taxLabel: taxLabel(order),
    tax: text(hstMinor),
    total: text(totalMinor),
    without: withoutText(order),
  };
}

function withoutText({ service_fee, tip = 0 }: Order): string | null {
  if (tip > 0) return service_fee > 0 ? t('excl. service fee and tip') : t('excl. tip');
  return service_fee > 0 ? t('excl. service fee') : null;
}

/** Returns the amount paid for an order, in minor units. */
export function paidMinor(order: Order): number {
  const minor = (major: number) => toMinor(major, order.currency);
  return receiptTotal(
    {
      totalMinor: minor(order.total),
      taxMinor: minor(order.tax_amount),
      serviceFeeMinor: minor(order.service_fee),
      serviceFeeTaxMinor: minor(order.service_fee_tax),
      tipMinor: minor(order.tip ?? 0),
    },
    isIncluded(order),
  );
}

/** Formats the amount paid for an order in the venue's currency. */
export const paidText = (order: Order): string => formatMinor(paidMinor(order), order.currency, order.currency_symbol);

export interface OrderReceipt {
  /** `rates` is small print below the tax, one line each. */
  rows: (Pick<ReceiptRow, 'label' | 'amount'> & { rates?: string[] })[];
  total: ReceiptRow;
}

/** Returns the receipt's lines: items, service fee, tax of both, tip, and the amount paid. */
export function buildReceipt(order: Order): OrderReceipt {
  const minor = (major: number) => toMinor(major, order.currency);
  const text = (major: number) => formatMajor(major, order.currency, order.currency_symbol);
  const taxMinor = minor(order.tax_amount) + minor(order.service_fee_tax);
  return {
    rows: [
      { label: t('Items'), amount: text(order.total) },
      { label: t('Service fee'), amount: text(order.service_fee) },
      {
        label: taxLabel(order),
        amount: formatMinor(taxMinor, order.currency, order.currency_symbol),
        ...rateTexts(order),
      },
      ...(order.tip ? [{ label: t('Tip'), amount: text(order.tip) }] : []),
    ],
    total: { label: t('Total'), amount: paidText(order) },
  };
}

/** Lists the base and the amount of each tax rate. It is empty where the whole order has the venue's own tax. */
function rateTexts({ taxes = [], ...order }: Order): { rates?: string[] } {
  if (taxes.length < 2 && taxes.every(({ name }) => name === order.tax_name)) return {};
  const text = (major: number) => formatMajor(major, order.currency, order.currency_symbol);
  const rates = taxes.map(({ name, rate, base, amount }) =>
    t('{name} {rate}\u00a0% on {base}: {amount}', { name, rate, base: text(base), amount: text(amount) }),
  );
  if (order.service_fee_tax > 0) {
    const fee = { name: order.tax_name, amount: text(order.service_fee_tax) };
    rates.push(t('{name} on the service fee: {amount}', fee));
  }
  return { rates };
}

/**
 * Returns the state that an order's page shows: its queue entry's, else the order's own, else the address's, which may be old. It is
 * undefined for an order in no queue.
 */
export function shownState(order: Order, entry: QueueEntry | undefined, hint: string | null): QueueState | undefined {
  if (entry) return entry.state;
  if (order.state === 'completed') return 'collected';
  return order.state === 'placed' ? QUEUE_STATES.find((state) => state === hint) : undefined;
}
