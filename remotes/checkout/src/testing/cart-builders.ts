/** A cart of two vendors as the API gives it: the one that the totals' own examples add up. */
import type { ShellState } from 'shared-contracts/events';
import type { Cart, Order, OrderItem } from 'shared-contracts/types';

export const PERSON: ShellState['session'] = {
  user: { id: 7, name: 'Thandi Mokoena', vendors: [] },
  context: { type: 'User', data: { id: 7, name: 'Thandi Mokoena' } },
};

export function aLine(change: Partial<OrderItem> = {}): OrderItem {
  return {
    id: 21,
    quantity: 2,
    notes: 'No spring onion, please.',
    price: 19.5,
    total: 46,
    available: true,
    variant: {
      id: 32,
      name: 'Large',
      price: 19.5,
      item: { id: 31, name: 'Tonkotsu ramen', master: { id: 30, price: 16.5 } },
    },
    item_options: {
      data: [
        { id: 41, option: { id: 51, name: 'Soy-cured egg', price: 2 } },
        { id: 42, option: { id: 52, name: 'Sweetcorn and butter', price: 1.5 } },
      ],
    },
    ...change,
  };
}

export function anOrder(change: Partial<Order> = {}): Order {
  return {
    id: 11,
    order_number: null,
    state: 'cart',
    created_at: '2026-11-20T12:00:00Z',
    total: 54.5,
    tax_amount: 7.09,
    tax_name: 'HST',
    tax_number: '81234 5678 RT0001',
    tax_inclusive: 'Excludes',
    service_fee: 1.69,
    service_fee_tax: 0.22,
    currency: 'CAD',
    currency_symbol: '$',
    delivery_method: 'deliver',
    delivery_method_type: 'table',
    delivery_method_location: '12',
    delivery_method_instructions: 'By the stairs',
    vendor: {
      id: 2,
      name: 'Kumo Ramen',
      image_url: '/media/kumo.svg',
      address_1: 'Stall 1',
      delivery_method_types: ['collect', 'table'],
      paystack_account: null,
    },
    user: { id: 7, name: 'Thandi Mokoena' },
    order_items: { data: [aLine()] },
    ...change,
  };
}

export function aCart(change: Partial<Cart> = {}): Cart {
  return {
    id: 5,
    venue_id: 1,
    state: 'new',
    version: 3,
    item_count: 6,
    currency: 'CAD',
    currency_symbol: '$',
    item_total: 80.5,
    adjustment_tax: 0.33,
    adjustments: [{ label: 'Service charge', amount: 2.5 }],
    total: 93.8,
    payable: true,
    account: { email: 'customer@foodhall.test' },
    orders: {
      data: [
        anOrder(),
        anOrder({
          id: 12,
          total: 26,
          tax_amount: 3.38,
          delivery_method: 'collect',
          delivery_method_type: 'collect',
          delivery_method_location: '',
          vendor: {
            id: 3,
            name: 'Pico Taquería',
            image_url: '/media/pico.svg',
            address_1: 'Stall 2',
            delivery_method_types: ['collect', 'table', 'room'],
            paystack_account: null,
          },
          order_items: {
            data: [
              aLine({
                id: 22,
                notes: '',
                variant: {
                  ...aLine().variant,
                  item: { id: 61, name: 'Al pastor tacos', master: { id: 60, price: 13.5 } },
                },
              }),
            ],
          },
        }),
      ],
    },
    paymentnumber: 'FH-0001',
    ...change,
  };
}
