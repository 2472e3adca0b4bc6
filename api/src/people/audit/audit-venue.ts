import type { Trx } from 'core/database/kysely';

/** Records an operator's action on a whole venue. `venueId` is null once the venue no longer exists. */
export async function auditVenue(
  trx: Trx,
  entry: { at: Date; actorId: number; action: `venue.${string}`; subject: string; venueId: number | null },
): Promise<void> {
  const { at, actorId, action, subject, venueId } = entry;
  await trx.insertInto('audit_log').values({ at, actor_id: actorId, action, subject, venue_id: venueId }).execute();
}
