import { type CartAmounts, cartAmounts } from 'shared-contracts/rules/totals';
import type { OrderRecord } from './order.repository';

type PricedOrder = Pick<
  OrderRecord,
  'total_minor' | 'tax_minor' | 'service_fee_minor' | 'service_fee_tax_minor' | 'is_tax_included'
>;

/** What orders of one cart come to: the total that the cart shows is the one that is charged. */
export function amountsOfOrders(orders: readonly PricedOrder[]): CartAmounts {
  return cartAmounts(
    orders.map((order) => ({
      totalMinor: order.total_minor,
      taxMinor: order.tax_minor,
      serviceFeeMinor: order.service_fee_minor,
      serviceFeeTaxMinor: order.service_fee_tax_minor,
      isTaxIncluded: order.is_tax_included,
    })),
  );
}
