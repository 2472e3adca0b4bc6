/** The form of a further tax: what is wrong with it, and the identity of a new one. */
import { percentError } from '../money/amounts.rules';
import { t } from '../words';
import type { Errors } from './settings.rules';

export interface FurtherTaxValues {
  name: string;
  rate: string;
}

export function furtherTaxErrors({ name, rate }: FurtherTaxValues): Errors {
  const rateError = percentError(rate);
  return {
    ...(name.trim() === '' && { name: t('A tax needs a name.') }),
    ...(rateError !== undefined && { rate: rateError }),
  };
}

/**
 * The identity of a new tax in addresses and in the venue document: its name in lower case letters and digits, with a number if another tax
 * has it.
 * @example
 * slugOf('Bière 20 %', ['biere-20']); // 'biere-20-2'
 */
export function slugOf(name: string, taken: readonly string[]): string {
  const plain = name.normalize('NFKD').toLowerCase();
  const words = plain.replace(/\p{M}/gu, '').match(/[a-z0-9]+/g) ?? ['tax'];
  const slug = words.join('-').slice(0, 190);
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.includes(numbered)) return numbered;
  }
}
