/** Counts the segments of a hall's text messages, by which they are paid for. */
import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { sql } from 'kysely';
import type { VenueTextMessages } from 'shared-contracts/types';
import { t } from '../../words';
import type { SmsDeps } from './sms-deps';

/** Days and months are those of the venue's time zone; the limit is of a day of UTC. @throws ApiError 404 */
export async function venueTextMessages(
  { db, clock, config }: Pick<SmsDeps, 'db' | 'clock' | 'config'>,
  venueId: number,
): Promise<VenueTextMessages> {
  const now = clock.now();
  const venue = await db.selectFrom('venues').select('timezone').where('id', '=', venueId).executeTakeFirst();
  if (!venue) throw notFound(t('Venue not found.'));
  const since = (part: 'day' | 'month') => sql<Date>`date_trunc(${part}, ${now}::timestamptz, ${venue.timezone})`;
  return {
    is_offered: config.sms !== null,
    today: await countOf(db, venueId, since('day')),
    month: await countOf(db, venueId, since('month')),
    site: { day_limit: config.sms?.dayLimit ?? 0, messages_today: await siteCount(db, now) },
  };
}

/** A message whose fate is unknown counts, as it may have to be paid for. */
const IS_CHARGED = sql<boolean>`(text.provider_id is not null or text.state = 'unknown')`;

async function countOf(
  db: Queryable,
  venueId: number,
  since: ReturnType<typeof sql<Date>>,
): Promise<VenueTextMessages['today']> {
  const { rows } = await sql<VenueTextMessages['today']>`
    select count(*) filter (where ${IS_CHARGED})::integer as messages,
      coalesce(sum(text.segments) filter (where ${IS_CHARGED}), 0)::integer as segments,
      count(*) filter (where text.drop_reason = 'limit')::integer as over_limit
    from text_messages text join orders on orders.id = text.order_id
    where orders.venue_id = ${venueId} and text.created_at >= ${since}`.execute(db);
  return rows[0] ?? { messages: 0, segments: 0, over_limit: 0 };
}

/** Codes count too. */
async function siteCount(db: Queryable, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from text_messages text
    where text.created_at >= date_trunc('day', ${now}::timestamptz, 'UTC') and ${IS_CHARGED}`.execute(db);
  return rows[0]?.count ?? 0;
}
