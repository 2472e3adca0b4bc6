/** The days of a statement: last month, this month, or days that the operator chooses. Days are 'YYYY-MM-DD', both included. */
import { formatDateGb } from 'shared-contracts/rules/dates';
import { language, t } from '../words';

export interface Period {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;

/** Counts the calendar in UTC, where each day has 24 hours. */
const noonUtc = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const dayBefore = (day: string): string => new Date(noonUtc(day) - DAY_MS).toISOString().slice(0, 10);
const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** Returns the month of a day until that day, since nothing is paid out for days to come. */
export const thisMonth = (today: string): Period => ({ from: firstOf(today), to: today });

export function lastMonth(today: string): Period {
  const to = dayBefore(firstOf(today));
  return { from: firstOf(to), to };
}

/** Returns the day that a text names, or undefined where it names none. */
export function parseDay(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = noonUtc(text);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text ? text : undefined;
}

/** The most days that the API adds up at once. */
const MOST_DAYS = 366;

/** Explains why a statement cannot have these days; undefined if it can, or while a day is not typed. */
export function periodError({ from, to }: Period): string | undefined {
  const days = Math.round((noonUtc(to) - noonUtc(from)) / DAY_MS) + 1;
  if (days < 1) return t('The last day is before the first one.');
  return days > MOST_DAYS ? t('A statement is of {count} days at most.', { count: MOST_DAYS }) : undefined;
}

/** Returns the days that an address names, or undefined where it names none. */
export function parsePeriod(params: URLSearchParams): Period | undefined {
  const from = parseDay(params.get('from'));
  const to = parseDay(params.get('to'));
  if (from === undefined || to === undefined) return undefined;
  return periodError({ from, to }) === undefined ? { from, to } : undefined;
}

/** Explains why an address names no days that a statement can have; undefined if it can, or if the address names none at all. */
export function addressError(params: URLSearchParams): string | undefined {
  if (!params.has('from') && !params.has('to')) return undefined;
  const from = parseDay(params.get('from'));
  const to = parseDay(params.get('to'));
  return from === undefined || to === undefined ? t('Choose the first and the last day.') : periodError({ from, to });
}

export const isSamePeriod = (one: Period, other: Period): boolean => one.from === other.from && one.to === other.to;

/** Writes a day: '20 Nov 2026'. */
export const dayText = (day: string): string => formatDateGb(new Date(noonUtc(day)), 'UTC');

/** Names the month of a day: 'November 2026'. */
export function monthText(day: string): string {
  const form = new Intl.DateTimeFormat(`${language()}-u-nu-latn`, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return form.format(noonUtc(day));
}

/** Names a whole month, or the first and the last day. */
export function periodText({ from, to }: Period): string {
  const isMonth = from === firstOf(to) && to.slice(0, 7) !== new Date(noonUtc(to) + DAY_MS).toISOString().slice(0, 7);
  if (isMonth) return monthText(to);
  return from === to ? dayText(from) : t('{from} to {to}', { from: dayText(from), to: dayText(to) });
}
