/** What people have a role in: a venue, or a vendor of it. */
import { sql } from 'kysely';
import type { Queryable, Trx } from '../../database/kysely';
import { notFound } from '../../errors';
import type { Session } from '../../plugins/session';

export interface Workplace {
  venueId: number;
  /** Null for the venue itself. */
  vendorId: number | null;
}

/** @throws ApiError 404 */
export async function vendorPlace(db: Queryable, vendorId: number): Promise<Workplace> {
  const row = await db.selectFrom('vendors').select('venue_id').where('id', '=', vendorId).executeTakeFirst();
  if (!row) throw notFound('Vendor');
  return { venueId: row.venue_id, vendorId };
}

/**
 * The changes of one place's people are made one after the other, so that two cannot each leave the other as the last. The audit log
 * names the caller for what follows in this transaction.
 */
export async function lockPlace(trx: Trx, { venueId, vendorId }: Workplace, { user }: Session): Promise<void> {
  await actAs(trx, user.id);
  const table = sql.table(vendorId === null ? 'venues' : 'vendors');
  await sql`select from ${table} where id = ${vendorId ?? venueId} for no key update`.execute(trx);
}

/** Names the user in the audit log for what follows in this transaction. */
export async function actAs(trx: Trx, userId: number): Promise<void> {
  await sql`select set_config('foodhall.actor', ${String(userId)}, true)`.execute(trx);
}
