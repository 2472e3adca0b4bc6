/**
 * Computes the postings of the ledger. Amounts are minor units; a debit is positive and a credit negative, so an entry adds up to zero.
 * docs/reference/ledger.md has worked examples.
 */
import type { LedgerAccount, LedgerLine } from 'core/database/types';

export interface Posting {
  account: LedgerAccount;
  /** The stall of the accounts 'stall' and 'tips'; null for the others. */
  vendorId: number | null;
  orderId: number | null;
  line: LedgerLine;
  amountMinor: number;
}

/** The amounts of one order, or of one refund of it. */
export interface OrderParts {
  orderId: number;
  vendorId: number;
  /** The lines with the tax that the buyer paid for them. */
  salesMinor: number;
  /** The order's part of the service charge, without its tax. */
  serviceChargeMinor: number;
  serviceChargeTaxMinor: number;
}

interface PricedRow {
  total_minor: number;
  tax_minor: number;
  service_fee_minor: number;
  service_fee_tax_minor: number;
}

/** Divides the amounts of a receipt between the stall and the hall. @param isTaxIncluded true if the prices contain their tax */
export function partsOf(
  row: PricedRow,
  { orderId, vendorId, isTaxIncluded }: { orderId: number; vendorId: number; isTaxIncluded: boolean },
): OrderParts {
  return {
    orderId,
    vendorId,
    salesMinor: row.total_minor + (isTaxIncluded ? 0 : row.tax_minor),
    serviceChargeMinor: row.service_fee_minor - (isTaxIncluded ? row.service_fee_tax_minor : 0),
    serviceChargeTaxMinor: row.service_fee_tax_minor,
  };
}

/** The amounts of an order as it was paid. */
export const partsOfOrder = (
  order: PricedRow & { id: number; vendor_id: number; is_tax_included: boolean },
): OrderParts => partsOf(order, { orderId: order.id, vendorId: order.vendor_id, isTaxIncluded: order.is_tax_included });

const posting = (account: LedgerAccount, line: LedgerLine, amountMinor: number): Posting => ({
  account,
  vendorId: null,
  orderId: null,
  line,
  amountMinor,
});

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const totalOf = (part: OrderParts) => part.salesMinor + part.serviceChargeMinor + part.serviceChargeTaxMinor;

/**
 * The postings of a payment that bought these orders: each stall is owed its sales, and the hall the service charge.
 * Every order has a posting, also one that costs nothing, because reports count them.
 */
export function postingsOfPayment(orders: readonly OrderParts[]): Posting[] {
  return withoutNothing([
    posting('provider', 'received', sum(orders.map(totalOf))),
    ...orders.map(({ orderId, vendorId, salesMinor }) => ({
      ...posting('stall', 'sales', -salesMinor),
      vendorId,
      orderId,
    })),
    posting('hall', 'service_charge', -sum(orders.map(({ serviceChargeMinor }) => serviceChargeMinor))),
    posting('tax', 'tax', -sum(orders.map(({ serviceChargeTaxMinor }) => serviceChargeTaxMinor))),
  ]);
}

/** The postings of a refund: it comes out of the accounts that got the money. */
export function postingsOfRefund(refund: OrderParts): Posting[] {
  const { orderId, vendorId } = refund;
  return withoutNothing([
    { ...posting('provider', 'refunded', -totalOf(refund)), orderId },
    { ...posting('stall', 'sales', refund.salesMinor), vendorId, orderId },
    { ...posting('hall', 'service_charge', refund.serviceChargeMinor), orderId },
    { ...posting('tax', 'tax', refund.serviceChargeTaxMinor), orderId },
  ]);
}

/** The postings of a payment that bought nothing: its money belongs to the buyer until it has gone back. */
export function postingsOfSurplus(receivedMinor: number): Posting[] {
  return [posting('provider', 'received', receivedMinor), posting('buyers', 'returned', -receivedMinor)];
}

/** The postings of the return of such a payment. */
export function postingsOfReturn(receivedMinor: number): Posting[] {
  return [posting('provider', 'refunded', -receivedMinor), posting('buyers', 'returned', receivedMinor)];
}

const keyOf = ({ account, vendorId, orderId, line }: Posting) => [account, vendorId, orderId, line].join(' ');

/**
 * Returns the postings that lead from what is booked to what is wanted. Nothing in the ledger changes, so a change of a fact is booked as
 * the difference.
 * @example
 * differenceOf(postingsOfRefund(refund), []); // a new refund: all its postings
 * differenceOf([], booked); // a refund that failed: the reverse of what was booked
 */
export function differenceOf(wanted: readonly Posting[], booked: readonly Posting[]): Posting[] {
  const sums = new Map<string, Posting>();
  const add = (each: Posting, sign: 1 | -1) => {
    const known = sums.get(keyOf(each));
    sums.set(keyOf(each), { ...each, amountMinor: (known?.amountMinor ?? 0) + sign * each.amountMinor });
  };
  for (const each of wanted) add(each, 1);
  for (const each of booked) add(each, -1);
  return [...sums.values()].filter(({ amountMinor }) => amountMinor !== 0);
}

const withoutNothing = (postings: readonly Posting[]): Posting[] =>
  postings.filter(({ line, amountMinor }) => amountMinor !== 0 || line === 'sales').map(withPlainZero);

/** Zero has no sign in a ledger. */
const withPlainZero = (each: Posting): Posting => (each.amountMinor === 0 ? { ...each, amountMinor: 0 } : each);
