/** Converts a stored venue to the document that an import reads. Pure. */
import { basename } from 'node:path';
import type { StoredTexts } from 'core/database/types';
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import type { TextField } from 'shared-contracts/rules/menu-texts';
import { toMajor } from 'shared-contracts/rules/money';
import type { Picture } from '../pictures';
import type { DocumentText } from './document-texts';
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
  const { currency, languages } = venue;
  /** Returns a text of a row in each language that has it; plain if that is the first language alone. */
  const textOf = (row: { texts: StoredTexts }, field: TextField, first: string): DocumentText => {
    const others = languages.slice(1).flatMap((language) => {
      const text = row.texts[language]?.[field];
      return text ? [[language, text]] : [];
    });
    return first === '' || others.length === 0 ? first : { [languages[0] ?? '']: first, ...Object.fromEntries(others) };
  };
  const nameOf = (row: { name: string; texts: StoredTexts }) => textOf(row, 'name', row.name);

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
    return {
      ...picture,
      ...(hasPage && { page: basename(hero_url) }),
      ...(image_alt !== '' && { alt: textOf(item, 'image_alt', image_alt) }),
    };
  };
  const pricedOf = ({ slug, price_minor, status, back_at, ...named }: StoredPriced) => ({
    slug,
    name: nameOf(named),
    price: toMajor(price_minor, currency),
    status,
    ...(back_at && { back_at: back_at.toISOString() }),
  });
  const optionGroupOf = ({ slug, status, min_select, max_select, options, ...named }: StoredOptionGroup) => ({
    slug,
    name: nameOf(named),
    status,
    min_select,
    max_select,
    options: options.map((option) => ({ ...pricedOf(option), ...allergensOf(option) })),
  });
  const itemOf = (item: StoredItem) => ({
    slug: item.slug,
    name: nameOf(item),
    description: textOf(item, 'description', item.description),
    picture: itemPictureOf(item),
    status: item.status,
    tax_category: item.tax_category,
    allergens: item.allergens,
    diets: item.diets,
    ...(item.back_at && { back_at: item.back_at.toISOString() }),
    variants: item.variants.map(pricedOf),
    option_groups: item.option_groups.map(optionGroupOf),
  });
  const groupOf = ({ slug, status, option_groups, items, ...named }: StoredGroup) => ({
    slug,
    name: nameOf(named),
    status,
    option_groups: option_groups.map(optionGroupOf),
    items: items.map(itemOf),
  });
  const vendorOf = (vendor: StoredVendor) => ({
    slug: vendor.slug,
    name: nameOf(vendor),
    blurb: textOf(vendor, 'blurb', vendor.blurb),
    picture: pictureOf(vendor),
    address_1: vendor.address_1,
    address_2: vendor.address_2,
    city: vendor.city,
    delivery_method_types: vendor.delivery_method_types,
    subaccount_code: vendor.subaccount_code,
    ...(vendor.stripe_account !== null && { stripe_account: vendor.stripe_account }),
    accepting_orders: vendor.accepting_orders,
    ...latenessOf(vendor),
    ...(vendor.opening_hours && { hours: vendor.opening_hours }),
    menus: vendor.menus.map(({ slug, status, groups, ...named }) => ({
      slug,
      name: nameOf(named),
      status,
      groups: groups.map(groupOf),
    })),
  });

  const document = {
    slug: venue.slug,
    ...(languages.join() !== SOURCE_LANGUAGE && { languages }),
    name: nameOf(venue),
    blurb: textOf(venue, 'blurb', venue.blurb),
    position: venue.position,
    picture: pictureOf(venue),
    currency,
    currency_symbol: venue.currency_symbol,
    timezone: venue.timezone,
    ...(venue.opening_hours && { hours: venue.opening_hours }),
    tax: {
      name: venue.tax_name,
      number: venue.tax_number,
      rate_percent: venue.tax_rate_bp / 100,
      included: venue.is_tax_included,
      categories: venue.tax_categories.map(({ slug, name, rate_bp }) => ({ slug, name, rate_percent: rate_bp / 100 })),
    },
    service_charge: toMajor(venue.service_charge_minor, currency),
    tips: venue.tip_rates_bp?.map((rate) => rate / 100) ?? null,
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
