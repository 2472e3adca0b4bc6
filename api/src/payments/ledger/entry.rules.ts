/**
 * Computes the postings of the ledger. Amounts are minor units; a debit is positive and a credit negative, so an entry adds up to zero.
 * docs/reference/ledger.md has worked examples.
 */
import type { LedgerAccount, LedgerCause, LedgerLine } from 'core/database/types';
import { splitByWeight } from 'shared-contracts/rules/money';

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
  /** The tax in `salesMinor`. */
  taxMinor: number;
  /** The order's part of the service charge, without its tax. */
  serviceChargeMinor: number;
  serviceChargeTaxMinor: number;
  /** The order's part of the tip, which has no tax and no commission. */
  tipMinor: number;
}

interface PricedRow {
  total_minor: number;
  tax_minor: number;
  service_fee_minor: number;
  service_fee_tax_minor: number;
  /** Absent in the snapshot of a payment from before tips. */
  tip_minor?: number;
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
    taxMinor: row.tax_minor,
    serviceChargeMinor: row.service_fee_minor - (isTaxIncluded ? row.service_fee_tax_minor : 0),
    serviceChargeTaxMinor: row.service_fee_tax_minor,
    tipMinor: row.tip_minor ?? 0,
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

const sumOf = (postings: readonly Posting[]) => sum(postings.map(({ amountMinor }) => amountMinor));

const totalOf = (part: OrderParts) =>
  part.salesMinor + part.serviceChargeMinor + part.serviceChargeTaxMinor + part.tipMinor;

/** The commission of each stall in basis points (12 % is 1200), by the id of the stall. A stall that is left out pays none. */
export type Commissions = Readonly<Record<number, number>>;

/**
 * The commission of a sale, from its price without tax, rounded half up.
 * @param salesMinor with the tax
 * @example
 * commissionOn({ salesMinor: 1130, taxMinor: 130 }, 1200); // 120
 */
export function commissionOn(
  { salesMinor, taxMinor }: Pick<OrderParts, 'salesMinor' | 'taxMinor'>,
  rateBp: number,
): number {
  return Math.round(((salesMinor - taxMinor) * rateBp) / 10_000);
}

/**
 * The commission that is left of an order after refunds: it goes back with the sales, pro rata, and all of it with the last cent.
 * @example
 * commissionAfter({ commissionMinor: 120, salesMinor: 1130, refundedMinor: 565 }); // 60
 */
export function commissionAfter(order: { commissionMinor: number; salesMinor: number; refundedMinor: number }): number {
  const { commissionMinor, salesMinor, refundedMinor } = order;
  return salesMinor === 0 ? 0 : Math.round((commissionMinor * (salesMinor - refundedMinor)) / salesMinor);
}

/** The postings of a commission: what the stall is owed less, the hall is owed more. */
export function postingsOfCommission(order: { orderId: number; vendorId: number }, commissionMinor: number): Posting[] {
  return withoutNothing([
    { ...posting('stall', 'commission', commissionMinor), ...order },
    { ...posting('hall', 'commission', -commissionMinor), orderId: order.orderId },
  ]);
}

/**
 * The postings of a payment that bought these orders: each stall is owed its sales less the commission and its tips, and the hall the service charge and
 * the commission. Every order has a posting, also one that costs nothing, because reports count them.
 */
export function postingsOfPayment(orders: readonly OrderParts[], commissions: Commissions = {}): Posting[] {
  return withoutNothing([
    posting('provider', 'received', sum(orders.map(totalOf))),
    ...orders.flatMap((order) => {
      const { orderId, vendorId, salesMinor, tipMinor } = order;
      return [
        { ...posting('stall', 'sales', -salesMinor), vendorId, orderId },
        { ...posting('tips', 'tip', -tipMinor), vendorId, orderId },
        ...postingsOfCommission({ orderId, vendorId }, commissionOn(order, commissions[vendorId] ?? 0)),
      ];
    }),
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
    { ...posting('tips', 'tip', refund.tipMinor), vendorId, orderId },
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

/**
 * The postings of the provider's fee for a payment. If the stalls bear it, everyone who got a part of the payment bears a part of the fee,
 * the hall for its service charge; the parts add up by the largest remainder. Else the hall bears all of it.
 * @param payment the postings of the payment
 */
export function postingsOfFee(feeMinor: number, payment: readonly Posting[], bearer: 'stalls' | 'hall'): Posting[] {
  const holders = holdersOf(payment);
  const parts = bearer === 'hall' ? { stalls: [], hallMinor: feeMinor } : splitOver(holders, feeMinor);
  return withoutNothing([
    posting('fees', 'fee', -feeMinor),
    ...parts.stalls.map(([vendorId, minor]) => ({ ...posting('stall', 'fee', minor), vendorId })),
    posting('hall', 'fee', parts.hallMinor),
  ]);
}

/**
 * The postings of what the provider itself pays to the stalls' own accounts, with the payment: the sales of each, less the part of the fee that
 * the provider takes from it. It takes the fee from all accounts by what they get (Paystack: 'all-proportional').
 * @param orders the orders of stalls with an account of their own
 * @param feeMinor 0 while it is not told
 */
export function postingsOfSplit(orders: readonly OrderParts[], { receivedMinor, feeMinor }: Split): Posting[] {
  const sales = orders.map(({ salesMinor }) => salesMinor);
  const fees = splitByWeight(feeMinor, [...sales, receivedMinor - sum(sales)]);
  const paid = sales.map((minor, index) => minor - (fees[index] ?? 0));
  return withoutNothing([
    ...orders.map(({ orderId, vendorId }, index) => ({
      ...posting('stall', 'transfer', paid[index] ?? 0),
      vendorId,
      orderId,
    })),
    posting('payouts', 'transfer', -sum(paid)),
  ]);
}

interface Split {
  receivedMinor: number;
  feeMinor: number;
}

/** Who has the money of a payment. */
interface Holders {
  /** Each stall by its id, with its sales and tips. */
  stalls: readonly (readonly [vendorId: number, minor: number])[];
  /** The service charge with its tax. */
  hallMinor: number;
}

function holdersOf(payment: readonly Posting[]): Holders {
  const stalls = new Map<number, number>();
  let hallMinor = 0;
  for (const { vendorId, line, amountMinor } of payment) {
    if (line === 'service_charge' || line === 'tax') hallMinor -= amountMinor;
    else if (vendorId !== null && (line === 'sales' || line === 'tip'))
      stalls.set(vendorId, (stalls.get(vendorId) ?? 0) - amountMinor);
  }
  return { stalls: [...stalls], hallMinor };
}

/** Splits an amount over the holders in proportion to what each has, by the largest remainder. If nobody has anything, the hall bears the amount. */
function splitOver({ stalls, hallMinor }: Holders, amountMinor: number): Holders {
  const weights = [...stalls.map(([, minor]) => minor), hallMinor];
  if (sum(weights) === 0) return { stalls: [], hallMinor: amountMinor };
  const parts = splitByWeight(amountMinor, weights);
  return { stalls: stalls.map(([vendorId], index) => [vendorId, parts[index] ?? 0]), hallMinor: parts.at(-1) ?? 0 };
}

/** What a payment's money is at the moment: the sums of its postings by account, line and cause. */
export interface BookedPosting extends Posting {
  cause: LedgerCause;
  refundId: number | null;
}

interface RefundChange {
  refundId: number;
  /** The amounts of the refund; null if it does not count, since it failed or was withdrawn. */
  refund: OrderParts | null;
  order: { orderId: number; vendorId: number };
  /** What is booked for the payment. */
  booked: readonly BookedPosting[];
}

/**
 * The postings that bring the ledger up to date with a refund: all of a new one, the difference of a changed one, and the reverse of one that no
 * longer counts. The hall's commission goes back with the sales of the order.
 */
export function changesByRefund({ refundId, refund, order, booked }: RefundChange): Posting[] {
  const wanted = refund === null ? [] : postingsOfRefund(refund);
  const changes = differenceOf(
    wanted,
    booked.filter((each) => each.refundId === refundId && each.line !== 'commission'),
  );
  const ofStall = booked.filter(({ account, orderId }) => account === 'stall' && orderId === order.orderId);
  const bookedAs = (line: LedgerLine, cause?: LedgerCause) =>
    sumOf(ofStall.filter((each) => each.line === line && (cause === undefined || each.cause === cause)));
  const refundedMinor = bookedAs('sales', 'refund') + sumOf(changes.filter(({ line }) => line === 'sales'));
  const commissionMinor = commissionAfter({
    commissionMinor: bookedAs('commission', 'payment'),
    salesMinor: -bookedAs('sales', 'payment'),
    refundedMinor,
  });
  return [...changes, ...postingsOfCommission(order, commissionMinor - bookedAs('commission'))];
}

/** What the disputes of a payment hold back at present, and what they cost. */
export interface Held {
  heldMinor: number;
  feeMinor: number;
}

/**
 * The postings that bring the ledger up to date with the disputes of a payment. What they hold back, and the provider's fees for them, are borne
 * by those who have the money of the payment, pro rata to what refunds have left them. As long as the amounts stay the same nothing is booked,
 * also if a refund has come since; what comes back is what was held.
 * @param booked what is booked for the payment
 */
export function changesByDispute(
  { heldMinor, feeMinor }: Held,
  booked: readonly BookedPosting[],
  { isOfHall = false }: { isOfHall?: boolean } = {},
): Posting[] {
  const ofDispute = booked.filter(({ cause }) => cause === 'dispute');
  const bookedIn = (account: LedgerAccount) => -sumOf(ofDispute.filter((each) => each.account === account));
  if (bookedIn('disputes') === heldMinor && bookedIn('fees') === feeMinor) return [];
  const money = isOfHall ? [] : booked.filter(({ cause }) => cause === 'payment' || cause === 'refund');
  const parts = splitOver(holdersOf(money), heldMinor + feeMinor);
  const wanted = withoutNothing([
    posting('disputes', 'dispute', -heldMinor),
    posting('fees', 'dispute', -feeMinor),
    ...parts.stalls.map(([vendorId, minor]) => ({ ...posting('stall', 'dispute', minor), vendorId })),
    posting('hall', 'dispute', parts.hallMinor),
  ]);
  return differenceOf(wanted, ofDispute);
}

/** The postings of a month's rent. */
export function postingsOfRent(vendorId: number, rentMinor: number): Posting[] {
  return [{ ...posting('stall', 'rent', rentMinor), vendorId }, posting('hall', 'rent', -rentMinor)];
}

/** The postings of an amount that was paid to a stall. */
export function postingsOfPayout(vendorId: number, amountMinor: number): Posting[] {
  return [{ ...posting('stall', 'payout', amountMinor), vendorId }, posting('payouts', 'payout', -amountMinor)];
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
