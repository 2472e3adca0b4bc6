/** Converts a stored venue to the document that an import reads. Pure. */
import { basename } from 'node:path';
import { toMajor } from 'shared-contracts/rules/money';
import type { Picture } from '../pictures';
import type {
  StoredGroup,
  StoredItem,
  StoredOptionGroup,
  StoredPriced,
  StoredVendor,
  StoredVenue,
} from './stored-venue';
import type { ItemPictureDocument, PictureDocument, WrittenVenueDocument } from './venue-document';

export interface ExportedVenue {
  document: WrittenVenueDocument;
  /** The addresses of the picture files. Each file must be beside the document, with the last part of its address as its name. */
  pictures: string[];
}

/** @param plateOf returns the address of the empty plate for a name, which pages show in place of a missing picture */
export function exportVenue(venue: StoredVenue, plateOf: (name: string) => string): ExportedVenue {
  const pictures = new Set<string>();
  const { currency } = venue;

  const pictureOf = ({ name, image_url, drawing }: Pictured): PictureDocument | null => {
    if (drawing !== null) return { ...drawing, glyphs: [...drawing.glyphs] };
    if (image_url === null || image_url === plateOf(name)) return null;
    pictures.add(image_url);
    return { file: basename(image_url) };
  };
  const itemPictureOf = (item: StoredItem): ItemPictureDocument | null => {
    const picture = pictureOf(item);
    if (!picture) return null;
    const { image_url, hero_url, image_alt } = item;
    const hasPage = picture.file !== undefined && hero_url !== null && hero_url !== image_url;
    if (hasPage) pictures.add(hero_url);
    return { ...picture, ...(hasPage && { page: basename(hero_url) }), ...(image_alt !== '' && { alt: image_alt }) };
  };
  const pricedOf = ({ slug, name, price_minor, status, back_at }: StoredPriced) => ({
    slug,
    name,
    price: toMajor(price_minor, currency),
    status,
    ...(back_at && { back_at: back_at.toISOString() }),
  });
  const optionGroupOf = ({ slug, name, status, min_select, max_select, options }: StoredOptionGroup) => ({
    slug,
    name,
    status,
    min_select,
    max_select,
    options: options.map((option) => ({ ...pricedOf(option), ...allergensOf(option) })),
  });
  const itemOf = (item: StoredItem) => ({
    slug: item.slug,
    name: item.name,
    description: item.description,
    picture: itemPictureOf(item),
    status: item.status,
    tax_category: item.tax_category,
    allergens: item.allergens,
    diets: item.diets,
    ...(item.back_at && { back_at: item.back_at.toISOString() }),
    variants: item.variants.map(pricedOf),
    option_groups: item.option_groups.map(optionGroupOf),
  });
  const groupOf = ({ slug, name, status, option_groups, items }: StoredGroup) => ({
    slug,
    name,
    status,
    option_groups: option_groups.map(optionGroupOf),
    items: items.map(itemOf),
  });
  const vendorOf = (vendor: StoredVendor) => ({
    slug: vendor.slug,
    name: vendor.name,
    blurb: vendor.blurb,
    picture: pictureOf(vendor),
    address_1: vendor.address_1,
    address_2: vendor.address_2,
    city: vendor.city,
    delivery_method_types: vendor.delivery_method_types,
    subaccount_code: vendor.subaccount_code,
    accepting_orders: vendor.accepting_orders,
    ...latenessOf(vendor),
    ...(vendor.opening_hours && { hours: vendor.opening_hours }),
    menus: vendor.menus.map(({ slug, name, status, groups }) => ({ slug, name, status, groups: groups.map(groupOf) })),
  });

  const document = {
    slug: venue.slug,
    name: venue.name,
    blurb: venue.blurb,
    position: venue.position,
    picture: pictureOf(venue),
    currency,
    currency_symbol: venue.currency_symbol,
    timezone: venue.timezone,
    tax: {
      name: venue.tax_name,
      number: venue.tax_number,
      rate_percent: venue.tax_rate_bp / 100,
      included: venue.is_tax_included,
      categories: venue.tax_categories.map(({ slug, name, rate_bp }) => ({ slug, name, rate_percent: rate_bp / 100 })),
    },
    service_charge: toMajor(venue.service_charge_minor, currency),
    payment: {
      provider: venue.payment_provider,
      key: venue.payment_provider_key,
      secret_env: venue.secret_env,
      webhook_secret_env: venue.webhook_secret_env,
    },
    delivery_method_types: venue.delivery_method_types,
    vendors: venue.vendors.map(vendorOf),
  };
  return { document: lean(document), pictures: [...pictures] };
}

interface Pictured {
  name: string;
  image_url: string | null;
  drawing: Picture | null;
}

function latenessOf({ late_after_minutes, very_late_after_minutes }: StoredVendor) {
  if (late_after_minutes === null || very_late_after_minutes === null) return {};
  return { lateness: { late_after_minutes, very_late_after_minutes } };
}

/** A choice has an empty list by default. */
const allergensOf = ({ allergens }: StoredOptionGroup['options'][number]) =>
  allergens.length > 0 ? { allergens } : {};

/**
 * Leaves out default values: null, an empty text, an empty list, and the active status. An empty list of allergens stays, because it differs
 * from a missing one.
 */
function lean<T>(value: T): T {
  if (Array.isArray(value)) return value.map(lean) as T;
  if (typeof value !== 'object' || value === null) return value;
  const isDefault = (key: string, each: unknown) =>
    each === null ||
    each === '' ||
    (Array.isArray(each) && each.length === 0 && key !== 'allergens') ||
    (key === 'status' && each === 'active');
  const kept = Object.entries(value).filter(([key, each]) => !isDefault(key, each));
  return Object.fromEntries(kept.map(([key, each]) => [key, lean(each)])) as T;
}
