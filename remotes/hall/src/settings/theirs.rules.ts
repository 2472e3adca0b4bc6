/** What somebody else has saved while a form was filled: the fields that differ, with their values. */
import { languageName } from 'shared-contracts/language';
import type { HallSettings } from 'shared-contracts/types';
import { t } from '../words';
import { type FormPart, type Forms, RULES } from './settings.rules';
import { pageName, partText } from './settings-words';

/** A field by its label, and what it has now. */
export interface TheirLine {
  label: string;
  value: string;
}

/**
 * Lists what differs from what a form was filled with. A part with one field is one line.
 * @param base what the form was filled with; undefined if that is not known any more, and then all fields are listed
 */
export function theirChanges<Part extends FormPart>(
  part: Part,
  base: Forms[Part] | undefined,
  settings: HallSettings,
): TheirLine[] {
  const whole = [{ label: pageName(part), value: partText(part, settings) }];
  const now = linesOf(part, RULES[part].formOf(settings), settings) ?? whole;
  const before = base && linesOf(part, base, settings);
  if (!before) return now;
  return now.filter(({ value }, index) => value !== before[index]?.value);
}

/** Null for a part with one field. */
function linesOf<Part extends FormPart>(part: Part, form: Forms[Part], settings: HallSettings): TheirLine[] | null {
  // TypeScript does not see that the form is that of the part.
  const forms = { [part]: form } as Partial<Forms>;
  const lines =
    (forms.name && nameLines(forms.name, settings)) ??
    (forms.tax && taxLines(forms.tax)) ??
    (forms.provider && providerLines(forms.provider));
  return lines?.map(([label, value]) => ({ label, value: value.trim() || t('nothing') })) ?? null;
}

type Pair = readonly [label: string, value: string];

const nameLines = ({ name, blurb, texts }: Forms['name'], { languages }: HallSettings): Pair[] => [
  [t('Name'), name],
  [t('Description'), blurb],
  ...languages.languages.slice(1).flatMap((code): Pair[] => {
    const language = languageName(code);
    return [
      [t('Name in {language}', { language }), texts[code]?.name ?? ''],
      [t('Description in {language}', { language }), texts[code]?.blurb ?? ''],
    ];
  }),
];

const taxLines = (form: Forms['tax']): Pair[] => [
  [t('Name of the tax'), form.tax_name],
  [t('Rate in percent'), form.tax_rate_percent],
  [t('Tax number'), form.tax_number],
  [t('Prices on the menus'), form.tax_included ? t('They contain the tax') : t('The tax is added to them')],
];

const providerLines = (form: Forms['provider']): Pair[] => [
  [t('Provider'), form.provider],
  [form.provider === 'Global' ? t('Merchant ID') : t('Public key'), form.provider_key],
  [t('Variable with the secret key'), form.secret_env],
  [t('Variable with the secret of webhooks'), form.webhook_secret_env],
];
