/** Defines the first row of the spreadsheet. */

export const EXPORT_COLUMNS = [
  'Vendor Name',
  'Order Number',
  'Date Order Placed',
  'Time Order Placed',
  'Item',
  'Item Price',
  'ITEM QTY',
  'Variant',
  'Variant Price',
  'Variant QTY',
  'Options',
  'Option Price',
  'Option QTY',
  'Service Charge',
  'Grand Total',
  'Delivery Method',
] as const;
