import type { Queryable } from '../../database/kysely';
import { notFound } from '../../errors';
import { isMember, type Session } from '../../plugins/session';
import { findOrder, type OrderRecord } from './order.repository';

/** The buyer's own, or one that was placed with a vendor the caller works for. @throws ApiError 404 */
export async function visibleOrder(db: Queryable, session: Session, id: number): Promise<OrderRecord> {
  const order = await findOrder(db, id);
  if (!order) throw notFound('Order');
  const isBuyer = order.user_id === session.user.id;
  const isVendors = order.state !== 'cart' && isMember(session, order.vendor_id);
  if (!isBuyer && !isVendors) throw notFound('Order');
  return order;
}
