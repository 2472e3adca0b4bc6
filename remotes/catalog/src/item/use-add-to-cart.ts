/** Adding to the cart, as a screen sees it: ready, adding, added, or refused with a sentence. */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { type ApiErrorShape, api } from 'shared-contracts/client';
import { publish, shellState, showToast, subscribe, useShell } from 'shared-contracts/events';
import { readLocal, removeLocal, writeLocal } from 'shared-contracts/local-keys';
import { invalidate, useMutation } from 'shared-contracts/query';
import { useLocation } from 'shared-contracts/router';
import type { AddToCart, Cart, Envelope } from 'shared-contracts/types';
import type { ItemChoice } from './item.rules';
import { dropKeptChoice } from './kept-choice';
import { dropPendingAdd, keepPendingAdd, type PendingAdd, pendingAddOf, readPendingAdd } from './pending-add';

export interface AddingToCart {
  step: 'ready' | 'adding' | 'added';
  /** Why it was not added and what to do; undefined while nothing went wrong. */
  problem: string | undefined;
  /** Signed out, this asks for a sign-in and completes after it. */
  add: (body: AddToCart, choice: ItemChoice) => void;
  /** The choice changed: what came of an earlier add no longer matters. While one is sent, this does nothing. */
  reset: () => void;
}

export function useAddToCart(itemId: number, vendorName: string): AddingToCart {
  const { pathname, search } = useLocation();
  const isSignedIn = useShell((state) => state.session?.context.type === 'User');
  const { mutate, reset, isPending, isSuccess, error } = useMutation<Envelope<Cart>, ApiErrorShape, PendingAdd>({
    mutationFn: ({ body, key }) => api().post<Envelope<Cart>>('/carts', body, { headers: { 'Idempotency-Key': key } }),
    onSuccess: ({ data: cart }) => {
      dropPendingAdd(itemId);
      dropKeptChoice(itemId);
      const { id: cartId, venue_id: venueId, item_count: itemCount, version } = cart;
      // The remote that shows the cart fetches it again when it hears this.
      publish('cart-changed', { venueId, cartId, itemCount, version }, 'catalog');
      showToast('Added orderItem to cart', { color: 'success' });
    },
    onError: settleRefusal,
  });

  // From a tap until the screen shows what came of it: on a slow phone a second tap comes before the first one is drawn.
  const isSending = useRef(false);
  useLayoutEffect(() => {
    if (!isPending) isSending.current = false;
  });
  const send = useCallback(
    (pending: PendingAdd) => {
      if (isSending.current) return;
      isSending.current = true;
      // Until the response, the same choice keeps its key, also after a reload.
      keepPendingAdd(pending);
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

  useEffect(() => subscribe('sign-in-closed', () => withdraw(itemId, pathname + search)), [itemId, pathname, search]);

  const add = useCallback(
    (body: AddToCart, choice: ItemChoice) => {
      if (!shellState().connection.isOnline) {
        showToast('You are offline: nothing was added. Try again when you are back online.', { color: 'danger' });
        return;
      }
      const pending = pendingAddOf(itemId, body, choice);
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
  return { step, problem: error ? problemOf(error, vendorName) : undefined, add, reset: forget };
}

function askForSignIn(pending: PendingAdd, address: string): void {
  keepPendingAdd({ ...pending, isWaiting: true });
  // A visitor who signs in or registers on a page of its own comes back here, where the add is completed.
  writeLocal('redirect_url', address);
  publish('sign-in-asked', { mode: 'Login', reason: 'Sign in, and we will add it to your cart.' }, 'catalog');
}

/** Closing the sign-in takes back what was asked for; the choice stays. */
function withdraw(itemId: number, address: string): void {
  const pending = readPendingAdd(itemId);
  if (!pending?.isWaiting) return;
  keepPendingAdd({ ...pending, isWaiting: false });
  if (readLocal('redirect_url') === address) removeLocal('redirect_url');
}

function settleRefusal({ status }: ApiErrorShape, pending: PendingAdd): void {
  // The shell ends the session and leads to the sign-in; the add is completed on the way back.
  if (status === 401) keepPendingAdd({ ...pending, isWaiting: true });
  else if (isUnanswered(status)) keepPendingAdd({ ...pending, isWaiting: false });
  else dropPendingAdd(pending.itemId);

  if (status === 409) {
    // The screen shows older data than the server has.
    const paths = [`/items/${pending.itemId}`, `/vendors/${pending.body.vendor_id}`, '/vendors'];
    for (const path of paths) void invalidate(path);
  }
}

/** It may have been done or not. */
function isUnanswered(status: number): boolean {
  return status === 0 || status >= 500;
}

function problemOf({ status, code, message }: ApiErrorShape, vendorName: string): string | undefined {
  if (status === 401) return undefined;
  if (code === 'ITEM_UNAVAILABLE') return 'Part of your choice has just sold out. Choose again from what is left.';
  if (code === 'PRICE_CHANGED') return 'The price has just changed. Look at the new total, then add it again.';
  if (code === 'VENDOR_CLOSED') return `${vendorName} has stopped taking orders for now. Nothing was added.`;
  if (isUnanswered(status)) return `${message} Trying again will not add it twice.`;
  return message;
}
