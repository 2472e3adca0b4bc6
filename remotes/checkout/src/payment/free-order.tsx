import { useState } from 'react';
import { isApiError } from 'shared-contracts/client';
import { publish, shellState } from 'shared-contracts/events';
import { removeLocal, writeLocal } from 'shared-contracts/local-keys';
import { formatMajor } from 'shared-contracts/rules/money';
import type { Cart } from 'shared-contracts/types';
import { Button, Price } from 'shared-contracts/ui';
import { correctCart, useFreeOrder } from '../cart/cart.resource';
import { t } from '../words';
import styles from './payment.module.css';
import { isCertain } from './payment.resource';
import { NO_PAYMENT, type Notice, notPlacedNotice, OFFLINE_ORDER } from './payment.rules';
import { PaymentNotice } from './payment-notice';
import { useLeavePaid, useLeavingEndsPayment } from './use-leave-paid';

/** Places the orders of a cart that costs nothing, without a payment. */
export function FreeOrder({ cart }: { cart: Cart }) {
  const order = useFreeOrder(cart);
  const leavePaid = useLeavePaid(cart);
  const [notice, setNotice] = useState<Notice>();
  useLeavingEndsPayment(cart.id);

  const place = async () => {
    if (!shellState().connection.isOnline) return setNotice(OFFLINE_ORDER);
    setNotice(undefined);
    // The cart is not fetched meanwhile, because the event about its end may be faster than the response.
    publish('payment-started', { cartId: cart.id }, 'checkout');
    // If the response is lost, the empty cart uses this to find out that the orders are placed.
    writeLocal('payment', { cartId: cart.id, reference: NO_PAYMENT });
    try {
      await order.mutateAsync();
      await leavePaid();
    } catch (error) {
      if (isApiError(error) && error.code === 'CART_CLOSED') return leavePaid();
      publish('payment-ended', { cartId: cart.id, outcome: 'failed' }, 'checkout');
      if (isCertain(error)) removeLocal('payment');
      setNotice(notPlacedNotice(error));
      correctCart(error);
    }
  };

  return (
    <div className={styles.payment}>
      <Button
        variant="primary"
        size="tall"
        wide
        busy={order.isPending}
        onClick={() => void place()}
        end={<Price size="button">{formatMajor(cart.total, cart.currency, cart.currency_symbol)}</Price>}
      >
        {t('Place order')}
      </Button>
      {/* The notice is below the button, so that the button stays under the finger. */}
      {notice && <PaymentNotice {...notice} />}
    </div>
  );
}
