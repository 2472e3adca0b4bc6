import { conflict } from 'core/errors';
import type { Session } from 'core/http/session';
import type { PaymentResult } from 'shared-contracts/types';
import { lockOwnCart, refuseClosed } from '../../ordering/carts/cart.policy';
import { presentCart } from '../../ordering/carts/cart.presenter';
import { takeCartSnapshot } from '../../ordering/checkout/cart-snapshot';
import { idsOf, placeOrders } from '../../ordering/checkout/place-orders.command';
import { writeLanguage } from '../../ordering/checkout/write-language';
import { ordersOfCart } from '../../ordering/orders/order.repository';
import { amountsOfOrders } from '../../ordering/orders/order-amounts';
import { t } from '../../words';
import { orderIdsOfCart } from '../core/payment.repository';
import type { PaymentDeps } from '../providers/payment-deps';
import { supersedeOpenAttempts } from '../settle/settle';
import type { SettlingDeps } from '../settle/settle-attempt';
import { refuseUnlessPayable, settleWhatIsOpen } from './payable-cart';

export interface PlaceFreeInput {
  cartId: number;
  session: Session;
  /** The version of the cart that the buyer sees. Without it the current cart is placed. */
  version: number | null;
}

/**
 * Places the orders of a cart with a total of 0 without a payment. A second call returns the same orders. An open payment for earlier contents
 * of the cart is superseded, and refunded if it is paid later.
 * @throws ApiError 404; 409 (CART_CLOSED, CART_CHANGED, ITEM_UNAVAILABLE, VENDOR_CLOSED, PAYMENT_REQUIRED) with the cart,
 * 409 PAYMENT_PROCESSING, 422 (CART_EMPTY, DELIVERY_MISSING), 502 PROVIDER_UNAVAILABLE
 */
export async function placeFree(
  deps: SettlingDeps & Pick<PaymentDeps, 'db'>,
  input: PlaceFreeInput,
): Promise<PaymentResult> {
  const { cartId, session, version } = input;
  await settleWhatIsOpen(deps, input);
  const orderIds = await deps.outbox.transaction(async (trx) => {
    const now = deps.clock.now();
    const cart = await lockOwnCart(trx, session, cartId);
    const orders = await ordersOfCart(trx, cart.id);
    const { totalMinor } = amountsOfOrders(orders);
    // No payment has the amount 0, so an earlier call has placed these orders.
    if (cart.state === 'paid' && totalMinor === 0) return orderIdsOfCart(trx, cart.id);
    await refuseClosed(trx, cart, now);
    await refuseUnlessPayable(trx, cart, { orders, version, now });
    if (totalMinor !== 0) {
      const message = t('Your cart is not free, so it has to be paid.');
      throw conflict('PAYMENT_REQUIRED', message, await presentCart(trx, cart, now));
    }
    await supersedeOpenAttempts(trx, cart.id);
    await writeLanguage(trx, orders);
    const snapshot = await takeCartSnapshot(trx, cart);
    return idsOf(await placeOrders(trx, { cart, snapshot, now }));
  });
  return { state: 'succeeded', cart_id: cartId, orders: orderIds };
}
