/** Checks the currency and the prices of a document. */
import { exponentOf } from 'shared-contracts/rules/money';

export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

/** The symbol that menus in the country of the currency use, such as '$' for CAD. */
export function symbolOf(currency: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** True if the number has at most this many decimals. */
export function isDecimal(value: number, decimals: number): boolean {
  return (
    new RegExp(`^\\d+(\\.\\d{1,${Math.max(decimals, 1)}})?$`).test(String(value)) &&
    (decimals > 0 || Number.isInteger(value))
  );
}

/**
 * The worth of one US dollar in the currency, to a power of ten. A currency that is not here is worth about a dollar. The numbers date from
 * 2026 and only catch a price with a digit too many.
 */
const ABOUT_A_DOLLAR: Readonly<Record<number, string>> = {
  10: 'BOB BRL BWP CNY CZK DKK EGP GTQ HKD HNL MAD MDL MOP MVR MXN NAD NIO NOK PLN RON SCR SEK SZL THB TJS TRY TTD UAH UYU ZAR ZMW',
  100: 'AFN ALL BDT BTN CVE DJF DOP DZD ETB HTG INR ISK JMD JPY KES KGS LKR MKD MUR MZN NPR PHP PKR RSD RUB SOS TWD VUV',
  1000: 'AMD ARS AOA BIF CDF CLP CRC GYD HUF IQD KMF KRW KZT MMK MNT MWK NGN RWF SDG TZS UGX XAF XOF XPF YER',
  10000: 'COP GNF IDR KHR LAK MGA PYG SLL STN UZS VND',
  100000: 'IRR LBP SYP',
};
const magnitudes = new Map(
  Object.entries(ABOUT_A_DOLLAR).flatMap(([magnitude, codes]) =>
    codes.split(' ').map((code) => [code, Number(magnitude)] as const),
  ),
);

export interface UsualPrices {
  lowest: number;
  highest: number;
}

/** The usual prices of a meal or a drink in major units: from about 10 cents to about 300 dollars. */
export function usualPrices(currency: string): UsualPrices {
  const magnitude = magnitudes.get(currency) ?? 1;
  return { lowest: magnitude / 10, highest: magnitude * 300 };
}

/** The limit in minor units, so that twice a price fits into the integers of the database. */
const LARGEST_MINOR = 1_000_000_000;

/** The largest price that can be stored, in major units. */
export const largestPrice = (currency: string): number => LARGEST_MINOR / 10 ** exponentOf(currency);
