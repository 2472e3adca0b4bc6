/** Writes lists of names in the words and signs of the language. */
import { t } from './words';

/** 'milk, nuts, eggs'. */
export const enumerate = (names: readonly string[]): string =>
  joined(names, (list, next) => t('{list}, {next}', { list, next }));

/** 'milk or nuts or eggs'. */
export const anyOf = (names: readonly string[]): string =>
  joined(names, (list, next) => t('{list} or {next}', { list, next }));

/** 'vegan and halal'. */
export const allOf = (names: readonly string[]): string =>
  joined(names, (list, next) => t('{list} and {next}', { list, next }));

const joined = ([first = '', ...others]: readonly string[], join: (list: string, next: string) => string): string =>
  others.reduce(join, first);
