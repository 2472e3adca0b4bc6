/**
 * The one home of totals, for the API and the screens alike. All amounts are minor units.
 * Cart total = amount charged = sum of the receipts, to the cent.
 */
import { splitByWeight, taxOn, taxWithin } from './money';

export interface LineAmounts {
  /** The price of one variant, without options. */
  unitMinor: number;
  optionsMinor: readonly number[];
  quantity: number;
}

/**
 * Returns the total of a line: (price + chosen options) × quantity.
 * @example
 * lineTotal({ unitMinor: 1000, optionsMinor: [150], quantity: 2 }); // 2300
 */
export function lineTotal({ unitMinor, optionsMinor, quantity }: LineAmounts): number {
  return (unitMinor + sum(optionsMinor)) * quantity;
}

/**
 * Returns variant price × quantity, without options. Only the `item_total` of the add-to-cart payload uses it.
 * @example
 * payloadItemTotal({ unitMinor: 1000, optionsMinor: [150], quantity: 2 }); // 2000
 */
export function payloadItemTotal({ unitMinor, quantity }: LineAmounts): number {
  return unitMinor * quantity;
}

/** A tax as receipts name it. Taxes with the same name and different rates are listed separately. */
export interface TaxRate {
  name: string;
  /** 13 % is 1300. */
  rateBasisPoints: number;
}

/** The venue's tax settings, as they were when the order was priced. */
export interface TaxTerms {
  /** Left out where no line has a tax of its own. */
  name?: string | undefined;
  /** 13 % is 1300. */
  rateBasisPoints: number;
  /** True: prices and the service charge contain their tax. */
  isIncluded: boolean;
}

/** The sum of the lines of one rate. */
export interface TaxAmounts extends TaxRate {
  /** Sum of the lines. */
  totalMinor: number;
  /** Rounded once for all of them; contained in totalMinor when tax is included. */
  taxMinor: number;
}

export interface TaxedOrder {
  totalMinor: number;
  tax: TaxTerms;
  /** The taxes of lines that have one of their own. The rest of the order's total has the order's tax. */
  ownTaxes: readonly { tax: TaxRate; totalMinor: number }[];
}

/**
 * Tells whether two rates have the same name and percentage.
 * @example
 * isSameTax({ name: 'HST', rateBasisPoints: 1300 }, { name: 'HST', rateBasisPoints: 500 }); // false
 */
export const isSameTax = (one: TaxRate, other: TaxRate): boolean =>
  one.name === other.name && one.rateBasisPoints === other.rateBasisPoints;

/**
 * Lists the taxes of an order: its own rate first, then the others in the order of their lines. A rate without an amount is left out,
 * unless it is the only one.
 * @example
 * const rows = taxesOf({ totalMinor: 1000, tax, ownTaxes: [] });
 */
export function taxesOf({ totalMinor, tax, ownTaxes }: TaxedOrder): TaxAmounts[] {
  const own = { name: tax.name ?? '', rateBasisPoints: tax.rateBasisPoints, totalMinor };
  const rates = [own];
  for (const line of ownTaxes) {
    let rate = rates.find((each) => isSameTax(each, line.tax));
    if (!rate) {
      rate = { name: line.tax.name, rateBasisPoints: line.tax.rateBasisPoints, totalMinor: 0 };
      rates.push(rate);
    }
    own.totalMinor -= line.totalMinor;
    rate.totalMinor += line.totalMinor;
  }
  const sold = rates.filter((rate) => rate.totalMinor > 0);
  const taxOf = tax.isIncluded ? taxWithin : taxOn;
  return (sold.length > 0 ? sold : [own]).map((rate) => ({
    ...rate,
    taxMinor: taxOf(rate.totalMinor, rate.rateBasisPoints),
  }));
}

export interface OrderAmounts {
  /** Sum of the order's lines. */
  totalMinor: number;
  /** Tax on the lines, rounded once for each rate; contained in totalMinor when tax is included. */
  taxMinor: number;
  /** This order's portion of the cart's one service charge; contains its tax when tax is included. */
  serviceFeeMinor: number;
  serviceFeeTaxMinor: number;
  /** This order's portion of the cart's one tip, which has no tax. Left out where there is none. */
  tipMinor?: number;
}

