import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import { permit } from 'core/policy/policies';
import { t } from '../../words';
import { findOrder, type OrderRecord } from './order.repository';

/** Allows the buyer's order, and an order that was placed with a vendor for whom the caller works. @throws ApiError 404 */
export async function visibleOrder(db: Queryable, session: Session, id: number): Promise<OrderRecord> {
  const order = await findOrder(db, id);
  if (!order) throw notFound(t('Order not found.'));
  const vendorId = order.state === 'cart' ? undefined : order.vendor_id;
  permit('buyer or staff', session, { userId: order.user_id, vendorId }, { missing: t('Order not found.') });
  return order;
}
