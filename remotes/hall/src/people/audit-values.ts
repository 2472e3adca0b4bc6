/** The values of an audit entry in words. Values of other fields are texts of people, and nobody's to translate. */
import { languageName } from 'shared-contracts/language';
import { methodName } from '../stalls/stall-words';
import { t } from '../words';

type Words = Readonly<Record<string, string>>;

const states = (): Words => ({
  active: t('switched on'),
  inactive: t('switched off'),
  'needs-response': t('Needs an answer'),
  'under-review': t('The bank decides'),
  won: t('Won'),
  lost: t('Lost'),
});

/** The words of each field whose values are those of this site. */
const WORDS: Readonly<Record<string, () => Words>> = {
  role: () => ({ operator: t('Operator'), owner: t('Owner'), staff: t('Staff') }),
  mode: () => ({ closed: t('Closed'), open: t('Open'), schedule: t('By its hours') }),
  fees_borne_by: () => ({ hall: t('the hall'), stalls: t('the stalls') }),
  kind: () => ({
    passkey: t('Passkey'),
    authenticator: t('Authenticator app'),
    cloudprnt: t('Star with CloudPRNT'),
    'server-direct': t('Epson with Server Direct Print'),
    agent: t('Another receipt printer'),
    tablet: t('Tablet'),
  }),
  state: states,
  status: states,
  documents: () => ({ kitchen: t('Kitchen ticket'), slip: t('Customer’s slip'), 'day-end': t('Day’s end') }),
  moment: () => ({ placed: t('paid'), picked: t('picked'), done: t('done') }),
  delivery_method_types: () => ({
    collect: methodName('collect'),
    table: methodName('table'),
    room: methodName('room'),
    address: methodName('address'),
  }),
};

/** What an empty value of a field means, where 'nothing' would say too little. */
const EMPTY: Readonly<Record<string, () => string>> = {
  tip_rates_bp: () => t('switched off'),
  group_ids: () => t('the whole order'),
  documents: () => t('no paper'),
  takeover_printer_id: () => t('no printer'),
  refund_proof_minor: () => t('the usual amount'),
};

export const emptyText = (field: string): string => EMPTY[field]?.() ?? t('nothing');

/** @returns undefined if the value is not a word of this site */
export function wordOf(field: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (field === 'language' || field === 'languages') return languageName(String(value));
  if (field === 'takeover_printer_id') return t('Printer {id}', { id: Number(value) });
  return WORDS[field]?.()[String(value)];
}
