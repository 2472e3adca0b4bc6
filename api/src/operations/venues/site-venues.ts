import type { Queryable } from 'core/database/kysely';

/** Returns the id of every venue of the site. */
export async function siteVenueIds(db: Queryable): Promise<number[]> {
  return (await db.selectFrom('venues').select('id').execute()).map(({ id }) => id);
}
