import type { MenuItem, Vendor } from 'shared-contracts/types';

export interface ItemGroup {
  id: number;
  name: string;
  items: readonly MenuItem[];
}

/** All items, inactive ones too, by group; a search keeps those whose name holds its text. Empty groups are left out. */
export function listItems(vendor: Pick<Vendor, 'menus'>, search: string): ItemGroup[] {
  const wanted = search.toLowerCase();
  return vendor.menus.data
    .flatMap(({ groups }) => groups.data)
    .map(({ id, name, items }) => ({
      id,
      name,
      items: items.data.filter((item) => item.name.toLowerCase().includes(wanted)),
    }))
    .filter(({ items }) => items.length > 0);
}
