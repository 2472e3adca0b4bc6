import { type RawBuilder, sql } from 'kysely';
import type { Schedule } from 'shared-contracts/types';

/**
 * Selects the schedule that a stall opens and closes by: its own, or the one of its hall if it has none. Each query that decides whether a stall
 * is open selects its hours with this.
 * @param vendors the name of the vendors table in the query
 * @param venues the name of the venues table in the query
 */
export const hoursInForce = (vendors = 'vendors', venues = 'venues'): RawBuilder<Schedule | null> =>
  sql`coalesce(${sql.ref(`${vendors}.opening_hours`)}, ${sql.ref(`${venues}.opening_hours`)})`;
