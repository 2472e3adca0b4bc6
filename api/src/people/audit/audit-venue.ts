import type { Trx } from 'core/database/kysely';

interface VenueEntry {
  at: Date;
  actorId: number;
  action: `venue.${string}`;
  subject: string;
  /** Null once the venue no longer exists. */
  venueId: number | null;
  /** The fields that changed, with their values. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
}

/** Records an operator's action on a whole venue. */
export async function auditVenue(trx: Trx, entry: VenueEntry): Promise<void> {
  const { at, actorId, action, subject, venueId, before = {}, after = {} } = entry;
  const values = (fields: object) => (Object.keys(fields).length === 0 ? null : JSON.stringify(fields));
  await trx
    .insertInto('audit_log')
    .values({ at, actor_id: actorId, action, subject, venue_id: venueId, before: values(before), after: values(after) })
    .execute();
}
