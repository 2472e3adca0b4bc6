/**
 * Computes the amounts of a refund. All amounts are minor units.
 *
 * Each component of the receipt (tax, service charge, its tax) is split over the lines by their totals, and over the units of a line, with the
 * largest remainder, like the totals. The tax of a rate is split over the lines of that rate. So each unit has its amount, and the units of an
 * order add up to the amount that was paid for it, in any order of refunds.
 *
 * The tip belongs to no line. It goes back last: with the whole order, or with the last unit of it, and never with a part of it.
 */
import { splitByWeight } from 'shared-contracts/rules/money';
import {
  isSameTax,
  type OrderAmounts,
  receiptTotal,
  type TaxAmounts,
  type TaxRate,
} from 'shared-contracts/rules/totals';

/** The components of a receipt or of a part of it, by rate. */
export interface RatedAmounts extends OrderAmounts {
  tipMinor: number;
  /** The rates add up to `totalMinor` and `taxMinor`. */
  taxes: readonly TaxAmounts[];
}

interface PaidLine {
  id: number;
  quantity: number;
  totalMinor: number;
  tax: TaxRate;
}

export interface PaidOrder {
  amounts: RatedAmounts;
  isTaxIncluded: boolean;
  lines: readonly PaidLine[];
}

/** Units of a line. */
export interface LineUnits {
  id: number;
  quantity: number;
}

/** The sum of the refunds of the order that count. */
export interface Refunded {
  amounts: RatedAmounts;
  lines: readonly LineUnits[];
  /** True if no refund was an amount. */
  isByLines: boolean;
}

export type RefundRequest =
  /** The whole remainder. */
  | { kind: 'whole' }
  | { kind: 'amount'; amountMinor: number }
  /** The units of lines, with their tax and share of the service charge. */
  | { kind: 'lines'; lines: readonly LineUnits[] };

/** A refund with its components, which add up like those of a receipt. */
export interface RefundPlan {
  amountMinor: number;
  amounts: RatedAmounts;
  lines: LineUnits[];
}

export type RefundRefusal =
  /** The whole payment was refunded, or nothing was paid. */
  | { refusal: 'nothing-left' }
  /** It was paid in another mode, such as a test before the site went live. */
  | { refusal: 'other-mode' }
  /** The request exceeds the remainder, which is above 0. */
  | { refusal: 'too-much'; amountMinor: number; leftMinor: number }
  /** The order has no such line. */
  | { refusal: 'unknown-line'; lineId: number }
  /** The line has fewer units that were not refunded. */
  | { refusal: 'too-many'; lineId: number; leftUnits: number }
  /** The lines cost nothing, or less than the provider can refund. */
  | { refusal: 'free' }
  /** The provider refunds only multiples of this amount. */
  | { refusal: 'step'; stepMinor: number };

type Fees = Pick<OrderAmounts, 'serviceFeeMinor' | 'serviceFeeTaxMinor' | 'tipMinor'>;

export const ratedAmounts = (
  taxes: readonly TaxAmounts[],
  { serviceFeeMinor, serviceFeeTaxMinor, tipMinor = 0 }: Fees,
): RatedAmounts => ({
  totalMinor: taxes.reduce((sum, { totalMinor }) => sum + totalMinor, 0),
  taxMinor: taxes.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
  serviceFeeMinor,
  serviceFeeTaxMinor,
  tipMinor,
  taxes,
});

export const NO_AMOUNTS = ratedAmounts([], { serviceFeeMinor: 0, serviceFeeTaxMinor: 0 });

const ofRate = (taxes: readonly TaxAmounts[], rate: TaxRate): TaxAmounts =>
  taxes.find((each) => isSameTax(each, rate)) ?? { ...rate, totalMinor: 0, taxMinor: 0 };

function combine(a: RatedAmounts, b: RatedAmounts, sign: 1 | -1): RatedAmounts {
  const rates = [...a.taxes, ...b.taxes.filter((rate) => !a.taxes.some((each) => isSameTax(each, rate)))];
  const taxes = rates.map((rate) => {
    const [one, other] = [ofRate(a.taxes, rate), ofRate(b.taxes, rate)];
    return {
      name: rate.name,
      rateBasisPoints: rate.rateBasisPoints,
      totalMinor: one.totalMinor + sign * other.totalMinor,
      taxMinor: one.taxMinor + sign * other.taxMinor,
    };
  });
  return ratedAmounts(taxes, {
    serviceFeeMinor: a.serviceFeeMinor + sign * b.serviceFeeMinor,
    serviceFeeTaxMinor: a.serviceFeeTaxMinor + sign * b.serviceFeeTaxMinor,
    tipMinor: a.tipMinor + sign * b.tipMinor,
  });
}

