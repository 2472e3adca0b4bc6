/** A vendor's order as the API gives it, and as a row of the spreadsheet. */
import type { Order, OrderItem } from 'shared-contracts/types';
import type { ExportRow } from '../export-orders/export-columns';

export const aLine = (part: Partial<OrderItem> = {}): OrderItem => ({
  id: 1,
  quantity: 2,
  notes: '',
  price: 19.5,
  total: 43,
  available: true,
  variant: {
    id: 32,
    name: 'Large',
    price: 19.5,
    item: { id: 21, name: 'Tonkotsu ramen', master: { id: 31, price: 16.5 } },
  },
  item_options: { data: [] },
  ...part,
});

export const anOption = (name: string, price: number, id = 61): OrderItem['item_options']['data'][number] => ({
  id,
  option: { id, name, price },
});

export const anOrder = (part: Partial<Order> = {}): Order => ({
  id: 900,
  order_number: 'K-101',
  state: 'placed',
  created_at: '2026-11-20T17:05:00.000Z',
  total: 43,
  tax_amount: 5.59,
  tax_name: 'HST',
  tax_number: '123',
  tax_inclusive: 'Excludes',
  service_fee: 2.5,
  service_fee_tax: 0.33,
  currency: 'CAD',
  currency_symbol: '$',
  delivery_method: 'collect',
  delivery_method_type: 'collect',
  delivery_method_location: '',
  delivery_method_instructions: '',
  vendor: {
    id: 7,
    name: 'Kumo Ramen',
    image_url: '',
    address_1: '',
    delivery_method_types: ['collect'],
    paystack_account: null,
  },
  user: { id: 3, name: 'Nomsa' },
  order_items: { data: [aLine()] },
  ...part,
});

/** The row of `anOrder()` in a venue in Toronto. */
export const A_ROW: ExportRow = [
  'Kumo Ramen',
  'K-101',
  '2026/11/20',
  '12:05',
  'Tonkotsu ramen',
  16.5,
  2,
  'Large',
  19.5,
  2,
  'N/A',
  0,
  1,
  0,
  43,
  'collect',
];
