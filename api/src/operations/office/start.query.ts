/** Reads how far a new hall has come: the facts that tick off its first steps. */
import type { PaymentsMode } from 'core/config';
import type { Queryable } from 'core/database/kysely';
import { sql } from 'kysely';
import type { HallStart } from 'shared-contracts/types';

/** @param payments the mode that the site is started for */
export async function hallStart(db: Queryable, venueId: number, payments: PaymentsMode): Promise<HallStart> {
  const { rows } = await sql<Omit<HallStart, 'payments'>>`
    select venues.is_active as is_open,
      (select count(*)::integer from vendors where venue_id = venues.id and is_active) as stalls,
      (select count(*)::integer from items join vendors on vendors.id = items.vendor_id
        where vendors.venue_id = venues.id and vendors.is_active and items.is_listed) as items,
      (select count(*)::integer from venue_tables where venue_id = venues.id and removed_at is null) as tables,
      exists (select from orders where venue_id = venues.id and state <> 'cart') as has_order
    from venues where id = ${venueId}`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error(`There is no venue ${venueId}.`);
  return { ...facts, payments };
}
