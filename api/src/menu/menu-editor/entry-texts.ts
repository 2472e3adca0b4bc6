/** The texts of a draft in the other languages of its venue. */
import type { StoredTexts } from 'core/database/types';
import { invalid } from 'core/errors';
import { languageName } from 'shared-contracts/language';
import type { TextField } from 'shared-contracts/rules/menu-texts';
import type { MenuEditor } from 'shared-contracts/types';
import { t } from '../../words';

type DraftTexts = Readonly<Record<string, { [Field in TextField]?: string | undefined }>>;

/** Only an item has a description and a picture. */
const FIELDS: readonly TextField[] = ['name'];
const FIELDS_OF_ITEM: readonly TextField[] = ['name', 'description', 'image_alt'];

interface DraftPlace {
  /** The path of the entry in the request, such as 'variants.0'. Empty for the entry itself. */
  path?: string;
  isItem?: boolean;
}

/**
 * Returns the texts as the database stores them: an empty text is a missing one.
 * @returns undefined if the draft leaves them out, so that an existing entry keeps its texts
 * @throws ApiError 422 for the first language of the venue, whose texts are the other fields of the draft, and for a language that it does not have
 */
export function textsOfDraft(
  { languages = [] }: MenuEditor,
  texts: DraftTexts | undefined,
  { path = '', isItem = false }: DraftPlace = {},
): StoredTexts | undefined {
  if (!texts) return undefined;
  const [first, ...others] = languages;
  for (const code of Object.keys(texts)) {
    if (others.includes(code)) continue;
    const language = languageName(code);
    const message =
      code === first
        ? t('{language} is the first language of this hall: its texts are in the other fields.', { language })
        : t('The menus of this hall are not in {language}.', { language });
    throw invalid({ [`${path && `${path}.`}texts.${code}`]: [message] });
  }
  const written = others.map((language) => {
    const own = texts[language] ?? {};
    const given = (isItem ? FIELDS_OF_ITEM : FIELDS).flatMap((field) => (own[field] ? [[field, own[field]]] : []));
    return [language, Object.fromEntries(given)] as const;
  });
  return Object.fromEntries(written.filter(([, own]) => Object.keys(own).length > 0));
}
