import { sql } from 'kysely';
import type { Queryable } from '../../database/kysely';
import { forbidden } from '../../errors';
import type { Session } from '../../plugins/session';

/**
 * A person's data is for the operators of a venue only where no other venue has a part of it.
 * @throws ApiError 403 where another venue has a cart, an order or a role of the person
 */
export async function requireKnownHere(db: Queryable, session: Session, userId: number): Promise<void> {
  const { rows } = await sql<{ venue_id: number }>`
    select venue_id from carts where user_id = ${userId}
    union select venue_id from orders where user_id = ${userId}
    union select venue_id from venue_operators where user_id = ${userId}
    union select vendors.venue_id from vendor_members held join vendors on vendors.id = held.vendor_id
      where held.user_id = ${userId}`.execute(db);
  if (session.isCommandLine || rows.every(({ venue_id }) => session.venueIds.includes(venue_id))) return;
  throw forbidden(
    'Another venue of this site knows this person too. The person, or --offline on the server, can do this.',
  );
}
