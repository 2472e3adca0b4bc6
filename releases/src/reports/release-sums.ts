/**
 * Adds up the reports of pages for each release, by the hour, over all processes. A process counts in memory and adds its counts to the
 * database every few seconds. So no request waits for the database, and an outage of it loses no counts that fit into memory.
 */

import type { Db } from 'core/database/kysely';
import { Turns } from 'core/turns';
import { sql } from 'kysely';
import type { ReportEntry } from 'shared-contracts/types';
import type { Bucket } from './quantile';

type Entry<Type extends ReportEntry['type']> = Extract<ReportEntry, { type: Type }>;
export type ErrorKind = Entry<'error'>['kind'];
export type VitalName = Entry<'vital'>['name'];
export type Release = Readonly<{ part: string; version: string }>;

// Stored rows have their counts by position, so add new entries only at the end of each of these four lists.
export const ERROR_KINDS: readonly ErrorKind[] = ['load', 'refused', 'render', 'unhandled'];
export const VITAL_NAMES: readonly VitalName[] = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'];
/**
 * Upper bounds of the buckets, in seconds: first of loads, then of web vitals. Each list has one more position, for values above the last
 * bound.
 */
export const SECONDS = [0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2.5, 4, 6, 10];
export const SHIFTS = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

const HOUR_MS = 3_600_000;
/**
 * The most rows that wait for the database, one for each release and hour. That is enough for days of an outage. Beyond it, the oldest is
 * dropped.
 */
const MOST_WAITING = 2_000;

const COLUMNS = ['visits', 'errors', 'demoted', 'loads', 'lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const;
type Counts = Record<(typeof COLUMNS)[number], number[]>;
/** The number of positions in each list. */
const PLACES: Record<(typeof COLUMNS)[number], number> = {
  visits: 1,
  errors: ERROR_KINDS.length,
  demoted: 1,
  loads: SECONDS.length + 1,
  lcp: SECONDS.length + 1,
  inp: SECONDS.length + 1,
  cls: SHIFTS.length + 1,
  fcp: SECONDS.length + 1,
  ttfb: SECONDS.length + 1,
};
/** The hour is a text, as the database reads it. */
type Row = Release & Counts & { hour: string };

/** The reports of pages about one release in a period. */
export interface ReleaseSummary extends Release {
  /** The number of pages that used the release. */
  visits: number;
  /** The loading times of its screens and slots, in seconds. */
  loads: readonly Bucket[];
  errors: Record<ErrorKind, number>;
  /** The values in seconds; CLS has no unit. */
  vitals: Record<VitalName, readonly Bucket[]>;
  /** The number of visitors who were demoted from it. */
  demoted: number;
}

export class ReleaseSums {
  private readonly waiting = new Map<string, Row>();
  private readonly turns = new Turns();

  constructor(private readonly db: Db) {}

  /** Counts one entry for a release. That is the release of the entry if the registry names it. */
  add(entry: ReportEntry, { part, version }: Release, now: Date): void {
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS).toISOString();
    const row = this.rowOf({ part, version, hour, ...empty() });
    const [column, place] = placeOf(entry);
    increase(row[column], place, 1);
  }

  /**
   * Adds the counts to the database. If that fails, they wait for the next attempt. If the connection breaks between commit and response,
   * the counts of these few seconds are added twice.
   * @throws the error of the database
   */
  async flush(): Promise<void> {
    await this.turns.take('flush', async () => {
      const rows = [...this.waiting.values()];
      this.waiting.clear();
      if (rows.length === 0) return;
      try {
        await this.write(rows);
      } catch (error) {
        for (const { part, version, hour, ...counts } of rows) {
          const row = this.rowOf({ part, version, hour, ...empty() });
          for (const column of COLUMNS)
            for (const [place, count] of counts[column].entries()) increase(row[column], place, count);
        }
        throw error;
      }
    });
  }

  /** Returns the waiting row with this release and hour. If there is none, this row waits from now on. */
  private rowOf(row: Row): Row {
    const key = `${row.hour} ${row.part}@${row.version}`;
    const sums = this.waiting.get(key);
    if (sums) return sums;
    if (this.waiting.size >= MOST_WAITING) {
      const [oldest] = [...this.waiting.keys()].sort();
      if (oldest !== undefined) this.waiting.delete(oldest);
    }
    this.waiting.set(key, row);
    return row;
  }

  /** Writes the rows in a fixed order, so that two processes do not block each other. */
  private async write(rows: readonly Row[]): Promise<void> {
    const columns = sql.join(COLUMNS.map((column) => sql.ref(column)));
    const types = sql.join(COLUMNS.map((column) => sql`${sql.ref(column)} bigint[]`));
    const sums = COLUMNS.map(
      (column) =>
        sql`${sql.ref(column)} = add_counts(${sql.ref(`release_hours.${column}`)}, ${sql.ref(`excluded.${column}`)})`,
    );
    await sql`insert into release_hours (part, version, hour, ${columns})
      select part, version, hour, ${columns}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as counted (part text, version text, hour timestamptz, ${types})
        order by part, version, hour
      on conflict (part, version, hour) do update set ${sql.join(sums)}`.execute(this.db);
  }
}

