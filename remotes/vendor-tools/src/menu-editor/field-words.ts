/** Names the fields of a form, quotes their values, and says which errors are about none of them. */
import { formatMajor } from 'shared-contracts/rules/money';
import type { EntryTexts } from 'shared-contracts/types';
import { listed, ownLanguageName } from '../language';
import { t } from '../words';
import { allergenName, dietName } from './diet-words';
import {
  type Draft,
  type DraftErrors,
  FIELDS,
  type Field,
  isOnlySize,
  type PricedDraft,
  parsePrice,
} from './menu-draft.rules';
import { writtenTexts } from './translation.rules';

export function fieldName(field: Field): string {
  return {
    name: t('Name'),
    texts: t('Translations'),
    status: t('Hidden or shown'),
    tax_category_id: t('Tax'),
    allergens: t('Allergens'),
    diets: t('Diet'),
    description: t('Description'),
    picture: t('Picture'),
    variants: t('Sizes and prices'),
    option_groups: t('Choices'),
  }[field];
}

/** Writes a field in words, for a question about two values: as it is typed, also where it cannot be sent. */
export function fieldText(
  draft: Draft,
  field: Field,
  { currency, symbol, taxName }: { currency: string; symbol: string; taxName: (categoryId: number | null) => string },
): string {
  const pricedText = ({ name, texts, price, status, allergens = [] }: PricedDraft) => {
    const amount = parsePrice(price, currency);
    const text = typeof amount === 'number' ? formatMajor(amount, currency, symbol) : price;
    const notes = [status === 'inactive' && t('hidden'), ...allergens.map(allergenName), textsInWords(texts)];
    return `${name} ${text}${inBrackets(notes)}`.trim();
  };
  switch (field) {
    case 'texts':
      return textsInWords(draft.texts);
    case 'status':
      if (draft.status === 'active') return t('shown');
      return draft.until === null ? t('hidden') : t('hidden until tomorrow');
    case 'tax_category_id':
      return taxName(draft.tax_category_id);
    case 'picture':
      return draft.picture === null ? t('none') : draft.picture.alt || t('a picture without words');
    case 'allergens':
      return draft.allergens === null
        ? t('not stated')
        : listed(draft.allergens.map(allergenName)) || t('none of them');
    case 'diets':
      return listed(draft.diets.map(dietName));
    case 'variants':
      return listed(draft.variants.map(pricedText));
    case 'option_groups':
      return draft.option_groups
        .map(({ name, texts, status, min_select, max_select, options }) => {
          const notes = inBrackets([
            status === 'inactive' && t('hidden'),
            !['', '0'].includes(min_select) && t('at least {count}', { count: min_select }),
            max_select !== '' && t('at most {count}', { count: max_select }),
            textsInWords(texts),
          ]);
          return t('{group}: {options}', { group: `${name}${notes}`, options: listed(options.map(pricedText)) });
        })
        .join(t('; '));
    default:
      return draft[field];
  }
}

/** Quotes translations: 'Français: Soupe, Chaude'. */
function textsInWords(texts: EntryTexts | undefined): string {
  const written = writtenTexts(texts);
  return [...new Set(written.map(({ language }) => language))]
    .map((language) => {
      const own = written.filter((each) => each.language === language).map(({ text }) => text);
      return t('{field}: {message}', { field: ownLanguageName(language), message: listed(own) });
    })
    .join(t('; '));
}

function inBrackets(notes: readonly (string | false)[]): string {
  const given = notes.filter((note): note is string => note !== false && note !== '');
  return given.length > 0 ? ` (${listed(given)})` : '';
}

const PATH_OF_FIELD =
  /^(name|description|variants\.\d+\.(name|price)|option_groups\.\d+\.(name|min_select|max_select|options\.\d+\.(name|price)))$/;
/** The path of a translated text, whose field is in the tab of its language. */
const PATH_OF_TRANSLATION =
  /^(?:(?:variants|option_groups|option_groups\.\d+\.options)\.\d+\.)?texts\.([a-z]+)\.(?:name|description|image_alt)$/;

/**
 * Lists the messages that no field of the form shows, such as those of a whole list, each with its subject.
 * @param languages the languages that the menu is translated into
 */
export function errorsWithoutField(errors: DraftErrors, draft: Draft, languages: readonly string[]): string[] {
  const hasField = (path: string) =>
    PATH_OF_FIELD.test(path)
      ? !(path === 'variants.0.name' && isOnlySize(draft.variants))
      : languages.includes(PATH_OF_TRANSLATION.exec(path)?.[1] ?? '');
  return Object.entries(errors)
    .filter(([path]) => !hasField(path))
    .map(([path, message]) => {
      const [field = ''] = path.split('.');
      return isField(field) ? t('{field}: {message}', { field: fieldName(field), message }) : message;
    });
}

const isField = (name: string): name is Field => FIELDS.items.some((field) => field === name);
