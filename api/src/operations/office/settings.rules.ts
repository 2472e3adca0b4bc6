/** Applies a change of a hall's settings to its document, which the import then writes. Pure. */
import { basename } from 'node:path';
import type { HallSettingsChange } from 'shared-contracts/types';
import type { DocumentText } from '../../menu/documents/document-texts';
import type { WrittenVenueDocument } from '../../menu/documents/venue-document';

/** @param languages those of the hall, its first language first */
export function withChange(
  document: WrittenVenueDocument,
  change: HallSettingsChange,
  languages: readonly string[],
): WrittenVenueDocument {
  switch (change.part) {
    case 'name': {
      const text = (field: 'name' | 'blurb') => inLanguages(change[field], field, change.texts, languages);
      return { ...document, name: text('name'), blurb: text('blurb') };
    }
    case 'picture':
      return { ...document, picture: change.address === null ? null : { file: basename(change.address) } };
    case 'languages': {
      const only = (text: DocumentText | undefined) => ofLanguages(text, change.languages);
      return {
        ...document,
        languages: change.languages,
        name: only(document.name) ?? '',
        ...(document.blurb !== undefined && { blurb: only(document.blurb) }),
      };
    }
    case 'tax':
      return {
        ...document,
        tax: {
          ...document.tax,
          name: change.tax_name,
          number: change.tax_number,
          rate_percent: change.tax_rate_percent,
          included: change.tax_included,
        },
      };
    case 'charge':
      return { ...document, service_charge: change.service_charge };
    case 'tips':
      return { ...document, tips: change.tips };
    case 'delivery':
      return { ...document, delivery_method_types: [...new Set(change.delivery_method_types)] };
    case 'hours':
      return { ...document, timezone: change.timezone };
    case 'provider':
      return {
        ...document,
        payment: {
          provider: change.provider,
          key: change.provider_key,
          secret_env: change.secret_env,
          webhook_secret_env: change.webhook_secret_env,
        },
      };
  }
}

type Texts = Extract<HallSettingsChange, { part: 'name' }>['texts'];

/** A text of the document: plain without translations. An empty translation is left out. */
function inLanguages(
  first: string,
  field: 'name' | 'blurb',
  texts: Texts,
  [language = '', ...others]: readonly string[],
): DocumentText {
  const translated = others.flatMap((other) => {
    const text = texts[other]?.[field];
    return text ? [[other, text] as const] : [];
  });
  return first === '' || translated.length === 0 ? first : { [language]: first, ...Object.fromEntries(translated) };
}

/** Leaves out the languages that the hall no longer has. */
function ofLanguages(text: DocumentText | undefined, languages: readonly string[]): DocumentText | undefined {
  if (typeof text !== 'object') return text;
  return Object.fromEntries(Object.entries(text).filter(([language]) => languages.includes(language)));
}
