/** Removes a stall from its hall. */

import { changing } from 'core/database/dry-run';
import type { Trx } from 'core/database/kysely';
import { conflict, messageOf, notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import { sql } from 'kysely';
import type { Deps } from '../../deps';
import { endLapsedListeners } from '../../messages/realtime/listener-check';
import { announceRoleEnded } from '../../messages/realtime/peers';
import { leadPlace, type Workplace } from '../../people/people/workplace';
import { plural, t } from '../../words';
import { notifyPages } from './open-venue.command';
import { archiveVendors, deleteFromCarts, deleteVendors, unlessReferred } from './removal';

interface Removal {
  session: Session;
  place: Workplace & { vendorId: number };
  isDryRun: boolean;
}

export interface VendorRemoval {
  id: number;
  name: string;
  /** `archived`: orders refer to the stall, and stay in the reports. */
  outcome: 'deleted' | 'archived';
}

/**
 * Removes a stall. Without orders it is deleted, together with its part of unpaid carts. With orders it is archived: visitors do not see
 * it, and the roles of its people end immediately.
 * @throws ApiError 401, 403 if the role has ended; 404, also for a removed stall; 409 VENDOR_HAS_OPEN_ORDERS, VENDOR_HAS_OPEN_PAYMENTS
 */
export async function removeVendor(deps: Deps, { session, place, isDryRun }: Removal): Promise<VendorRemoval> {
  const { venueId, vendorId } = place;
  const removal = await changing<VendorRemoval>(
    (work) => deps.outbox.transaction(work),
    { isDryRun },
    async (trx) => {
      await leadPlace(trx, deps, { venueId, vendorId: null }, session);
      // The carts are locked before the vendor, in the same order as an add to a cart locks them.
      await deleteFromCarts(trx, vendorId);
      const name = await lockVendor(trx, vendorId);
      await refuseOpen(trx, vendorId, name);
      const now = deps.clock.now();
      await notifyPages(trx, venueId, [vendorId]);
      const its = sql`(select ${vendorId}::integer)`;
      const isDeleted = await unlessReferred(trx, () => deleteVendors(trx, its));
      if (isDeleted) await announceRoleEnded(trx);
      else await archiveVendors(trx, its, now);
      const entry = { at: now, actor_id: session.user.id, action: 'vendor.removed', subject: name };
      await trx
        .insertInto('audit_log')
        .values({ ...entry, venue_id: venueId, vendor_id: isDeleted ? null : vendorId })
        .execute();
      return { id: vendorId, name, outcome: isDeleted ? 'deleted' : 'archived' };
    },
  );
  if (!isDryRun) {
    // The roles have ended in any case. If this fails, the next round of the listener check ends the sockets.
    await endLapsedListeners(deps).catch((error: unknown) =>
      deps.log.error({ reason: messageOf(error) }, 'venues: the sockets of a removed vendor could not be checked'),
    );
  }
  return removal;
}

/** @returns its name. @throws ApiError 404 */
async function lockVendor(trx: Trx, vendorId: number): Promise<string> {
  const vendor = await trx
    .selectFrom('vendors')
    .select('name')
    .where('id', '=', vendorId)
    .where('is_active', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (!vendor) throw notFound(t('Vendor not found.'));
  return vendor.name;
}

/** @throws ApiError 409 */
async function refuseOpen(trx: Trx, vendorId: number, name: string): Promise<void> {
  const { orders } = await trx
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .where('vendor_id', '=', vendorId)
    .where('state', '=', 'placed')
    .executeTakeFirstOrThrow();
  if (Number(orders) > 0) {
    const message = plural(
      Number(orders),
      {
        one: '{name} has # order that is not collected yet. Pause it, finish or cancel its orders, then remove it.',
        other: '{name} has # orders that are not collected yet. Pause it, finish or cancel its orders, then remove it.',
      },
      { name },
    );
    throw conflict('VENDOR_HAS_OPEN_ORDERS', message);
  }
  const { payments } = await trx
    .selectFrom('payment_attempts')
    .select(({ fn }) => fn.countAll<number>().as('payments'))
    .where('state', 'in', ['open', 'superseded'])
    .where('cart_id', 'in', (query) => query.selectFrom('orders').select('cart_id').where('vendor_id', '=', vendorId))
    .executeTakeFirstOrThrow();
  if (Number(payments) > 0) {
    const message = plural(
      Number(payments),
      {
        one: '{name} has # payment whose outcome is not known yet. Pause it and try again in a day.',
        other: '{name} has # payments whose outcome is not known yet. Pause it and try again in a day.',
      },
      { name },
    );
    throw conflict('VENDOR_HAS_OPEN_PAYMENTS', message);
  }
}
