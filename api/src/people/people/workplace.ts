/** A workplace is a place where people have roles: a venue, or one of its vendors. */

import type { Queryable, Trx } from 'core/database/kysely';
import { notFound, unauthenticated } from 'core/errors';
import { findSessions, type Session } from 'core/http/session';
import { permit } from 'core/policy/policies';
import { sql } from 'kysely';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { actAs } from '../audit/act-as';

export interface Workplace {
  venueId: number;
  /** Null for the venue itself. */
  vendorId: number | null;
}

/** @throws ApiError 404 */
export async function vendorPlace(db: Queryable, vendorId: number): Promise<Workplace> {
  const row = await db.selectFrom('vendors').select('venue_id').where('id', '=', vendorId).executeTakeFirst();
  if (!row) throw notFound(t('Vendor not found.'));
  return { venueId: row.venue_id, vendorId };
}

/**
 * Locks the place, so that changes of its people run one after the other. Otherwise two owners could remove each other and leave none. A
 * change of a vendor's people waits for changes of the venue's operators, because they act in the vendor. The audit log names the caller
 * for the rest of this transaction.
 */
export async function lockPlace(trx: Trx, { venueId, vendorId }: Workplace, { user }: Session): Promise<void> {
  await actAs(trx, user.id);
  if (vendorId === null) {
    await sql`select from venues where id = ${venueId} for no key update`.execute(trx);
    return;
  }
  await sql`select from venues where id = ${venueId} for share`.execute(trx);
  await sql`select from vendors where id = ${vendorId} for no key update`.execute(trx);
}

/**
 * Locks the place for a caller who leads it. The role may have ended since the request began, so it is read again under the lock.
 * @returns the current session
 * @throws ApiError 401, 403
 */
export async function leadPlace(
  trx: Trx,
  { clock }: Pick<Deps, 'clock'>,
  place: Workplace,
  session: Session,
): Promise<Session> {
  await lockPlace(trx, place, session);
  // The command line has a role by its token, and no other command runs beside it.
  if (session.isCommandLine) return session;
  const current = (await findSessions(trx, [session.tokenId], clock.now())).get(session.tokenId);
  if (!current) throw unauthenticated();
  const { venueId, vendorId } = place;
  if (vendorId === null) permit('operator', current, { venueId });
  else permit('owner', current, { vendorId });
  return current;
}
