/** The outbox table: claims and their outcomes. */
import { sql } from 'kysely';
import type { Queryable, Trx } from '../database/kysely';

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

/** How many waiting messages an ordered handler reads at a time. */
const PAGE = 500;

/** Claims messages of a kind that needs no order. */
export async function claimNext(trx: Trx, { kind, now, leaseUntil, limit }: Claim): Promise<ClaimedMessage[]> {
  const rows = await trx
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', kind)
    .where('done_at', 'is', null)
    .where('available_at', '<=', due(now))
    .orderBy('available_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return lease(trx, idsOf(rows), leaseUntil);
}

/**
 * Claims messages of a kind that keeps order: none whose key an earlier message still holds, be that one claimed by
 * another process or waiting for another try. Processes take turns at claiming, and work side by side.
 */
export async function claimInOrder(
  trx: Trx,
  { kind, now, leaseUntil, limit, orderKeys }: Claim & { orderKeys: (payload: unknown) => readonly string[] },
): Promise<ClaimedMessage[]> {
  await sql`select pg_advisory_xact_lock(hashtext(${`outbox:${kind}`}))`.execute(trx);
  const held = new Set<string>();
  const claimed: number[] = [];
  // All that waits, until there is enough: however much one key holds up, others are found behind it.
  for (let last = 0; claimed.length < limit; ) {
    const page = await waitingAfter(trx, { kind, now, last });
    for (const { id, payload, is_due } of page) {
      const keys = orderKeys(payload);
      if (is_due && claimed.length < limit && !keys.some((key) => held.has(key))) claimed.push(id);
      else for (const key of keys) held.add(key);
    }
    if (page.length < PAGE) break;
    last = page.at(-1)?.id ?? last;
  }
  return lease(trx, claimed, leaseUntil);
}

function waitingAfter(trx: Trx, { kind, now, last }: { kind: string; now: Date; last: number }) {
  return trx
    .selectFrom('outbox')
    .select(['id', 'payload', sql<boolean>`available_at <= ${due(now)}`.as('is_due')])
    .where('kind', '=', kind)
    .where('done_at', 'is', null)
    .where('id', '>', last)
    .orderBy('id')
    .limit(PAGE)
    .execute();
}

async function lease(trx: Trx, ids: readonly number[], until: Date): Promise<ClaimedMessage[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('outbox')
    .set((query) => ({ available_at: until, leased_until: until, attempts: query('attempts', '+', 1) }))
    .where('id', '=', anyOf(ids))
    .returning(['id', 'key', 'payload', 'attempts'])
    .execute();
  return rows.sort((a, b) => a.id - b.id);
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

/** Releases claims of this process that it lost track of, unless the lease has expired and another process has them. */
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

/** Messages with a key stay: the key prevents the same work from being queued again. */
export async function pruneDone(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('outbox').where('done_at', '<', before).where('key', 'is', null).execute();
}

/** This process's clock or the database's, whichever is ahead: rows carry the database's time by default. */
function due(now: Date) {
  return sql<Date>`greatest(${now}::timestamptz, now())`;
}

function anyOf(ids: readonly number[]) {
  return sql<number>`any(${[...ids]}::integer[])`;
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
