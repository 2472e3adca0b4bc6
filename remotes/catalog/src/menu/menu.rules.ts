/** What a menu shows: active items only, what a search leaves of them, and the price an item is listed with. */

import type { VendorDelivery } from 'shared-contracts/local-keys';
import { matcher } from 'shared-contracts/rules/search';
import type { DeliveryMethodType, Menu, MenuItem, Variant } from 'shared-contracts/types';

export interface ListedGroup {
  id: number;
  name: string;
  items: readonly MenuItem[];
}

export interface ListedMenu {
  id: number;
  name: string;
  groups: readonly ListedGroup[];
}

/**
 * The active items, by menu and group, that a search leaves. A group whose name matches keeps all of its items.
 * Groups and menus with nothing to show are left out.
 */
export function listMenus(menus: readonly Menu[], search = ''): ListedMenu[] {
  const matches = matcher(search);
  return menus
    .map(({ id, name, groups }) => ({
      id,
      name,
      groups: groups.data
        .map((group) => {
          const active = group.items.data.filter(({ status }) => status === 'active');
          const items = matches(group.name)
            ? active
            : active.filter((item) => matches(group.name, item.name, item.description));
          return { id: group.id, name: group.name, items };
        })
        .filter(({ items }) => items.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0);
}

export function countItems(menus: readonly ListedMenu[]): number {
  return menus.flatMap(({ groups }) => groups).reduce((count, { items }) => count + items.length, 0);
}

/** The default variant where it is to be had, else the first that is. Undefined: none is, the item is sold out. */
export function listedVariant({ master, variants }: Pick<MenuItem, 'master' | 'variants'>): Variant | undefined {
  const active = variants.data.filter(({ status }) => status === 'active');
  return active.find(({ id }) => id === master.id) ?? active[0];
}

const METHODS: readonly string[] = ['collect', 'deliver'];
const TYPES: readonly string[] = ['collect', 'table', 'room', 'address'] satisfies DeliveryMethodType[];

/** What a link to a menu says about delivery. A value that is none of the product's is passed over. */
export function deliveryFromQuery(query: URLSearchParams): Partial<VendorDelivery> {
  const delivery: Partial<VendorDelivery> = {};
  const method = query.get('delivery_method');
  const type = query.get('delivery_method_type');
  const location = query.get('delivery_method_location')?.trim();
  if (method && METHODS.includes(method)) delivery.delivery_method = method as VendorDelivery['delivery_method'];
  if (type && TYPES.includes(type)) delivery.delivery_method_type = type as VendorDelivery['delivery_method_type'];
  if (location) delivery.delivery_method_location = location.slice(0, 200);
  return delivery;
}
