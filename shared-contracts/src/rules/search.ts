/** Search by text: every word must occur, in any order; case, accents and ways to write a letter do not count. */

/** Small letters that Unicode does not decompose, and the letters that people type in their place. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ə: 'e',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** Typographic apostrophes, modifier letters, separate accents, and the full-width form. */
const APOSTROPHES = /[\u2018-\u201b\u02b9\u02bb-\u02bd\u02c8\u2032\u2035`\u00b4\uff07]/g;
const QUOTES = /[\u201c-\u201f\u00ab\u00bb\u2033]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/**
 * Joins and folds texts for a search. A list that is searched at each key press does this once for each entry.
 * @example
 * const texts = items.map(({ name, description }) => foldText(name, description));
 */
export function foldText(...texts: readonly string[]): string {
  return (
    texts
      .join(' ')
      // This comes before the compatibility forms, which turn a separate accent into a space.
      .replace(APOSTROPHES, "'")
      .replace(QUOTES, '"')
      .replace(DASHES, '-')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
  );
}

/**
 * Makes a test for texts that foldText has folded. An empty search matches everything.
 * @example
 * texts.filter(foldedMatcher('ramen'));
 */
export function foldedMatcher(search: string): (folded: string) => boolean {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  return (folded) => words.every((word) => folded.includes(word));
}

/**
 * Makes a test for an entry by its texts. An empty search matches everything.
 * @example
 * matcher('creme')('Crème brûlée'); // true
 */
export function matcher(search: string): (...texts: readonly string[]) => boolean {
  const matches = foldedMatcher(search);
  return (...texts) => matches(foldText(...texts));
}