export const addAmounts = (a: RatedAmounts, b: RatedAmounts): RatedAmounts => combine(a, b, 1);

/** True if `left` has at least the requested amount of each component. */
function isCoveredBy(left: RatedAmounts, wanted: RatedAmounts): boolean {
  const { serviceFeeMinor, serviceFeeTaxMinor, taxes } = combine(left, wanted, -1);
  const rests = taxes.flatMap(({ totalMinor, taxMinor }) => [totalMinor, taxMinor]);
  return [...rests, serviceFeeMinor, serviceFeeTaxMinor].every((rest) => rest >= 0);
}

/** Returns the part of the order that was not refunded. */
export function leftOf(order: PaidOrder, refunded: Refunded): number {
  return receiptTotal(combine(order.amounts, refunded.amounts, -1), order.isTaxIncluded);
}

/**
 * @param stepMinor the smallest amount that the provider refunds, and the step between amounts. Lines are rounded down to it. The rest is
 * refunded with the last line, or with the whole order.
 */
export function planRefund(
  order: PaidOrder,
  refunded: Refunded,
  request: RefundRequest,
  stepMinor = 1,
): RefundPlan | RefundRefusal {
  const left = combine(order.amounts, refunded.amounts, -1);
  const leftMinor = receiptTotal(left, order.isTaxIncluded);
  if (leftMinor < stepMinor) return { refusal: 'nothing-left' };
  /** Rounds an amount down to a step, and splits it by the remaining components. */
  const portion = (minor: number) => {
    const amountMinor = minor - (minor % stepMinor);
    return { amountMinor, amounts: componentsOf(amountMinor, left, order.isTaxIncluded) };
  };
  const unitsLeft = new Map(order.lines.map(({ id, quantity }) => [id, quantity - unitsOf(refunded.lines, id)]));
  switch (request.kind) {
    case 'whole': {
      const lines = [...unitsLeft].map(([id, quantity]) => ({ id, quantity })).filter(({ quantity }) => quantity > 0);
      return { ...portion(leftMinor), lines };
    }
    case 'amount': {
      const { amountMinor } = request;
      if (amountMinor > leftMinor) return { refusal: 'too-much', amountMinor, leftMinor };
      if (amountMinor % stepMinor !== 0) return { refusal: 'step', stepMinor };
      return { ...portion(amountMinor), lines: [] };
    }
    case 'lines':
      break;
  }
  const shares = lineAmounts(order);
  let wanted = NO_AMOUNTS;
  for (const { id, quantity } of request.lines) {
    const share = shares.get(id);
    const leftUnits = unitsLeft.get(id);
    if (!share || leftUnits === undefined) return { refusal: 'unknown-line', lineId: id };
    if (quantity > leftUnits) return { refusal: 'too-many', lineId: id, leftUnits };
    const from = share.quantity - leftUnits;
    wanted = addAmounts(wanted, amountsOfUnits(share, from, from + quantity));
    // The count continues for a line that is named twice.
    unitsLeft.set(id, leftUnits - quantity);
  }
  const wantedMinor = receiptTotal(wanted, order.isTaxIncluded);
  if (wantedMinor === 0) return { refusal: 'free' };
  // The tip is not among the lines.
  const orderedMinor = leftMinor - left.tipMinor;
  if (wantedMinor > orderedMinor) return { refusal: 'too-much', amountMinor: wantedMinor, leftMinor: orderedMinor };
  const lines = [...new Set(request.lines.map(({ id }) => id))].map((id) => ({
    id,
    quantity: unitsOf(request.lines, id),
  }));
  const isLast = refunded.isByLines && [...unitsLeft.values()].every((quantity) => quantity === 0);
  if (isLast) return { ...portion(leftMinor), lines };
  if (wantedMinor < stepMinor) return { refusal: 'free' };
  // After refunds of amounts, a component may have less left than the lines need. The total amount stays the same.
  const isAsWanted = isCoveredBy(left, wanted) && wantedMinor < leftMinor && wantedMinor % stepMinor === 0;
  if (!isAsWanted) return { ...portion(wantedMinor), lines };
  return { amountMinor: wantedMinor, amounts: wanted, lines };
}

