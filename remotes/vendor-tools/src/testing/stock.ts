/** Builds one vendor's small menu as a member of the vendor reads it, with inactive entries. */
import { aGroup, aMenu, aMenuItem, anItem, anOption, anOptionGroup, aVariant, aVendor } from 'shared-contracts/testing';
import type { Item, MenuItem, Vendor } from 'shared-contracts/types';

const toppings = anOptionGroup({ options: [anOption(61, 'Soy-cured egg', 2, 'inactive')] });
const noodle = anOptionGroup({ id: 52, name: 'Noodle', max_select: 1, options: [anOption(62, 'Rice noodle', 1.25)] });

export const listedRamen = (fields: Partial<MenuItem> = {}): MenuItem => ({
  ...aMenuItem({ variants: [aVariant({ price: 16.5 })], optionGroups: [toppings] }),
  ...fields,
});

/** Builds the same item as `GET /items` returns it, with the options of its group. */
export const wholeRamen = (fields: Partial<Item> = {}): Item => ({
  ...anItem({ optionGroups: [toppings], groupOptions: [noodle] }),
  ...fields,
});

export const kumo = (items: MenuItem[]): Vendor =>
  aVendor({ menus: [aMenu(1, 'Ramen', [aGroup(41, 'Broth bowls', items)])] });
