/** Finds the table that a printed code leads to. */

import { AttemptCounts, type Count } from 'core/attempt-counts';
import { ApiError, notFound } from 'core/errors';
import type { ScannedTable } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { readTableCode } from './table-code';
import { findTable } from './tables.repository';

/** The most unknown codes from one address. The guests of a hall share an address, and some may scan a foreign sticker. */
const UNKNOWN_PER_ADDRESS = 200;
const WINDOW_MS = 15 * 60_000;

const unknownOf = (address: string): Count => ({
  key: `unknown table codes ${address}`,
  limit: UNKNOWN_PER_ADDRESS,
  windowMs: WINDOW_MS,
});

/**
 * @param text of the address that was scanned or typed
 * @param address of the visitor, from `networkOf`
 * @throws ApiError 404; 410 TABLE_REMOVED, VENUE_CLOSED; 429 for every request from an address with too many unknown codes
 */
export async function scanTable(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { text, address }: { text: string; address: string },
): Promise<ScannedTable> {
  const code = readTableCode(text);
  // A text that no table can have does not count as a guess.
  if (code === null) throw notFound(t('Table not found.'));
  const counts = new AttemptCounts(db, clock);
  const table = await findTable(db, code);
  if (!table) {
    await counts.take([unknownOf(address)]);
    throw notFound(t('Table not found.'));
  }
  await counts.refuseUsedUp([unknownOf(address)]);
  if (!table.isVenueOpen) throw new ApiError(410, 'VENUE_CLOSED', t('{venue} is closed.', { venue: table.venue }));
  if (table.isRemoved)
    throw new ApiError(410, 'TABLE_REMOVED', t('This code of {venue} is no longer in use.', { venue: table.venue }));
  return { venue: { id: table.venue_id, name: table.venue }, name: table.name };
}
