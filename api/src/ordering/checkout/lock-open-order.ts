import type { Trx } from 'core/database/kysely';
import { conflict, notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import { permit } from 'core/policy/policies';
import { currentLanguage } from 'shared-contracts/language';
import { t } from '../../words';
import { lockCart } from '../carts/cart.repository';
import { orderIn } from '../orders/line-texts';
import { presentOrder } from '../orders/order.presenter';
import { findOrder } from '../orders/order.repository';

/**
 * Returns an order that its buyer may still change. It is read again after its cart is locked.
 * @throws ApiError 404; 409 CART_CLOSED with the order once it is placed
 */
export async function lockOpenOrder(trx: Trx, session: Session, orderId: number) {
  const unlocked = await findOrder(trx, orderId);
  if (!unlocked) throw notFound(t('Order not found.'));
  permit('buyer', session, { userId: unlocked.user_id }, { missing: t('Order not found.') });
  const cart = await lockCart(trx, unlocked.cart_id);
  const order = await findOrder(trx, orderId);
  if (!cart || !order) throw notFound(t('Order not found.'));
  if (order.state !== 'cart' || cart.state !== 'new') {
    throw conflict('CART_CLOSED', t('This order was placed already.'), presentOrder(orderIn(order, currentLanguage())));
  }
  return { cart, order };
}
