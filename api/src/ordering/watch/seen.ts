/** Records that a stall has seen its orders, and that a screen or printer of a stall was heard from. */

import type { Queryable, Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import type { SeenBy } from 'shared-contracts/types';
import { announce } from '../../messages/realtime/events';
import { orderUpdated } from '../orders/order.events';
import type { OrderRecord } from '../orders/order.repository';

/**
 * Marks placed orders as seen. The first report counts: it keeps its time and its means. Orders that are in no queue are left out.
 * If the guest or the kitchen was told that an order is unseen, their pages are asked to fetch it again.
 */
export async function markSeen(trx: Trx, orderIds: readonly number[], by: SeenBy, now: Date): Promise<void> {
  const told = await recordSeen(trx, sql`order_id = any(${[...orderIds]}::bigint[])`, by, now);
  await announce(trx, told.map(orderUpdated));
}

/** Marks those of the orders that are the vendor's own as seen on one of its screens. */
export async function markSeenOnScreen(
  trx: Trx,
  { vendorId, orderIds, now }: { vendorId: number; orderIds: readonly number[]; now: Date },
): Promise<void> {
  const isOwn = sql`order_id = any(${[...orderIds]}::bigint[]) and vendor_id = ${vendorId}`;
  const told = await recordSeen(trx, isOwn, 'screen', now);
  await announce(trx, told.map(orderUpdated));
}

/** Marks an order as seen because a cook picked it. The move itself is announced, so this announces nothing. */
export async function markPicked(trx: Trx, orderId: number, now: Date): Promise<void> {
  await recordSeen(trx, sql`order_id = ${orderId}`, 'pick', now);
}

type Told = Pick<OrderRecord, 'id' | 'state' | 'user_id' | 'vendor_id'>;

/** @returns the orders of which the watch had taken a step */
async function recordSeen(trx: Trx, condition: ReturnType<typeof sql>, by: SeenBy, now: Date): Promise<Told[]> {
  // The rows are locked in one order, so that two screens that report the same cards do not wait for each other.
  const { rows } = await sql<Told>`
    with unseen as materialized (
      select id from queue_entries where ${condition} and seen_at is null order by id for no key update),
    seen as (
      update queue_entries entry set seen_at = ${now}, seen_by = ${by} from unseen where entry.id = unseen.id
      returning entry.order_id, entry.watch_step)
    select orders.id, orders.state, orders.user_id, orders.vendor_id
    from seen join orders on orders.id = seen.order_id where seen.watch_step > 0 order by orders.id`.execute(trx);
  return rows;
}

/** A stall's time of being heard is written at most this often. */
const WRITE_EVERY_MS = 30_000;

/** When this process wrote that a stall was heard, by stall and database. A repeated call costs no statement. */
const written = new WeakMap<object, Map<number, number>>();

/** Records that a screen or a printer of the stall was heard from. It is cheap, so call it for each request of a printer. */
export async function noteHeard(db: Queryable, vendorId: number, now: Date): Promise<void> {
  const times = written.get(db) ?? new Map<number, number>();
  written.set(db, times);
  const before = times.get(vendorId);
  // A time in the future is of a clock that was set back.
  if (before !== undefined && before <= now.getTime() && now.getTime() - before < WRITE_EVERY_MS) return;
  times.set(vendorId, now.getTime());
  await sql`
    insert into vendor_watches (vendor_id, heard_at) values (${vendorId}, ${now})
    on conflict (vendor_id) do update set heard_at = excluded.heard_at
    where vendor_watches.heard_at is null or vendor_watches.heard_at > excluded.heard_at
      or vendor_watches.heard_at <= excluded.heard_at - make_interval(secs => ${WRITE_EVERY_MS / 1000})`.execute(db);
}
