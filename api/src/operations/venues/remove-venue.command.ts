/** Removes a hall from the site. */

import { changing } from 'core/database/dry-run';
import type { Trx } from 'core/database/kysely';
import { conflict, messageOf } from 'core/errors';
import type { Session } from 'core/http/session';
import { sql } from 'kysely';
import type { Deps } from '../../deps';
import { endLapsedListeners } from '../../messages/realtime/listener-check';
import { announceRoleEnded } from '../../messages/realtime/peers';
import { auditVenue } from '../../people/audit/audit-venue';
import { leadSite } from '../../people/people/site-operators';
import { lockPlace } from '../../people/people/workplace';
import { plural } from '../../words';
import { notifyPages } from './open-venue.command';
import { archiveVenue, deleteCarts, deleteVenue, unlessReferred } from './removal';
import { requireVenue } from './venues.repository';

export interface VenueRemoval {
  id: number;
  slug: string;
  name: string;
  /** `archived`: orders refer to the venue, and stay in the reports. */
  outcome: 'deleted' | 'archived';
}

/**
 * Removes a venue. Without orders it is deleted. With orders it is archived: visitors do not see it, and the roles of its people end.
 * @throws ApiError 401, 403, 404; 409 VENUE_HAS_OPEN_ORDERS, VENUE_HAS_OPEN_PAYMENTS
 */
export async function removeVenue(
  deps: Deps,
  { session, venueId, isDryRun }: { session: Session; venueId: number; isDryRun: boolean },
): Promise<VenueRemoval> {
  const removal = await changing<VenueRemoval>(
    (work) => deps.outbox.transaction(work),
    { isDryRun },
    async (trx) => {
      await leadSite(trx, deps, session);
      await lockPlace(trx, { venueId, vendorId: null }, session);
      const venue = await requireVenue(trx, venueId);
      await refuseWithOpenOrders(trx, venue);
      await notifyPages(trx, venueId);
      await deleteCarts(trx, sql`venue_id = ${venueId}`);
      const isDeleted = await unlessReferred(trx, () => deleteVenue(trx, venueId));
      if (!isDeleted) await archiveVenue(trx, venueId, deps.clock.now());
      else await announceRoleEnded(trx);
      await auditVenue(trx, {
        at: deps.clock.now(),
        actorId: session.user.id,
        action: 'venue.removed',
        subject: venue.name,
        venueId: isDeleted ? null : venueId,
      });
      return { ...venue, outcome: isDeleted ? 'deleted' : 'archived' };
    },
  );
  if (!isDryRun) {
    // The roles have ended in any case. If this fails, the next round of the listener check ends the sockets.
    await endLapsedListeners(deps).catch((error: unknown) =>
      deps.log.error({ reason: messageOf(error) }, 'venues: the sockets of a removed venue could not be checked'),
    );
  }
  return removal;
}

async function refuseWithOpenOrders(trx: Trx, { id, name }: { id: number; name: string }): Promise<void> {
  const { orders } = await trx
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .where('venue_id', '=', id)
    .where('state', '=', 'placed')
    .executeTakeFirstOrThrow();
  if (Number(orders) > 0) {
    const message = plural(
      Number(orders),
      {
        one: '{name} has # order that is not collected yet. Close it, finish or cancel its orders, then remove it.',
        other: '{name} has # orders that are not collected yet. Close it, finish or cancel its orders, then remove it.',
      },
      { name },
    );
    throw conflict('VENUE_HAS_OPEN_ORDERS', message);
  }
  const { payments } = await trx
    .selectFrom('payment_attempts')
    .select(({ fn }) => fn.countAll<number>().as('payments'))
    .where('venue_id', '=', id)
    .where('state', 'in', ['open', 'superseded'])
    .executeTakeFirstOrThrow();
  if (Number(payments) > 0) {
    const message = plural(
      Number(payments),
      {
        one: '{name} has # payment whose outcome is not known yet. Close it and try again in a day.',
        other: '{name} has # payments whose outcome is not known yet. Close it and try again in a day.',
      },
      { name },
    );
    throw conflict('VENUE_HAS_OPEN_PAYMENTS', message);
  }
}
