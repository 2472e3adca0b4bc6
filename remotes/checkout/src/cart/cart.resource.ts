/** Reads and changes the cart on the server. Every response to a change holds the whole cart, and the latest version wins. */
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
  TipChange,
} from 'shared-contracts/types';
import { t } from '../words';
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

/** Whether the screen still shows this cart. A cart that was paid or emptied elsewhere is gone. */
export function isShownCart({ id, venue_id }: Pick<Cart, 'id' | 'venue_id'>): boolean {
  const { session } = shellState();
  const known = session && knownCart(venue_id, session.user.id)?.data;
  return known?.id === id && known.orders.data.length > 0;
}

/** A body of another shape comes from a network in between. It counts as a failed load, not as an empty response of the API. */
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
 * Fetches a cart. The response to a change may have arrived meanwhile, so the body is merged with the cart known by then.
 * A response without a cart means that the cart known before the request has ended.
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
 * Loads the open cart of this person at a venue; `data: null` if there is none. The cart is not fetched while a payment runs,
 * because the webhook may be faster than our own response and must not empty the screen that waits for it.
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

/** Loads the ids of the person's open carts at a venue. */
export function useCartReference(venueId: string) {
  return useResource<Envelope<CartReference[]>, CartReference[]>(
    '/me/carts',
    { venue_id: venueId, state: 'new' },
    { select: readReferences },
  );
}

/** Loads a cart by its id, in any state. */
export function useCartById(cartId: string | number) {
  return useResource<Envelope<Cart>, Cart>(
    fillPath('/carts/:cartId', { cartId }),
    {},
    { staleTime: 0, select: readCart },
  );
}

/** Loads the customer's active orders at all venues. */
export function useOwnQueue() {
  const userId = useShell(({ session }) => session?.user.id);
  return useResource<ActiveQueue, QueueEntry[]>(
    '/queues/active',
    { user_id: userId ?? 0 },
    { enabled: userId !== undefined, staleTime: 0, select: readQueue },
  );
}

/** @returns the cart if it was paid; undefined also if the server cannot be reached */
export async function paidCart(cartId: number): Promise<Cart | undefined> {
  try {
    const { data } = await api().get<Envelope<Cart>>(`/carts/${cartId}`);
    return data.state === 'paid' ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the device's copy of the cart and tells the shell the number of items if it has changed. */
export function announceCart(venueId: number, cart: Cart | null): void {
  if (cart) writeLocal('cart', cart);
  else removeLocal('cart');
  const cartId = cart?.id ?? null;
  const itemCount = cart?.item_count ?? 0;
  const { cart: known } = shellState();
  if (known?.venueId === venueId && known.cartId === cartId && known.itemCount === itemCount) return;
  publish('cart-changed', { venueId, cartId, itemCount, ...(cart && { version: cart.version }) }, 'checkout');
}

/** Invalidates the cart, so that it is fetched again where it is shown. Does nothing while a payment runs. */
export async function refreshCart(): Promise<void> {
  if (!shellState().isPaying) await invalidate(ACTIVE_CART);
}

/** Fetches the cart again and corrects a stale summary from another remote or tab. */
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

/** A refused change means that the cart on screen is stale. The refusal holds the current cart, else it is fetched. */
export function correctCart(error: unknown): void {
  const current = isApiError(error) ? (error.data as Cart | undefined) : undefined;
  if (current?.orders) takeCart(current);
  else void refreshCart();
}

export type LineChange = { lineId: number; quantity: number } | { lineId: number; isRemoved: true };

/** Whether a change of the cart is running. All other changes wait for it. */
export function useIsCartChanging(): boolean {
  return useSyncExternalStore(onCartChange, isCartChanging);
}

function isCartChanging(): boolean {
  return queryClient().isMutating(CHANGE) > 0;
}

function onCartChange(listener: () => void): () => void {
  return queryClient().getMutationCache().subscribe(listener);
}

/** `change` sets a line's quantity or removes the line; it does nothing while another change runs. `failure` says why the last change failed. */
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
    failure: error ? `${t('Your change was not saved.')} ${error.message}` : undefined,
  };
}

/**
 * `change` sets the tip of the cart. Changes run one after the other, so that the last one of several stays. `wanted` is the change that is on its
 * way, `failure` says why the last change failed.
 */
export function useTipChange(cartId: number): {
  change: (change: TipChange) => void;
  wanted: TipChange | undefined;
  failure: string | undefined;
} {
  const { mutate, error, variables, isPending } = useMutation({
    ...CHANGE,
    scope: { id: 'tip' },
    mutationFn: (change: TipChange) => api().put<Envelope<Cart>>(`/carts/${cartId}/tip`, change),
    onSuccess: ({ data }) => takeCart(data),
    onError: (error) => {
      console.error('The tip was not changed', error);
      correctCart(error);
    },
  });
  return {
    change: mutate,
    wanted: isPending ? variables : undefined,
    failure: error ? `${t('Your tip was not saved.')} ${error.message}` : undefined,
  };
}

export interface DeliveryChangeOf {
  orderIds: readonly number[];
  change: DeliveryChange;
}

/**
 * Saves the same delivery for all given orders, then fetches the cart again.
 * @returns the errors of the orders that were not saved, by order id
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

/** `save` sets the allergy note of an order and calls `onSaved` once the cart has it. `failure` says why the last save failed. */
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
    failure: error ? `${t('Your note was not saved.')} ${error.message}` : undefined,
    forget: reset,
  };
}

/** Places the orders of a cart that costs nothing. A repeated call returns the same orders. */
export function useFreeOrder({ id, version }: Cart) {
  return useMutation({
    ...CHANGE,
    mutationFn: () => api().post<Envelope<PaymentResult>>(`/carts/${id}/place-free`, { version }),
    onError: (error) => console.error('The order was not placed', error),
  });
}

/** Empties the cart after a payment and invalidates everything that the payment has changed. */
export function useCartPaid(cart: Cart) {
  return useCallback(async () => {
    takeCart({ ...cart, state: 'paid' });
    await Promise.all([invalidate(`/carts/${cart.id}`), invalidate('/queues/active'), invalidate('/me')]);
  }, [cart]);
}
