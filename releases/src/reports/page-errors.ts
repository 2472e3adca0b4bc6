/**
 * Stores the errors that pages reported. It counts equal errors as one and adds up the counts of all processes, as `release-sums.ts` does.
 * Any visitor may report, so the stored errors are bounded in number.
 */

import { type Db, inTransaction } from 'core/database/kysely';
import { Turns } from 'core/turns';
import { sql } from 'kysely';
import type { ReportEntry } from 'shared-contracts/types';
import { fingerprintOf, framesOf, stackOf } from './frames';
import type { ErrorKind, Release } from './release-sums';

/** The most different errors of one release and of all releases. Beyond that, those that were reported longest ago are deleted. */
const MOST_OF_RELEASE = 50;
const MOST = 1_000;

type ErrorEntry = Extract<ReportEntry, { type: 'error' }>;

/** An error of a release, with the number and the times of its reports. */
export interface PageError extends Release {
  kind: ErrorKind;
  message: string;
  /** Lines that `framesOf` reads, or an empty text if no page sent a stack. */
  stack: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
}

type Waiting = PageError & { fingerprint: string };

export class PageErrors {
  private readonly waiting = new Map<string, Waiting>();
  private readonly turns = new Turns();

  constructor(private readonly db: Db) {}

  /** Counts an error of a release that the registry names. Its message contains no personal data. An error beyond the bounds only counts in the sums. */
  add({ part, version, kind, message, stack: reported = '' }: ErrorEntry, now: Date): void {
    const frames = framesOf(reported);
    const fingerprint = fingerprintOf(kind, message, frames).toString('hex');
    this.count({
      part,
      version,
      kind,
      message,
      stack: stackOf(frames),
      count: 1,
      firstAt: now,
      lastAt: now,
      fingerprint,
    });
  }

  /** Writes the waiting errors, as `flush` of ReleaseSums does. @throws the error of the database */
  async flush(): Promise<void> {
    await this.turns.take('flush', async () => {
      const errors = [...this.waiting.values()];
      this.waiting.clear();
      if (errors.length === 0) return;
      try {
        await this.write(errors);
      } catch (error) {
        for (const each of errors) this.count(each);
        throw error;
      }
    });
  }

  private count(error: Waiting): void {
    const { part, version, fingerprint, count, firstAt, lastAt } = error;
    const key = `${part}@${version} ${fingerprint}`;
    const sameError = this.waiting.get(key);
    if (sameError) {
      sameError.count += count;
      if (firstAt < sameError.firstAt) sameError.firstAt = firstAt;
      if (lastAt > sameError.lastAt) sameError.lastAt = lastAt;
      return;
    }
    const all = [...this.waiting.values()];
    const ofRelease = all.filter((each) => each.part === part && each.version === version);
    if (all.length < MOST && ofRelease.length < MOST_OF_RELEASE) this.waiting.set(key, error);
  }

  private async write(errors: readonly Waiting[]): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      await sql`insert into release_errors (part, version, fingerprint, kind, message, stack, count, first_at, last_at)
        select part, version, decode(fingerprint, 'hex'), kind, message, stack, count, "firstAt", "lastAt"
          from jsonb_to_recordset(${JSON.stringify(errors)}::jsonb) as counted
            (part text, version text, fingerprint text, kind text, message text, stack text, count bigint,
              "firstAt" timestamptz, "lastAt" timestamptz)
          order by part, version, fingerprint
        on conflict (part, version, fingerprint) do update set
          count = release_errors.count + excluded.count,
          first_at = least(release_errors.first_at, excluded.first_at),
          last_at = greatest(release_errors.last_at, excluded.last_at)`.execute(trx);
      await sql`delete from release_errors using (
          select part, version, fingerprint, row_number() over (partition by part, version order by last_at desc, fingerprint) as own,
            row_number() over (order by last_at desc, part, version, fingerprint) as place from release_errors) as ranked
        where release_errors.part = ranked.part and release_errors.version = ranked.version
          and release_errors.fingerprint = ranked.fingerprint
          and (own > ${MOST_OF_RELEASE} or place > ${MOST})`.execute(trx);
    });
  }
}

export interface ErrorFilter {
  part: string;
  /** By default, every version. */
  version?: string | undefined;
}

/** Reads the errors from the database, the latest first. */
export async function readPageErrors(db: Db, { part, version }: ErrorFilter): Promise<PageError[]> {
  let query = db
    .selectFrom('release_errors')
    .select(['part', 'version', 'kind', 'message', 'stack', 'count', 'first_at', 'last_at'])
    .where('part', '=', part)
    .orderBy('last_at', 'desc')
    .orderBy('fingerprint')
    .limit(MOST_OF_RELEASE);
  if (version !== undefined) query = query.where('version', '=', version);
  const rows = await query.execute();
  return rows.map(({ first_at, last_at, kind, ...row }) => ({
    ...row,
    kind: kind as ErrorKind,
    firstAt: first_at,
    lastAt: last_at,
  }));
}
