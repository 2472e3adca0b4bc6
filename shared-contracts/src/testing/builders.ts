/**
 * Builders of a test's venue, vendor, user and order: the API's bodies, complete, each field replaceable. Prices are
 * major units, as on the wire. A test names only the fields that it is about; values that several tests of a remote
 * share are a fixture of that remote. Rows in the database (api/src/testing/stored.ts) and calls over HTTP
 * (testing/client) begin from these as well.
 */
import type { ActiveVenue, ShellState } from '../events';
import type {
  AddToCart,
  Cart,
  DeliveryMethod,
  DeliveryMethodType,
  Group,
  Item,
  Menu,
  MenuItem,
  Option,
  OptionGroup,
  Order,
  OrderItem,
  Printer,
  PrintJob,
  QueueEntry,
  SignedIn,
  User,
  Variant,
  Vendor,
  VendorSummary,
  Venue,
} from '../types';

export const aUser = (fields: Partial<User> = {}): User => ({
  id: 3,
  name: 'Thandi Mokoena',
  email: 'thandi@foodhall.test',
  phone: '0820000001',
  created_at: '2026-03-14T08:00:00Z',
  vendors: { data: [] },
  ...fields,
});

/** The body of a registration. The password is its own confirmation, unless another is named. */
export function aRegistration(fields: Partial<Registration> = {}): Registration {
  const { name, email, phone } = aUser();
  const password = fields.password ?? 'lunch-time';
  return { name, email, phone: phone ?? '', password, password_confirmation: password, ...fields };
}

interface Registration {
  name: string;
  email: string;
  phone: string;
  password: string;
  password_confirmation: string;
}

/** The response to a sign-in. */
export const signedIn = (data: User = aUser()): SignedIn => ({ token: `token-of-${data.id}`, data });

/** @param vendorId the vendor that the user acts for. Without it, or if the user is no member of it, they act for their personal account */
export function sessionOf(
  { id, name, vendors }: User = aUser(),
  vendorId?: number,
): NonNullable<ShellState['session']> {
  const vendor = vendors.data.find((each) => each.id === vendorId);
  return {
    user: { id, name, vendors: vendors.data },
    context: vendor ? { type: 'Vendor', data: vendor } : { type: 'User', data: { id, name } },
  };
}

export const aVenue = (fields: Partial<Venue> = {}): Venue => ({
  id: 1,
  name: 'Granary Square Market',
  blurb: 'Six kitchens under one iron roof.',
  image_url: '/media/granary.svg',
  currency: 'CAD',
  currency_symbol: '$',
  timezone: 'America/Toronto',
  payment_provider: 'Stripe',
  payment_provider_key: 'pk_test_venue',
  ...fields,
});

/** The venue that a page is in, as events and the shell's state have it. */
export const anActiveVenue = (fields: Partial<ActiveVenue> = {}): ActiveVenue => {
  const { id, name, currency, currency_symbol, timezone } = aVenue();
  return { id, name, currency, currency_symbol, timezone, ...fields };
};

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

/** A member of the usual vendor, and the session in which they act for it. */
export const aMember = (fields: Partial<User> = {}): User => {
  const { id, name } = aVendorSummary();
  return aUser({
    id: 9,
    name: 'Aiko Tanaka',
    email: 'aiko@foodhall.test',
    vendors: { data: [{ id, name }] },
    ...fields,
  });
};

export const CUSTOMER = sessionOf();
export const VENDOR = sessionOf(aMember(), aVendorSummary().id);

/** A printer that polled just now, at the defaults of a new one. */
export const aPrinter = ({
  state,
  ...fields
}: Partial<Omit<Printer, 'state'>> & { state?: Partial<Printer['state']> } = {}): Printer => ({
  id: 71,
  name: 'Kitchen',
  kind: 'cloudprnt',
  paper: 80,
  documents: ['kitchen'],
  moment: 'placed',
  copies: 1,
  language: 'en',
  group_ids: [],
  takeover_printer_id: null,
  waiting_jobs: 0,
  has_address: true,
  ...fields,
  state: {
    last_heard_at: '2026-11-20T17:05:00Z',
    is_connected: true,
    paper: 'ok',
    cover: 'closed',
    problem: null,
    problem_text: null,
    ...state,
  },
});

