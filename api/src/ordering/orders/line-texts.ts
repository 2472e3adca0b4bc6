/**
 * The names of an order's lines in the languages of its venue. Each line has its names in the first language, for the kitchen, and keeps them in
 * the languages in which the stall's menu was whole when it was added. Pure.
 */
import type { LineTexts, StoredTexts } from 'core/database/types';
import type { OrderLine, OrderRecord } from './order.repository';

interface Named {
  item_name: string;
  variant_name: string;
  item_texts: StoredTexts;
  variant_texts: StoredTexts;
}

/**
 * Returns the names of a new line in other languages.
 * @param languages those in which the stall's menu is whole
 */
export const lineTexts = (
  { item_name, variant_name, item_texts, variant_texts }: Named,
  languages: readonly string[],
): LineTexts =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      {
        item_name: item_texts[language]?.name ?? item_name,
        variant_name: variant_texts[language]?.name ?? variant_name,
      },
    ]),
  );

/** Returns the name of a chosen option in other languages. */
export const optionTexts = (option: { name: string; texts: StoredTexts }, languages: readonly string[]): StoredTexts =>
  Object.fromEntries(languages.map((language) => [language, { name: option.texts[language]?.name ?? option.name }]));

/**
 * Returns an order for a reader of this language. A line without names in it keeps those of the venue's first language.
 * @example
 * orderIn(order, 'fr').lines[0]?.item_name; // 'Soupe'
 */
export const orderIn = (order: OrderRecord, language: string): OrderRecord => ({
  ...order,
  lines: order.lines.map((line) => lineIn(line, language)),
});

function lineIn(line: OrderLine, language: string): OrderLine {
  const names = line.texts[language];
  if (!names) return line;
  const options = line.options.map((option) => ({ ...option, name: option.texts[language]?.name ?? option.name }));
  return { ...line, ...names, options };
}
