/** Reads the waiting times from the stalls' queues. All times come from the database's clock, like done_at. */

import type { Queryable } from 'core/database/kysely';
import { type RawBuilder, sql } from 'kysely';
import {
  MOST_ORDERS,
  type Pace,
  paceOf,
  type Stall,
  shownMinutes,
  WINDOW_MS,
  waitOf,
  waitOfNext,
} from './waiting.rules';

interface StallRow extends Stall {
  vendor_id: number;
}

const msOf = (column: string) => sql`extract(epoch from ${sql.ref(column)}) * 1000`;

/** Counts the orders of the stall that meet a condition and were placed before the order of `latest`. Each condition has one index. */
const aheadOf = (condition: RawBuilder<unknown>) => sql`(
  select count(*) from queue_entries entry where entry.vendor_id = stall.vendor_id and cancelled_at is null
    and created_at < latest.created_at and ${condition})`;

async function stallsOf(db: Queryable, vendorIds: readonly number[]): Promise<(StallRow & { pace: Pace })[]> {
  if (vendorIds.length === 0) return [];
  const { rows } = await sql<StallRow>`
    select vendor_id, (extract(epoch from now()) * 1000)::float8 as now,
      coalesce((
        select json_agg(json_build_object('placedAt', ${msOf('created_at')}, 'doneAt', ${msOf('done_at')}, 'ahead',
          ${aheadOf(sql`done_at > latest.created_at`)} + ${aheadOf(sql`state in ('new', 'busy')`)}))
        from (
          select created_at, done_at from queue_entries entry
          where entry.vendor_id = stall.vendor_id and done_at is not null and cancelled_at is null
            and done_at > now() - make_interval(secs => ${WINDOW_MS / 1000})
          order by done_at desc limit ${MOST_ORDERS}) latest), '[]') as done,
      coalesce((
        select json_agg(${msOf('created_at')}) from queue_entries entry
        where entry.vendor_id = stall.vendor_id and state in ('new', 'busy') and cancelled_at is null), '[]') as waiting
    from unnest(${[...new Set(vendorIds)]}::integer[]) as stall (vendor_id)`.execute(db);
  return rows.flatMap((stall) => {
    const pace = paceOf(stall.done);
    return pace ? [{ ...stall, pace }] : [];
  });
}

/** Returns the minutes for an order that is placed now, by vendor. A vendor without an estimate is missing. */
export async function waitsOfVendors(db: Queryable, vendorIds: readonly number[]): Promise<Map<number, number>> {
  const stalls = await stallsOf(db, vendorIds);
  return new Map(stalls.map((stall) => [stall.vendor_id, shownMinutes(waitOfNext(stall.pace, stall))]));
}

export interface WaitingEntry {
  id: number;
  vendorId: number;
  placedAt: Date;
}

/** Returns the times at which entries in new or busy should be done, by their ids. An entry without an estimate is missing. */
export async function expectedTimes(db: Queryable, entries: readonly WaitingEntry[]): Promise<Map<number, Date>> {
  const stalls = await stallsOf(
    db,
    entries.map(({ vendorId }) => vendorId),
  );
  const stallOf = new Map(stalls.map((stall) => [stall.vendor_id, stall]));
  return new Map(
    entries.flatMap(({ id, vendorId, placedAt }): [number, Date][] => {
      const stall = stallOf.get(vendorId);
      const wait = stall && waitOf(stall.pace, stall, placedAt.getTime());
      return stall && typeof wait === 'number' ? [[id, new Date(stall.now + wait)]] : [];
    }),
  );
}
