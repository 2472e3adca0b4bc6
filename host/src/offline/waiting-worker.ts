/** The version of the site's worker that is installed and waits for the one before it to let go. */
import { useSyncExternalStore } from 'react';

export interface WaitingState {
  worker: ServiceWorker | undefined;
  /** It came while this page was open, and nobody has read so yet. */
  isNews: boolean;
}

const NOBODY: WaitingState = { worker: undefined, isNews: false };

let current = NOBODY;
const listeners = new Set<() => void>();

function set(next: WaitingState): void {
  current = next;
  for (const listener of listeners) listener();
}

/** @param isNews whether to say so at once; one that was waiting when the page opened is no news. Said once a page. */
export function setWaiting(worker: ServiceWorker, isNews: boolean): void {
  if (current.worker === worker) return;
  set({ worker, isNews });
  // Another tab may let it take over, or a newer one take its place: there is nothing left to offer.
  worker.addEventListener('statechange', () => {
    if (worker.state !== 'installed' && current.worker === worker) set({ ...current, worker: undefined });
  });
}

export function markRead(): void {
  set({ ...current, isNews: false });
}

/** Lets the waiting worker take over; without one nothing happens. */
export function activateWaiting(): void {
  current.worker?.postMessage({ type: 'activate' });
}

/** For tests: as before anything waited. */
export function forgetWaiting(): void {
  set(NOBODY);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWaitingWorker(): WaitingState {
  return useSyncExternalStore(subscribe, () => current);
}
