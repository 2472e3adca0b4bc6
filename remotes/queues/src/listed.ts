import { t } from './words';

/** Writes words in one line with the comma of the language: 'milk, nuts'. */
export const listed = (words: readonly string[]): string => words.join(t(', '));