/**
 * Reads the sums since the hour of `since`, by the name of the app and the version. It sums each position by itself: an aggregate that adds
 * lists is ten times as slow, and on PGlite this thread waits for it.
 */
export async function readReleaseSums(db: Db, since: Date): Promise<ReleaseSummary[]> {
  const sums = COLUMNS.map((column) => {
    const places = Array.from({ length: PLACES[column] }, (_none, place) => {
      return sql`coalesce(sum(${sql.ref(column)}[${sql.lit(place + 1)}]), 0)`;
    });
    return sql`array[${sql.join(places)}]::float8[] as ${sql.ref(column)}`;
  });
  const { rows } = await sql<Release & Counts>`
    select part, version, ${sql.join(sums)} from release_hours
      where hour > ${new Date(since.getTime() - HOUR_MS)} group by part, version order by part, version`.execute(db);
  return rows.map(({ part, version, ...counts }) => ({
    part,
    version,
    visits: counts.visits[0] ?? 0,
    demoted: counts.demoted[0] ?? 0,
    errors: record(ERROR_KINDS, (_kind, place) => counts.errors[place] ?? 0),
    loads: bucketsOf(SECONDS, counts.loads),
    vitals: record(VITAL_NAMES, (name) => bucketsOf(boundsOf(name), counts[columnOf(name)])),
  }));
}

export function errorCount({ errors }: ReleaseSummary): number {
  return ERROR_KINDS.reduce((sum, kind) => sum + errors[kind], 0);
}

/** Makes a new list for each column, since `increase` changes the list. */
const empty = (): Counts => record(COLUMNS, () => []);

const columnOf = (name: VitalName) => name.toLowerCase() as Lowercase<VitalName>;
const boundsOf = (name: VitalName) => (name === 'CLS' ? SHIFTS : SECONDS);

function placeOf(entry: ReportEntry): [column: keyof Counts, place: number] {
  switch (entry.type) {
    case 'visit':
      return ['visits', 0];
    case 'set-back':
      return ['demoted', 0];
    case 'error':
      return ['errors', ERROR_KINDS.indexOf(entry.kind)];
    case 'load':
      return ['loads', bucketIn(SECONDS, entry.ms / 1000)];
    case 'vital':
      return [
        columnOf(entry.name),
        bucketIn(boundsOf(entry.name), entry.name === 'CLS' ? entry.value : entry.value / 1000),
      ];
  }
}

function bucketIn(bounds: readonly number[], value: number): number {
  const place = bounds.findIndex((bound) => value <= bound);
  return place === -1 ? bounds.length : place;
}

function increase(counts: number[], place: number, more: number): void {
  while (counts.length <= place) counts.push(0);
  counts[place] = (counts[place] ?? 0) + more;
}

/** Makes buckets as Prometheus counts them: each contains the values of those below it as well. */
function bucketsOf(bounds: readonly number[], counts: readonly number[]): Bucket[] {
  let sum = 0;
  return [...bounds, Number.POSITIVE_INFINITY].map((bound, place) => {
    sum += counts[place] ?? 0;
    return { bound, count: sum };
  });
}

function record<Name extends string, Value>(
  names: readonly Name[],
  of: (name: Name, place: number) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name, place) => [name, of(name, place)])) as Record<Name, Value>;
}
