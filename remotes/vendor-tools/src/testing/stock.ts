/** One vendor's small menu, as its own member gets it. */
import type { ShellState } from 'shared-contracts/events';
import type { Item, MenuItem, OptionGroup, Vendor } from 'shared-contracts/types';

export const asVendor: ShellState['session'] = {
  user: { id: 5, name: 'Mai', vendors: [{ id: 7, name: 'Kumo Ramen' }] },
  context: { type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } },
};

const toppings: OptionGroup = {
  id: 51,
  name: 'Toppings',
  min_select: 0,
  max_select: 2,
  options: { data: [{ id: 61, name: 'Soy-cured egg', price: 2, status: 'inactive' }] },
};
const noodle: OptionGroup = {
  id: 52,
  name: 'Noodle',
  min_select: 0,
  max_select: 1,
  options: { data: [{ id: 62, name: 'Rice noodle', price: 1.25, status: 'active' }] },
};
const regular = { id: 31, name: 'Regular', price: 16.5, status: 'active' as const };

export const anItem = (part: Partial<MenuItem> = {}): MenuItem => ({
  id: 21,
  vendor_id: 7,
  name: 'Tonkotsu ramen',
  description: 'Pork broth.',
  image_url: null,
  hero_url: null,
  status: 'active',
  master: regular,
  variants: { data: [regular] },
  option_groups: { data: [toppings] },
  ...part,
});

export const aWholeItem = (part: Partial<MenuItem> = {}): Item => ({
  ...anItem(part),
  group: { id: 41, name: 'Broth bowls', option_groups: { data: [noodle] } },
});

export const aVendor = (items: MenuItem[]): Vendor => ({
  id: 7,
  venue_id: 1,
  name: 'Kumo Ramen',
  blurb: '',
  image_url: '',
  address_1: '',
  address_2: '',
  city: '',
  delivery_method_types: ['collect'],
  paystack_account: null,
  accepting_orders: true,
  menus: {
    data: [
      {
        id: 1,
        name: 'Ramen',
        groups: { data: [{ id: 41, name: 'Broth bowls', items: { data: items }, option_groups: { data: [] } }] },
      },
    ],
  },
});
