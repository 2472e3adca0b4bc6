/** The code of a table. It is short enough to type, and there are too many codes to guess one. */
import { randomInt } from 'node:crypto';

/** The alphabet is Crockford's base32, without letters that look like others. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** There are 2^50 codes. */
const LENGTH = 10;

const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

export function newTableCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** @returns the code that a person may have typed, with look-alike characters corrected; null for any other text */
export function readTableCode(text: string): string | null {
  const code = text.toLowerCase().replaceAll('-', '').replaceAll('o', '0').replace(/[il]/g, '1');
  return CODE.test(code) ? code : null;
}