/**
 * Prices the orders of one cart. A cart has one service charge, which is split over the orders by their totals with the largest remainder;
 * a cart without any line has none. Its tax has the order's rate. A tip is split in the same way, and only orders with a part of it have `tipMinor`.
 * @example
 * const [ramen, gyoza] = priceOrders([{ lineTotals: [1650], tax }, { lineTotals: [900], tax }], 100);
 */
export function priceOrders(
  orders: readonly { lineTotals: readonly number[]; tax: TaxTerms; ownTaxes?: TaxedOrder['ownTaxes'] }[],
  serviceChargeMinor: number,
  tipMinor = 0,
): OrderAmounts[] {
  const totals = orders.map((order) => sum(order.lineTotals));
  const isEmpty = orders.every((order) => order.lineTotals.length === 0);
  const fees = splitByWeight(isEmpty ? 0 : serviceChargeMinor, totals);
  const tips = splitByWeight(tipMinor, totals);
  return orders.map(({ tax, ownTaxes = [] }, index) => {
    const totalMinor = totals[index] ?? 0;
    const serviceFeeMinor = fees[index] ?? 0;
    const tip = tips[index] ?? 0;
    const taxOf = tax.isIncluded ? taxWithin : taxOn;
    return {
      totalMinor,
      taxMinor: sum(taxesOf({ totalMinor, tax, ownTaxes }).map(({ taxMinor }) => taxMinor)),
      serviceFeeMinor,
      serviceFeeTaxMinor: taxOf(serviceFeeMinor, tax.rateBasisPoints),
      ...(tip > 0 && { tipMinor: tip }),
    };
  });
}

/**
 * Returns the total of a receipt: with tax included total + service fee, otherwise total + service fee + tax + service-fee tax. A tip is added to either.
 * @example
 * receiptTotal({ totalMinor: 1000, taxMinor: 130, serviceFeeMinor: 100, serviceFeeTaxMinor: 13 }, false); // 1243
 */
export function receiptTotal(order: OrderAmounts, isTaxIncluded: boolean): number {
  const beforeTax = order.totalMinor + order.serviceFeeMinor + (order.tipMinor ?? 0);
  return isTaxIncluded ? beforeTax : beforeTax + order.taxMinor + order.serviceFeeTaxMinor;
}

export interface CartAmounts {
  itemTotalMinor: number;
  serviceChargeMinor: number;
  /** Sum of the orders' service-fee tax. */
  adjustmentTaxMinor: number;
  /** adjustment tax + the orders' tax. Shown as included, and not added, when prices include tax. */
  hstMinor: number;
  tipMinor: number;
  /** The charged amount. */
  totalMinor: number;
}

/**
 * Adds up the orders of a cart. The total equals the sum of their receipts.
 * @example
 * const { totalMinor } = cartAmounts(orders.map((order) => ({ ...order, isTaxIncluded })));
 */
export function cartAmounts(orders: readonly (OrderAmounts & { isTaxIncluded: boolean })[]): CartAmounts {
  const adjustmentTaxMinor = sum(orders.map((order) => order.serviceFeeTaxMinor));
  return {
    itemTotalMinor: sum(orders.map((order) => order.totalMinor)),
    serviceChargeMinor: sum(orders.map((order) => order.serviceFeeMinor)),
    adjustmentTaxMinor,
    hstMinor: adjustmentTaxMinor + sum(orders.map((order) => order.taxMinor)),
    tipMinor: sum(orders.map((order) => order.tipMinor ?? 0)),
    totalMinor: sum(orders.map((order) => receiptTotal(order, order.isTaxIncluded))),
  };
}

/** The queue card's fallback rate, for an order that carries no tax of its own: HST 13 %. */
const QUEUE_CARD_RATE_BASIS_POINTS = 1300;

/**
 * Returns the amounts on a queue card: HST and the total with it, without the service fee.
 * @example
 * queueCardAmounts({ totalMinor: 1000, taxMinor: 130, isTaxIncluded: false }); // { hstMinor: 130, totalMinor: 1130 }
 */
export function queueCardAmounts(order: { totalMinor: number; taxMinor: number | null; isTaxIncluded: boolean }): {
  hstMinor: number;
  totalMinor: number;
} {
  const hstMinor = order.taxMinor ?? taxOn(order.totalMinor, QUEUE_CARD_RATE_BASIS_POINTS);
  return { hstMinor, totalMinor: order.isTaxIncluded ? order.totalMinor : order.totalMinor + hstMinor };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
