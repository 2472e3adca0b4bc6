/** Builds a cart of two vendors as the API returns it. Its totals are those of the examples in the specification. */
import { aCart, aLine, anOrder } from 'shared-contracts/testing';
import type { Cart, Order, OrderItem } from 'shared-contracts/types';

/** Two bowls with two toppings. */
export const ramenLine = (fields: Partial<OrderItem> = {}): OrderItem =>
  aLine({
    id: 21,
    notes: 'No spring onion, please.',
    price: 19.5,
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
    ...fields,
  });

/** Kumo Ramen's order in the cart, for table 12. */
export const ramenOrder = (fields: Partial<Order> = {}): Order =>
  anOrder({
    id: 11,
    order_number: null,
    state: 'cart',
    tax_number: '81234 5678 RT0001',
    service_fee: 1.69,
    service_fee_tax: 0.22,
    delivery_method_instructions: 'By the stairs',
    order_items: { data: [ramenLine()] },
    ...fields,
  });

/** Pico Taquería's order in the cart, to be collected. */
const tacosOrder = (): Order =>
  ramenOrder({
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
        ramenLine({
          id: 22,
          notes: '',
          variant: {
            ...ramenLine().variant,
            item: { id: 61, name: 'Al pastor tacos', master: { id: 60, price: 13.5 } },
          },
        }),
      ],
    },
  });

export const cartOfTwo = (fields: Partial<Cart> = {}): Cart =>
  aCart({
    id: 5,
    version: 3,
    item_count: 6,
    item_total: 80.5,
    adjustment_tax: 0.33,
    adjustments: [{ label: 'Service charge', amount: 2.5 }],
    total: 93.8,
    orders: { data: [ramenOrder(), tacosOrder()] },
    paymentnumber: 'FH-0001',
    ...fields,
  });
