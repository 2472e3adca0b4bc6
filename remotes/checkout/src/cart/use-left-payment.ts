import { useEffect, useRef } from 'react';
import { api } from 'shared-contracts/client';
import { showToast, subscribe } from 'shared-contracts/events';
import { readLocal, removeLocal } from 'shared-contracts/local-keys';
import { useLocation, useNavigate } from 'shared-contracts/router';
import type { Cart, Envelope } from 'shared-contracts/types';
import { refreshCart } from './cart.resource';

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
    let isPaying = false;
    let leftId: number | undefined;
    const look = async () => {
      const cartId = leftId;
      if (cartId === undefined) return;
      const paid = await paidCart(cartId);
      if (!paid || cartId !== leftId) return;
      leftId = undefined;
      const { navigate, pathname } = current.current;
      if (!isPaying && `${pathname}/`.startsWith(`/venues/${paid.venue_id}/cart/`)) {
        removeLocal('payment');
        return navigate(`/queues?paid=${cartId}`);
      }
      showToast('Your payment went through. You can follow your order in the queue.', { timeout: 8000 });
    };
    const stops = [
      subscribe('payment-started', ({ cartId }) => {
        isPaying = true;
        // The new payment of the same cart finds out how the one before ended.
        if (cartId === leftId) leftId = undefined;
      }),
      subscribe('payment-ended', ({ cartId, outcome }) => {
        isPaying = false;
        const isOpen = outcome === 'left' && readLocal('payment')?.cartId === cartId;
        leftId = isOpen ? cartId : undefined;
        // What arrived during the payment was not looked at.
        if (isOpen) void refreshCart();
        void look();
      }),
      subscribe('cart-updated', ({ cart }) => (cart.id === leftId ? void look() : undefined)),
      subscribe('refresh-wanted', () => void look()),
      subscribe('signed-out', () => {
        leftId = undefined;
        if (isPaying) showToast(SIGNED_OUT, { timeout: 8000 });
        isPaying = false;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

/** @returns undefined also where the server cannot be asked now: its next event leads to another question */
async function paidCart(cartId: number): Promise<Cart | undefined> {
  try {
    const { data } = await api().get<Envelope<Cart>>(`/carts/${cartId}`);
    return data.state === 'paid' ? data : undefined;
  } catch {
    return undefined;
  }
}
