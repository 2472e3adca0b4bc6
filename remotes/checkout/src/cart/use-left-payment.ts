import { useEffect, useRef } from 'react';
import { showToast, subscribe } from 'shared-contracts/events';
import { readLocal, removeLocal } from 'shared-contracts/local-keys';
import { invalidate } from 'shared-contracts/query';
import { useLocation, useNavigate } from 'shared-contracts/router';
import { paidCart, refreshCart } from './cart.resource';

/** In place of what the shell says of the end of a session. */
const SIGNED_OUT = 'You were logged out while you were paying. Log in to see whether the payment went through.';

/**
 * A payment that the customer walked away from goes on at the provider, and the server settles it. Once the cart is paid, a sentence
 * says so, wherever the customer is by then; a customer who is still at that venue's cart, because it changed while the bank
 * asked, is led to the orders. One that a session ended under is not lost either. Only in the tab that opened the payment.
 */
export function useLeftPayment(): void {
  const page = { navigate: useNavigate(), pathname: useLocation().pathname };
  const current = useRef(page);
  current.current = page;
  useEffect(() => {
    let payingId: number | undefined;
    let leftId: number | undefined;
    const look = async () => {
      const cartId = leftId;
      // A new payment of the same cart says on its own screen how that cart was paid.
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
      showToast('Your payment went through. You can follow your order in the queue.', { timeout: 8000 });
    };
    const stops = [
      subscribe('payment-started', ({ cartId }) => {
        payingId = cartId;
      }),
      subscribe('payment-ended', ({ cartId, outcome }) => {
        payingId = undefined;
        const isOpen = outcome === 'left' && readLocal('payment')?.cartId === cartId;
        if (isOpen) leftId = cartId;
        // One that failed may be the second of its cart: the first can still go through.
        else if (outcome !== 'failed') leftId = undefined;
        // Carts that arrived during the payment were ignored.
        if (isOpen) void refreshCart();
        void look();
      }),
      subscribe('cart-updated', ({ cart }) => (cart.id === leftId ? void look() : undefined)),
      subscribe('refresh-wanted', () => void look()),
      subscribe('signed-out', () => {
        leftId = undefined;
        if (payingId !== undefined) showToast(SIGNED_OUT, { timeout: 8000 });
        payingId = undefined;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
