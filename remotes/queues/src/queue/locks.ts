/** Records which entries are locked. It is outside React's state, so that a tap renders its own card and not the list. */
import { useSyncExternalStore } from 'react';
import type { QueueEntry } from 'shared-contracts/types';
import type { Held } from './queue.rules';

export interface Lock extends Held {
  isSending: boolean;
}

type LockMap = ReadonlyMap<QueueEntry['id'], Lock>;

export interface Locks {
  /** Returns another map after every change. */
  all: () => LockMap;
  put: (id: QueueEntry['id'], lock: Lock) => void;
  lift: (id: QueueEntry['id']) => void;
  follow: (listener: () => void) => () => void;
}

export function createLocks(): Locks {
  let map: LockMap = new Map();
  const listeners = new Set<() => void>();
  const change = (next: LockMap) => {
    map = next;
    for (const listener of listeners) listener();
  };
  return {
    all: () => map,
    put: (id, lock) => change(new Map(map).set(id, lock)),
    lift: (id) => change(new Map([...map].filter(([each]) => each !== id))),
    follow: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useLocks(locks: Locks): LockMap {
  return useSyncExternalStore(locks.follow, locks.all);
}

/** Returns one entry's lock. The component renders when that lock changes, and not when another does. */
export function useLock(locks: Locks, id: QueueEntry['id']): Lock | undefined {
  return useSyncExternalStore(locks.follow, () => locks.all().get(id));
}
