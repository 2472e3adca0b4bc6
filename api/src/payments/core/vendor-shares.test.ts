import type { SnapshotOrder } from '../../ordering/checkout/cart-snapshot';
import { vendorSharesOf } from './vendor-shares';

const order = (values: Partial<SnapshotOrder>): SnapshotOrder =>
  ({ id: 1, vendor_id: 11, is_tax_included: false, ...values }) as SnapshotOrder;

const amounts = { total_minor: 1000, tax_minor: 130, service_fee_minor: 125, service_fee_tax_minor: 16 };

test('a vendor share is the lines and their tax, and the venue keeps the service charge and its tax', () => {
  const orders = [order(amounts), order({ ...amounts, id: 2, vendor_id: 12, total_minor: 2000, tax_minor: 260 })];
  expect(vendorSharesOf({ cart_id: 1, cart_version: 1, orders })).toEqual([
    { orderId: 1, vendorId: 11, amountMinor: 1130 },
    { orderId: 2, vendorId: 12, amountMinor: 2260 },
    { orderId: null, vendorId: null, amountMinor: 282 },
  ]);
});

test('a vendor share does not add included tax again', () => {
  const orders = [order({ ...amounts, is_tax_included: true })];
  expect(vendorSharesOf({ cart_id: 1, cart_version: 1, orders })).toEqual([
    { orderId: 1, vendorId: 11, amountMinor: 1000 },
    { orderId: null, vendorId: null, amountMinor: 125 },
  ]);
});
