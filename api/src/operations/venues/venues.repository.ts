import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { hoursInForce } from '../../menu/hours/hours-in-force';
import { openingOf } from '../../menu/hours/opening.rules';
import { t } from '../../words';

export interface OwnVendor {
  id: number;
  slug: string;
  name: string;
  state: 'open' | 'paused' | 'removed';
}

export interface OwnVenue {
  id: number;
  slug: string;
  name: string;
  /** `closed`: no visitor sees it, and it may open again. */
  state: 'open' | 'closed' | 'removed';
  vendors: OwnVendor[];
}

/** Includes removed venues and stalls, in the order of their lists. A stall is open if it takes orders now. */
export async function listOwnVenues(db: Queryable, ids: readonly number[], now: Date): Promise<OwnVenue[]> {
  if (ids.length === 0) return [];
  const venues = await db
    .selectFrom('venues')
    .select(['id', 'slug', 'name', 'timezone', 'is_active', 'removed_at'])
    .where('id', 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const vendors = await db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select(['vendors.id', 'venue_id', 'vendors.slug', 'vendors.name', 'vendors.is_active'])
    .select(['accepting_orders', 'follows_schedule', 'is_stopped', hoursInForce().as('opening_hours')])
    .where('venue_id', 'in', ids)
    .orderBy('vendors.position')
    .orderBy('vendors.id')
    .execute();
  return venues.map(({ timezone, is_active, removed_at, ...venue }) => ({
    ...venue,
    state: stateOf({ is_active, removed_at }),
    vendors: vendors
      .filter(({ venue_id }) => venue_id === venue.id)
      .map(({ id, slug, name, is_active, ...hours }) => {
        const { isOpen } = openingOf({ ...hours, timezone }, now);
        const state = !is_active ? 'removed' : isOpen ? 'open' : 'paused';
        return { id, slug, name, state };
      }),
  }));
}

export const stateOf = ({
  is_active,
  removed_at,
}: {
  is_active: boolean;
  removed_at: Date | null;
}): OwnVenue['state'] => {
  if (removed_at !== null) return 'removed';
  return is_active ? 'open' : 'closed';
};

/** @throws ApiError 404 for an unknown or removed venue */
export async function requireVenue(
  db: Queryable,
  venueId: number,
): Promise<{ id: number; slug: string; name: string }> {
  const venue = await db
    .selectFrom('venues')
    .select(['id', 'slug', 'name'])
    .where('id', '=', venueId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!venue) throw notFound(t('Venue not found.'));
  return venue;
}
