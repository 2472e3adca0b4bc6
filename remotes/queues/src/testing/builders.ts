/** Orders and queue entries for tests: whole bodies, with the words of a test laid over them. */
import type { ShellState } from 'shared-contracts/events';
import type { Order, OrderItem, QueueEntry } from 'shared-contracts/types';

export const CUSTOMER: ShellState['session'] = {
  user: { id: 3, name: 'Thandi M.', vendors: [] },
  context: { type: 'User', data: { id: 3, name: 'Thandi M.' } },
};

export const VENDOR: ShellState['session'] = {
  user: { id: 9, name: 'Aiko Tanaka', vendors: [{ id: 7, name: 'Kumo Ramen' }] },
  context: { type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } },
};

export function aLine(over: Partial<OrderItem> & { item?: string; variantName?: string; options?: string[] } = {}) {
  const { item = 'Tonkotsu ramen', variantName = 'Large', options = [], ...rest } = over;
  const line: OrderItem = {
    id: 1,
    quantity: 2,
    notes: '',
    price: 23,
    total: 46,
    available: true,
    variant: { id: 1, name: variantName, price: 23, item: { id: 1, name: item, master: { id: 1, price: 23 } } },
    item_options: {
      data: options.map((name, index) => ({ id: index + 1, option: { id: index + 1, name, price: 0 } })),
    },
  };
  return { ...line, ...rest };
}

export function anOrder({ vendorName = 'Kumo Ramen', ...over }: Partial<Order> & { vendorName?: string } = {}): Order {
  return {
    id: 41,
    order_number: 'A-2058',
    state: 'placed',
    created_at: '2026-11-20T12:44:00.000Z',
    total: 54.5,
    tax_amount: 7.09,
    tax_name: 'HST',
    tax_number: '12345 RT0001',
    tax_inclusive: 'Excludes',
    service_fee: 1,
    service_fee_tax: 0.13,
    currency: 'CAD',
    currency_symbol: '$',
    delivery_method: 'deliver',
    delivery_method_type: 'table',
    delivery_method_location: '12',
    delivery_method_instructions: '',
    vendor: {
      id: 7,
      name: vendorName,
      image_url: '/media/ramen.svg',
      address_1: 'Stall 4',
      delivery_method_types: ['collect', 'table'],
      paystack_account: null,
    },
    user: { id: 3, name: 'Thandi M.' },
    order_items: {
      data: [aLine(), aLine({ id: 2, item: 'Pork gyoza', variantName: 'Pork gyoza', quantity: 1, total: 8.5 })],
    },
    ...over,
  };
}

export function anEntry({
  order,
  ...over
}: Partial<Omit<QueueEntry, 'order'>> & { order?: Parameters<typeof anOrder>[0] } = {}): QueueEntry {
  const state = over.state ?? 'new';
  return {
    id: 5,
    state,
    created_at: '2026-11-20T12:44:00.000Z',
    position_in_queue: state === 'new' || state === 'busy' ? 3 : null,
    ...over,
    order: anOrder(order),
  };
}
