/** The cart of a venue, as the server has it; every response to a change holds the whole cart, and the latest version wins. */
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError, type ApiErrorShape, api, isApiError } from 'shared-contracts/client';
import { publish, shellState, useShell } from 'shared-contracts/events';
import { removeLocal, writeLocal } from 'shared-contracts/local-keys';
import {
  fillPath,
  invalidate,
  queryClient,
  resourceKey,
  useMutation,
  useQuery,
  useResource,
} from 'shared-contracts/query';
import type {
  ActiveQueue,
  Cart,
  CartReference,
  DeliveryChange,
  Envelope,
  Order,
  PaymentResult,
  QueueEntry,
} from 'shared-contracts/types';
import { type KnownCart, latestCart, shownCart } from './latest-cart.rules';

const ACTIVE_CART = '/carts/active';

/** Every change of a cart runs under this key. */
const CHANGE = { mutationKey: ['cart'] };

function activeCartParams(venueId: number, userId: number) {
  return { venue_id: venueId, user_id: userId, state: 'new' };
}

function knownCart(venueId: number, userId: number): KnownCart | undefined {
  return queryClient().getQueryData<KnownCart>(resourceKey(ACTIVE_CART, activeCartParams(venueId, userId)));
}

/** Whether a person can still see this cart at its venue: one that was paid or emptied elsewhere is gone. */
export function isShownCart({ id, venue_id }: Pick<Cart, 'id' | 'venue_id'>): boolean {
  const { session } = shellState();
  const known = session && knownCart(venue_id, session.user.id)?.data;
  return known?.id === id && known.orders.data.length > 0;
}

/** A body of another shape is of some network in between: its load has failed, which is not the API's word that there is nothing. */
function check(looksRight: boolean): void {
  if (!looksRight) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
}

function isReference(data: unknown): boolean {
  return typeof (data as Partial<CartReference> | null)?.id === 'number';
}

function isCart(data: unknown): boolean {
  return isReference(data) && Array.isArray((data as Partial<Cart>).orders?.data);
}

function readCart({ data }: Envelope<Cart>): Cart {
  check(isCart(data));
  return data;
}

function readReferences({ data }: Envelope<CartReference[]>): CartReference[] {
  check(Array.isArray(data) && data.every(isReference));
  return data;
}

function readQueue({ data }: ActiveQueue): QueueEntry[] {
  check(Array.isArray(data) && data.every((entry) => Boolean(entry?.order)));
  return data;
}

/**
 * Fetches a cart. A change's own response may have arrived meanwhile, so the body is weighed against what is known by then.
 * No cart in the response means that the one known before the request has ended.
 */
async function fetchCart(venueId: number, userId: number, signal: AbortSignal): Promise<KnownCart> {
  const before = knownCart(venueId, userId);
  const params = activeCartParams(venueId, userId);
  const { data } = await api().get<Envelope<Cart | null>>(ACTIVE_CART, { params, signal });
  check(data === null || isCart(data));
  return latestCart(
    knownCart(venueId, userId),
    data ? { data: shownCart(data) } : { data: null, endedId: before?.data?.id },
  );
}

/**
 * The new cart of this person at a venue; `data: null` where there is none. While a payment runs the cart is not fetched:
 * its webhook may be faster than our own response, and the screen that waits for it must not be emptied under it.
 */
export function useCart(venueId: number) {
  const userId = useShell(({ session }) => session?.user.id);
  return useQuery<KnownCart, ApiErrorShape>({
    queryKey: resourceKey(ACTIVE_CART, activeCartParams(venueId, userId ?? 0)),
    queryFn: ({ signal }) => fetchCart(venueId, userId ?? 0, signal),
    enabled: userId !== undefined,
    staleTime: () => (shellState().isPaying ? Number.POSITIVE_INFINITY : 0),
  });
}

/** The first of the person's new carts at a venue. */
export function useCartReference(venueId: string) {
  return useResource<Envelope<CartReference[]>, CartReference[]>(
    '/me/carts',
    { venue_id: venueId, state: 'new' },
    { select: readReferences },
  );
}

/** A cart by its number, in any state. */
export function useCartById(cartId: string | number) {
  return useResource<Envelope<Cart>, Cart>(
    fillPath('/carts/:cartId', { cartId }),
    {},
    { staleTime: 0, select: readCart },
  );
}

/** The customer's active orders, at every venue. */
export function useOwnQueue() {
  const userId = useShell(({ session }) => session?.user.id);
  return useResource<ActiveQueue, QueueEntry[]>(
    '/queues/active',
    { user_id: userId ?? 0 },
    { enabled: userId !== undefined, staleTime: 0, select: readQueue },
  );
}

