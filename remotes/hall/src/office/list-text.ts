import { t } from '../words';

/**
 * Joins texts with the comma of the page's language.
 * @example
 * listText(['10 %', '15 %']); // '10 %, 15 %', in Arabic '10%، 15%'
 */
export const listText = (texts: readonly string[]): string =>
  texts.length === 0 ? '' : texts.reduce((before, next) => t('{before}, {next}', { before, next }));
