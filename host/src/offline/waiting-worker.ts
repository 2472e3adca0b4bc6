/** The version of the site's worker that is installed and waits until the one before it ends. */
import { useSyncExternalStore } from 'react';

export interface WaitingState {
  worker: ServiceWorker | undefined;
  /** It was installed while this page was open, and the user has not read the alert yet. */
  isNews: boolean;
}

const NONE: WaitingState = { worker: undefined, isNews: false };

let current = NONE;
const listeners = new Set<() => void>();

function set(next: WaitingState): void {
  current = next;
  for (const listener of listeners) listener();
}

/** @param isNews whether to show the alert, once a page; a worker that was waiting when the page opened is no news */
export function setWaiting(worker: ServiceWorker, isNews: boolean): void {
  if (current.worker === worker) return;
  set({ worker, isNews });
  // Another tab may activate it, or a newer worker may replace it: this update is no longer available.
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

/** For tests: the state without a worker. */
export function forgetWaiting(): void {
  set(NONE);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWaitingWorker(): WaitingState {
  return useSyncExternalStore(subscribe, () => current);
}
