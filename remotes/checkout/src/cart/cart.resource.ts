/** The cart of a venue, as the server has it; every change answers with the whole cart, which replaces ours. */
import { useCallback } from 'react';
import { api, isApiError } from 'shared-contracts/client';
import { publish, shellState, useShell } from 'shared-contracts/events';
import { removeLocal, writeLocal } from 'shared-contracts/local-keys';
import { fillPath, invalidate, queryClient, resourceKey, useMutation, useResource } from 'shared-contracts/query';
import type { Cart, CartReference, DeliveryChange, Envelope, Order } from 'shared-contracts/types';

const ACTIVE_CART = '/carts/active';

function activeCartParams(venueId: number, userId: number) {
  return { venue_id: venueId, user_id: userId, state: 'new' };
}

/**
 * The new cart of this person at a venue; `data: null` where there is none. While a payment runs the cart stands still:
 * its webhook may be faster than our own answer, and the screen that waits for it must not be emptied under it.
 */
export function useCart(venueId: number, { isEnabled = true } = {}) {
  const userId = useShell(({ session }) => session?.user.id);
  return useResource<Envelope<Cart | null>>(ACTIVE_CART, activeCartParams(venueId, userId ?? 0), {
    enabled: isEnabled && userId !== undefined,
    staleTime: () => (shellState().isPaying ? Number.POSITIVE_INFINITY : 0),
  });
}

/** The first of the person's new carts at a venue. */
export function useCartReference(venueId: string) {
  return useResource<Envelope<CartReference[]>>('/me/carts', { venue_id: venueId, state: 'new' });
}

export function useCartById(cartId: string) {
  return useResource<Envelope<Cart>>(fillPath('/carts/:cartId', { cartId }));
}

/** Keeps the device's own copy and tells the shell how many items there are, where that is news. */
export function announceCart(venueId: number, cart: Cart | null): void {
  if (cart) writeLocal('cart', cart);
  else removeLocal('cart');
  const summary = { venueId, cartId: cart?.id ?? null, itemCount: cart?.item_count ?? 0 };
  const { cart: known } = shellState();
  if (known?.venueId === venueId && known.cartId === summary.cartId && known.itemCount === summary.itemCount) return;
  publish('cart-changed', summary, 'checkout');
}

/** Marks the cart as old, so that it is fetched again where it is shown; not while a payment runs. */
export async function refreshCart(): Promise<void> {
  if (!shellState().isPaying) await invalidate(ACTIVE_CART);
}

function takeCart(cart: Cart): void {
  const { session } = shellState();
  if (!session) return;
  const isGone = cart.state !== 'new';
  queryClient().setQueryData(resourceKey(ACTIVE_CART, activeCartParams(cart.venue_id, session.user.id)), {
    data: isGone ? null : cart,
  });
  announceCart(cart.venue_id, isGone ? null : cart);
}

/** A refused change means that the cart is another than the one on screen: the refusal brings it, or it is fetched. */
function onRefused(error: unknown): void {
  console.error('The cart was not changed', error);
  const current = isApiError(error) ? (error.data as Cart | undefined) : undefined;
  if (current?.orders) takeCart(current);
  else void refreshCart();
}

export type LineChange = { lineId: number; quantity: number } | { lineId: number; isRemoved: true };

/** Sets a line's quantity, or removes it. */
export function useLineChange() {
  return useMutation({
    mutationKey: ['cart'],
    mutationFn: (change: LineChange) =>
      'isRemoved' in change
        ? api().delete<Envelope<Cart>>(`/order-items/${change.lineId}`)
        : api().put<Envelope<Cart>>(`/order-items/${change.lineId}`, { quantity: change.quantity }),
    onSuccess: ({ data }) => takeCart(data),
    onError: onRefused,
  });
}

/** Saves an order's delivery; the answer is not read, the cart is fetched again. */
export function useDeliveryChange(orderId: number) {
  return useMutation({
    mutationKey: ['cart'],
    mutationFn: (change: DeliveryChange) => api().put<Envelope<Order>>(`/orders/${orderId}`, change),
    onSuccess: () => refreshCart(),
    onError: (error) => console.error('The delivery was not saved', error),
  });
}

/** After a payment: nothing is left in the cart, and the queue has news. */
export function useCartPaid(cart: Cart) {
  return useCallback(async () => {
    takeCart({ ...cart, state: 'paid' });
    await Promise.all([invalidate('/queues/active'), invalidate('/me')]);
  }, [cart]);
}
