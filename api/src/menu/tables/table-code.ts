/** The code of a table: short enough to type, too many to guess. */
import { randomInt } from 'node:crypto';

/** Crockford's base32: without the letters that look like others. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 2^50 codes. */
const LENGTH = 10;

const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

export function newTableCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** @returns the code that a person may have typed, with its look-alikes put right; null for any other text */
export function readTableCode(text: string): string | null {
  const code = text.toLowerCase().replaceAll('-', '').replaceAll('o', '0').replace(/[il]/g, '1');
  return CODE.test(code) ? code : null;
}
