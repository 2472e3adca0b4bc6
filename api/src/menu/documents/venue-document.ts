/** The document that describes one venue with everything that it sells. Money is in major units of the venue's currency. */

import { settings } from 'settings/table';
import { exponentOf } from 'shared-contracts/rules/money';
import { TIP_PERCENT } from 'shared-contracts/rules/tips';
import {
  allergenSchema,
  deliveryMethodTypeSchema,
  dietSchema,
  latenessSchema,
  lineSchema,
  paragraphSchema,
  paymentProviderSchema,
  scheduleSchema,
  statusSchema,
  stripeAccountSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import { contradictionOf } from '../catalog/diet.rules';
import { isCurrency, isDecimal, largestPrice, usualPrices } from './currency';
import { inLanguages, languagesSchema, problemsOfTexts } from './document-texts';
import type { Remark } from './read-source';

export const slugSchema = z
  .string()
  .max(200)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower case letters, digits and single '-' between them");
const nameSchema = inLanguages(lineSchema.min(1, 'must not be empty').max(200));
const addressSchema = paragraphSchema.max(2_000);
const textSchema = inLanguages(paragraphSchema.max(2_000));
const environmentName = z
  .string()
  .max(100)
  .regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of an environment variable; the secret itself is never in a document')
  .refine((name) => !Object.hasOwn(settings, name), 'must be a setting of its own, not one of the site itself');

const pictureFile = z
  .string()
  .regex(/^[\w-]+(\.[\w-]+)*\.(svg|png|jpe?g|webp)$/i, 'must name a picture beside the document');
const pictureFields = {
  file: pictureFile.optional(),
  glyphs: z.array(z.string()).min(1).optional(),
  ground: z.string().optional(),
  pattern: z.string().optional(),
};

function checkPicture(
  { file, glyphs, ground, pattern, page }: z.output<z.ZodObject<typeof pictureFields>> & { page?: string | undefined },
  context: z.RefinementCtx,
): void {
  const issue = (message: string) => context.addIssue({ code: 'custom', message });
  if ((file === undefined) === (glyphs === undefined)) issue("needs either 'file' or 'glyphs'");
  else if (file !== undefined && (ground ?? pattern) !== undefined) issue("'ground' and 'pattern' go with 'glyphs'");
  else if (file === undefined && page !== undefined) issue("'page' goes with 'file'");
}

const pictureSchema = z.strictObject(pictureFields).superRefine(checkPicture);
const itemPictureSchema = z
  .strictObject({
    ...pictureFields,
    /** The picture for the page of the item. By default it is the same picture. */
    page: pictureFile.optional(),
    /** A description of the picture, for guests who cannot see it. */
    alt: inLanguages(lineSchema.max(200)).optional(),
  })
  .superRefine(checkPicture);

const slugged = { slug: slugSchema, name: nameSchema };
/** The earlier slug of the same entry. */
const renamed = { ...slugged, renamed_from: slugSchema.optional() };
const status = statusSchema.default('active');
const picture = pictureSchema.nullable().default(null);

const rateSchema = z
  .number()
  .min(0)
  .max(100)
  .refine((rate) => isDecimal(rate, 2), 'must have at most 2 decimals');

/** The three percentages that a cart offers as a tip, the smallest first. */
const tipsSchema = z
  .array(
    z
      .number()
      .min(TIP_PERCENT.least)
      .max(TIP_PERCENT.most)
      .refine((percent) => isDecimal(percent, 2), 'must have at most 2 decimals'),
  )
  .length(3, 'must be three percentages, or null for no tips')
  .refine(isAscending, 'must be three different percentages, the smallest first');

const taxCategorySchema = z.strictObject({
  ...renamed,
  /** The name of the tax on receipts. */
  name: lineSchema.min(1, 'must not be empty').max(50),
  rate_percent: rateSchema,
});

/** The time at which an inactive entry comes back automatically. */
const back_at = z.iso.datetime().optional();

const variantSchema = z.strictObject({ ...renamed, price: z.number().nonnegative(), status, back_at });
const different = <T extends z.ZodType>(each: T) =>
  z.array(each).refine((list) => new Set(list).size === list.length, 'must not have the same twice');

const optionSchema = z.strictObject({
  ...renamed,
  price: z.number().nonnegative().default(0),
  status,
  back_at,
  /** The allergens that the option adds to those of its item. If absent, they stay, and a new option adds none. */
  allergens: different(allergenSchema).optional(),
});

const optionGroupSchema = z
  .strictObject({
    ...renamed,
    status,
    min_select: z.int().nonnegative().default(0),
    max_select: z.int().positive().max(1_000).nullable().default(null),
    options: distinct(optionSchema).min(1, 'needs an option'),
  })
  .superRefine(({ min_select, max_select, options }, context) => {
    if (max_select !== null && max_select < min_select) {
      context.addIssue({
        code: 'custom',
        path: ['max_select'],
        message: `must not be less than min_select (${min_select})`,
      });
    }
    if (min_select > options.length) {
      context.addIssue({
        code: 'custom',
        path: ['min_select'],
        message: `asks for more than the ${options.length} options there are`,
      });
    }
  });

const itemSchema = z
  .strictObject({
    ...renamed,
    description: textSchema.default(''),
    picture: itemPictureSchema.nullable().default(null),
    status,
    back_at,
    /** A slug of the venue's tax.categories; null is the venue's own tax. If absent, it stays, and a new item has the venue's own tax. */
    tax_category: slugSchema.nullable().optional(),
    /**
     * An empty list means none of the fourteen allergens; null means that nothing is stated. If absent, they stay, and a new item states
     * nothing.
     */
    allergens: different(allergenSchema).nullable().optional(),
    /** The diets that the item suits. If absent, they stay. */
    diets: different(dietSchema).optional(),
    variants: distinct(variantSchema).min(1, 'needs a variant; the first is the default one'),
    option_groups: distinct(optionGroupSchema).default([]),
  })
  .superRefine(({ allergens = null, diets = [] }, context) => {
    const problem = contradictionOf({ allergens, diets });
    if (problem) context.addIssue({ code: 'custom', path: ['diets'], message: problem });
  });

const groupSchema = z.strictObject({
  ...renamed,
  status,
  option_groups: distinct(optionGroupSchema).default([]),
  items: distinct(itemSchema).default([]),
});

const menuSchema = z.strictObject({ ...renamed, status, groups: distinct(groupSchema).default([]) });

const deliveryMethodTypes = z.array(deliveryMethodTypeSchema).min(1, 'needs a way to receive an order');

const vendorSchema = z.strictObject({
  ...renamed,
  blurb: textSchema.default(''),
  picture,
  address_1: addressSchema.default(''),
  address_2: addressSchema.default(''),
  city: addressSchema.default(''),
  /** By default these are the delivery types of the venue. */
  delivery_method_types: deliveryMethodTypes.optional(),
  subaccount_code: lineSchema.min(1).max(100).nullable().default(null),
  stripe_account: stripeAccountSchema.nullable().default(null),
  accepting_orders: z.boolean().default(true),
  /** The stall's own two steps of lateness. Without them the single step is 20 minutes. */
  lateness: latenessSchema.strict().optional(),
  /** The opening hours in the time zone of the venue. Without them the stall follows those of the venue, or is always open. */
  hours: scheduleSchema.optional(),
  menus: distinct(menuSchema).default([]),
});

export const venueDocumentSchema = z
  .strictObject({
    /** The address of the JSON Schema, with which editors complete and check the input. */
    $schema: z.string().optional(),
    ...renamed,
    /**
     * The languages of its texts, its first language first. If absent, the languages and the texts in other languages stay; a new venue is in
     * English.
     */
    languages: languagesSchema.optional(),
    blurb: textSchema.default(''),
    /** The position among the venues of the site. If absent, it stays, and a new venue comes last. */
    position: z.int().min(-1_000_000).max(1_000_000).optional(),
    picture,
    currency: z.string().refine(isCurrency, 'must be a currency code of ISO 4217, such as CAD'),
    /** By default it is the symbol that menus in the country of the currency use. */
    currency_symbol: lineSchema.min(1).max(5).optional(),
    timezone: z.string().refine(isTimeZone, 'must be a time zone such as America/Toronto'),
    /** The hours of the stalls that have none of their own. Later imports keep those that the operators have set. */
    hours: scheduleSchema.optional(),
    tax: z.strictObject({
      name: lineSchema.min(1).max(50).default('Tax'),
      number: lineSchema.max(100).default(''),
      rate_percent: rateSchema,
      included: z.boolean(),
      /** Other taxes of the venue, which items can name. A tax that is left out stays. */
      categories: distinct(taxCategorySchema).max(50, 'must be at most 50').default([]),
    }),
    service_charge: z.number().nonnegative().default(0),
    /** Null: the venue takes no tips. If absent, it stays, and a new venue takes none. */
    tips: tipsSchema.nullable().optional(),
    payment: z.strictObject({
      provider: paymentProviderSchema,
      key: lineSchema
        .min(1)
        .max(200)
        // The page of every visitor contains this key.
        .regex(/^(?!(sk|rk)_)/, 'must be the public key; the secret one belongs in a setting of the server'),
      secret_env: environmentName,
      webhook_secret_env: environmentName.nullable().default(null),
    }),
    /** The default for new vendors. If absent, it stays; a new venue has 'collect'. */
    delivery_method_types: deliveryMethodTypes.optional(),
    vendors: distinct(vendorSchema).default([]),
  })
  .superRefine((venue, context) => {
    checkPaystack(venue, context);
    checkStripeAccounts(venue, context);
    checkTaxes(venue, context);
    for (const { path, message } of problemsOfTexts(venue)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
    if (!isCurrency(venue.currency)) return;
    const decimals = exponentOf(venue.currency);
    const largest = largestPrice(venue.currency);
    for (const { path, amount } of amountsOf(venue)) {
      // The schema of the amount reports a negative one.
      if (amount < 0) continue;
      if (!isDecimal(amount, decimals)) {
        context.addIssue({
          code: 'custom',
          path,
          message: `must have at most ${decimals} decimals in ${venue.currency}`,
        });
      } else if (amount > largest) {
        context.addIssue({ code: 'custom', path, message: `must not be more than ${largest} in ${venue.currency}` });
      }
    }
  });

export type VenueDocument = z.output<typeof venueDocumentSchema>;
/** The document as a person writes it, without the default values. */
export type WrittenVenueDocument = z.input<typeof venueDocumentSchema>;
export type OptionGroupDocument = z.output<typeof optionGroupSchema>;
export type PictureDocument = z.output<typeof pictureSchema>;
export type ItemPictureDocument = z.output<typeof itemPictureSchema>;

/** A list with unique slugs, because a slug identifies its entry at the next import. */
function distinct<T extends z.ZodType<{ slug: string; renamed_from?: string | undefined }>>(part: T) {
  return z.array(part).superRefine((list, context) => {
    const seen = new Set<string>();
    const earlier = new Set<string>();
    const slugs = new Set(list.map(({ slug }) => slug));
    for (const [index, { slug, renamed_from: before }] of list.entries()) {
      const issue = (key: string, message: string) => context.addIssue({ code: 'custom', path: [index, key], message });
      if (seen.has(slug)) issue('slug', `'${slug}' is in this list twice`);
      seen.add(slug);
      if (before === undefined) continue;
      if (slugs.has(before)) issue('renamed_from', `'${before}' is in this list itself`);
      else if (earlier.has(before)) issue('renamed_from', `'${before}' became another one in this list`);
      earlier.add(before);
    }
  });
}

/** Only Stripe transfers to the accounts of the vendors after a payment. */
function checkStripeAccounts(venue: VenueDocument, context: z.RefinementCtx): void {
  if (venue.payment.provider === 'Stripe') return;
  for (const [index, { stripe_account }] of venue.vendors.entries()) {
    if (stripe_account === null) continue;
    const message = `is only for a venue of Stripe, and this one has ${venue.payment.provider}`;
    context.addIssue({ code: 'custom', path: ['vendors', index, 'stripe_account'], message });
  }
}

/** Checks the rules of Paystack, which charges exactly the total of the items and splits all of it between the vendors. */
function checkPaystack(venue: VenueDocument, context: z.RefinementCtx): void {
  if (venue.payment.provider !== 'Paystack') return;
  const issue = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (!venue.tax.included)
    issue(
      ['tax', 'included'],
      'must be true in a Paystack venue: it charges the items as priced, so no tax can be added',
    );
  if (venue.service_charge !== 0)
    issue(['service_charge'], 'must be 0 in a Paystack venue: it charges the items as priced');
  if (venue.tips) issue(['tips'], 'must be null in a Paystack venue: it charges the items as priced');
  for (const [index, { subaccount_code }] of venue.vendors.entries()) {
    if (subaccount_code === null) {
      issue(['vendors', index, 'subaccount_code'], 'is needed in a Paystack venue: each vendor is paid its own share');
    }
  }
}

function checkTaxes(venue: VenueDocument, context: z.RefinementCtx): void {
  const slugs = new Set(venue.tax.categories.map(({ slug }) => slug));
  for (const { path, item } of itemsOf(venue)) {
    if (item.tax_category == null || slugs.has(item.tax_category)) continue;
    const message = `'${item.tax_category}' is none of the venue's tax.categories`;
    context.addIssue({ code: 'custom', path: [...path, 'tax_category'], message });
  }
}

const itemsOf = (venue: VenueDocument) =>
  venue.vendors.flatMap(({ menus }, v) =>
    menus.flatMap(({ groups }, m) =>
      groups.flatMap(({ items }, g) =>
        items.map((item, i) => ({ item, path: ['vendors', v, 'menus', m, 'groups', g, 'items', i] })),
      ),
    ),
  );

interface Amount {
  path: PropertyKey[];
  amount: number;
  /** True for the price of an item. False for a choice or the service charge, whose low prices are usual. */
  isOfItem: boolean;
}

function amountsOf(venue: VenueDocument): Amount[] {
  const ofOptions = (groups: readonly OptionGroupDocument[], path: PropertyKey[]): Amount[] =>
    groups.flatMap(({ options }, group) =>
      options.map(({ price }, index) => ({
        path: [...path, 'option_groups', group, 'options', index, 'price'],
        amount: price,
        isOfItem: false,
      })),
    );
  const amounts = venue.vendors.flatMap((vendor, v) =>
    vendor.menus.flatMap((menu, m) =>
      menu.groups.flatMap((group, g) => {
        const path = ['vendors', v, 'menus', m, 'groups', g];
        return [
          ...ofOptions(group.option_groups, path),
          ...group.items.flatMap((item, i) => [
            ...ofOptions(item.option_groups, [...path, 'items', i]),
            ...item.variants.map(({ price }, index) => ({
              path: [...path, 'items', i, 'variants', index, 'price'],
              amount: price,
              isOfItem: true,
            })),
          ]),
        ];
      }),
    ),
  );
  return [{ path: ['service_charge'], amount: venue.service_charge, isOfItem: false }, ...amounts];
}

/** Warns about prices that are valid but so unusual in their currency that a digit may be wrong. */
export function unusualPrices(venue: VenueDocument): Remark[] {
  const { lowest, highest } = usualPrices(venue.currency);
  return amountsOf(venue).flatMap(({ path, amount, isOfItem }) => {
    const isLow = isOfItem && amount > 0 && amount < lowest;
    if (!isLow && amount <= highest) return [];
    const usual = `prices in ${venue.currency} are usually between ${lowest} and ${highest}`;
    return [{ path, message: `${amount} is unusually ${isLow ? 'low' : 'high'}: ${usual}` }];
  });
}

function isAscending(list: readonly number[]): boolean {
  return list.every((each, index) => index === 0 || each > (list[index - 1] ?? 0));
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
