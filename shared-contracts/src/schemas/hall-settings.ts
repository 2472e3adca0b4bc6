/** The settings of a hall: what its operators read and change in the office. Each part is a form of its own, with a version of its own. */
import { z } from 'zod';
import { TIP_PERCENT } from '../rules/tips';
import { t } from '../words';
import { deliveryMethodTypeSchema, paymentProviderSchema } from './catalog';
import { pictureKindSchema, placeTextsSchema } from './hall';
import { idSchema, languageSchema, lineSchema, moneySchema, paragraphSchema } from './shared';

/** The version of the part that the form was filled from. A change of an older one is refused with 409. */
const version = z.string().max(64);

const hallNamePart = z.object({ name: z.string(), blurb: z.string(), texts: placeTextsSchema });
const hallPicturePart = z.object({
  /** The address of the picture on the site. */
  image_url: z.string(),
  kind: pictureKindSchema,
});
/** The languages of the hall's menus, its first language first. */
const hallLanguagesPart = z.object({ languages: z.array(languageSchema) });
const hallTaxPart = z.object({
  tax_name: z.string(),
  tax_number: z.string(),
  /** In percent: 13, or 7.25. */
  tax_rate_percent: z.number(),
  /** True: prices contain the tax. */
  tax_included: z.boolean(),
});
const hallChargePart = z.object({
  /** For each order, in major units of the hall's currency, without tax. */
  service_charge: moneySchema,
});
const hallTipsPart = z.object({
  /** The three percentages that a cart offers as a tip, the smallest first. Null: the hall takes no tips. */
  tips: z.array(z.number()).nullable(),
});
const hallDeliveryPart = z.object({ delivery_method_types: z.array(deliveryMethodTypeSchema) });
/** The time zone in which the hours of the stalls and the days of the reports are counted, an IANA name. */
const hallHoursPart = z.object({ timezone: z.string() });
const hallProviderPart = z.object({
  provider: paymentProviderSchema,
  /** The public key, which is part of every page. */
  provider_key: z.string(),
  /** The names of environment variables of the server that hold the secrets, never the secrets. */
  secret_env: z.string(),
  webhook_secret_env: z.string().nullable(),
});

/** `GET /venues/{id}/settings`. */
export const hallSettingsSchema = z.object({
  id: idSchema,
  slug: z.string(),
  currency: z.string().length(3),
  currency_symbol: z.string(),
  /** Whether guests see the hall. */
  is_open: z.boolean(),
  /** The payments that the site is started for: with the sandbox, with the provider's test keys, or with money. */
  payments: z.enum(['sandbox', 'test', 'live']),
  /** Whether the reader runs the whole site too: only they remove the demo, and get a backup. */
  is_site_operator: z.boolean(),
  name: hallNamePart.extend({ version }),
  picture: hallPicturePart.extend({ version }),
  languages: hallLanguagesPart.extend({ version }),
  tax: hallTaxPart.extend({ version }),
  charge: hallChargePart.extend({ version }),
  tips: hallTipsPart.extend({ version }),
  delivery: hallDeliveryPart.extend({ version }),
  hours: hallHoursPart.extend({ version }),
  provider: hallProviderPart.extend({ version }),
});

const hallName = lineSchema
  .min(1, { error: () => t('Name is required') })
  .max(200, { error: () => t('Name should be at most 200 characters.') });
const blurb = paragraphSchema.max(2_000, { error: () => t('This text should be at most 2,000 characters.') });
/** The check uses the written digits, since 7.255 * 100 is not exact. */
function hasAtMostTwoDecimals(rate: number): boolean {
  return /^\d+(\.\d{1,2})?$/.test(String(rate));
}

/** `abort` leaves out the message about decimals where a number is outside its limits, such as -1. */
const percent = z
  .number()
  .min(0, { error: () => t('A rate is from 0 to 100 percent.'), abort: true })
  .max(100, { error: () => t('A rate is from 0 to 100 percent.'), abort: true })
  .refine(hasAtMostTwoDecimals, { error: () => t('A rate has at most 2 decimals.') });

