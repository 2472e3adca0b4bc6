/** The commands with which operators add and remove the tables of a venue. */
import { inTransaction, type Trx } from 'core/database/kysely';
import { invalid, notFound } from 'core/errors';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { newTableCode } from './table-code';
import { tablesOf } from './tables.repository';

/** The most tables of one venue. The list and the printed sheets are designed for this number. */
export const MOST_TABLES = 1_000;

interface Place {
  venueId: number;
  actorId: number;
}

export interface AddedTables {
  added: string[];
  /** The tables that had a code already and keep it. */
  existing: string[];
}

/**
 * Gives a code to each table without one. Names that differ only in capitals mean the same table.
 * @throws ApiError 404, 422
 */
export function addTables(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { venueId, actorId, names, isDryRun }: Place & { names: readonly string[]; isDryRun: boolean },
): Promise<AddedTables> {
  return inTransaction(db, async (trx) => {
    await lockVenue(trx, venueId);
    const known = new Set((await tablesOf(trx, venueId)).map(({ name }) => keyOf(name)));
    const before = known.size;
    const tables: AddedTables = { added: [], existing: [] };
    for (const name of names) {
      tables[known.has(keyOf(name)) ? 'existing' : 'added'].push(name);
      known.add(keyOf(name));
    }
    if (before + tables.added.length > MOST_TABLES) {
      throw invalid({ names: [t('A venue has at most {count} tables.', { count: MOST_TABLES })] });
    }
    if (isDryRun || tables.added.length === 0) return tables;
    const now = clock.now();
    const rows = tables.added.map((name) => ({ venue_id: venueId, name, code: newTableCode(), created_at: now }));
    await trx.insertInto('venue_tables').values(rows).execute();
    await note(trx, now, { venueId, actorId, action: 'table.added', names: tables.added });
    return tables;
  });
}

/** Removes a table. Its code stops working, and a new table with the same name has another code. @throws ApiError 404 */
export function removeTable(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { venueId, actorId, tableId }: Place & { tableId: number },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const now = clock.now();
    const removed = await trx
      .updateTable('venue_tables')
      .set({ removed_at: now })
      .where('id', '=', tableId)
      .where('venue_id', '=', venueId)
      .where('removed_at', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (!removed) throw notFound(t('Table not found.'));
    await note(trx, now, { venueId, actorId, action: 'table.removed', names: [removed.name] });
  });
}

const keyOf = (name: string) => name.toLowerCase();

/** Locks the venue, so that two requests do not both add a table. @throws ApiError 404 */
async function lockVenue(trx: Trx, venueId: number): Promise<void> {
  const venue = await trx
    .selectFrom('venues')
    .select('id')
    .where('id', '=', venueId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!venue) throw notFound(t('Venue not found.'));
}

async function note(
  trx: Trx,
  at: Date,
  { venueId, actorId, action, names }: Place & { action: string; names: readonly string[] },
): Promise<void> {
  const entries = names.map((subject) => ({ at, actor_id: actorId, action, subject, venue_id: venueId }));
  await trx.insertInto('audit_log').values(entries).execute();
}
