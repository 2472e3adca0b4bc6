/**
 * The API's bodies for tests: complete by default, each field replaceable. Prices are major units, as on the wire. A test
 * names what it is about, and what several tests of one remote share is a fixture of theirs.
 */
import type { ShellState } from '../events';
import type {
  Cart,
  Group,
  Item,
  Menu,
  MenuItem,
  Option,
  OptionGroup,
  Order,
  OrderItem,
  QueueEntry,
  Variant,
  Vendor,
  VendorSummary,
  Venue,
} from '../types';

export const CUSTOMER: ShellState['session'] = {
  user: { id: 3, name: 'Thandi M.', vendors: [] },
  context: { type: 'User', data: { id: 3, name: 'Thandi M.' } },
};

/** A member of Kumo Ramen, vendor 7, who acts for it. */
export const VENDOR: ShellState['session'] = {
  user: { id: 9, name: 'Aiko Tanaka', vendors: [{ id: 7, name: 'Kumo Ramen' }] },
  context: { type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } },
};

export const aVenue = (fields: Partial<Venue> = {}): Venue => ({
  id: 1,
  name: 'Granary Square Market',
  blurb: 'Six kitchens under one iron roof.',
  image_url: '/media/granary.svg',
  currency: 'CAD',
  currency_symbol: '$',
  timezone: 'America/Toronto',
  payment_provider: 'Stripe',
  payment_provider_key: 'pk_test',
  ...fields,
});

export const aVendorSummary = (fields: Partial<VendorSummary> = {}): VendorSummary => ({
  id: 7,
  venue_id: 1,
  name: 'Kumo Ramen',
  blurb: 'Slow broths, fresh noodles.',
  image_url: '/media/kumo.svg',
  address_1: 'Stall 1',
  address_2: '',
  city: 'Toronto',
  delivery_method_types: ['collect', 'table'],
  paystack_account: null,
  accepting_orders: true,
  ...fields,
});

export const aVendor = ({ menus = [], ...fields }: Partial<VendorSummary> & { menus?: Menu[] } = {}): Vendor => ({
  ...aVendorSummary(fields),
  menus: { data: menus },
});

export const aMenu = (id: number, name: string, groups: Group[]): Menu => ({ id, name, groups: { data: groups } });

export const aGroup = (id: number, name: string, items: MenuItem[], optionGroups: OptionGroup[] = []): Group => ({
  id,
  name,
  items: { data: items },
  option_groups: { data: optionGroups },
});

export const aVariant = (fields: Partial<Variant> = {}): Variant => ({
  id: 31,
  name: 'Regular',
  price: 16.5,
  status: 'active',
  ...fields,
});

export const anOption = (id: number, name: string, price: number, status: Option['status'] = 'active'): Option => ({
  id,
  name,
  price,
  status,
});

export const anOptionGroup = ({
  options = [],
  ...fields
}: Partial<Omit<OptionGroup, 'options'>> & { options?: Option[] } = {}): OptionGroup => ({
  id: 51,
  name: 'Toppings',
  min_select: 0,
  max_select: 2,
  ...fields,
  options: { data: options },
});

interface ItemParts extends Partial<Omit<MenuItem, 'variants' | 'option_groups'>> {
  variants?: Variant[];
  optionGroups?: OptionGroup[];
}

export const aMenuItem = ({ variants = [aVariant()], optionGroups = [], ...fields }: ItemParts = {}): MenuItem => ({
  id: 21,
  vendor_id: 7,
  name: 'Tonkotsu ramen',
  description: 'Eighteen-hour pork broth.',
  image_url: '/media/tonkotsu.svg',
  hero_url: '/media/tonkotsu-hero.svg',
  status: 'active',
  master: variants[0] ?? aVariant(),
  ...fields,
  variants: { data: variants },
  option_groups: { data: optionGroups },
});

export const anItem = ({ groupOptions = [], ...fields }: ItemParts & { groupOptions?: OptionGroup[] } = {}): Item => ({
  ...aMenuItem(fields),
  group: { id: 41, name: 'Broth bowls', option_groups: { data: groupOptions } },
});

export const aCart = (fields: Partial<Cart> = {}): Cart => ({
  id: 91,
  venue_id: 1,
  state: 'new',
  version: 1,
  item_count: 2,
  currency: 'CAD',
  currency_symbol: '$',
  item_total: 46,
  adjustment_tax: 0,
  adjustments: [],
  total: 46,
  payable: true,
  account: { email: 'customer@foodhall.test' },
  orders: { data: [] },
  paymentnumber: '',
  ...fields,
});

/** A line of an order; its item, variant and options by name alone. */
export function aLine({
  item = 'Tonkotsu ramen',
  variantName = 'Large',
  options = [],
  ...fields
}: Partial<OrderItem> & { item?: string; variantName?: string; options?: string[] } = {}): OrderItem {
  return {
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
    ...fields,
  };
}

export function anOrder({
  vendorName = 'Kumo Ramen',
  ...fields
}: Partial<Order> & { vendorName?: string } = {}): Order {
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
    ...fields,
  };
}

export function anEntry({
  order,
  ...fields
}: Partial<Omit<QueueEntry, 'order'>> & { order?: Parameters<typeof anOrder>[0] } = {}): QueueEntry {
  const state = fields.state ?? 'new';
  return {
    id: 5,
    state,
    created_at: '2026-11-20T12:44:00.000Z',
    position_in_queue: state === 'new' || state === 'busy' ? 3 : null,
    ...fields,
    order: anOrder(order),
  };
}
