/** Builds a vendor's order as the export reads it, and its row of the spreadsheet. */
import { aLine, anOrder } from 'shared-contracts/testing';
import type { Order, OrderItem } from 'shared-contracts/types';
import type { Row } from '../workbook/cells';

export const exportedLine = (fields: Partial<OrderItem> = {}): OrderItem =>
  aLine({
    price: 19.5,
    total: 43,
    variant: {
      id: 32,
      name: 'Large',
      price: 19.5,
      item: { id: 21, name: 'Tonkotsu ramen', master: { id: 31, price: 16.5 } },
    },
    ...fields,
  });

export const chosenOption = (name: string, price: number, id = 61): OrderItem['item_options']['data'][number] => ({
  id,
  option: { id, name, price },
});

export const exportedOrder = (fields: Partial<Order> = {}): Order =>
  anOrder({
    id: 900,
    order_number: 'K-101',
    created_at: '2026-11-20T17:05:00.000Z',
    total: 43,
    tax_amount: 5.59,
    delivery_method: 'collect',
    delivery_method_type: 'collect',
    delivery_method_location: '',
    order_items: { data: [exportedLine()] },
    ...fields,
  });

/** The row of `exportedOrder()` in a venue in Toronto. */
export const A_ROW: Row = [
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
