/** Reads the text with which an operator looks for an order: a number, an email, an amount, a name or a reference. */

import { normalizedEmail } from 'shared-contracts/rules/forms';
import { exponentOf } from 'shared-contracts/rules/money';

export interface OrderSearch {
  /** The text as typed, to compare it with numbers, tables and references. */
  text: string;
  /** The pattern that a name contains. */
  namePattern: string;
  email: string | null;
  /** The end of an order's number: '101' finds K-101. */
  numberEnd: string | null;
  /** An amount in minor units: '12.50', '12,50' or '$12.50'. Null for text that is none. */
  amountMinor: number | null;
}

/**
 * @param currency of the hall, which says how many decimals an amount has
 * @returns null for an empty text, which finds all orders
 */
export function readSearch(typed: string, currency: string): OrderSearch | null {
  const text = typed.trim();
  if (text === '') return null;
  return {
    text,
    namePattern: `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`,
    email: text.includes('@') ? normalizedEmail(text) : null,
    numberEnd: /^\d{1,6}$/.test(text) ? text : null,
    amountMinor: amountOf(text, exponentOf(currency)),
  };
}

function amountOf(text: string, exponent: number): number | null {
  const [, whole, decimals = ''] = /^[^\d\s-]{0,3}\s?(\d{1,7})(?:[.,](\d{1,3}))?$/.exec(text) ?? [];
  if (whole === undefined || decimals.length > exponent) return null;
  return Number(whole) * 10 ** exponent + Number(decimals.padEnd(exponent, '0') || 0);
}
