/** Reads queue entries with their position. */

import type { Queryable, Trx } from 'core/database/kysely';
import { type RawBuilder, sql } from 'kysely';
import type { QueueState } from 'shared-contracts/types';
import { findOrders, type OrderRecord } from '../orders/order.repository';

export interface EntryRow {
  id: number;
  order_id: number;
  state: QueueState;
  created_at: Date;
  /** The time at which the entry entered `state`. */
  state_changed_at: Date;
  /** 1 + the vendor's older entries in new or busy; null from done on. */
  position_in_queue: number | null;
  /** The last step of the watch, while the stall has not seen the order; else 0. */
  watch_step: number;
}

export interface QueueRecord extends EntryRow {
  order: OrderRecord;
}

const isLive = sql`entry.state <> 'collected' and entry.cancelled_at is null`;

// Only a change of the state sets updated_at, by a trigger.
const entryColumns = sql`entry.id, entry.state, entry.created_at, entry.updated_at as state_changed_at, entry.order_id,
  case when entry.state = 'new' and entry.seen_at is null then entry.watch_step else 0 end as watch_step`;

/** Reads entries, newest first. One pass numbers the positions, because counting for each entry costs the square of the queue's length. */
async function loadEntries(db: Queryable, condition: RawBuilder<unknown>): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    with entry as materialized (select * from queue_entries entry where ${condition} and ${isLive}),
    waiting as (
      select id, row_number() over (partition by vendor_id order by created_at, id)::integer as position from queue_entries
      where vendor_id = any(array(select vendor_id from entry group by vendor_id))
        and state in ('new', 'busy') and cancelled_at is null)
    select ${entryColumns}, waiting.position as position_in_queue
    from entry left join waiting on waiting.id = entry.id order by entry.created_at desc, entry.id desc`.execute(db);
  return rows;
}

async function withOrders(db: Queryable, rows: readonly EntryRow[]): Promise<QueueRecord[]> {
  if (rows.length === 0) return [];
  const orders = await findOrders(
    db,
    rows.map(({ order_id }) => order_id),
  );
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  return rows.flatMap((entry) => {
    const order = orderOf.get(entry.order_id);
    return order ? [{ ...entry, order }] : [];
  });
}

export interface QueueMoment {
  /** The time of the database's clock, which also stamps state changes and may differ from the API's clock. */
  now: Date;
  /** The oldest transaction that was still open: each change by an older one is visible. */
  cursor: string;
}

/** Call this before you read the entries, so that a commit in between counts as a later change. */
export async function queueMoment(db: Queryable): Promise<QueueMoment> {
  const { rows } = await sql<QueueMoment>`
    select clock_timestamp() as now, pg_snapshot_xmin(pg_current_snapshot())::text as cursor`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database told no time.');
  return row;
}

/** Returns a vendor's live entries, newest first. */
export function liveEntriesOfVendor(db: Queryable, vendorId: number): Promise<EntryRow[]> {
  return loadEntries(db, sql`entry.vendor_id = ${vendorId}`);
}

export interface QueueChanges {
  changed: EntryRow[];
  /** The ids of the entries that were collected or cancelled. */
  removed: number[];
}

/**
 * Returns the entries of a vendor that changed since `cursor`, and perhaps a few earlier changes. If a backup was restored into a newer cluster,
 * it has transactions ahead of the cluster's counter, and those rows count as unchanged.
 */
export async function changesOfVendor(db: Queryable, vendorId: number, cursor: string): Promise<QueueChanges> {
  const { rows } = await sql<{ id: number; is_live: boolean }>`
    select entry.id, ${isLive} as is_live from queue_entries entry
    where entry.vendor_id = ${vendorId} and entry.changed_in >= ${cursor}::xid8
      and entry.changed_in < pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
  const live = rows.filter(({ is_live }) => is_live).map(({ id }) => id);
  return {
    // An entry that is collected at this moment is in neither list. The next response lists it as removed.
    changed: live.length === 0 ? [] : await loadEntries(db, sql`entry.id = any(${live})`),
    removed: rows.filter(({ is_live }) => !is_live).map(({ id }) => id),
  };
}

/** Returns a buyer's live entries, newest first. */
export async function liveQueueOfUser(db: Queryable, userId: number): Promise<QueueRecord[]> {
  return withOrders(db, await loadEntries(db, sql`entry.user_id = ${userId}`));
}

/** Returns an entry in any state, including cancelled. Its position is a count of the older entries, which is cheap for a single entry. */
export async function findQueueRecord(db: Queryable, id: number): Promise<QueueRecord | null> {
  const { rows } = await sql<EntryRow>`
    select ${entryColumns}, case when entry.state in ('new', 'busy') then 1 + (
      select count(*)::integer from queue_entries older
      where older.vendor_id = entry.vendor_id and older.state in ('new', 'busy') and older.cancelled_at is null
        and (older.created_at, older.id) < (entry.created_at, entry.id)) end as position_in_queue
    from queue_entries entry where entry.id = ${id}`.execute(db);
  const [record] = await withOrders(db, rows);
  return record ?? null;
}

export interface QueueEntryRow {
  id: number;
  order_id: number;
  vendor_id: number;
  user_id: number;
  state: QueueState;
  created_at: Date;
  cancelled_at: Date | null;
}

const columns = ['id', 'order_id', 'vendor_id', 'user_id', 'state', 'created_at', 'cancelled_at'] as const;

/** Locks the entry, so that the second of two concurrent moves sees the result of the first. */
export async function lockEntry(trx: Trx, id: number): Promise<QueueEntryRow | null> {
  const row = await trx
    .selectFrom('queue_entries')
    .select(columns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function findEntryOfOrder(db: Queryable, orderId: number): Promise<QueueEntryRow | null> {
  const row = await db.selectFrom('queue_entries').select(columns).where('order_id', '=', orderId).executeTakeFirst();
  return row ?? null;
}

/** True if an entry in that state counts for the position of the entries behind it. */
export function isWaiting(state: QueueState): boolean {
  return state === 'new' || state === 'busy';
}

/** Returns the buyers whose entries are in new or busy behind this one. */
export async function waitingBehind(trx: Trx, entry: QueueEntryRow): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from queue_entries
    where vendor_id = ${entry.vendor_id} and state in ('new', 'busy') and cancelled_at is null
      and (created_at, id) > (select created_at, id from queue_entries where id = ${entry.id})
    order by user_id`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}
