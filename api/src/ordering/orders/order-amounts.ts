import { splitByWeight } from 'shared-contracts/rules/money';
import {
  type CartAmounts,
  cartAmounts,
  isSameTax,
  type TaxAmounts,
  type TaxedOrder,
  type TaxRate,
  taxesOf,
} from 'shared-contracts/rules/totals';
import type { OrderLine, OrderRecord } from './order.repository';

type PricedOrder = Pick<
  OrderRecord,
  'total_minor' | 'tax_minor' | 'service_fee_minor' | 'service_fee_tax_minor' | 'is_tax_included'
> & {
  /** Absent in the snapshot of a payment from before tips. */
  tip_minor?: number;
};

/** Sums the orders of one cart. The cart shows the total that is charged. */
export function amountsOfOrders(orders: readonly PricedOrder[]): CartAmounts {
  return cartAmounts(
    orders.map((order) => ({
      totalMinor: order.total_minor,
      taxMinor: order.tax_minor,
      serviceFeeMinor: order.service_fee_minor,
      serviceFeeTaxMinor: order.service_fee_tax_minor,
      tipMinor: order.tip_minor ?? 0,
      isTaxIncluded: order.is_tax_included,
    })),
  );
}

type TaxedLine = Pick<OrderLine, 'total_minor' | 'tax_name' | 'tax_rate_bp'>;

/** Returns the taxes of lines whose tax differs from the order's. */
export function ownTaxesOf(lines: readonly TaxedLine[]): TaxedOrder['ownTaxes'] {
  return lines.flatMap(({ total_minor, ...line }) => {
    const tax = taxOfLine(line);
    return tax ? [{ tax, totalMinor: total_minor }] : [];
  });
}

/** @returns null for a line with its order's tax, such as the lines from before rates were stored */
export function taxOfLine({ tax_name, tax_rate_bp }: Omit<TaxedLine, 'total_minor'>): TaxRate | null {
  return tax_name == null || tax_rate_bp == null ? null : { name: tax_name, rateBasisPoints: tax_rate_bp };
}

export type OrderWithTaxes = Pick<
  OrderRecord,
  'total_minor' | 'tax_minor' | 'tax_name' | 'tax_rate_bp' | 'is_tax_included'
> & { lines: readonly TaxedLine[] };

/** Sums the lines of an order by rate, with the tax that was charged. The rates add up to the order's tax. */
export function taxesOfOrder(order: OrderWithTaxes): TaxAmounts[] {
  const taxes = taxesOf({
    totalMinor: order.total_minor,
    tax: { name: order.tax_name, rateBasisPoints: order.tax_rate_bp, isIncluded: order.is_tax_included },
    ownTaxes: ownTaxesOf(order.lines),
  });
  // Weights that add up to the amount are the parts themselves.
  const charged = splitByWeight(
    order.tax_minor,
    taxes.map(({ taxMinor }) => taxMinor),
  );
  return taxes.map((tax, index) => ({ ...tax, taxMinor: charged[index] ?? 0 }));
}

/** The part of a payment with one tax rate, including the service charge. */
export interface TaxPart extends TaxRate {
  /** The price without the tax. */
  baseMinor: number;
  taxMinor: number;
}

type Terms = Pick<
  OrderRecord,
  'tax_name' | 'tax_rate_bp' | 'is_tax_included' | 'service_fee_minor' | 'service_fee_tax_minor'
>;

/** Adds the service charge, which has the order's rate. The taxes add up to the whole tax of the receipt. */
export function withServiceCharge(taxes: readonly TaxAmounts[], order: Terms): TaxPart[] {
  const own = { name: order.tax_name, rateBasisPoints: order.tax_rate_bp };
  const fee = { ...own, totalMinor: order.service_fee_minor, taxMinor: order.service_fee_tax_minor };
  // A small refund may contain only the tax of the charge.
  const parts = [...taxes, ...(fee.totalMinor + fee.taxMinor > 0 ? [fee] : [])];
  return addedByRate(
    parts.map(({ totalMinor, ...part }) => ({
      ...part,
      baseMinor: order.is_tax_included ? totalMinor - part.taxMinor : totalMinor,
    })),
  );
}

/** Sums the parts of each rate. */
export function addedByRate(parts: readonly TaxPart[]): TaxPart[] {
  const sums: TaxPart[] = [];
  for (const part of parts) {
    const sum = sums.find((each) => isSameTax(each, part));
    if (!sum) sums.push({ ...part });
    else {
      sum.baseMinor += part.baseMinor;
      sum.taxMinor += part.taxMinor;
    }
  }
  return sums;
}
