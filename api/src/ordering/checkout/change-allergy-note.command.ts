import type { Session } from 'core/http/session';
import { currentLanguage } from 'shared-contracts/language';
import type { Order } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { cartChanged } from '../carts/write-cart';
import { orderIn } from '../orders/line-texts';
import { presentOrder } from '../orders/order.presenter';
import { lockOpenOrder } from './lock-open-order';

export interface AllergyNoteInput {
  session: Session;
  orderId: number;
  /** An empty text removes the note. */
  allergyNote: string;
  socketId: string | null;
}

/** Sets the note on the buyer's allergies for the kitchen of an order. @throws ApiError 404; 409 CART_CLOSED with the order once it is placed */
export function changeAllergyNote(
  deps: Deps,
  { session, orderId, allergyNote, socketId }: AllergyNoteInput,
): Promise<Order> {
  return deps.outbox.transaction(async (trx) => {
    const { cart, order } = await lockOpenOrder(trx, session, orderId);
    if (order.allergy_note === allergyNote) return presentOrder(orderIn(order, currentLanguage()));
    await trx.updateTable('orders').set({ allergy_note: allergyNote }).where('id', '=', orderId).execute();
    await cartChanged(trx, cart, socketId);
    return presentOrder(orderIn({ ...order, allergy_note: allergyNote }, currentLanguage()));
  });
}
