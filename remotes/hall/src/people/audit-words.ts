/** The words of the audit log: what an entry is about, what happened, and which fields changed. */
import type { AuditEntry } from 'shared-contracts/types';
import { t } from '../words';

/** The kinds of entries that each filter shows; none means all. */
export const FILTERS = {
  all: [],
  people: ['member', 'operator', 'invitation', 'second-factor', 'account'],
  menu: ['menu', 'section', 'item', 'option', 'tax-category'],
  stalls: ['vendor', 'vendors', 'opening', 'hours', 'printer'],
  money: ['order', 'payout', 'terms', 'dispute', 'transfers'],
  hall: ['venue', 'table', 'watch'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type FilterId = keyof typeof FILTERS;

export const isFilter = (text: string | null): text is FilterId => text !== null && Object.hasOwn(FILTERS, text);

export const filterNames = (): Readonly<Record<FilterId, string>> => ({
  all: t('All changes'),
  people: t('People'),
  menu: t('Menus and taxes'),
  stalls: t('Stalls'),
  money: t('Money'),
  hall: t('Hall and tables'),
});

const kindNames = (): Readonly<Record<string, string>> => ({
  account: t('Account'),
  dispute: t('Dispute'),
  hours: t('Hours'),
  invitation: t('Invitation'),
  item: t('Item'),
  member: t('Person of a stall'),
  menu: t('Menu'),
  opening: t('Open or closed'),
  operator: t('Operator'),
  option: t('Option'),
  order: t('Order'),
  payout: t('Payout'),
  printer: t('Printer'),
  'second-factor': t('Second factor'),
  section: t('Section of the menu'),
  table: t('Table'),
  'tax-category': t('Tax rate'),
  terms: t('Terms'),
  transfers: t('Transfers'),
  vendor: t('Stall'),
  vendors: t('Stalls'),
  venue: t('Hall'),
  watch: t('Watch'),
});

const eventNames = (): Readonly<Record<string, string>> => ({
  accepted: t('accepted'),
  added: t('added'),
  'address-made': t('address made'),
  'address-revoked': t('address withdrawn'),
  'allergens-stated': t('allergens stated'),
  'by-hand': t('settled by hand'),
  changed: t('changed'),
  closed: t('closed'),
  created: t('created'),
  deleted: t('deleted'),
  imported: t('imported'),
  moved: t('moved'),
  opened: t('opened'),
  ordered: t('put in another order'),
  'payment-seen': t('payment marked as seen'),
  'proofs-changed': t('rule of the second factor changed'),
  'receipt-sent': t('receipt sent again'),
  recorded: t('recorded'),
  'recovery-code-used': t('recovery code used'),
  'recovery-codes-made': t('recovery codes made'),
  removed: t('removed'),
  reset: t('reset'),
  retried: t('tried again'),
  revoked: t('withdrawn'),
  sent: t('sent'),
  switched: t('switched'),
  taxed: t('taxed'),
  undone: t('undone'),
});

/** Names an action in the reader's language; null for one that this release does not know. */
export function actionName(action: string): { kind: string; event: string } | null {
  const [kindId = '', eventId = ''] = action.split('.');
  const kind = kindNames()[kindId];
  const event = eventNames()[eventId];
  return kind && event ? { kind, event } : null;
}

const fieldNames = (): Readonly<Record<string, string>> => ({
  amount: t('Amount'),
  blurb: t('Description'),
  commission: t('Commission'),
  delivery_method_types: t('Delivery'),
  description: t('Description'),
  image_url: t('Picture'),
  is_tax_included: t('Prices contain the tax'),
  languages: t('Languages'),
  mode: t('Open or closed'),
  name: t('Name'),
  names: t('Order of the list'),
  payment_provider: t('Payment provider'),
  payment_provider_key: t('Public key'),
  place: t('Position'),
  price: t('Price'),
  rate: t('Rate'),
  rent: t('Rent'),
  role: t('Role'),
  schedule: t('Hours'),
  secret_env: t('Variable with the secret key'),
  service_charge: t('Service charge'),
  status: t('State'),
  tax_name: t('Name of the tax'),
  tax_number: t('Tax number'),
  tax_rate_percent: t('Rate in percent'),
  texts: t('Translations'),
  timezone: t('Time zone'),
  webhook_secret_env: t('Variable with the secret of webhooks'),
});

const valueNames = (): Readonly<Record<string, string>> => ({
  operator: t('Operator'),
  owner: t('Owner'),
  staff: t('Staff'),
  closed: t('Closed'),
  open: t('Open'),
  schedule: t('By its hours'),
  true: t('yes'),
  false: t('no'),
});

export interface Change {
  field: string;
  /** The field has a name in the reader's language. */
  isNamed: boolean;
  before: string;
  after: string;
}

/** Lists the fields of an entry with their values before and after. A value that has no short form is told as changed. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const names = fieldNames();
  return Object.keys({ ...before, ...after }).map((field) => ({
    field: names[field] ?? field,
    isNamed: field in names,
    before: valueText(before?.[field]),
    after: valueText(after?.[field]),
  }));
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('nothing');
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.map(valueText).join(', ');
  if (typeof value === 'object') return t('several values');
  const text = String(value);
  return valueNames()[text] ?? text;
}
