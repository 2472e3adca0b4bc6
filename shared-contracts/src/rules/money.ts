/**
 * Money: integer minor units inside, a decimal number in major units on the wire, text on the screen.
 * The number of decimals is the currency's own (JPY 0, CAD 2, KWD 3), as ISO 4217 has it.
 */

/**
 * In ISO 4217 most currencies have two decimals. These are the others. CLF and similar codes are not here, since no shop takes them.
 * The browser's Intl is not asked: V8 gives forints and Colombian pesos no decimals, where ISO 4217 has two (docs/decisions/payments.md).
 */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const WITH_THREE = 'BHD IQD JOD KWD LYD OMR TND';

/**
 * Returns the number of decimals of a currency. It throws RangeError for a code that is not three capital letters.
 * @example
 * exponentOf('JPY'); // 0
 */
export function exponentOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`No currency: ${currency}`);
  return WITHOUT_DECIMALS.includes(currency) ? 0 : WITH_THREE.includes(currency) ? 3 : 2;
}

/** A double carries 15 decimal digits exactly; those behind them are noise of arithmetic: `4.85 * 3` is 14.549999999999999. */
const EXACT_DIGITS = 15;

/**
 * Converts major units (`16.5` or `'16.50'`) to minor ones (`1650`), by their decimal digits: `x * 100` would be wrong
 * for 1.005 or 8.2. A number that was computed in floating point counts as the amount that it stands for (`4.85 * 3` is
 * `1455`). It throws RangeError unless the number is a finite decimal with no more decimals than the currency.
 * @example
 * toMinor('16.50', 'CAD'); // 1650
 */
export function toMinor(major: number | string, currency: string): number {
  const exponent = exponentOf(currency);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(major));
  const [, sign, whole, fraction = ''] = match ?? [];
  const digits = fraction.replace(/0+$/, '');
  if (match && digits.length > exponent && typeof major === 'number') {
    const exact = Number(major.toPrecision(EXACT_DIGITS));
    if (exact !== major) return toMinor(exact, currency);
  }
  if (!match || digits.length > exponent) {
    throw new RangeError(`${String(major)} is not an amount of ${currency} with at most ${exponent} decimals`);
  }
  const minor = Number(`${whole}${digits.padEnd(exponent, '0')}`);
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${String(major)} ${currency} is too large`);
  return sign && minor !== 0 ? -minor : minor;
}

/**
 * Converts minor units to the number that goes over the wire. It throws RangeError unless the amount is a safe integer.
 * @example
 * toMajor(1650, 'CAD'); // 16.5
 */
export function toMajor(minor: number, currency: string): number {
  return Number(decimalOf(minor, currency));
}

/**
 * Writes minor units as text with all the currency's decimals.
 * @example
 * decimalOf(1650, 'CAD'); // '16.50'
 */
export function decimalOf(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${minor} is not an amount in minor units`);
  const exponent = exponentOf(currency);
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0');
  const cut = digits.length - exponent;
  const sign = minor < 0 ? '-' : '';
  return exponent === 0 ? sign + digits : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/**
 * Formats an amount for a screen, with the venue's own symbol before it and with grouping.
 * @example
 * formatMinor(101650, 'CAD', '$'); // '$1,016.50'
 */
export function formatMinor(minor: number, currency: string, symbol: string): string {
  const [whole = '', fraction] = decimalOf(Math.abs(minor), currency).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${minor < 0 ? '-' : ''}${symbol}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/**
 * Formats a number that came over the wire, in major units.
 * @example
 * formatMajor(16.5, 'CAD', '$'); // '$16.50'
 */
export function formatMajor(major: number, currency: string, symbol: string): string {
  return formatMinor(toMinor(major, currency), currency, symbol);
}

/**
 * Returns the tax on an amount: `amount × basisPoints / 10 000`, rounded half up, in integers throughout.
 * @param amountMinor at least 0
 * @example
 * taxOn(1000, 1300); // 130
 */
export function taxOn(amountMinor: number, rateBasisPoints: number): number {
  return Number((BigInt(amountMinor) * BigInt(rateBasisPoints) * 2n + 10_000n) / 20_000n);
}

/**
 * Returns the tax that a price already contains: `amount − amount / (1 + rate)`, rounded half up.
 * @example
 * taxWithin(1130, 1300); // 130
 */
export function taxWithin(amountMinor: number, rateBasisPoints: number): number {
  const rate = BigInt(rateBasisPoints);
  const whole = 10_000n + rate;
  return Number((BigInt(amountMinor) * rate * 2n + whole) / (whole * 2n));
}

/**
 * Splits an amount over weights by largest remainder, so that the parts add up to it to the cent.
 * Equal remainders go to the earlier part; with no weight at all the parts are as equal as can be.
 * @example
 * splitByWeight(100, [1, 1, 1]); // [34, 33, 33]
 */
export function splitByWeight(amountMinor: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  const shares = sum === 0n ? weights.map(() => 1n) : weights.map(BigInt);
  const whole = sum === 0n ? BigInt(weights.length) : sum;
  const parts = shares.map((share) => (BigInt(amountMinor) * share) / whole);
  const remainders = shares.map((share, index) => ({ index, rest: (BigInt(amountMinor) * share) % whole }));
  remainders.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  const left = Number(BigInt(amountMinor) - parts.reduce((total, part) => total + part, 0n));
  for (const { index } of remainders.slice(0, left)) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts.map(Number);
}
