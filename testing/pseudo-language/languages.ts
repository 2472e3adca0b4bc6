/**
 * The codes of the pseudo-language and of its right-to-left twin. Both are valid codes, which axe checks, and no browser has forms of dates for
 * them: 'qaa' is for local use, and Aramaic is written from right to left.
 */
export const LANGUAGES = [
  { code: 'qaa', direction: 'ltr' },
  { code: 'arc', direction: 'rtl' },
] as const;

export type Language = (typeof LANGUAGES)[number];
