import type { Queryable } from '../../database/kysely';

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
  state: 'open' | 'removed';
  vendors: OwnVendor[];
}

/** With those that are removed, in the order of their lists. */
export async function listOwnVenues(db: Queryable, ids: readonly number[]): Promise<OwnVenue[]> {
  if (ids.length === 0) return [];
  const venues = await db
    .selectFrom('venues')
    .select(['id', 'slug', 'name', 'is_active'])
    .where('id', 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const vendors = await db
    .selectFrom('vendors')
    .select(['id', 'venue_id', 'slug', 'name', 'is_active', 'accepting_orders'])
    .where('venue_id', 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return venues.map(({ is_active, ...venue }) => ({
    ...venue,
    state: is_active ? 'open' : 'removed',
    vendors: vendors
      .filter(({ venue_id }) => venue_id === venue.id)
      .map(({ id, slug, name, is_active, accepting_orders }) => {
        const state = !is_active ? 'removed' : accepting_orders ? 'open' : 'paused';
        return { id, slug, name, state };
      }),
  }));
}
