/** Amounts that a person types or reads in the office. */
import { latinDigits } from 'shared-contracts/rules/forms';
import { exponentOf, formatMajor } from 'shared-contracts/rules/money';
import { t } from '../words';

/** The most that the API takes as an amount, in major units of a currency with two decimals. */
const MOST = 10_000_000;

/** Formats amounts of a currency, in major units. */
export const moneyFormatter =
  ({ currency, currency_symbol }: { currency: string; currency_symbol: string }) =>
  (amount: number): string =>
    formatMajor(amount, currency, currency_symbol);

/** Formats an amount with the code of its currency, where its symbol is not known: 'CAD 12.50'. */
export const codedAmount = (amount: number, currency: string): string => formatMajor(amount, currency, `${currency} `);

/**
 * Reads a number as a person types it: with a comma or a point, in the digits of any script.
 * @returns undefined unless it is a number of at least 0
 * @example
 * parseNumber('12,5'); // 12.5
 */
export function parseNumber(text: string): number | undefined {
  const plain = latinDigits(text.trim()).replace(/[,٫]/, '.');
  return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : undefined;
}

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0;

/** Explains what is wrong with an amount that was typed, whose currency is not known; undefined if nothing is. */
export function numberError(text: string): string | undefined {
  const amount = parseNumber(text);
  if (amount === undefined) return t('Enter an amount, such as 12.50.');
  return amount > MOST ? t('This amount is too large.') : undefined;
}

/** Explains what is wrong with an amount of a currency that was typed; undefined if nothing is. */
export function amountError(text: string, currency: string): string | undefined {
  const error = numberError(text);
  const decimals = exponentOf(currency);
  if (error !== undefined || decimalsOf(parseNumber(text) ?? 0) <= decimals) return error;
  return decimals === 0 ? t('This currency has no decimals.') : t('At most {count} decimals.', { count: decimals });
}

/** Explains what is wrong with a percentage that was typed; undefined if nothing is. */
export function percentError(text: string): string | undefined {
  const percent = parseNumber(text);
  if (percent === undefined || percent > 100) return t('Enter a percentage between 0 and 100.');
  return decimalsOf(percent) > 2 ? t('At most {count} decimals.', { count: 2 }) : undefined;
}
