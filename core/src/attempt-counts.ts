/**
 * Counts attempts for a while, in the database, so that all processes count together. An attempt whose outcome is not known yet
 * counts like a failure, so many at once cannot slip through, wherever they arrive.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, inTransaction, type Trx } from './database/kysely';
import { tooMany } from './errors';

export interface Count {
  /** The kind of attempt with its email or address. Only a hash of it is stored. */
  key: string;
  /** The number of counted attempts after which all others are refused until the window ends. */
  limit: number;
  /** The length of the window in milliseconds. It starts with the first attempt that counts. */
  windowMs: number;
}

/** The effect of an ended attempt: it counts, it does not count, or it also forgets the attempts before. */
export type Outcome = 'counts' | 'leaves' | 'forgets';

/** No attempt takes this long. One that is still under way afterwards belongs to a process that died. */
const BUSY_MS = 60_000;

interface State {
  count: number;
  under_way: number;
  ends_at: Date;
}

export class AttemptCounts {
  constructor(
    private readonly db: Db,
    private readonly clock: { now(): Date },
  ) {}

  /** Adds an attempt to every count, or to none. @throws ApiError 429 when one of them is used up */
  async take(counts: readonly Count[]): Promise<void> {
    await this.locked(counts, async (states, change) => {
      refuse(counts, states, this.clock.now());
      await change(sql`count = count + 1`);
    });
  }

  /** Checks the counts without adding to them. @throws ApiError 429 when one of them is used up */
  async refuseUsedUp(counts: readonly Count[]): Promise<void> {
    const keys = keysOf(counts);
    const now = this.clock.now();
    const { rows } = await sql<State & { key: string }>`
      select encode(key, 'hex') as key, count, under_way, ends_at from attempt_counts
        where ends_at > ${now} and key = any(select decode(hex, 'hex') from unnest(${keys}::text[]) as wanted (hex))`.execute(
      this.db,
    );
    const states = new Map(rows.map(({ key, ...state }) => [key, state]));
    refuse(
      counts,
      keys.map((key) => states.get(key)),
      now,
    );
  }

  /** Takes back what `take` counted. */
  async forgive(counts: readonly Count[]): Promise<void> {
    await this.locked(counts, (_states, change) => change(sql`count = greatest(count - 1, 0)`));
  }

  /**
   * Begins an attempt in every count, or in none.
   * @returns false while the attempts under way would use up a limit if all of them counted
   * @throws ApiError 429 when one of them is used up
   */
  async begin(counts: readonly Count[]): Promise<boolean> {
    return this.locked(counts, async (states, change) => {
      const now = this.clock.now();
      refuse(counts, states, now);
      if (counts.some(({ limit }, index) => usedBy(states[index]) >= limit)) return false;
      const until = new Date(now.getTime() + BUSY_MS);
      await change(sql`under_way = under_way + 1, busy_until = ${until}`);
      return true;
    });
  }

  /** Ends an attempt that `begin` began. */
  async end(outcomes: readonly (readonly [Count, Outcome])[]): Promise<void> {
    const having = (outcome: Outcome) => keysOf(outcomes.filter((each) => each[1] === outcome).map(([count]) => count));
    await this.locked(
      outcomes.map(([count]) => count),
      (_states, change) =>
        change(sql`under_way = greatest(under_way - 1, 0), count = case
          when encode(key, 'hex') = any(${having('forgets')}::text[]) then 0
          when encode(key, 'hex') = any(${having('counts')}::text[]) then count + 1
          else count end`),
    );
  }

  /** Deletes the rows whose window is over and that have no attempt under way. */
  async prune(): Promise<void> {
    const now = this.clock.now();
    await this.db.deleteFrom('attempt_counts').where('ends_at', '<=', now).where('busy_until', '<=', now).execute();
  }

  /**
   * Locks the rows of these counts and runs `work`. All calls lock in the same order, so they do not deadlock. A window that is over starts
   * again.
   */
  private locked<T>(
    counts: readonly Count[],
    work: (
      states: readonly (State | undefined)[],
      change: (values: ReturnType<typeof sql>) => Promise<void>,
    ) => Promise<T>,
  ): Promise<T> {
    const keys = keysOf(counts);
    const windows = counts.map(({ windowMs }) => windowMs);
    const now = this.clock.now();
    return inTransaction(this.db, async (trx: Trx) => {
      const { rows } = await sql<State & { key: string }>`
        insert into attempt_counts as old (key, count, ends_at, busy_until)
        select decode(key, 'hex'), 0, ${now}::timestamptz + ms * interval '1 millisecond', ${now}
          from unnest(${keys}::text[], ${windows}::float8[]) as wanted (key, ms) order by key
        on conflict (key) do update set
          count = case when old.ends_at <= ${now} then 0 else old.count end,
          ends_at = case when old.ends_at <= ${now} or old.count = 0 then excluded.ends_at else old.ends_at end,
          under_way = case when old.busy_until <= ${now} then 0 else old.under_way end
        returning encode(key, 'hex') as key, count, under_way, ends_at`.execute(trx);
      const states = new Map(rows.map(({ key, ...state }) => [key, state]));
      const change = async (values: ReturnType<typeof sql>) => {
        await sql`update attempt_counts set ${values}
          where key = any(select decode(hex, 'hex') from unnest(${keys}::text[]) as wanted (hex))`.execute(trx);
      };
      return work(
        keys.map((key) => states.get(key)),
        change,
      );
    });
  }
}

const keysOf = (counts: readonly Count[]): string[] =>
  counts.map(({ key }) => createHash('sha256').update(key).digest('hex'));

const usedBy = (state: State | undefined): number => (state ? state.count + state.under_way : 0);

/** @throws ApiError 429 */
function refuse(counts: readonly Count[], states: readonly (State | undefined)[], now: Date): void {
  for (const [index, { limit }] of counts.entries()) {
    const state = states[index];
    if (state && state.count >= limit) throw tooMany((state.ends_at.getTime() - now.getTime()) / 1000);
  }
}
