/**
 * An open page runs the snapshot that it was opened with. It learns of another one within a minute, and reloads at its
 * next navigation. It leaves a recalled version at once.
 */
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { shellState } from 'shared-contracts/events';
import type { Refreshed, ToWorker } from '../worker/messages';
import type { Pointer } from './registry-source';
import { hasReloadedFor, type Reload, reloadOnceFor } from './reload';
import type { Snapshot } from './snapshot';

const POLL_MS = 45_000;
/** If the worker takes longer, the next poll asks it again. */
const REFRESH_TIMEOUT_MS = 30_000;
/** As long as a visitor waits after a tap. */
const TAP_TIMEOUT_MS = 5_000;

/** Name of the snapshot that applies at the next navigation. */
let waiting: string | undefined;
const listeners = new Set<() => void>();

function setWaiting(name: string | undefined): void {
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

/** The reason that a tab remembers for its reload. */
export const reasonOf = (name: string | undefined) => `release.${name}`;

/** A version may be released and recalled several times: each snapshot without it is a reason of its own. */
export const reasonOfRecall = (version: string, current: string | undefined) => `recalled.${version} ${current}`;

export interface WatchOptions {
  snapshot: Snapshot;
  /** Name of the snapshot that the page was opened with. */
  snapshotName: string;
  /** Version of the shell that runs. */
  host: string;
  /** Rejects if the pointer is not signed. */
  fetchPointer: () => Promise<Pointer>;
  reload?: Reload;
}

/**
 * Reads the pointer now, every 45 s while the page is visible, and when it becomes visible.
 * @returns a function that stops it
 */
export function watchReleases({ snapshot, snapshotName, host, fetchPointer, reload }: WatchOptions): () => void {
  const remotes = Object.entries(snapshot.remotes).map(([name, { version }]) => `${name}@${version}`);
  const running = [`host@${host}`, ...remotes];

  async function poll(): Promise<void> {
    if (document.visibilityState !== 'visible' || !shellState().connection.isOnline) return;
    try {
      const { current, recalled } = await fetchPointer();
      // The worker responds with its cached page, so it has to fetch the new one before a reload helps. Its message
      // about recalled versions may arrive before this page listens.
      const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
      if (worker && current !== snapshotName && !(await hasNewPage(worker))) return;
      const gone = running.find((version) => recalled.includes(version));
      if (gone) await reloadOnceFor(reasonOfRecall(gone, current), reload && { reload });
      setWaiting(current === snapshotName ? undefined : current);
    } catch (error) {
      console.warn('The registry could not be read', error);
    }
  }
  const pollNow = () => void poll();
  const timer = setInterval(pollNow, POLL_MS);
  document.addEventListener('visibilitychange', pollNow);
  pollNow();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', pollNow);
    demoted = undefined;
    setWaiting(undefined);
  };
}

/**
 * Has the worker fetch the new page before a reload, for at most 5 s.
 * @returns whether there is a worker, and it has the new page
 */
export async function askWorkerForPage(): Promise<boolean> {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
  if (!worker) return false;
  const isLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), TAP_TIMEOUT_MS));
  return await Promise.race([hasNewPage(worker), isLate]);
}

/** Whether the worker has the new page. Otherwise a reload would show the cached one. */
function hasNewPage(worker: ServiceWorker): Promise<boolean> {
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
  const reason = reasonOf(name);
  const isLeaving =
    name !== undefined && pathname !== shown.current && !shellState().isPaying && !hasReloadedFor(reason);
  useLayoutEffect(() => {
    if (isLeaving) void reloadOnceFor(reason, reload && { reload });
    else shown.current = pathname;
  });
  return isLeaving;
}
