/** Builds a stall's menu as its editor reads it: two menus. The first menu has two sections, and the first section three items. */
import type { EditedItem, MenuEditor } from 'shared-contracts/types';

export const anEditedItem = (id: number, name: string, fields: Partial<EditedItem> = {}): EditedItem => ({
  id,
  name,
  status: 'active',
  tax_category_id: null,
  allergens: null,
  diets: [],
  description: '',
  image_url: null,
  hero_url: null,
  image_alt: '',
  variants: [{ id: id * 10, name: 'Regular', price: 12.5, status: 'active' }],
  option_groups: [],
  ...fields,
});

interface MenuToEdit {
  version?: string;
  items?: EditedItem[];
  /** The languages of the venue. By default it has one. */
  languages?: string[];
}

export function aMenuToEdit({ version = 'first', items, languages }: MenuToEdit = {}): MenuEditor {
  return {
    version,
    ...(languages && { languages }),
    currency: 'CAD',
    currency_symbol: '$',
    menus: [
      {
        id: 1,
        name: 'All day',
        status: 'active',
        groups: [
          {
            id: 11,
            name: 'Bowls',
            status: 'active',
            option_groups: [],
            items: items ?? [anEditedItem(101, 'Miso'), anEditedItem(102, 'Shoyu'), anEditedItem(103, 'Shio')],
          },
          { id: 12, name: 'Sides', status: 'active', option_groups: [], items: [] },
        ],
      },
      { id: 2, name: 'Late', status: 'inactive', groups: [] },
    ],
  };
}
