/** Reads the chosen item with its options from the current menu. */
import type { StoredTexts } from 'core/database/types';
import { type RawBuilder, sql } from 'kysely';
import type { Schedule } from 'shared-contracts/types';
import { hoursInForce } from '../../menu/hours/hours-in-force';

export interface SelectableOption {
  id: number;
  name: string;
  texts: StoredTexts;
  price_minor: number;
  status: 'active' | 'inactive';
}

export interface SelectableGroup {
  id: number;
  name: string;
  texts: StoredTexts;
  min_select: number;
  max_select: number | null;
  options: SelectableOption[];
}

export interface Selectable {
  variant_id: number;
  variant_name: string;
  variant_texts: StoredTexts;
  price_minor: number;
  item_id: number;
  item_name: string;
  item_texts: StoredTexts;
  /** True if the variant and all its parents are listed, active and public. */
  is_available: boolean;
  vendor_id: number;
  vendor_name: string;
  /** The vendor's small picture beside the name on a cart, a ticket and a receipt. */
  vendor_image_url: string;
  vendor_address_1: string;
  accepting_orders: boolean;
  follows_schedule: boolean;
  opening_hours: Schedule | null;
  is_stopped: boolean;
  timezone: string;
  venue_id: number;
  /** The languages of its venue, the first language first. */
  languages: string[];
  currency: string;
  currency_symbol: string;
  tax_name: string;
  tax_number: string;
  tax_rate_bp: number;
  is_tax_included: boolean;
  /** The name of the item's tax category. Null, with its rate, if it has the venue's tax. */
  own_tax_name: string | null;
  own_tax_rate_bp: number | null;
  service_charge_minor: number;
  tip_rates_bp: number[] | null;
  /** The option groups of the item and of its group that are on the current menu. */
  option_groups: SelectableGroup[];
}

export const selectSelectable = (variantId: number): RawBuilder<Selectable> => sql`
    select variant.id as variant_id, variant.name as variant_name, variant.texts as variant_texts, variant.price_minor,
      item.id as item_id, item.name as item_name, item.texts as item_texts,
      (venue.is_active and vendor.is_active and menu.is_active and menu.status = 'active'
        and grp.is_active and grp.status = 'active' and item.is_listed and sells(item.status, item.back_at)
        and variant.is_listed and sells(variant.status, variant.back_at)) as is_available,
      vendor.id as vendor_id, vendor.name as vendor_name, vendor.thumbnail_url as vendor_image_url,
      vendor.address_1 as vendor_address_1, vendor.accepting_orders,
      vendor.follows_schedule, ${hoursInForce('vendor', 'venue')} as opening_hours, vendor.is_stopped, venue.timezone,
      venue.id as venue_id, venue.languages, venue.currency, venue.currency_symbol, venue.tax_name, venue.tax_number,
      venue.tax_rate_bp, venue.is_tax_included, venue.service_charge_minor, venue.tip_rates_bp,
      category.name as own_tax_name, category.rate_bp as own_tax_rate_bp,
      coalesce((
        select json_agg(json_build_object('id', option_group.id, 'name', option_group.name, 'texts', option_group.texts,
          'min_select', option_group.min_select, 'max_select', option_group.max_select,
          'options', coalesce((
            select json_agg(json_build_object('id', option.id, 'name', option.name, 'texts', option.texts,
              'price_minor', option.price_minor,
              'status', case when sells(option.status, option.back_at) then 'active' else 'inactive' end) order by option.position, option.id)
            from options option where option.option_group_id = option_group.id and option.is_listed), '[]'))
          order by option_group.position, option_group.id)
        from option_groups option_group
        where option_group.is_listed and option_group.status = 'active' and (option_group.item_id = item.id or option_group.group_id = grp.id)
      ), '[]') as option_groups
    from variants variant
    join items item on item.id = variant.item_id
    left join tax_categories category on category.id = item.tax_category_id
    join groups grp on grp.id = item.group_id
    join menus menu on menu.id = grp.menu_id
    join vendors vendor on vendor.id = item.vendor_id
    join venues venue on venue.id = vendor.venue_id
    where variant.id = ${variantId}`;
