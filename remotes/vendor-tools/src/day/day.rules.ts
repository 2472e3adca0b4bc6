/** A stall's day in words and rows, the same on the screen, on paper and in the spreadsheet. */
import { formatDateGb, formatTime, localDay } from 'shared-contracts/rules/dates';
import { exponentOf, formatMajor, toMajor, toMinor } from 'shared-contracts/rules/money';
import type { DayEnd, DayTotals } from 'shared-contracts/types';
import type { AmountCell, Row } from '../workbook/cells';

const DAY_MS = 86_400_000;

/** The calendar is counted in UTC, where each day has 24 hours. */
const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** 'YYYY-MM-DD', so many days later. */
export function daysLater(day: string, days: number): string {
  return new Date(noonOf(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The day that an address names; undefined where it names none. */
export function dayIn(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const isDay = !Number.isNaN(noonOf(text)) && daysLater(text, 0) === text;
  return isDay ? text : undefined;
}

/** '20 Nov 2026'. */
export const dayText = (day: string): string => formatDateGb(new Date(noonOf(day)), 'UTC');

/** Of a day that is not over, when it was read: 'So far, at 15:30'. Undefined for an earlier day. */
export function soFar({ day, timezone, as_of }: Pick<DayEnd, 'day' | 'timezone' | 'as_of'>): string | undefined {
  return localDay(as_of, timezone) === day ? `So far, at ${formatTime(as_of, timezone)}` : undefined;
}

/** 'HST 13 %', as receipts write it. */
export const taxText = ({ name, rate }: DayTotals['taxes'][number]): string => `${name} ${rate} %`;

export interface Amount {
  label: string;
  /** Major units; what goes back is below zero. */
  amount: number;
  /** A sum of what is above it, or a part of it. */
  kind?: 'sum' | 'part';
}

/** From the sales to what is left of them, each with what makes it. */
export function amountsOf(totals: DayTotals): Amount[] {
  const { sales, service_charge, tax_added, taxes, paid, refunds, net } = totals;
  const { currency } = totals;
  const taxMinor = taxes.reduce((sum, { amount }) => sum + toMinor(amount, currency), 0);
  const isIncluded = taxMinor > toMinor(tax_added, currency);
  return [
    { label: 'Sales', amount: sales },
    ...(service_charge === 0 ? [] : [{ label: 'Service charge', amount: service_charge }]),
    ...(tax_added === 0 ? [] : [{ label: 'Tax', amount: tax_added }]),
    { label: 'Paid by customers', amount: paid, kind: 'sum' },
    ...(isIncluded ? [{ label: 'Of that tax', amount: toMajor(taxMinor, currency), kind: 'part' as const }] : []),
    { label: 'Refunds', amount: refunds === 0 ? 0 : -refunds },
    { label: 'Left', amount: net, kind: 'sum' },
  ];
}

/** '12', or '12, of them 1 cancelled'. */
export const ordersText = ({ orders, cancelled }: Pick<DayTotals, 'orders' | 'cancelled'>): string =>
  cancelled === 0 ? String(orders) : `${orders}, of them ${cancelled} cancelled`;

/** An item's name; what was refunded as an amount is of none. */
export const itemText = ({ item }: DayTotals['items'][number]): string => item?.name ?? 'Amounts that were refunded';

/** '1 refunded, -$9.95', '-$5.00' of an amount; undefined where nothing went back. */
export function refundText(
  { refunded_quantity, refunds }: DayTotals['items'][number],
  money: (amount: number) => string,
): string | undefined {
  if (refunds === 0 && refunded_quantity === 0) return undefined;
  return [refunded_quantity > 0 && `${refunded_quantity} refunded`, money(-refunds)].filter(Boolean).join(', ');
}

/** Formats amounts of a currency, in major units. */
export const moneyIn =
  ({ currency, currency_symbol }: Pick<DayTotals, 'currency' | 'currency_symbol'>) =>
  (amount: number): string =>
    formatMajor(amount, currency, currency_symbol);

/** 'day-2026-11-20.xlsx'. */
export const fileOf = ({ day }: Pick<DayEnd, 'day'>): string => `day-${day}.xlsx`;

const amountIn = (amount: number, currency: string): AmountCell => ({ amount, decimals: exponentOf(currency) });

/** The sheets of the file: the day, its taxes, its items. Amounts are numbers, each beside its currency; times are the venue's. */
export function sheetsOf(day: DayEnd): Map<string, Row[]> {
  const each = <T>(of: (totals: DayTotals) => T[]) => day.totals.flatMap(of);
  return new Map<string, Row[]>([
    [
      'Day',
      [
        ['Stall', day.vendor.name],
        ['Day', { day: day.day }],
        ['Time zone', day.timezone],
        ['As of', { day: localDay(day.as_of, day.timezone), time: formatTime(day.as_of, day.timezone) }],
        ...each((totals): Row[] => [
          ['Orders', totals.orders, ''],
          ['Cancelled', totals.cancelled, ''],
          ['Items sold', totals.items_sold, ''],
          ...amountsOf(totals).map(
            ({ label, amount }): Row => [label, amountIn(amount, totals.currency), totals.currency],
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
              amountIn(base, currency),
              amountIn(amount, currency),
              amountIn(refunded, currency),
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
              itemText(line),
              line.quantity,
              line.refunded_quantity,
              amountIn(line.sales, currency),
              amountIn(line.refunds, currency),
              currency,
            ],
          ),
        ),
      ],
    ],
  ]);
}
