import { sql } from 'kysely';
import type { Deps } from '../../deps';
import { expectedTimes } from '../waiting/waiting.query';
import { PROMISED_WITHIN_MS } from './watch.rules';

/** Stores when new orders should be done, as their guests see it now. Later estimates of an order change, so the hall measures by this one. */
export async function storePromises({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const since = new Date(clock.now().getTime() - PROMISED_WITHIN_MS);
  const { rows } = await sql<{ id: number; vendorId: number; placedAt: Date }>`
    select id, vendor_id as "vendorId", created_at as "placedAt" from queue_entries
    where promised_at is null and state in ('new', 'busy') and cancelled_at is null and created_at > ${since}`.execute(
    db,
  );
  const promised = [...(await expectedTimes(db, rows))];
  if (promised.length === 0) return;
  await sql`
    update queue_entries entry set promised_at = promise.at
    from unnest(${promised.map(([id]) => id)}::bigint[], ${promised.map(([, at]) => at.toISOString())}::timestamptz[]) as promise (id, at)
    where entry.id = promise.id and entry.promised_at is null`.execute(db);
}