/** The cart, if it was paid. @returns undefined also where the server cannot be asked now */
export async function paidCart(cartId: number): Promise<Cart | undefined> {
  try {
    const { data } = await api().get<Envelope<Cart>>(`/carts/${cartId}`);
    return data.state === 'paid' ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the device's own copy and tells the shell how many items there are, where that is news. */
export function announceCart(venueId: number, cart: Cart | null): void {
  if (cart) writeLocal('cart', cart);
  else removeLocal('cart');
  const cartId = cart?.id ?? null;
  const itemCount = cart?.item_count ?? 0;
  const { cart: known } = shellState();
  if (known?.venueId === venueId && known.cartId === cartId && known.itemCount === itemCount) return;
  publish('cart-changed', { venueId, cartId, itemCount, ...(cart && { version: cart.version }) }, 'checkout');
}

/** Marks the cart as old, so that it is fetched again where it is shown; not while a payment runs. */
export async function refreshCart(): Promise<void> {
  if (!shellState().isPaying) await invalidate(ACTIVE_CART);
}

/** Fetches the cart again and corrects the summary of another remote or tab that may have been out of date. */
export async function refreshSummary(venueId: number): Promise<void> {
  await refreshCart();
  const { session, isPaying } = shellState();
  const known = session ? knownCart(venueId, session.user.id) : undefined;
  if (known && !isPaying) announceCart(venueId, known.data);
}

function takeCart(cart: Cart): void {
  const { session } = shellState();
  if (!session) return;
  const key = resourceKey(ACTIVE_CART, activeCartParams(cart.venue_id, session.user.id));
  const latest = queryClient().setQueryData<KnownCart>(key, (known) => latestCart(known, { data: shownCart(cart) }));
  announceCart(cart.venue_id, latest?.data ?? null);
}

/** A refused change means that the cart is another than the one on screen: the refusal brings it, or it is fetched. */
export function correctCart(error: unknown): void {
  const current = isApiError(error) ? (error.data as Cart | undefined) : undefined;
  if (current?.orders) takeCart(current);
  else void refreshCart();
}

export type LineChange = { lineId: number; quantity: number } | { lineId: number; isRemoved: true };

/** Whether a change of the cart is on its way; all others wait for it. */
export function useIsCartChanging(): boolean {
  return useSyncExternalStore(onCartChange, isCartChanging);
}

function isCartChanging(): boolean {
  return queryClient().isMutating(CHANGE) > 0;
}

function onCartChange(listener: () => void): () => void {
  return queryClient().getMutationCache().subscribe(listener);
}

/** `change` sets a line's quantity, or removes it; it does nothing while another change runs. `failure`: why the last one failed. */
export function useLineChange() {
  const { mutate, error } = useMutation({
    ...CHANGE,
    mutationFn: (change: LineChange) =>
      'isRemoved' in change
        ? api().delete<Envelope<Cart>>(`/order-items/${change.lineId}`)
        : api().put<Envelope<Cart>>(`/order-items/${change.lineId}`, { quantity: change.quantity }),
    onSuccess: ({ data }) => takeCart(data),
    onError: (error) => {
      console.error('The cart was not changed', error);
      correctCart(error);
    },
  });
  return {
    change: (wanted: LineChange) => (isCartChanging() ? undefined : mutate(wanted)),
    failure: error ? `Your change was not saved. ${error.message}` : undefined,
  };
}

export interface DeliveryChangeOf {
  orderIds: readonly number[];
  change: DeliveryChange;
}

/**
 * Saves one delivery for each of the orders; the bodies of the responses are not read, the cart is fetched again.
 * @returns the errors of those that were not saved, by the order's id
 */
export function useDeliveryChange() {
  return useMutation({
    ...CHANGE,
    mutationFn: async ({ orderIds, change }: DeliveryChangeOf): Promise<ReadonlyMap<number, Error>> => {
      const failures = new Map<number, Error>();
      const save = (orderId: number) =>
        api()
          .put<Envelope<Order>>(`/orders/${orderId}`, change)
          .catch((error: Error) => {
            console.error('The delivery was not saved', error);
            failures.set(orderId, error);
          });
      await Promise.all(orderIds.map(save));
      if (failures.size < orderIds.length) await refreshCart();
      return failures;
    },
  });
}

/** `save` sets the allergy note of an order, and calls `onSaved` once the cart has it. `failure`: why the last one was not saved. */
export function useAllergyNoteChange(orderId: number) {
  const { mutate, error, isPending, reset } = useMutation({
    ...CHANGE,
    mutationFn: async (allergy_note: string) => {
      await api().put<Envelope<Order>>(`/orders/${orderId}/allergy-note`, { allergy_note });
      await refreshCart();
    },
    onError: (error) => console.error('The allergy note was not saved', error),
  });
  return {
    save: (note: string, onSaved: () => void) => (isPending ? undefined : mutate(note, { onSuccess: onSaved })),
    isSaving: isPending,
    failure: error ? `Your note was not saved. ${error.message}` : undefined,
    forget: reset,
  };
}

/** Places the orders of a cart that costs nothing; called again it brings the same orders. */
export function useFreeOrder({ id, version }: Cart) {
  return useMutation({
    ...CHANGE,
    mutationFn: () => api().post<Envelope<PaymentResult>>(`/carts/${id}/place-free`, { version }),
    onError: (error) => console.error('The order was not placed', error),
  });
}

/** After a payment: nothing is left in the cart, and the queue has news. */
export function useCartPaid(cart: Cart) {
  return useCallback(async () => {
    takeCart({ ...cart, state: 'paid' });
    await Promise.all([invalidate(`/carts/${cart.id}`), invalidate('/queues/active'), invalidate('/me')]);
  }, [cart]);
}
