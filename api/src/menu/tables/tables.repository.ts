import type { Queryable } from 'core/database/kysely';

export interface VenueTable {
  id: number;
  name: string;
  code: string;
}

/** Sorts '2' before '10'. */
const byName = new Intl.Collator('en', { numeric: true });

/** Returns the venue's tables that are not removed, sorted by name. */
export async function tablesOf(db: Queryable, venueId: number): Promise<VenueTable[]> {
  const tables = await db
    .selectFrom('venue_tables')
    .select(['id', 'name', 'code'])
    .where('venue_id', '=', venueId)
    .where('removed_at', 'is', null)
    .execute();
  return tables.sort((one, other) => byName.compare(one.name, other.name));
}

export interface FoundTable {
  name: string;
  venue_id: number;
  venue: string;
  isRemoved: boolean;
  isVenueOpen: boolean;
}

export async function findTable(db: Queryable, code: string): Promise<FoundTable | undefined> {
  const row = await db
    .selectFrom('venue_tables')
    .innerJoin('venues', 'venues.id', 'venue_id')
    .select(['venue_tables.name', 'venue_id', 'venue_tables.removed_at'])
    .select(['venues.name as venue', 'venues.is_active'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (!row) return undefined;
  const { removed_at, is_active, ...table } = row;
  return { ...table, isRemoved: removed_at !== null, isVenueOpen: is_active };
}