/** A kitchen ticket that is printed. */
export const aPrintJob = (fields: Partial<PrintJob> = {}): PrintJob => ({
  id: 81,
  printer: { id: 71, name: 'Kitchen' },
  document: 'kitchen',
  order: { id: 900, order_number: 'K-101' },
  state: 'printed',
  problem_text: null,
  marks: [],
  created_at: '2026-11-20T17:05:00Z',
  ended_at: '2026-11-20T17:05:04Z',
  ...fields,
});

export const aMenu = (id = 11, name = 'Ramen', groups: Group[] = []): Menu => ({ id, name, groups: { data: groups } });

export const aGroup = (
  id = 41,
  name = 'Broth bowls',
  items: MenuItem[] = [],
  optionGroups: OptionGroup[] = [],
): Group => ({
  id,
  name,
  items: { data: items },
  option_groups: { data: optionGroups },
});

export const aVariant = (fields: Partial<Variant> = {}): Variant => ({
  id: 31,
  name: 'Regular',
  price: 10,
  status: 'active',
  ...fields,
});

export const anOption = (id = 61, name = 'Soy-cured egg', price = 2, status: Option['status'] = 'active'): Option => ({
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

export function anItem({ groupOptions = [], ...fields }: ItemParts & { groupOptions?: OptionGroup[] } = {}): Item {
  const { id, name } = aGroup();
  return { ...aMenuItem(fields), group: { id, name, option_groups: { data: groupOptions } } };
}

/** Sums amounts in major units. It adds thousandths, since no currency has more than three decimals. */
export const sumOf = (amounts: number[]): number =>
  amounts.reduce((total, amount) => total + Math.round(amount * 1000), 0) / 1000;

const times = (amount: number, quantity: number): number => sumOf(Array<number>(quantity).fill(amount));

/** The body of an add: the amounts that are not named follow from price, options and quantity. */
export function anAdd(fields: Partial<AddToCart> = {}): AddToCart {
  const { id: vendor_id, venue_id } = aVendorSummary();
  const { id: variant_id, price: usual } = aVariant();
  const { price = usual, quantity = 1, options_total = 0 } = fields;
  return {
    venue_id,
    vendor_id,
    variant_id,
    price,
    quantity,
    options_total,
    options: [],
    item_total: times(price, quantity),
    total: times(sumOf([price, options_total]), quantity),
    notes: '',
    ...fields,
  };
}

interface Delivery {
  delivery_method: DeliveryMethod;
  delivery_method_type: DeliveryMethodType;
  delivery_method_location: string;
  delivery_method_instructions: string;
}

/** The delivery of an order: collected, or brought to number 12 of the named type. */
export const aDelivery = (type: DeliveryMethodType): Delivery => ({
  delivery_method: type === 'collect' ? 'collect' : 'deliver',
  delivery_method_type: type,
  delivery_method_location: type === 'collect' ? '' : '12',
  delivery_method_instructions: '',
});

export const aCart = (fields: Partial<Cart> = {}): Cart => ({
  id: 91,
  venue_id: aVenue().id,
  state: 'new',
  version: 1,
  item_count: 2,
  currency: aVenue().currency,
  currency_symbol: aVenue().currency_symbol,
  item_total: 46,
  adjustment_tax: 0,
  adjustments: [],
  total: 46,
  payable: true,
  account: { email: aUser().email },
  orders: { data: [] },
  paymentnumber: '',
  ...fields,
});

/** A line of an order; its item, variant and options by name alone. */
export function aLine({
  item = aMenuItem().name,
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

export function anOrder({ vendorName, ...fields }: Partial<Order> & { vendorName?: string } = {}): Order {
  const { currency, currency_symbol } = aVenue();
  const { id: vendorId, name, image_url, address_1, delivery_method_types, paystack_account } = aVendorSummary();
  const user = aUser();
  return {
    id: 41,
    order_number: 'A-2058',
    state: 'placed',
    created_at: '2026-11-20T12:44:00.000Z',
    total: 54.5,
    tax_amount: 7.09,
    tax_name: 'HST',
    tax_number: '81234 5678 RT0001',
    tax_inclusive: 'Excludes',
    service_fee: 1,
    service_fee_tax: 0.13,
    currency,
    currency_symbol,
    ...aDelivery('table'),
    vendor: { id: vendorId, name: vendorName ?? name, image_url, address_1, delivery_method_types, paystack_account },
    user: { id: user.id, name: user.name },
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
