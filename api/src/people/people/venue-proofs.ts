/** What a hall asks of its operators: a second factor, and a proof before large refunds. A trigger writes the audit log. */
import { inTransaction, type Queryable } from 'core/database/kysely';
import { conflict, invalid, notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import { toMajor, toMinor } from 'shared-contracts/rules/money';
import type { VenueProofs } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { leadPlace } from './workplace';

/** A refund above this many units of the venue's currency asks for a recent proof, unless the hall has chosen another amount. */
const REFUND_PROOF = 100;

const proofsOf = (db: Queryable, venueId: number) =>
  db
    .selectFrom('venues')
    .select(['currency', 'requires_second_factor', 'refund_proof_minor'])
    .where('id', '=', venueId)
    .executeTakeFirst();

/** @throws ApiError 404 */
export async function readVenueProofs(db: Queryable, venueId: number): Promise<VenueProofs> {
  const venue = await proofsOf(db, venueId);
  if (!venue) throw notFound(t('Venue not found.'));
  const { currency, requires_second_factor, refund_proof_minor } = venue;
  return {
    requires_second_factor,
    refund_proof: refund_proof_minor === null ? null : toMajor(refund_proof_minor, currency),
  };
}

/** @returns the amount in minor units above which a refund asks for a recent proof */
export async function refundProofMinor(db: Queryable, venueId: number): Promise<number> {
  const venue = await proofsOf(db, venueId);
  if (!venue) throw notFound(t('Venue not found.'));
  return venue.refund_proof_minor ?? toMinor(REFUND_PROOF, venue.currency);
}

/**
 * Changes what a hall asks of its operators.
 * @throws ApiError 401, 403 if the role has ended; 409 OWN_FACTOR_FIRST for a caller who would lock themselves out; 422 for an amount that the
 * currency does not have
 */
export function changeVenueProofs(
  deps: Pick<Deps, 'db' | 'clock'>,
  { session, venueId, proofs }: { session: Session; venueId: number; proofs: VenueProofs },
): Promise<VenueProofs> {
  const { requires_second_factor, refund_proof } = proofs;
  return inTransaction(deps.db, async (trx) => {
    const caller = await leadPlace(trx, deps, { venueId, vendorId: null }, session);
    const venue = await proofsOf(trx, venueId);
    if (!venue) throw notFound(t('Venue not found.'));
    const isNew = requires_second_factor && !venue.requires_second_factor;
    if (isNew && !caller.isCommandLine && !caller.hasSecondFactor) {
      throw conflict('OWN_FACTOR_FIRST', t('Set up your own second factor in My Account first.'));
    }
    await trx
      .updateTable('venues')
      .set({ requires_second_factor, refund_proof_minor: minorOf(refund_proof, venue.currency) })
      .where('id', '=', venueId)
      .execute();
    return readVenueProofs(trx, venueId);
  });
}

/** The largest number of the column. */
const MOST_MINOR = 2 ** 31 - 1;

/** @throws ApiError 422 */
function minorOf(amount: number | null, currency: string): number | null {
  if (amount === null) return null;
  let minor: number;
  try {
    minor = toMinor(amount, currency);
  } catch {
    minor = Number.POSITIVE_INFINITY;
  }
  if (minor > MOST_MINOR) {
    throw invalid({ refund_proof: [t('This is not an amount of {currency}.', { currency })] });
  }
  return minor;
}
