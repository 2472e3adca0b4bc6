import { useEffect, useRef } from 'react';
import { showToast, subscribe } from 'shared-contracts/events';
import { readLocal, removeLocal } from 'shared-contracts/local-keys';
import { invalidate } from 'shared-contracts/query';
import { useLocation, useNavigate } from 'shared-contracts/router';
import { t } from '../words';
import { paidCart, refreshCart } from './cart.resource';

/**
 * Follows a payment that the customer left. It goes on at the provider, and the server settles it. Once the cart is paid, a toast
 * says so on any screen. A customer who is still at that cart, because it changed during the bank's question, is taken to the
 * orders. If the session ends during a payment, a toast says that it may still go through. This works only in the tab that opened the payment.
 */
export function useLeftPayment(): void {
  const page = { navigate: useNavigate(), pathname: useLocation().pathname };
  const current = useRef(page);
  current.current = page;
  useEffect(() => {
    let payingId: number | undefined;
    let leftId: number | undefined;
    const checkLeftPayment = async () => {
      const cartId = leftId;
      // A new payment of the same cart shows its outcome on its own screen.
      if (cartId === undefined || cartId === payingId) return;
      const paid = await paidCart(cartId);
      if (!paid || cartId !== leftId || cartId === payingId) return;
      leftId = undefined;
      void invalidate(`/carts/${cartId}`);
      const { navigate, pathname } = current.current;
      if (payingId === undefined && `${pathname}/`.startsWith(`/venues/${paid.venue_id}/cart/`)) {
        removeLocal('payment');
        return navigate(`/queues?paid=${cartId}`);
      }
      showToast(t('Your payment went through. You can follow your order in the queue.'), { timeout: 8000 });
    };
    const stops = [
      subscribe('payment-started', ({ cartId }) => {
        payingId = cartId;
      }),
      subscribe('payment-ended', ({ cartId, outcome }) => {
        payingId = undefined;
        const isOpen = outcome === 'left' && readLocal('payment')?.cartId === cartId;
        if (isOpen) leftId = cartId;
        // A failed payment may be the second one of its cart, and the first can still go through.
        else if (outcome !== 'failed') leftId = undefined;
        // Changes that were announced during the payment were ignored.
        if (isOpen) void refreshCart();
        void checkLeftPayment();
      }),
      subscribe('cart-updated', ({ cart }) => (cart.id === leftId ? void checkLeftPayment() : undefined)),
      subscribe('refresh-wanted', () => void checkLeftPayment()),
      subscribe('signed-out', () => {
        leftId = undefined;
        // This toast replaces the shell's own message about the end of a session.
        if (payingId !== undefined) {
          const text = t('You were logged out while you were paying. Log in to see whether the payment went through.');
          showToast(text, { timeout: 8000 });
        }
        payingId = undefined;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
