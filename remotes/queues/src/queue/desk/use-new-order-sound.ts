import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { QueueEntry } from 'shared-contracts/types';
import { useAccount, useAudience } from '../queue.resource';
import { arrivedSince } from '../queue.rules';
import { allowChime, canChime, chime, followChime, isChimeAllowed } from './chime';
import { changeCounter, useCounter } from './counter';
import { markHeard, useHeardOrders } from './heard-orders';

/** Until the order is picked it sounds again this often, in milliseconds. */
export const REPEAT_MS = 4000;

/** The device is set to sound, and a tap has yet to allow it: every page starts so. */
export function useIsSoundWaiting(): boolean {
  const isAllowed = useSyncExternalStore(followChime, isChimeAllowed);
  return useCounter().isSoundOn && !isAllowed && canChime();
}

/** What several parts of a page ask for, done once for all of them. @returns asks for it; its result ends that */
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

/** One tab of the device rings; where the browser has no locks, each does that a tap has allowed. */
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
 * Sounds for new orders of a vendor until each is picked. Those that were there before the sound was turned on are silent. The
 * background asks for it on every page; a screen asks as well, since it is there before the background and without it.
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
