/** The fields of an audit entry, with the values that a person reads: percentages, money and words (audit-values.ts). */
import { toMajor } from 'shared-contracts/rules/money';
import type { AuditEntry } from 'shared-contracts/types';
import { codedAmount, moneyFormatter } from '../money/amounts.rules';
import { listText } from '../office/list-text';
import { plural, t } from '../words';
import { emptyText, wordOf } from './audit-values';

const fieldNames = (): Readonly<Record<string, string>> => ({
  accepting_orders: t('Takes orders'),
  address_1: t('Address'),
  address_2: t('Second line of the address'),
  allergens: t('Allergens'),
  amount: t('Amount'),
  amount_minor: t('Amount'),
  back_at: t('Back at'),
  blurb: t('Description'),
  city: t('City'),
  commission: t('Commission'),
  commission_bp: t('Commission'),
  copies: t('Copies'),
  currency: t('Currency'),
  currency_symbol: t('Sign of the currency'),
  delivery_method_types: t('Delivery'),
  description: t('Description'),
  diets: t('Diets'),
  documents: t('Prints'),
  fee_fixed_minor: t('Estimated fee for each payment'),
  fee_minor: t('Fee'),
  fee_rate_bp: t('Estimated fee'),
  fees_borne_by: t('The fees are borne by'),
  from: t('First day'),
  group_ids: t('Sections of the menu'),
  hall_minutes: t('Minutes until the hall is told'),
  hero_url: t('Picture'),
  image_alt: t('Words for the picture'),
  image_url: t('Picture'),
  is_tax_included: t('Prices contain the tax'),
  kind: t('Kind'),
  language: t('Language'),
  languages: t('Languages'),
  mode: t('Open or closed'),
  moment: t('Prints when an order is'),
  name: t('Name'),
  names: t('Order of the list'),
  option_groups: t('Choices'),
  order: t('Order of the list'),
  paper: t('Width of the paper in mm'),
  payment_provider: t('Payment provider'),
  payment_provider_key: t('Public key'),
  place: t('Position'),
  position: t('Position'),
  price: t('Price'),
  rate: t('Rate in percent'),
  reason: t('Reason'),
  reference: t('Reference'),
  refund_proof_minor: t('Refunds ask for a proof above'),
  rent: t('Rent'),
  rent_from: t('Rent from'),
  rent_minor: t('Rent'),
  requires_second_factor: t('Operators need a second factor'),
  ring_minutes: t('Minutes until the kitchen rings'),
  role: t('Role'),
  schedule: t('Hours'),
  secret_env: t('Variable with the secret key'),
  service_charge: t('Service charge'),
  slug: t('Address of the page'),
  staff_minutes: t('Minutes until the people of the stall are told'),
  state: t('State'),
  status: t('State'),
  stops_silent_stalls: t('Closes stalls that do not react'),
  stripe_account: t('Account at Stripe'),
  subaccount_code: t('Subaccount'),
  takeover_printer_id: t('Printer that takes over'),
  tax_category: t('Tax rate'),
  tax_name: t('Name of the tax'),
  tax_number: t('Tax number'),
  tax_rate_percent: t('Rate in percent'),
  texts: t('Translations'),
  thumbnail_url: t('Picture'),
  timezone: t('Time zone'),
  tip_rates_bp: t('Tips'),
  to: t('Last day'),
  variants: t('Sizes'),
  webhook_secret_env: t('Variable with the secret of webhooks'),
});

/** Amounts of a hall are in this currency unless the entry names another one. */
export interface HallMoney {
  currency: string;
  currency_symbol: string;
}

export interface Change {
  /** As the entry has it. */
  id: string;
  field: string;
  /** The field has a name in the reader's language. */
  isNamed: boolean;
  /** Null if the entry says nothing of before, such as of a payout. */
  before: string | null;
  /** Null for a picture, whose address tells nothing. */
  after: string | null;
}

/**
 * Lists the fields of an entry that changed, with their values before and after. A value that has no short form is told as several values;
 * a field that this release does not know keeps its name.
 * @example
 * changesOf({ before: { commission_bp: 1200 }, after: { commission_bp: 1000 } }, hall); // Commission: 12 % → 10 %
 */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>, hall: HallMoney): Change[] {
  const names = fieldNames();
  const stated = after?.currency ?? before?.currency;
  const currency = typeof stated === 'string' ? stated : hall.currency;
  const money = formatterOf(currency, hall);
  return Object.keys({ ...before, ...after })
    .filter((id) => JSON.stringify(before?.[id] ?? null) !== JSON.stringify(after?.[id] ?? null))
    .map((id) => {
      const isPicture = id.endsWith('_url');
      const hasBefore = before !== null && id in before;
      const text = (value: unknown) => (isPicture ? null : valueText(id, value, { currency, money }));
      return {
        id,
        field: names[id] ?? id,
        isNamed: id in names,
        before: hasBefore ? text(before[id]) : null,
        after: text(after?.[id]),
      };
    });
}

/** Formats an amount in major units. */
type Money = (amount: number) => string;

/** Fields whose amounts are in major units. Those in minor units say so by their name. */
const MAJOR: ReadonlySet<string> = new Set(['price', 'service_charge']);

function amountOf(id: string, value: number, currency: string): number | undefined {
  if (MAJOR.has(id)) return value;
  return id.endsWith('_minor') ? toMajor(value, currency) : undefined;
}

function formatterOf(currency: string, hall: HallMoney): Money {
  return currency === hall.currency ? moneyFormatter(hall) : (amount) => codedAmount(amount, currency);
}

function valueText(id: string, value: unknown, given: { currency: string; money: Money }): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return emptyText(id);
  if (value === undefined) return t('nothing');
  if (id === 'group_ids' && Array.isArray(value))
    return plural(value.length, { one: '# section', other: '# sections' });
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    return listText(value.map((each) => valueText(id, each, given)));
  }
  if (typeof value === 'object') return t('several values');
  if (typeof value === 'number' && id.endsWith('_bp')) return t('{rate} %', { rate: value / 100 });
  const amount = typeof value === 'number' ? amountOf(id, value, given.currency) : undefined;
  if (amount !== undefined) return given.money(amount);
  return wordOf(id, value) ?? String(value);
}