const { least, most } = TIP_PERCENT;
const tipPercent = z
  .number()
  .min(least, { error: () => t('A tip is from {least} to {most} percent.', { least, most }), abort: true })
  .max(most, { error: () => t('A tip is from {least} to {most} percent.', { least, most }), abort: true })
  .refine(hasAtMostTwoDecimals, { error: () => t('A percentage has at most 2 decimals.') });

const changeOf = <Part extends string, Shape extends z.ZodRawShape>(part: Part, shape: Shape) =>
  z.object({ part: z.literal(part), version, ...shape });

/** `PUT /venues/{id}/settings`: every field of one part, and the version that its form was filled from. */
export const hallSettingsChangeSchema = z.discriminatedUnion('part', [
  changeOf('name', {
    name: hallName,
    blurb,
    texts: z.record(
      languageSchema,
      z.object({ name: lineSchema.max(200), blurb: paragraphSchema.max(2_000) }).partial(),
    ),
  }),
  changeOf('picture', {
    /** The address of an uploaded picture; null removes the picture. */
    address: z.string().max(100).nullable(),
  }),
  changeOf('languages', { languages: z.array(languageSchema).min(1).max(20) }),
  changeOf('tax', {
    tax_name: lineSchema
      .min(1, { error: () => t('A tax needs a name.') })
      .max(50, { error: () => t('The name of a tax is at most 50 characters.') }),
    tax_number: lineSchema.max(100, { error: () => t('The tax number should be at most 100 characters.') }),
    tax_rate_percent: percent,
    tax_included: z.boolean(),
  }),
  changeOf('charge', { service_charge: z.number().min(0, { error: () => t('Enter an amount of 0 or more.') }) }),
  changeOf('tips', {
    tips: z
      .array(tipPercent)
      .length(3, { error: () => t('Enter three percentages.') })
      .refine((list) => list.every((each, index) => index === 0 || each > (list[index - 1] ?? 0)), {
        error: () => t('Enter three different percentages, the smallest first.'),
      })
      .nullable(),
  }),
  changeOf('delivery', {
    delivery_method_types: z
      .array(deliveryMethodTypeSchema)
      .min(1, { error: () => t('Choose at least one way to receive an order.') }),
  }),
  changeOf('hours', { timezone: z.string().max(100) }),
  changeOf('provider', {
    provider: paymentProviderSchema,
    provider_key: lineSchema
      .min(1, { error: () => t('The key is required') })
      .max(200, { error: () => t('The key should be at most 200 characters.') }),
    secret_env: z.string().max(100),
    webhook_secret_env: z.string().max(100).nullable(),
  }),
]);

/** `POST /venues/{id}/provider-check`: what the provider said to the hall's key, and whether its webhooks reach the site. */
export const providerCheckSchema = z.object({
  provider: paymentProviderSchema,
  /**
   * `accepted`: the provider takes the key. `refused`: it does not; `detail` has its code. `unreachable`: it did not respond. `missing`: the
   * variable `setting` is not set. `wrong-mode`: the key is of another mode or kind than the site's payments.
   */
  key: z.enum(['accepted', 'refused', 'unreachable', 'missing', 'wrong-mode']),
  /** The name of the variable that the result is about. */
  setting: z.string(),
  detail: z.string().nullable(),
  /**
   * `arrives`: a webhook reaches the site, which refuses it without a signature. `no-secret`: the site lacks the secret. `none`: the provider
   * sends none. `not-checked`: it was asked too often.
   */
  webhooks: z.enum(['arrives', 'no-secret', 'lost', 'none', 'not-checked']),
  /** The address that the provider sends webhooks to; null if it sends none. */
  webhook_url: z.string().nullable(),
});