/** Returns the components of an amount that is at most all of `left`: what was ordered in the proportions of `left`, and the tip last. */
export function componentsOf(amountMinor: number, left: RatedAmounts, isTaxIncluded: boolean): RatedAmounts {
  const orderedMinor = receiptTotal(left, isTaxIncluded) - left.tipMinor;
  const tipMinor = Math.max(0, amountMinor - orderedMinor);
  if (amountMinor >= orderedMinor) return { ...left, tipMinor };
  return orderedComponentsOf(amountMinor, left, isTaxIncluded);
}

function orderedComponentsOf(amountMinor: number, left: RatedAmounts, isTaxIncluded: boolean): RatedAmounts {
  const fees = [left.serviceFeeMinor, left.serviceFeeTaxMinor];
  if (!isTaxIncluded) {
    const weights = left.taxes.flatMap(({ totalMinor, taxMinor }) => [totalMinor, taxMinor]);
    const parts = splitByWeight(amountMinor, [...weights, ...fees]);
    const [serviceFeeMinor = 0, serviceFeeTaxMinor = 0] = parts.slice(weights.length);
    const taxes = left.taxes.map((rate, index) => {
      const [totalMinor = 0, taxMinor = 0] = parts.slice(2 * index);
      return { ...rate, totalMinor, taxMinor };
    });
    return ratedAmounts(taxes, { serviceFeeMinor, serviceFeeTaxMinor });
  }
  const parts = splitByWeight(amountMinor, [...left.taxes.map(({ totalMinor }) => totalMinor), left.serviceFeeMinor]);
  const serviceFeeMinor = parts.at(-1) ?? 0;
  const taxes = left.taxes.map((rate, index) => {
    const totalMinor = parts[index] ?? 0;
    return { ...rate, totalMinor, taxMinor: contained(rate.taxMinor, totalMinor, rate.totalMinor) };
  });
  return ratedAmounts(taxes, {
    serviceFeeMinor,
    serviceFeeTaxMinor: contained(left.serviceFeeTaxMinor, serviceFeeMinor, left.serviceFeeMinor),
  });
}

/** Returns the tax in a portion of a price, computed from the tax in the whole price. */
function contained(taxMinor: number, portionMinor: number, wholeMinor: number): number {
  const [tax = 0] = splitByWeight(taxMinor, [portionMinor, wholeMinor - portionMinor]);
  return tax;
}

interface LineShare {
  quantity: number;
  tax: TaxRate;
  amounts: OrderAmounts;
}

/** Returns the share of each line in each component of the receipt. */
export function lineAmounts({ amounts, lines }: PaidOrder): Map<number, LineShare> {
  const totals = lines.map(({ totalMinor }) => totalMinor);
  const fees = splitByWeight(amounts.serviceFeeMinor, totals);
  const feeTaxes = splitByWeight(amounts.serviceFeeTaxMinor, totals);
  const taxes = new Map(
    amounts.taxes.flatMap((rate) => {
      const taxed = lines.filter(({ tax }) => isSameTax(tax, rate));
      const parts = splitByWeight(
        rate.taxMinor,
        taxed.map(({ totalMinor }) => totalMinor),
      );
      return taxed.map(({ id }, index) => [id, parts[index]] as const);
    }),
  );
  return new Map(
    lines.map(({ id, quantity, totalMinor, tax }, index) => [
      id,
      {
        quantity,
        tax,
        amounts: {
          totalMinor,
          taxMinor: taxes.get(id) ?? 0,
          serviceFeeMinor: fees[index] ?? 0,
          serviceFeeTaxMinor: feeTaxes[index] ?? 0,
        },
      },
    ]),
  );
}

/** Returns the units of a line after the first `from`, up to and including number `to`. */
function amountsOfUnits({ quantity, tax, amounts }: LineShare, from: number, to: number): RatedAmounts {
  // This is the first of `count` equal portions, in the way in which splitByWeight makes them.
  const first = (minor: number, count: number) =>
    Math.floor(minor / quantity) * count + Math.min(count, minor % quantity);
  const between = (minor: number) => first(minor, to) - first(minor, from);
  return ratedAmounts([{ ...tax, totalMinor: between(amounts.totalMinor), taxMinor: between(amounts.taxMinor) }], {
    serviceFeeMinor: between(amounts.serviceFeeMinor),
    serviceFeeTaxMinor: between(amounts.serviceFeeTaxMinor),
  });
}

const unitsOf = (lines: readonly LineUnits[], lineId: number): number =>
  lines.reduce((sum, { id, quantity }) => sum + (id === lineId ? quantity : 0), 0);
