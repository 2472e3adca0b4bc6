/** Remembers whether the last successful verification of the live release is too long ago. */
import { useSyncExternalStore } from 'react';

let isOverdue = false;
const listeners = new Set<() => void>();

export function setOverdue(is: boolean): void {
  isOverdue = is;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIsOverdue = (): boolean => useSyncExternalStore(subscribe, () => isOverdue);
