import type { Order } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { conflict, notFound } from '../../errors';
import type { Session } from '../../plugins/session';
import { permit } from '../../policy/policies';
import { cartChanged, lockCart } from '../carts/cart.repository';
import { presentOrder } from '../orders/order.presenter';
import { findOrder } from '../orders/order.repository';

export interface AllergyNoteInput {
  session: Session;
  orderId: number;
  /** Empty takes the note away. */
  allergyNote: string;
  socketId: string | null;
}

/** Sets what the kitchen of an order has to know of the buyer's allergies. @throws ApiError 404; 409 CART_CLOSED with the order once it is placed */
export function changeAllergyNote(
  deps: Deps,
  { session, orderId, allergyNote, socketId }: AllergyNoteInput,
): Promise<Order> {
  return deps.outbox.transaction(async (trx) => {
    const found = await findOrder(trx, orderId);
    if (!found) throw notFound('Order');
    permit('buyer', session, { userId: found.user_id }, { what: 'Order' });
    const cart = await lockCart(trx, found.cart_id);
    const order = await findOrder(trx, orderId);
    if (!cart || !order) throw notFound('Order');
    if (order.state !== 'cart' || cart.state !== 'new') {
      throw conflict('CART_CLOSED', 'This order was placed already.', presentOrder(order));
    }
    if (order.allergy_note === allergyNote) return presentOrder(order);
    await trx.updateTable('orders').set({ allergy_note: allergyNote }).where('id', '=', orderId).execute();
    await cartChanged(trx, cart, socketId);
    return presentOrder({ ...order, allergy_note: allergyNote });
  });
}
