/** Reads and writes the outbox table: claims and their outcomes. */

import type { Queryable } from 'core/database/kysely';
import { sql } from 'kysely';

export interface ClaimedMessage<Payload = unknown> {
  id: number;
  key: string | null;
  payload: Payload;
  /** 1 for the first try. */
  attempts: number;
}

interface Claim {
  kind: string;
  now: Date;
  leaseUntil: Date;
  limit: number;
}

/** Returns the kinds that have a due message. */
export async function dueKinds(db: Queryable, now: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from outbox where done_at is null and available_at <= ${due(now)}`.execute(db);
  return new Set(rows.map(({ kind }) => kind));
}

/** Claims the messages of a kind without an order that have been due for longest. */
export async function claimNext(db: Queryable, { kind, now, leaseUntil, limit }: Claim): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    with next as materialized (
      select id from outbox where kind = ${kind} and done_at is null and available_at <= ${due(now)}
      order by available_at, id limit ${limit} for update skip locked)
    update outbox set available_at = ${leaseUntil}, leased_until = ${leaseUntil}, attempts = attempts + 1
    from next where outbox.id = next.id
    returning outbox.id, outbox.key, outbox.payload, outbox.attempts`.execute(db);
  return rows.sort((a, b) => a.id - b.id);
}

/**
 * Claims messages of a kind with an order. A message whose key an earlier message holds is left out, whether another process has claimed that
 * message or it waits for another try (migration 0076).
 * @param orderedBy the field of the payload that lists a message's keys
 */
export async function claimInOrder(
  db: Queryable,
  { kind, now, leaseUntil, limit, orderedBy }: Claim & { orderedBy: string },
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    select id, key, payload, attempts
    from claim_in_order(${kind}, ${orderedBy}, ${due(now)}, ${leaseUntil}, ${limit})`.execute(db);
  return rows;
}

export async function markDone(db: Queryable, ids: readonly number[], at: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ done_at: at, last_error: null, leased_until: null })
    .where('id', '=', anyOf(ids))
    .execute();
}

/** Releases claimed messages without counting the attempt. */
export async function release(db: Queryable, ids: readonly number[], at: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set((query) => ({ available_at: at, leased_until: null, attempts: query('attempts', '-', 1) }))
    .where('id', '=', anyOf(ids))
    .execute();
}

/** Releases claims whose outcome this process does not know, unless the lease has expired and another process has them. */
export async function giveBack(db: Queryable, ids: readonly number[], leaseUntil: Date, at: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ available_at: at, leased_until: null })
    .where('id', '=', anyOf(ids))
    .where('leased_until', '=', leaseUntil)
    .execute();
}

/** Releases the claims of all processes. */
export async function giveBackAll(db: Queryable, at: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ available_at: at, leased_until: null })
    .where('done_at', 'is', null)
    .where('leased_until', 'is not', null)
    .execute();
}

export async function postpone(
  db: Queryable,
  { id, error, availableAt, doneAt }: { id: number; error: string; availableAt: Date; doneAt: Date | null },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ last_error: error.slice(0, 1_000), available_at: availableAt, leased_until: null, done_at: doneAt })
    .where('id', '=', id)
    .execute();
}

/** Messages with a key stay, because the key prevents the same work from being queued again. */
export async function pruneDone(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('outbox').where('done_at', '<', before).where('key', 'is', null).execute();
}

/** Returns the time of this process's clock or of the database's, whichever is later: rows have the database's time by default. */
function due(now: Date) {
  return sql<Date>`greatest(${now}::timestamptz, now())`;
}

function anyOf(ids: readonly number[]) {
  return sql<number>`any(${[...ids]}::bigint[])`;
}
