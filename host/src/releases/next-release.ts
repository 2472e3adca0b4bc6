/** Decides which release the page changes to at its next navigation. */
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { shellState } from 'shared-contracts/events';
import type { Refreshed, ToWorker } from '../worker/messages';
import { hasReloadedFor, type Reload, reloadOnceFor } from './reload';

/** If the worker takes longer, the next poll asks it again. */
const REFRESH_TIMEOUT_MS = 30_000;
/** A visitor waits no longer than this after a tap. */
const TAP_TIMEOUT_MS = 5_000;

/** Name of the snapshot that applies at the next navigation. */
let waiting: string | undefined;
const listeners = new Set<() => void>();

/** @param name undefined: the page's own */
export function setWaiting(name: string | undefined): void {
  waiting = name;
  for (const listener of listeners) listener();
}

/** A release of this page that the visitor was demoted from. */
let demoted: string | undefined;

/** @param release 'catalog@1.0.0-3f9a01c2', which the page leaves at the next navigation; undefined: none */
export function leaveAtNavigation(release: string | undefined): void {
  demoted = release;
  for (const listener of listeners) listener();
}

/** The reason of a reload for another release. A tab reloads once for each reason. */
export const reloadReasonOf = (name: string | undefined) => `release.${name}`;

/**
 * Asks the worker to fetch the new page before a reload, and waits for at most 5 s.
 * @returns whether there is a worker, and it has the new page
 */
export async function askWorkerForPage(): Promise<boolean> {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
  if (!worker) return false;
  const isLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), TAP_TIMEOUT_MS));
  return await Promise.race([hasNewPage(worker), isLate]);
}

/** Whether the worker has the new page. Otherwise a reload would show the cached one. */
export function hasNewPage(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    setTimeout(() => resolve(false), REFRESH_TIMEOUT_MS);
    port1.onmessage = ({ data }: MessageEvent<Refreshed>) => resolve(data === 'refreshed');
    worker.postMessage({ type: 'refresh' } satisfies ToWorker, [port2]);
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Reloads the page if its path changes while another release waits, or after a demotion. The reload opens the new
 * address.
 * @returns true during the reload, so that nothing of the old release starts for the new path
 */
export function useReleaseAtNavigation(pathname: string, reload?: Reload): boolean {
  const name = useSyncExternalStore(subscribe, () => demoted ?? waiting);
  const shown = useRef(pathname);
  const reason = reloadReasonOf(name);
  const isLeaving =
    name !== undefined && pathname !== shown.current && !shellState().isPaying && !hasReloadedFor(reason);
  useLayoutEffect(() => {
    if (isLeaving) void reloadOnceFor(reason, reload && { reload });
    else shown.current = pathname;
  });
  return isLeaving;
}
