import type { Queryable } from 'core/database/kysely';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { t } from '../../words';

/** Days of a venue, 'YYYY-MM-DD', both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** The most days of a report, which reads every order of its days. */
const MOST_DAYS = 366;
const DAY_MS = 24 * 3_600_000;

/** The fields of the query string. */
export const dayRange = { from: z.iso.date(), to: z.iso.date() };

/** Explains for the field `to` why the range is invalid; null if it is valid. */
export function refusalOfRange({ from, to }: DayRange): string | null {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) return t('The last day is before the first one.');
  return days > MOST_DAYS ? t('A report is of {count} days at most.', { count: MOST_DAYS }) : null;
}

/** True if the time is on one of the days, in the venue's time zone. */
export function isWithin(column: string, { from, to }: DayRange, timezone: string): RawBuilder<boolean> {
  const start = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone ${timezone}`;
  return sql`(${sql.ref(column)} >= ${start(sql`${from}::date`)} and ${sql.ref(column)} < ${start(sql`${to}::date + 1`)})`;
}

/** Returns 'YYYY-MM-DD' for a time in the venue's time zone. */
export const dayOf = (column: string, timezone: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone ${timezone}, 'YYYY-MM-DD')`;

/**
 * @example
 * dayBefore('2026-03-01', 1); // '2026-02-28'
 */
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** Returns the instants at which the days start and end in the venue's time zone. */
export async function periodOf(
  db: Queryable,
  { from, to }: DayRange,
  timezone: string,
): Promise<{ since: Date; until: Date }> {
  const { rows } = await sql<{ since: Date; until: Date }>`
    select (${from}::date)::timestamp at time zone ${timezone} as since,
      (${to}::date + 1)::timestamp at time zone ${timezone} as until`.execute(db);
  const [period] = rows;
  if (!period) throw new Error('The database did not return the period');
  return period;
}
