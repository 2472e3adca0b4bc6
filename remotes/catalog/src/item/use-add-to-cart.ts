/** Adds an item to the cart and gives the screen its state: ready, adding, added, or refused with a sentence. */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { type ApiErrorShape, api } from 'shared-contracts/client';
import { publish, shellState, showToast, subscribe, useShell } from 'shared-contracts/events';
import { readLocal, removeLocal, writeLocal } from 'shared-contracts/local-keys';
import { invalidate, useMutation } from 'shared-contracts/query';
import { useLocation } from 'shared-contracts/router';
import type { AddToCart, Cart, Envelope } from 'shared-contracts/types';
import { t } from '../words';
import type { ItemChoice } from './item.rules';
import { createPendingAdd, dropPendingAdd, type PendingAdd, readPendingAdd, storePendingAdd } from './pending-add';
import { dropStoredChoice } from './stored-choice';

export interface AddingToCart {
  step: 'ready' | 'adding' | 'added';
  /** The reason why it was not added and what to do; undefined while nothing went wrong. */
  problem: string | undefined;
  /** Adds the item. For a visitor who is signed out it asks for a sign-in and completes the add after it. */
  add: (body: AddToCart, choice: ItemChoice) => void;
  /** Forgets the outcome of an earlier add, since the choice has changed. It does nothing while an add is being sent. */
  reset: () => void;
}

export function useAddToCart(itemId: number, vendorName: string): AddingToCart {
  const { pathname, search } = useLocation();
  const isSignedIn = useShell((state) => state.session?.context.type === 'User');
  const { mutate, reset, isPending, isSuccess, error } = useMutation<Envelope<Cart>, ApiErrorShape, PendingAdd>({
    mutationFn: ({ body, key }) => api().post<Envelope<Cart>>('/carts', body, { headers: { 'Idempotency-Key': key } }),
    onSuccess: ({ data: cart }) => {
      dropPendingAdd(itemId);
      dropStoredChoice(itemId);
      const { id: cartId, venue_id: venueId, item_count: itemCount, version } = cart;
      // The remote that shows the cart fetches it again after this event.
      publish('cart-changed', { venueId, cartId, itemCount, version }, 'catalog');
      showToast(t('Added orderItem to cart'), { color: 'success' });
    },
    onError: settleRefusal,
  });

  // It is true from a tap until the screen shows the result, since on a slow phone a second tap comes before the first one is drawn.
  const isSending = useRef(false);
  useLayoutEffect(() => {
    if (!isPending) isSending.current = false;
  });
  const send = useCallback(
    (pending: PendingAdd) => {
      if (isSending.current) return;
      isSending.current = true;
      // The same choice keeps its key until the response, also through a reload.
      storePendingAdd(pending);
      mutate(pending);
    },
    [mutate],
  );

  useEffect(() => {
    const pending = isSignedIn ? readPendingAdd(itemId) : undefined;
    if (!pending?.isWaiting) return;
    removeLocal('redirect_url');
    send(pending);
  }, [isSignedIn, itemId, send]);

  useEffect(
    () => subscribe('sign-in-closed', () => cancelWaitingAdd(itemId, pathname + search)),
    [itemId, pathname, search],
  );

  const add = useCallback(
    (body: AddToCart, choice: ItemChoice) => {
      if (!shellState().connection.isOnline) {
        showToast(t('You are offline: nothing was added. Try again when you are back online.'), { color: 'danger' });
        return;
      }
      const pending = createPendingAdd(itemId, body, choice);
      if (shellState().session) send(pending);
      else askForSignIn(pending, pathname + search);
    },
    [itemId, send, pathname, search],
  );

  const forget = useCallback(() => {
    if (isSending.current) return;
    dropPendingAdd(itemId);
    reset();
  }, [itemId, reset]);

  const step = isPending ? 'adding' : isSuccess ? 'added' : 'ready';
  return { step, problem: error ? problemText(error, vendorName) : undefined, add, reset: forget };
}

function askForSignIn(pending: PendingAdd, address: string): void {
  storePendingAdd({ ...pending, isWaiting: true });
  // A visitor who signs in or registers on another page comes back here, where the add is completed.
  writeLocal('redirect_url', address);
  publish('sign-in-asked', { mode: 'Login', reason: t('Sign in, and we will add it to your cart.') }, 'catalog');
}

/** Cancels an add that waits for a sign-in, since the visitor has closed the sign-in. The choice stays. */
function cancelWaitingAdd(itemId: number, address: string): void {
  const pending = readPendingAdd(itemId);
  if (!pending?.isWaiting) return;
  storePendingAdd({ ...pending, isWaiting: false });
  if (readLocal('redirect_url') === address) removeLocal('redirect_url');
}

function settleRefusal({ status }: ApiErrorShape, pending: PendingAdd): void {
  // The shell ends the session and opens the sign-in. The add is completed on the way back.
  if (status === 401) storePendingAdd({ ...pending, isWaiting: true });
  else if (isUncertain(status)) storePendingAdd({ ...pending, isWaiting: false });
  else dropPendingAdd(pending.itemId);

  if (status === 409) {
    // The screen shows older data than the server has.
    const paths = [`/items/${pending.itemId}`, `/vendors/${pending.body.vendor_id}`, '/vendors'];
    for (const path of paths) void invalidate(path);
  }
}

/** Tells whether the server may have made the add although the request failed. */
function isUncertain(status: number): boolean {
  return status === 0 || status >= 500;
}

function problemText({ status, code, message }: ApiErrorShape, vendorName: string): string | undefined {
  if (status === 401) return undefined;
  if (code === 'ITEM_UNAVAILABLE') return t('Part of your choice has just sold out. Choose again from what is left.');
  if (code === 'PRICE_CHANGED') return t('The price has just changed. Look at the new total, then add it again.');
  if (code === 'VENDOR_CLOSED')
    return t('{name} has stopped taking orders for now. Nothing was added.', { name: vendorName });
  if (isUncertain(status)) return `${message} ${t('Trying again will not add it twice.')}`;
  return message;
}
