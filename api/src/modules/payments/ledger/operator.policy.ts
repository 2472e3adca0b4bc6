import type { Queryable } from '../../../database/kysely';
import { forbidden, notFound } from '../../../errors';
import type { Session } from '../../../plugins/session';
import { visibleOrder } from '../../orders/order.policy';

export async function isOperator(db: Queryable, { user }: Session, venueId: number): Promise<boolean> {
  const found = await db
    .selectFrom('venue_operators')
    .select('user_id')
    .where('venue_id', '=', venueId)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The order's venue is the caller's to run.
 * @throws ApiError 404 for an order that the caller does not see, 403 for its customer and its vendor's members
 */
export async function requireOperatorOf(db: Queryable, session: Session, orderId: number): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .select('venue_id')
    .where('id', '=', orderId)
    .where('state', '<>', 'cart')
    .executeTakeFirst();
  if (!order) throw notFound('Order');
  if (await isOperator(db, session, order.venue_id)) return;
  await visibleOrder(db, session, orderId);
  throw forbidden('Only operators of this venue may do that.');
}
