/** The forms of a hall's settings: what each is filled with, what is wrong with it, and what is sent. */
import { decimalOf, toMinor } from 'shared-contracts/rules/money';
import { TIP_PERCENT } from 'shared-contracts/rules/tips';
import type { HallSettings, HallSettingsChange } from 'shared-contracts/types';
import { amountError, parseNumber, percentError } from '../money/amounts.rules';
import { t } from '../words';

/** The parts that have a form of their own. The picture is saved as soon as it is chosen. */
export type FormPart = Exclude<HallSettingsChange['part'], 'picture'>;
export type Errors = Partial<Record<string, string>>;

type Change<Part extends FormPart> = Omit<Extract<HallSettingsChange, { part: Part }>, 'part' | 'version'>;

/** The form of a part as it is typed: numbers are texts. */
export interface Forms {
  name: Change<'name'>;
  languages: Change<'languages'>;
  tax: Omit<Change<'tax'>, 'tax_rate_percent'> & { tax_rate_percent: string };
  charge: { service_charge: string };
  /** The percentages stay in the form while tips are off. */
  tips: { isOn: boolean; percents: string[] };
  delivery: Change<'delivery'>;
  hours: Change<'hours'>;
  provider: Omit<Change<'provider'>, 'webhook_secret_env'> & { webhook_secret_env: string };
}

interface PartRules<Part extends FormPart> {
  formOf: (settings: HallSettings) => Forms[Part];
  /** Explains what is wrong with the form, by field. */
  errorsOf: (form: Forms[Part], settings: HallSettings) => Errors;
  /** What is sent. The form has no errors. */
  changeOf: (form: Forms[Part]) => Change<Part>;
}

const withoutVersion = <Value extends { version: string }>({ version: _version, ...fields }: Value) => fields;
const only = (errors: Record<string, string | undefined>): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined));

export const RULES: { [Part in FormPart]: PartRules<Part> } = {
  name: {
    formOf: ({ name }) => withoutVersion(name),
    errorsOf: ({ name }) => only({ name: name.trim() === '' ? t('Name is required') : undefined }),
    changeOf: ({ texts, ...form }) => ({ ...form, texts: filled(texts) }),
  },
  languages: {
    formOf: ({ languages }) => withoutVersion(languages),
    errorsOf: ({ languages }) => only({ languages: languages.length === 0 ? t('Choose a language.') : undefined }),
    changeOf: (form) => form,
  },
  tax: {
    formOf: ({ tax }) => ({ ...withoutVersion(tax), tax_rate_percent: String(tax.tax_rate_percent) }),
    errorsOf: ({ tax_name, tax_rate_percent }) =>
      only({
        tax_name: tax_name.trim() === '' ? t('A tax needs a name.') : undefined,
        tax_rate_percent: percentError(tax_rate_percent),
      }),
    changeOf: (form) => ({ ...form, tax_rate_percent: parseNumber(form.tax_rate_percent) ?? 0 }),
  },
  charge: {
    formOf: ({ charge, currency }) => ({
      service_charge: decimalOf(toMinor(charge.service_charge, currency), currency),
    }),
    errorsOf: ({ service_charge }, { currency }) => only({ service_charge: amountError(service_charge, currency) }),
    changeOf: ({ service_charge }) => ({ service_charge: parseNumber(service_charge) ?? 0 }),
  },
  tips: {
    formOf: ({ tips: { tips } }) => ({ isOn: tips !== null, percents: (tips ?? USUAL_TIPS).map(String) }),
    errorsOf: ({ isOn, percents }) => (isOn ? tipErrors(percents) : {}),
    changeOf: ({ isOn, percents }) => ({ tips: isOn ? percents.map((each) => parseNumber(each) ?? 0) : null }),
  },
  delivery: {
    formOf: ({ delivery }) => withoutVersion(delivery),
    errorsOf: ({ delivery_method_types: types }) =>
      only({
        delivery_method_types: types.length === 0 ? t('Choose at least one way to receive an order.') : undefined,
      }),
    changeOf: (form) => form,
  },
  hours: {
    formOf: ({ hours }) => withoutVersion(hours),
    errorsOf: () => ({}),
    changeOf: (form) => form,
  },
  provider: {
    formOf: ({ provider }) => ({
      ...withoutVersion(provider),
      webhook_secret_env: provider.webhook_secret_env ?? '',
    }),
    errorsOf: ({ provider_key, secret_env, webhook_secret_env }) =>
      only({
        provider_key: keyError(provider_key),
        secret_env: settingError(secret_env),
        webhook_secret_env: webhook_secret_env.trim() === '' ? undefined : settingError(webhook_secret_env),
      }),
    changeOf: (form) => ({
      ...form,
      provider_key: form.provider_key.trim(),
      secret_env: form.secret_env.trim(),
      webhook_secret_env: form.webhook_secret_env.trim() || null,
    }),
  },
};

/** What the form begins with in a hall that switches tips on. */
const USUAL_TIPS = [5, 10, 15];

/** Each percentage is larger than the one before, so that the row of the cart is in order. */
function tipErrors(percents: readonly string[]): Errors {
  const errors = percents.map((percent, index) => {
    const value = parseNumber(percent) ?? 0;
    const wrong = percentError(percent);
    if (wrong !== undefined) return wrong;
    if (value < TIP_PERCENT.least || value > TIP_PERCENT.most)
      return t('Enter a percentage from {least} to {most}.', TIP_PERCENT);
    const before = parseNumber(percents[index - 1] ?? '') ?? 0;
    return value <= before ? t('Enter three different percentages, the smallest first.') : undefined;
  });
  return only(Object.fromEntries(errors.map((message, index) => [`percent-${index}`, message])));
}

/** Leaves out translations without a text. */
function filled(texts: Forms['name']['texts']): Forms['name']['texts'] {
  const written = Object.entries(texts).flatMap(([language, own]) => {
    const some = Object.entries(own).filter(([, text]) => text?.trim());
    return some.length > 0 ? [[language, Object.fromEntries(some)] as const] : [];
  });
  return Object.fromEntries(written);
}

function keyError(key: string): string | undefined {
  if (key.trim() === '') return t('The key is required');
  return /^(sk|rk)_/.test(key.trim())
    ? t('This is a secret key. Enter the public one here; the secret belongs in a setting of the server.')
    : undefined;
}

const settingError = (name: string): string | undefined =>
  /^[A-Z][A-Z0-9_]*$/.test(name.trim())
    ? undefined
    : t('Enter the name of a setting, such as STRIPE_SECRET_HALL. The key itself is set on the server.');

/** Moves a language to the head of the list: the menus are written in it. */
export const withFirst = (languages: readonly string[], first: string): string[] => [
  first,
  ...languages.filter((language) => language !== first),
];
