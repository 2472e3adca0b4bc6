import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import { permit } from 'core/policy/policies';
import { t } from '../../words';

/**
 * Requires that the order was placed in a venue that the caller runs.
 * @throws ApiError 404 for an order that the caller does not see, 403 for its buyer and its vendor's staff
 */
export async function requireOperatorOf(db: Queryable, session: Session, orderId: number): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .select(['user_id', 'vendor_id', 'venue_id'])
    .where('id', '=', orderId)
    .where('state', '<>', 'cart')
    .executeTakeFirst();
  if (!order) throw notFound(t('Order not found.'));
  const resource = { userId: order.user_id, vendorId: order.vendor_id, venueId: order.venue_id };
  permit('operator of the order', session, resource, { missing: t('Order not found.') });
}
