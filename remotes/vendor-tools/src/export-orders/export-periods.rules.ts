/** Defines the periods of an export. A period starts at a local midnight of the venue and ends now. */
import { localDay } from 'shared-contracts/rules/dates';
import { t } from '../words';

export type ExportPeriod = 'today' | 'yesterday' | 'week' | 'month' | 'year' | 'all';

/** Each label is a getter, since the translations arrive after this module. */
export const EXPORT_PERIODS: readonly { value: ExportPeriod; label: string }[] = [
  {
    value: 'today',
    get label() {
      return t('Today');
    },
  },
  {
    value: 'yesterday',
    get label() {
      return t('Yesterday');
    },
  },
  {
    value: 'week',
    get label() {
      return t('This week');
    },
  },
  {
    value: 'month',
    get label() {
      return t('This month');
    },
  },
  {
    value: 'year',
    get label() {
      return t('This year');
    },
  },
  {
    value: 'all',
    get label() {
      return t('All time');
    },
  },
];

/** Returns the period that a select's value names. It throws for any other value. */
export function parsePeriod(value: string): ExportPeriod {
  const period = EXPORT_PERIODS.find((each) => each.value === value);
  if (!period) throw new Error(`There is no export period '${value}'`);
  return period.value;
}

/** Explains a period that may surprise; undefined where its name is clear. */
export function periodNote(period: ExportPeriod): string | undefined {
  if (period === 'yesterday') return t("All orders since the start of yesterday, including today's.");
  return period === 'week' ? t('All orders since Sunday.') : undefined;
}

/** Suggests what to do when a period has no orders. */
export function emptyNote(period: ExportPeriod): string {
  if (period === 'all') return t('There are no orders yet.');
  const label = EXPORT_PERIODS.find(({ value }) => value === period)?.label ?? period;
  return t('There are no orders for “{period}”. Try a longer period.', { period: label });
}

const DAY_MS = 86_400_000;

/**
 * Returns the instant at which a period began. A week starts on Sunday.
 * @param timeZone the venue's, so that a vendor who travels exports the same orders
 * @returns null for all time
 */
export function periodStart(period: ExportPeriod, now: Date, timeZone: string): Date | null {
  const today = localDay(now, timeZone);
  // This counts the calendar in UTC, where every day has 24 hours.
  const date = new Date(`${today}T00:00:00Z`);
  const back = (days: number) => new Date(date.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  switch (period) {
    case 'today':
      return startOfDay(today, timeZone);
    case 'yesterday':
      return startOfDay(back(1), timeZone);
    case 'week':
      return startOfDay(back(date.getUTCDay()), timeZone);
    case 'month':
      return startOfDay(`${today.slice(0, 7)}-01`, timeZone);
    case 'year':
      return startOfDay(`${today.slice(0, 4)}-01-01`, timeZone);
    case 'all':
      return null;
  }
}

/**
 * Finds the first instant of a local day by halving. Local days never run backwards, not even in the zones that change their clocks at
 * midnight and so have days that start at 01:00.
 */
function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Zones are between 12 hours behind and 14 hours ahead. The search works in whole minutes.
  let before = midnight / 60_000 - 15 * 60;
  let within = midnight / 60_000 + 15 * 60;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (localDay(new Date(middle * 60_000), timeZone) >= day) within = middle;
    else before = middle;
  }
  return new Date(within * 60_000);
}
