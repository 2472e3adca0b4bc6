import type { Trx } from 'core/database/kysely';

/** Writes down what an operator did with a venue as a whole. `venueId` is null once it is gone. */
export async function auditVenue(
  trx: Trx,
  entry: { at: Date; actorId: number; action: `venue.${string}`; subject: string; venueId: number | null },
): Promise<void> {
  const { at, actorId, action, subject, venueId } = entry;
  await trx.insertInto('audit_log').values({ at, actor_id: actorId, action, subject, venue_id: venueId }).execute();
}
