/** The words of the audit log: what an entry is about, and what happened. Its fields are in audit-changes.ts. */
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
  backup: t('Backup'),
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
  downloaded: t('downloaded'),
  entered: t('entered'),
  exported: t('exported'),
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
