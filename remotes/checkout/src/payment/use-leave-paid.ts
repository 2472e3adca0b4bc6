import { useCallback, useEffect } from 'react';
import { publish, shellState } from 'shared-contracts/events';
import { removeLocal } from 'shared-contracts/local-keys';
import { useNavigate } from 'shared-contracts/router';
import type { Cart } from 'shared-contracts/types';
import { useCartPaid } from '../cart/cart.resource';

/** The end of a cart whose orders are placed: the device forgets the payment, and the customer goes to the queue. */
export function useLeavePaid(cart: Cart): () => Promise<void> {
  const navigate = useNavigate();
  const markPaid = useCartPaid(cart);
  return useCallback(async () => {
    removeLocal('payment');
    publish('payment-ended', { cartId: cart.id, outcome: 'paid' }, 'checkout');
    // The queue says what was paid.
    navigate(`/queues?paid=${cart.id}`);
    await markPaid();
  }, [cart.id, markPaid, navigate]);
}

/** Leaving the screen in the middle ends it for the shell; the server settles what the provider has. */
export function useLeavingEndsPayment(cartId: number): void {
  useEffect(
    () => () => {
      if (shellState().isPaying) publish('payment-ended', { cartId, outcome: 'left' }, 'checkout');
    },
    [cartId],
  );
}
