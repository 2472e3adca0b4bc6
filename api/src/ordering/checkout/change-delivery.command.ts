import { invalid } from 'core/errors';
import type { Session } from 'core/http/session';
import { currentLanguage } from 'shared-contracts/language';
import { deliveryErrors } from 'shared-contracts/rules/delivery';
import type { DeliveryMethod, DeliveryMethodType, Order } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { cartChanged } from '../carts/write-cart';
import { orderIn } from '../orders/line-texts';
import { presentOrder } from '../orders/order.presenter';
import type { OrderRecord } from '../orders/order.repository';
import { lockOpenOrder } from './lock-open-order';

export interface DeliveryInput {
  session: Session;
  orderId: number;
  delivery: {
    delivery_method: DeliveryMethod;
    delivery_method_type: DeliveryMethodType | '' | null;
    delivery_method_location: string;
    delivery_method_instructions: string;
    /** ISO 8601; null if the buyer chose the delivery by hand. */
    delivery_scanned_at: string | null;
  };
  socketId: string | null;
}

/**
 * Sets the order's delivery. The table of a scan replaces neither a choice by hand nor the table of a later scan: the response then contains the
 * unchanged order.
 * @throws ApiError 404; 409 CART_CLOSED with the order once it is placed; 422 with the product's messages
 */
export function changeDelivery(deps: Deps, { session, orderId, delivery, socketId }: DeliveryInput): Promise<Order> {
  return deps.outbox.transaction(async (trx) => {
    const { cart, order } = await lockOpenOrder(trx, session, orderId);
    const terms = termsOf(delivery, order);
    if (terms.delivery_scanned_at && !yieldsToScan(order, terms.delivery_scanned_at)) {
      return presentOrder(orderIn(order, currentLanguage()));
    }
    await trx.updateTable('orders').set(terms).where('id', '=', orderId).execute();
    // The same terms are not a change, and must not supersede a started payment.
    if (!isSame(terms, order)) await cartChanged(trx, cart, socketId);
    return presentOrder(orderIn({ ...order, ...terms }, currentLanguage()));
  });
}

type DeliveryTerms = Pick<
  OrderRecord,
  | 'delivery_method'
  | 'delivery_method_type'
  | 'delivery_method_location'
  | 'delivery_method_instructions'
  | 'delivery_scanned_at'
>;

function termsOf(delivery: DeliveryInput['delivery'], order: OrderRecord): DeliveryTerms {
  const { delivery_method, delivery_method_location, delivery_method_instructions, delivery_scanned_at } = delivery;
  const type = delivery.delivery_method_type ?? '';
  const errors = deliveryErrors(order.delivery_method_types, {
    method: delivery_method,
    type,
    location: delivery_method_location,
  });
  const byField = Object.entries(errors).map(([field, message]) => [field, [message]]);
  if (byField.length > 0) throw invalid(Object.fromEntries(byField));
  const isCollect = delivery_method === 'collect';
  return {
    delivery_method,
    delivery_method_type: isCollect || type === '' ? 'collect' : type,
    delivery_method_location: isCollect ? '' : delivery_method_location,
    delivery_method_instructions,
    delivery_scanned_at: delivery_scanned_at === null ? null : new Date(delivery_scanned_at),
  };
}

/** False if the delivery was chosen by hand, or its table comes from a later scan. */
function yieldsToScan({ delivery_method, delivery_scanned_at: earlier }: OrderRecord, at: Date): boolean {
  return delivery_method === null || (earlier !== null && earlier < at);
}

function isSame(terms: DeliveryTerms, order: OrderRecord): boolean {
  return (
    terms.delivery_method === order.delivery_method &&
    terms.delivery_method_type === order.delivery_method_type &&
    terms.delivery_method_location === order.delivery_method_location &&
    terms.delivery_method_instructions === order.delivery_method_instructions
  );
}
