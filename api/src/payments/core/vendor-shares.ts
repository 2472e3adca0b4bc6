import type { CartSnapshot, SnapshotOrder } from '../../ordering/checkout/cart-snapshot';

/** One row of the ledger: what a vendor is owed of a payment, or (vendor null) what stays with the venue. Minor units. */
export interface VendorShare {
  orderId: number | null;
  vendorId: number | null;
  amountMinor: number;
}

/**
 * The venue is paid for all its vendors, so what each of them is owed is written down with the payment: the order's lines
 * and their tax. The service charge and its tax are the venue's. The shares add up to the amount paid.
 */
export function vendorSharesOf(snapshot: CartSnapshot): VendorShare[] {
  const vendors = snapshot.orders.map((order) => ({
    orderId: order.id,
    vendorId: order.vendor_id,
    amountMinor: withTax(order, order.total_minor, order.tax_minor),
  }));
  const venueMinor = snapshot.orders.reduce(
    (sum, order) => sum + withTax(order, order.service_fee_minor, order.service_fee_tax_minor),
    0,
  );
  return [...vendors, { orderId: null, vendorId: null, amountMinor: venueMinor }];
}

function withTax(order: SnapshotOrder, amountMinor: number, taxMinor: number): number {
  return order.is_tax_included ? amountMinor : amountMinor + taxMinor;
}
