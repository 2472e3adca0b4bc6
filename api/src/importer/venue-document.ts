/** The document that describes one venue, with everything it sells. Money is in major units of the venue's currency. */
import { exponentOf } from 'shared-contracts/rules/money';
import {
  deliveryMethodTypeSchema,
  latenessSchema,
  lineSchema,
  paragraphSchema,
  paymentProviderSchema,
  statusSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';

const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower case letters, digits and single '-' between them");
const nameSchema = lineSchema.min(1, 'must not be empty').max(200);
const textSchema = paragraphSchema.max(2_000);
const environmentName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of an environment variable; the secret itself is never in a document');

export const pictureSchema = z.union([
  z.strictObject({
    file: z.string().regex(/^[\w-]+(\.[\w-]+)*\.(svg|png|jpe?g|webp)$/, 'must name a picture beside the document'),
  }),
  z.strictObject({ glyphs: z.array(z.string()).min(1), ground: z.string().optional(), pattern: z.string().optional() }),
]);

const slugged = { slug: slugSchema, name: nameSchema };
const pricedSchema = z.strictObject({ ...slugged, price: z.number().nonnegative(), status: statusSchema });

const optionGroupSchema = z
  .strictObject({
    ...slugged,
    min_select: z.int().nonnegative(),
    max_select: z.int().positive().nullable(),
    options: distinct(pricedSchema).min(1, 'needs an option'),
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

const itemSchema = z.strictObject({
  ...slugged,
  description: textSchema,
  picture: pictureSchema.nullable(),
  status: statusSchema,
  variants: distinct(pricedSchema).min(1, 'needs a variant; the first is the default one'),
  option_groups: distinct(optionGroupSchema),
});

const groupSchema = z.strictObject({
  ...slugged,
  option_groups: distinct(optionGroupSchema),
  items: distinct(itemSchema),
});

const menuSchema = z.strictObject({ ...slugged, groups: distinct(groupSchema) });

const vendorSchema = z.strictObject({
  ...slugged,
  blurb: textSchema,
  picture: pictureSchema.nullable(),
  address_1: textSchema,
  address_2: textSchema,
  city: textSchema,
  delivery_method_types: z.array(deliveryMethodTypeSchema).min(1, 'needs a way to receive an order'),
  subaccount_code: z.string().min(1).nullable(),
  accepting_orders: z.boolean(),
  /** Two steps of lateness of the stall's own; without them there is the one of 20 minutes. */
  lateness: latenessSchema.strict().optional(),
  menus: distinct(menuSchema),
});

export const venueDocumentSchema = z
  .strictObject({
    ...slugged,
    blurb: textSchema,
    position: z.int(),
    picture: pictureSchema.nullable(),
    currency: z.string().refine(isCurrency, 'must be a currency code of ISO 4217, such as CAD'),
    currency_symbol: z.string().min(1).max(5),
    timezone: z.string().refine(isTimeZone, 'must be a time zone such as America/Toronto'),
    tax: z.strictObject({
      name: z.string().trim().min(1).max(50),
      number: z.string().trim().max(100),
      rate_percent: z
        .number()
        .min(0)
        .max(100)
        .refine((rate) => isDecimal(rate, 2), 'must have at most 2 decimals'),
      included: z.boolean(),
    }),
    service_charge: z.number().nonnegative(),
    payment: z.strictObject({
      provider: paymentProviderSchema,
      key: z.string().min(1),
      secret_env: environmentName,
      webhook_secret_env: environmentName.nullable(),
    }),
    vendors: distinct(vendorSchema),
  })
  .superRefine((venue, context) => {
    checkPaystack(venue, context);
    if (!isCurrency(venue.currency)) return;
    for (const { path, amount } of amountsOf(venue)) {
      if (!isDecimal(amount, exponentOf(venue.currency))) {
        const decimals = exponentOf(venue.currency);
        context.addIssue({
          code: 'custom',
          path,
          message: `must have at most ${decimals} decimals in ${venue.currency}`,
        });
      } else if (amount > LARGEST_AMOUNT) {
        context.addIssue({ code: 'custom', path, message: `must not be more than ${LARGEST_AMOUNT}` });
      }
    }
  });

export type VenueDocument = z.output<typeof venueDocumentSchema>;
export type OptionGroupDocument = z.output<typeof optionGroupSchema>;
export type PictureDocument = z.output<typeof pictureSchema>;

/** Keeps 999 of a thing, in minor units with three decimals, inside the database's integers. */
const LARGEST_AMOUNT = 2_000;

/** A list whose slugs differ: they are its parts' identity at the next import. */
function distinct<T extends z.ZodType<{ slug: string }>>(part: T) {
  return z.array(part).superRefine((list, context) => {
    const seen = new Set<string>();
    for (const [index, { slug }] of list.entries()) {
      if (seen.has(slug))
        context.addIssue({ code: 'custom', path: [index, 'slug'], message: `'${slug}' is in this list twice` });
      seen.add(slug);
    }
  });
}

/** Paystack charges the items' total unchanged and splits all of it between the vendors. */
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
  for (const [index, { subaccount_code }] of venue.vendors.entries()) {
    if (subaccount_code === null) {
      issue(['vendors', index, 'subaccount_code'], 'is needed in a Paystack venue: each vendor is paid its own share');
    }
  }
}

interface Amount {
  path: PropertyKey[];
  amount: number;
}

function amountsOf(venue: VenueDocument): Amount[] {
  const ofOptions = (groups: readonly OptionGroupDocument[], path: PropertyKey[]): Amount[] =>
    groups.flatMap(({ options }, group) =>
      options.map(({ price }, index) => ({
        path: [...path, 'option_groups', group, 'options', index, 'price'],
        amount: price,
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
            })),
          ]),
        ];
      }),
    ),
  );
  return [{ path: ['service_charge'], amount: venue.service_charge }, ...amounts];
}

export function isDecimal(value: number, decimals: number): boolean {
  return (
    new RegExp(`^\\d+(\\.\\d{1,${Math.max(decimals, 1)}})?$`).test(String(value)) &&
    (decimals > 0 || Number.isInteger(value))
  );
}

export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
