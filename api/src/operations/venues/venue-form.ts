/** The questions about a new venue, for the setup of a site and for `venue create`. */

import type { Config } from 'core/config';
import { invalid } from 'core/errors';
import { settings } from 'settings/table';
import { deliveryMethodTypeSchema, lineSchema, paymentProviderSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import { isCurrency, isDecimal } from '../../menu/documents/currency';
import { isTimeZone } from '../../menu/documents/venue-document';
import { t } from '../../words';

/** @param messages functions, since each response has its own language */
export const line = (max: number, messages: { required: () => string; tooLong: () => string }) =>
  lineSchema.min(1, { error: messages.required }).max(max, { error: messages.tooLong });
/** Null if the field is empty. */
export const orEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable());
const SETTING_NAME = /^[A-Z][A-Z0-9_]*$/;

/** True for a name that a variable with a secret of a venue may have. */
export const isSettingName = (name: string): boolean => SETTING_NAME.test(name) && !Object.hasOwn(settings, name);

const settingName = z
  .string()
  .regex(SETTING_NAME, {
    error: () => t('Enter the name of a setting, such as STRIPE_SECRET_HALL. The key itself is set on the server.'),
  })
  .refine((name) => !Object.hasOwn(settings, name), {
    error: () => t('This is a setting of the site itself. Enter another name.'),
  });

/** @throws ApiError 422 with the message at the field */
export function checkSecretNames(
  { problemOfSecretName }: Pick<Config, 'problemOfSecretName'>,
  form: Pick<VenueFields, 'secret_env' | 'webhook_secret_env'>,
): void {
  for (const field of ['secret_env', 'webhook_secret_env'] as const) {
    const problem = form[field] === null ? null : problemOfSecretName(form[field]);
    if (problem !== null) throw invalid({ [field]: [`The name ${problem}.`] });
  }
}

/** The schema is flat, because the page shows each message at its field. */
export const venueFields = {
  currency: z.string().refine(isCurrency, { error: () => t('Choose a currency, such as CAD.') }),
  timezone: z.string().refine(isTimeZone, { error: () => t('Choose a time zone, such as America/Toronto.') }),
  tax_name: line(50, {
    required: () => t("The tax's name is required"),
    tooLong: () => t("The tax's name should be at most 50 characters."),
  }),
  tax_number: lineSchema.max(100, { error: () => t('The tax number should be at most 100 characters.') }),
  tax_rate_percent: z
    .string()
    .trim()
    .transform((text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN))
    .refine((rate) => rate >= 0 && rate <= 100 && isDecimal(rate, 2), {
      error: () => t('The rate should be a number from 0 to 100 with at most 2 decimals, such as 13 or 7.5.'),
    }),
  tax_included: z.boolean(),
  provider: paymentProviderSchema,
  provider_key: line(200, {
    required: () => t('The key is required'),
    tooLong: () => t('The key should be at most 200 characters.'),
  }),
  secret_env: settingName,
  webhook_secret_env: orEmpty(settingName),
  delivery_method_types: z
    .array(deliveryMethodTypeSchema)
    .min(1, { error: () => t('Choose at least one way to receive an order.') })
    .transform((types) => [...new Set(types)]),
};

const venueFieldsSchema = z.object(venueFields);
export type VenueFields = z.output<typeof venueFieldsSchema>;

/** Checks the rules that span several fields. */
export function checkVenueFields(
  form: Pick<VenueFields, 'provider' | 'tax_included' | 'provider_key'>,
  context: z.RefinementCtx,
): void {
  if (form.provider === 'Paystack' && !form.tax_included) {
    const message = t('Paystack charges the prices as they are, so the tax has to be included in them.');
    context.addIssue({ code: 'custom', path: ['tax_included'], message });
  }
  if (/^(sk|rk)_/.test(form.provider_key)) {
    const message = t(
      'This is a secret key. Enter the public one here; the secret belongs in a setting of the server.',
    );
    context.addIssue({ code: 'custom', path: ['provider_key'], message });
  }
}
