import { useCallback, useEffect } from 'react';
import { publish, shellState } from 'shared-contracts/events';
import { removeLocal } from 'shared-contracts/local-keys';
import { useNavigate } from 'shared-contracts/router';
import type { Cart } from 'shared-contracts/types';
import { useCartPaid } from '../cart/cart.resource';

/** Returns a function for a cart whose orders are placed. It forgets the payment on this device and opens the queue. */
export function useLeavePaid(cart: Cart): () => Promise<void> {
  const navigate = useNavigate();
  const markPaid = useCartPaid(cart);
  return useCallback(async () => {
    removeLocal('payment');
    publish('payment-ended', { cartId: cart.id, outcome: 'paid' }, 'checkout');
    // The queue shows what was paid.
    navigate(`/queues?paid=${cart.id}`);
    await markPaid();
  }, [cart.id, markPaid, navigate]);
}

/** Leaving the screen during a payment ends it for the shell. The server settles it with the provider. */
export function useLeavingEndsPayment(cartId: number): void {
  useEffect(
    () => () => {
      if (shellState().isPaying) publish('payment-ended', { cartId, outcome: 'left' }, 'checkout');
    },
    [cartId],
  );
}
