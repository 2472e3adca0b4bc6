import type { Queryable } from 'core/database/kysely';

/** Every venue of the site, by its id. */
export async function siteVenueIds(db: Queryable): Promise<number[]> {
  return (await db.selectFrom('venues').select('id').execute()).map(({ id }) => id);
}
