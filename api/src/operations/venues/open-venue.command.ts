/** Closes a hall for visitors, and opens it again. */
import type { Trx } from 'core/database/kysely';
import { invalid } from 'core/errors';
import type { Session } from 'core/http/session';
import { requireRecentProof } from 'core/policy/recent-proof';
import { announce, vendorChannel, venueChannel } from '../../messages/realtime/events';
import { keysOf } from '../../payments/core/venue-keys';
import type { PaymentDeps } from '../../payments/providers/payment-deps';
import { keysToSet } from '../../payments/secrets';
import { auditVenue } from '../../people/audit/audit-venue';
import { leadPlace } from '../../people/people/workplace';
import { t } from '../../words';
import { requireVenue } from './venues.repository';

interface VenueChange {
  session: Session;
  venueId: number;
  isOpen: boolean;
}

/**
 * Opens or closes a venue. No visitor sees a closed venue, and none of its carts can be paid. Placed orders continue, and its people keep
 * their roles.
 * @throws ApiError 401, 403, 404; 403 PROOF_REQUIRED to open it without a recent proof; 422 VENUE_KEYS_MISSING while the server could not start again with the venue open
 */
export async function setVenueOpen(
  deps: Pick<PaymentDeps, 'clock' | 'outbox' | 'config' | 'providers'>,
  { session, venueId, isOpen }: VenueChange,
): Promise<{ id: number; slug: string; name: string; state: 'open' | 'closed' }> {
  return deps.outbox.transaction(async (trx) => {
    const current = await leadPlace(trx, deps, { venueId, vendorId: null }, session);
    const venue = await requireVenue(trx, venueId);
    if (isOpen) requireRecentProof({ session: current });
    if (isOpen) await refuseWithoutKeys(trx, deps, venue);
    const { numUpdatedRows } = await trx
      .updateTable('venues')
      .set({ is_active: isOpen })
      .where('id', '=', venueId)
      .where('is_active', '<>', isOpen)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      const action = isOpen ? 'venue.opened' : 'venue.closed';
      await auditVenue(trx, { at: deps.clock.now(), actorId: session.user.id, action, subject: venue.name, venueId });
      await notifyPages(trx, venueId);
    }
    return { ...venue, state: isOpen ? 'open' : 'closed' };
  });
}

/** @throws ApiError 422 */
async function refuseWithoutKeys(
  trx: Trx,
  deps: Pick<PaymentDeps, 'config' | 'providers'>,
  { id, name }: { id: number; name: string },
) {
  const venue = await trx
    .selectFrom('venues')
    .select(['name', 'payment_provider', 'secret_env', 'webhook_secret_env'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const keys = keysToSet(deps, keysOf(venue));
  if (keys.length === 0) return;
  const settings = keys.map(({ setting }) => setting).reduce((some, next) => t('{some} and {next}', { some, next }));
  const message = t('{name} cannot open yet. Set {settings} on the server, restart it, then open {name} again.', {
    name,
    settings,
  });
  throw invalid({ is_open: [message, ...keys.flatMap(({ problems }) => problems)] }, 'VENUE_KEYS_MISSING');
}

/** Makes open pages fetch the vendors and menus of the venue again. @param vendorIds all vendors of the venue if left out */
export async function notifyPages(trx: Trx, venueId: number, vendorIds?: readonly number[]): Promise<void> {
  const all = await trx
    .selectFrom('vendors')
    .select('id')
    .where('venue_id', '=', venueId)
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();
  const changed = vendorIds === undefined ? all : all.filter(({ id }) => vendorIds.includes(id));
  await announce(
    trx,
    changed.map(({ id }) => ({
      name: 'StockUpdated',
      channels: [venueChannel(venueId), vendorChannel(id)],
      payload: { item_id: null, vendor_id: id },
    })),
  );
}
