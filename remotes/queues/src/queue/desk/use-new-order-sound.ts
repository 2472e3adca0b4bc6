import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { QueueEntry } from 'shared-contracts/types';
import { useAccount, useAudience } from '../queue.resource';
import { arrivedSince } from '../queue.rules';
import { allowChime, canChime, chime, followChime, isChimeAllowed } from './chime';
import { changeCounter, useCounter } from './counter';
import { markHeard, useHeardOrders } from './heard-orders';

/** The sound repeats at this interval until the order is picked, in milliseconds. */
export const REPEAT_MS = 4000;

/** Tells whether the device is set to sound while no tap has allowed it yet. Every page starts so. */
export function useIsSoundWaiting(): boolean {
  const isAllowed = useSyncExternalStore(followChime, isChimeAllowed);
  return useCounter().isSoundOn && !isAllowed && canChime();
}

/**
 * Starts a shared task once, however many parts of a page ask for it. @returns a function that asks for it and returns the way to stop
 * asking
 */
function once(start: () => () => void): () => () => void {
  let users = 0;
  let stop = () => {};
  return () => {
    if (users === 0) stop = start();
    users += 1;
    return () => {
      users -= 1;
      if (users === 0) stop();
    };
  };
}

/** One tab of the device rings. Where the browser has no locks, each tab rings in which a tap has allowed it. */
const ring = once(() => {
  const end = new AbortController();
  let timer: ReturnType<typeof setInterval> | undefined;
  const start = () => {
    chime();
    timer = setInterval(chime, REPEAT_MS);
    return new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()));
  };
  if (navigator.locks) navigator.locks.request('queues.sound', { signal: end.signal }, start).catch(() => {});
  else void start();
  return () => {
    end.abort();
    clearInterval(timer);
  };
});

/** Any tap on the page allows the sound. */
const waitForTap = once(() => {
  const allow = () => void allowChime();
  document.addEventListener('click', allow);
  return () => document.removeEventListener('click', allow);
});

/**
 * Rings for new orders of a vendor until each is picked. Orders from before the sound was turned on are silent. The background uses this on
 * every page; a screen uses it as well, since it is there before the background and without it.
 */
export function useNewOrderSound(entries: readonly QueueEntry[] | undefined) {
  const { isSoundOn } = useCounter();
  const isAllowed = useSyncExternalStore(followChime, isChimeAllowed);
  const isVendor = useAudience() === 'vendor';
  const account = useAccount();
  const heard = useHeardOrders(isVendor ? account : null, entries);
  const isWaiting = useIsSoundWaiting() && isVendor;
  const rings = isSoundOn && isAllowed && arrivedSince(heard, entries ?? []).length > 0;

  useEffect(() => (rings ? ring() : undefined), [rings]);
  useEffect(() => (isWaiting ? waitForTap() : undefined), [isWaiting]);

  const turn = useCallback(
    (isOn: boolean) => {
      changeCounter({ isSoundOn: isOn });
      if (!isOn) return;
      if (entries && account !== null) markHeard(account, entries);
      void allowChime();
    },
    [entries, account],
  );
  return { isAvailable: canChime(), isOn: isSoundOn, turn };
}
