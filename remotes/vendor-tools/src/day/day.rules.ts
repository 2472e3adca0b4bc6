/** Writes a stall's day in words and rows, the same on the screen, on paper and in the spreadsheet. */
import { formatDateGb, formatTime, localDay } from 'shared-contracts/rules/dates';
import { exponentOf, formatMajor, toMajor, toMinor } from 'shared-contracts/rules/money';
import type { DayEnd, DayTotals } from 'shared-contracts/types';
import { plural, t } from '../words';
import type { AmountCell, Row } from '../workbook/cells';

const DAY_MS = 86_400_000;

/** Counts the calendar in UTC, where each day has 24 hours. */
const noonUtc = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** Returns the day 'YYYY-MM-DD' that is this many days later. */
export function daysLater(day: string, days: number): string {
  return new Date(noonUtc(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day that an address names, or undefined where it names none. */
export function parseDay(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const isDay = !Number.isNaN(noonUtc(text)) && daysLater(text, 0) === text;
  return isDay ? text : undefined;
}

/** Formats a day: '20 Nov 2026'. */
export const dayText = (day: string): string => formatDateGb(new Date(noonUtc(day)), 'UTC');

/** Says when an unfinished day was read: 'So far, at 15:30'. It is undefined for an earlier day. */
export function soFar({ day, timezone, as_of }: Pick<DayEnd, 'day' | 'timezone' | 'as_of'>): string | undefined {
  return localDay(as_of, timezone) === day ? t('So far, at {time}', { time: formatTime(as_of, timezone) }) : undefined;
}

/** Says whose day this is: the stall, the day, and when it was read if it is not over. */
export function dayFacts(day: Pick<DayEnd, 'vendor' | 'day' | 'timezone' | 'as_of'>): string[] {
  const now = soFar(day);
  return [day.vendor.name, dayText(day.day), ...(now ? [now] : [])];
}

/** Formats a tax as receipts do: 'HST 13 %'. */
export const taxText = ({ name, rate }: DayTotals['taxes'][number]): string => t('{name} {rate} %', { name, rate });

export interface Amount {
  label: string;
  /** The amount in major units; a refund is negative. */
  amount: number;
  /** Marks a sum of the rows above, or a part of the row above. */
  kind?: 'sum' | 'part';
}

/** The names of the amounts in the file, which is English in every language. */
const FILE_NAMES = {
  sales: 'Sales',
  serviceCharge: 'Service charge',
  tax: 'Tax',
  tips: 'Tips',
  paid: 'Paid by customers',
  includedTax: 'Of that tax',
  refunds: 'Refunds',
  left: 'Left',
} as const;

const shownNames = (): Record<keyof typeof FILE_NAMES, string> => ({
  sales: t('Sales'),
  serviceCharge: t('Service charge'),
  tax: t('Tax'),
  tips: t('Tips'),
  paid: t('Paid by customers'),
  includedTax: t('Of that tax'),
  refunds: t('Refunds'),
  left: t('Left'),
});

/** Lists the amounts from the sales to the remainder, each with its parts. */
export function amountRows(totals: DayTotals, names = shownNames()): Amount[] {
  const { sales, service_charge, tax_added, tips, taxes, paid, refunds, net } = totals;
  const { currency } = totals;
  const taxMinor = taxes.reduce((sum, { amount }) => sum + toMinor(amount, currency), 0);
  const isIncluded = taxMinor > toMinor(tax_added, currency);
  return [
    { label: names.sales, amount: sales },
    ...(service_charge === 0 ? [] : [{ label: names.serviceCharge, amount: service_charge }]),
    ...(tax_added === 0 ? [] : [{ label: names.tax, amount: tax_added }]),
    ...(tips ? [{ label: names.tips, amount: tips }] : []),
    { label: names.paid, amount: paid, kind: 'sum' },
    ...(isIncluded ? [{ label: names.includedTax, amount: toMajor(taxMinor, currency), kind: 'part' as const }] : []),
    { label: names.refunds, amount: refunds === 0 ? 0 : -refunds },
    { label: names.left, amount: net, kind: 'sum' },
  ];
}

/** Counts the orders: '12', or '12, of them 1 cancelled'. */
export const ordersText = ({ orders, cancelled }: Pick<DayTotals, 'orders' | 'cancelled'>): string =>
  cancelled === 0
    ? String(orders)
    : plural(cancelled, { one: '{orders}, of them # cancelled', other: '{orders}, of them # cancelled' }, { orders });

/** Returns an item's name. A refund of an amount belongs to no item. */
export const itemText = ({ item }: DayTotals['items'][number]): string => item?.name ?? t('Amounts that were refunded');

/** Describes a refund: '1 refunded, -$9.95', or '-$5.00' for an amount. It is undefined where nothing was refunded. */
export function refundText(
  { refunded_quantity, refunds }: DayTotals['items'][number],
  money: (amount: number) => string,
): string | undefined {
  if (refunds === 0 && refunded_quantity === 0) return undefined;
  const amount = money(-refunds);
  if (refunded_quantity === 0) return amount;
  return plural(refunded_quantity, { one: '# refunded, {amount}', other: '# refunded, {amount}' }, { amount });
}

/** Formats amounts of a currency, in major units. */
export const moneyFormatter =
  ({ currency, currency_symbol }: Pick<DayTotals, 'currency' | 'currency_symbol'>) =>
  (amount: number): string =>
    formatMajor(amount, currency, currency_symbol);

/** Names the file of a day: 'day-2026-11-20.xlsx'. */
export const dayFileName = ({ day }: Pick<DayEnd, 'day'>): string => `day-${day}.xlsx`;

const amountCell = (amount: number, currency: string): AmountCell => ({ amount, decimals: exponentOf(currency) });

/**
 * Returns the sheets of the file: the day, its taxes, its items. Amounts are numbers, each beside its currency; times are the venue's. The
 * file is English in every language, since other programs read it.
 */
export function daySheets(day: DayEnd): Map<string, Row[]> {
  const each = <T>(of: (totals: DayTotals) => T[]) => day.totals.flatMap(of);
  return new Map<string, Row[]>([
    [
      'Day',
      [
        ['Stall', day.vendor.name],
        ['Day', { day: day.day }],
        ['Time zone', day.timezone],
        ['As of', { day: localDay(day.as_of, day.timezone), time: formatTime(day.as_of, day.timezone, 'en') }],
        ...each((totals): Row[] => [
          ['Orders', totals.orders, ''],
          ['Cancelled', totals.cancelled, ''],
          ['Items sold', totals.items_sold, ''],
          ...amountRows(totals, FILE_NAMES).map(
            ({ label, amount }): Row => [label, amountCell(amount, totals.currency), totals.currency],
          ),
        ]),
      ],
    ],
    [
      'Tax',
      [
        ['Tax', 'Rate %', 'On', 'Amount', 'Refunded', 'Currency'],
        ...each(({ taxes, currency }) =>
          taxes.map(
            ({ name, rate, base, amount, refunded }): Row => [
              name,
              rate,
              amountCell(base, currency),
              amountCell(amount, currency),
              amountCell(refunded, currency),
              currency,
            ],
          ),
        ),
      ],
    ],
    [
      'Items',
      [
        ['Item', 'Sold', 'Refunded', 'Sales', 'Refunds', 'Currency'],
        ...each(({ items, currency }) =>
          items.map(
            (line): Row => [
              line.item?.name ?? 'Amounts that were refunded',
              line.quantity,
              line.refunded_quantity,
              amountCell(line.sales, currency),
              amountCell(line.refunds, currency),
              currency,
            ],
          ),
        ),
      ],
    ],
  ]);
}
