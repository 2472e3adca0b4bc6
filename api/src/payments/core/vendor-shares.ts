import type { CartSnapshot, SnapshotOrder } from '../../ordering/checkout/cart-snapshot';

/** One row of the ledger: the part of a payment that the venue owes a vendor, or (vendor null) keeps. Minor units. */
export interface VendorShare {
  orderId: number | null;
  vendorId: number | null;
  amountMinor: number;
}

/**
 * The venue receives the payment for all its vendors, so the amount that it owes each of them is stored with the payment: the order's lines and
 * their tax. The venue keeps the service charge and its tax. The shares add up to the amount paid.
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
