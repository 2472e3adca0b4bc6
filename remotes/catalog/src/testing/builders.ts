/** A small market to test with: complete by default, each field replaceable. Prices are major units, as on the wire. */
import type {
  Cart,
  Group,
  Item,
  Menu,
  MenuItem,
  Option,
  OptionGroup,
  Variant,
  Vendor,
  VendorSummary,
  Venue,
} from 'shared-contracts/types';

export const venueOf = (part: Partial<Venue> = {}): Venue => ({
  id: 1,
  name: 'Granary Square Market',
  blurb: 'Six kitchens under one iron roof.',
  image_url: '/media/granary.svg',
  currency: 'CAD',
  currency_symbol: '$',
  timezone: 'America/Toronto',
  payment_provider: 'Stripe',
  payment_provider_key: 'pk_test',
  ...part,
});

export const vendorSummaryOf = (part: Partial<VendorSummary> = {}): VendorSummary => ({
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
  ...part,
});

export const vendorOf = ({ menus = [], ...part }: Partial<VendorSummary> & { menus?: Menu[] } = {}): Vendor => ({
  ...vendorSummaryOf(part),
  menus: { data: menus },
});

export const menuOf = (id: number, name: string, groups: Group[]): Menu => ({ id, name, groups: { data: groups } });

export const groupOf = (id: number, name: string, items: MenuItem[], optionGroups: OptionGroup[] = []): Group => ({
  id,
  name,
  items: { data: items },
  option_groups: { data: optionGroups },
});

export const variantOf = (part: Partial<Variant> = {}): Variant => ({
  id: 31,
  name: 'Regular',
  price: 16.5,
  status: 'active',
  ...part,
});

export const optionOf = (id: number, name: string, price: number, status: Option['status'] = 'active'): Option => ({
  id,
  name,
  price,
  status,
});

export const optionGroupOf = ({
  options = [],
  ...part
}: Partial<Omit<OptionGroup, 'options'>> & { options?: Option[] } = {}): OptionGroup => ({
  id: 51,
  name: 'Toppings',
  min_select: 0,
  max_select: 2,
  ...part,
  options: { data: options },
});

interface ItemParts extends Partial<Omit<MenuItem, 'variants' | 'option_groups'>> {
  variants?: Variant[];
  optionGroups?: OptionGroup[];
}

export const menuItemOf = ({ variants = [variantOf()], optionGroups = [], ...part }: ItemParts = {}): MenuItem => ({
  id: 21,
  vendor_id: 7,
  name: 'Tonkotsu ramen',
  description: 'Eighteen-hour pork broth.',
  image_url: '/media/tonkotsu.svg',
  hero_url: '/media/tonkotsu-hero.svg',
  status: 'active',
  master: variants[0] ?? variantOf(),
  ...part,
  variants: { data: variants },
  option_groups: { data: optionGroups },
});

export const itemOf = ({ groupOptions = [], ...part }: ItemParts & { groupOptions?: OptionGroup[] } = {}): Item => ({
  ...menuItemOf(part),
  group: { id: 41, name: 'Broth bowls', option_groups: { data: groupOptions } },
});

export const cartOf = (part: Partial<Cart> = {}): Cart => ({
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
  ...part,
});
