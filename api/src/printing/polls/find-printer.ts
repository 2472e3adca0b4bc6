/** Finds the printer that a secret belongs to. */
import { AttemptCounts, type Count } from 'core/attempt-counts';
import { notFound } from 'core/errors';
import { networkOf } from 'core/http/client-address';
import { hashToken } from 'core/http/session';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { type PolledPrinter, printersBySecret } from '../jobs/printer.repository';

const WINDOW_MS = 15 * 60_000;
/** A printer whose address was revoked goes on polling, often several in one hall. */
const UNKNOWN_PER_NETWORK = 2_000;

const unknownFrom = (address: string): Count => ({
  key: `unknown printers ${networkOf(address)}`,
  limit: UNKNOWN_PER_NETWORK,
  windowMs: WINDOW_MS,
});

/**
 * A known secret is let in whatever its network sent before: nobody guesses 256 bits, and a hall's printers share an address.
 * @returns the printer of each secret; undefined for a secret that is unknown
 */
export async function findPrinters(
  { db }: Pick<Deps, 'db'>,
  secrets: readonly string[],
): Promise<(PolledPrinter | undefined)[]> {
  const hashes = secrets.map(hashToken);
  const printers = await printersBySecret(db, hashes);
  return hashes.map((hash) => printers.find(({ secret_hash }) => secret_hash.equals(hash)));
}

/** @throws ApiError 404 if the secret is unknown or was revoked; 429 for a network that sends many of them */
export async function findPrinter(
  deps: Pick<Deps, 'db' | 'clock'>,
  { secret, address }: { secret: string; address: string },
): Promise<PolledPrinter> {
  const [printer] = await findPrinters(deps, [secret]);
  if (printer) return printer;
  await countUnknown(deps, address);
  throw notFound(t('Printer not found.'));
}

/** Counts a request with an unknown secret. @throws ApiError 429 */
export const countUnknown = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, address: string): Promise<void> =>
  new AttemptCounts(db, clock).take([unknownFrom(address)]);
