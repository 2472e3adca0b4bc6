/** The fields of the setup and their checks before it is sent. The server checks all of it again. */
import { type FieldErrors, forgotErrors, PASSWORD_MIN, PHONE_MIN } from 'shared-contracts/rules/forms';
import { t } from '../words';

export type Provider = 'Stripe' | 'Paystack' | 'Global';

/** The form holds the text of each field. */
export interface SetupForm {
  name: string;
  email: string;
  phone: string;
  password: string;
  hall_name: string;
  currency: string;
  timezone: string;
  tax_name: string;
  tax_number: string;
  tax_rate_percent: string;
  tax_included: 'yes' | 'no';
  provider: Provider;
  provider_key: string;
  secret_env: string;
  webhook_secret_env: string;
  /** 'collect table' */
  delivery_method_types: string;
}

interface ProviderFields {
  /** The label of its public key. */
  key: () => string;
  hint: () => string;
  /** The settings that usually hold its keys. */
  secret: string;
  webhook: string;
}

export const PROVIDERS: Readonly<Record<Provider, ProviderFields>> = {
  Stripe: {
    key: () => t('Publishable key'),
    hint: () => t('Begins with pk_. Pages show it.'),
    secret: 'STRIPE_SECRET_HALL',
    webhook: 'STRIPE_WEBHOOK_SECRET_HALL',
  },
  Paystack: {
    key: () => t('Public key'),
    hint: () => t('Begins with pk_. Pages show it.'),
    secret: 'PAYSTACK_SECRET_HALL',
    webhook: '',
  },
  Global: {
    key: () => t('Merchant ID'),
    hint: () => t('Global Payments gave it to you.'),
    secret: 'GLOBAL_SECRET_HALL',
    webhook: '',
  },
};

/** Sets the provider, with the settings that usually hold its keys. */
export const withProvider = (form: SetupForm, provider: Provider): SetupForm => ({
  ...form,
  provider,
  secret_env: PROVIDERS[provider].secret,
  webhook_secret_env: PROVIDERS[provider].webhook,
});

/** The form of a new hall in the time zone of this browser. */
export function emptyForm(timezone: string): SetupForm {
  const form: SetupForm = {
    name: '',
    email: '',
    phone: '',
    password: '',
    hall_name: '',
    currency: '',
    timezone,
    tax_name: '',
    tax_number: '',
    tax_rate_percent: '',
    tax_included: 'yes',
    provider: 'Stripe',
    provider_key: '',
    secret_env: '',
    webhook_secret_env: '',
    delivery_method_types: 'collect',
  };
  return withProvider(form, 'Stripe');
}

const REQUIRED: Readonly<Partial<Record<keyof SetupForm, () => string>>> = {
  name: () => t('Name is required'),
  hall_name: () => t("The hall's name is required"),
  currency: () => t('Choose a currency.'),
  timezone: () => t('Choose a time zone.'),
  tax_name: () => t("The tax's name is required"),
  tax_rate_percent: () => t('The rate is required; 0 if there is no tax.'),
  provider_key: () => t('The key is required'),
  secret_env: () => t('The name of the setting is required'),
  delivery_method_types: () => t('Choose at least one way to receive an order.'),
};

/** @param isPhoneAsked whether the form to log in asks for a phone beside the password */
export function setupErrors(form: SetupForm, isPhoneAsked: boolean): FieldErrors<SetupForm> {
  const errors: FieldErrors<SetupForm> = { ...forgotErrors(form) };
  for (const [field, message] of Object.entries(REQUIRED) as [keyof SetupForm, () => string][]) {
    if (form[field].trim() === '') errors[field] = message();
  }
  if (form.password !== '' && form.password.length < PASSWORD_MIN) {
    errors.password = t('Password should be at-least 6 characters.');
  }
  const phone = form.phone.trim();
  if (phone !== '' && phone.length < PHONE_MIN) errors.phone = t('Phone should be at-least 10 characters.');
  if (phone === '' && form.password !== '' && isPhoneAsked) errors.phone = t('Phone is required');
  if (form.provider === 'Paystack' && form.tax_included === 'no') {
    errors.tax_included = t('Paystack charges the prices as they are, so the tax has to be included in them.');
  }
  return errors;
}

/** The body that the API takes. */
export const requestBody = (token: string, form: SetupForm) => ({
  ...form,
  token,
  tax_included: form.tax_included === 'yes',
  delivery_method_types: form.delivery_method_types.split(' ').filter(Boolean),
});
