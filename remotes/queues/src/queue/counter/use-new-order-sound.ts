import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { QueueEntry } from 'shared-contracts/types';
import { useAccount, useAudience } from '../queue.resource';
import { arrivedSince } from '../queue.rules';
import { isUnseen } from '../watch/unseen.rules';
import { allowChime, canChime, chime, followChime, isChimeAllowed, type Sound } from './chime';
import { changeCounter, useCounter } from './counter';
import { silenceOrders, useSilentOrders } from './silent-orders';

/** The sound repeats at this interval until the order is picked, in milliseconds. */
export const REPEAT_MS = 4000;

/** Tells whether the device is set to sound while no tap has allowed it yet. Every page starts so. */
export function useIsSoundWaiting(): boolean {
  const isAllowed = useSyncExternalStore(followChime, isChimeAllowed);
  return useCounter().isSoundOn && !isAllowed && canChime();
}

/**
 * Shares a task between the parts of a page: it starts for the first user and ends with the last one.
 * @returns a function that adds a user and returns a function that removes the user
 */
function shareTask(start: () => () => void): () => () => void {
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

/**
 * Repeats a sound in one tab of the device. In a browser without locks it sounds in every tab in which a tap has allowed it.
 * @param lock the name under which the tabs take turns
 */
const ringWith = (sound: Sound, lock: string) =>
  shareTask(() => {
    const end = new AbortController();
    let timer: ReturnType<typeof setInterval> | undefined;
    const start = () => {
      chime(sound);
      timer = setInterval(() => chime(sound), REPEAT_MS);
      return new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()));
    };
    if (navigator.locks) navigator.locks.request(lock, { signal: end.signal }, start).catch(() => {});
    else void start();
    return () => {
      end.abort();
      clearInterval(timer);
    };
  });

const RINGS: Readonly<Record<Sound, ReturnType<typeof shareTask>>> = {
  new: ringWith('new', 'queues.sound'),
  unseen: ringWith('unseen', 'queues.unseen-sound'),
};

/** Returns the sound that the orders ask for, or undefined. */
function soundOf(silent: ReadonlySet<number> | undefined, entries: readonly QueueEntry[]): Sound | undefined {
  if (entries.some(isUnseen)) return 'unseen';
  return arrivedSince(silent, entries).length > 0 ? 'new' : undefined;
}

/** Allows the sound at any tap on the page. */
const waitForTap = shareTask(() => {
  const allow = () => void allowChime();
  document.addEventListener('click', allow);
  return () => document.removeEventListener('click', allow);
});

/**
 * Rings for new orders of a vendor until each is picked. Orders from before the sound was turned on are silent, until the watch finds that no
 * one has seen them: then they ring differently, until a page shows them. The background uses this on every page. A screen uses it as well, since a screen is shown before the background starts, and even if it never
 * does.
 */
export function useNewOrderSound(entries: readonly QueueEntry[] | undefined) {
  const { isSoundOn } = useCounter();
  const isAllowed = useSyncExternalStore(followChime, isChimeAllowed);
  const isVendor = useAudience() === 'vendor';
  const account = useAccount();
  const silentOrders = useSilentOrders(isVendor ? account : null, entries);
  const isWaiting = useIsSoundWaiting() && isVendor;
  const sound = isVendor && isSoundOn && isAllowed ? soundOf(silentOrders, entries ?? []) : undefined;

  useEffect(() => sound && RINGS[sound](), [sound]);
  useEffect(() => (isWaiting ? waitForTap() : undefined), [isWaiting]);

  const setOn = useCallback(
    (isOn: boolean) => {
      changeCounter({ isSoundOn: isOn });
      if (!isOn) return;
      if (entries && account !== null) silenceOrders(account, entries);
      void allowChime();
    },
    [entries, account],
  );
  return { isAvailable: canChime(), isOn: isSoundOn, setOn };
}
