/**
 * An open page keeps the snapshot it was opened with. It learns within a minute of another one, and takes it at its next
 * navigation; a version that was recalled it leaves at once.
 */
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { shellState } from 'shared-contracts/events';
import type { Refreshed, ToWorker } from '../worker/messages';
import type { Pointer } from './registry-source';
import { hasReloadedFor, type Reload, reloadOnceFor } from './reload';
import type { Snapshot } from './snapshot';

const ASK_EVERY_MS = 45_000;
/** A worker that takes longer is asked again. */
const REFRESH_TIMEOUT_MS = 30_000;
const PRESSED_TIMEOUT_MS = 5_000;

/** Name of the snapshot that the next navigation takes. */
let waiting: string | undefined;
const listeners = new Set<() => void>();

function setWaiting(name: string | undefined): void {
  waiting = name;
  for (const listener of listeners) listener();
}

/** A release of this page that the visitor was moved back from. */
let left: string | undefined;

/** @param release 'catalog@1.0.0-3f9a01c2': the next navigation leaves it; undefined: none */
export function leaveAtNavigation(release: string | undefined): void {
  left = release;
  for (const listener of listeners) listener();
}

/** Under which a tab remembers that it has reloaded itself. */
export const reasonOf = (name: string | undefined) => `release.${name}`;

/** A version may be released again, and taken back again: each snapshot without it is a reason of its own. */
export const reasonOfRecall = (version: string, current: string | undefined) => `recalled.${version} ${current}`;

export interface WatchOptions {
  snapshot: Snapshot;
  /** Name of the snapshot that the page was opened with. */
  snapshotName: string;
  /** Version of the shell that runs. */
  host: string;
  /** Rejects what is not signed. */
  fetchPointer: () => Promise<Pointer>;
  reload?: Reload;
}

/** Asks now, every 45 s while the page is seen, and when it is seen again. Returns the way to stop. */
export function watchReleases({ snapshot, snapshotName, host, fetchPointer, reload }: WatchOptions): () => void {
  const remotes = Object.entries(snapshot.remotes).map(([name, { version }]) => `${name}@${version}`);
  const running = [`host@${host}`, ...remotes];

  async function ask(): Promise<void> {
    if (document.visibilityState !== 'visible' || !shellState().connection.isOnline) return;
    try {
      const { current, recalled } = await fetchPointer();
      // A worker answers with the page it kept: it fetches the new one first, or this is asked again. What it tells of
      // recalled versions may come before this page listens.
      const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
      if (worker && current !== snapshotName && !(await hasNewPage(worker))) return;
      const gone = running.find((version) => recalled.includes(version));
      if (gone) await reloadOnceFor(reasonOfRecall(gone, current), reload && { reload });
      setWaiting(current === snapshotName ? undefined : current);
    } catch (error) {
      console.warn('The registry could not be asked for a newer release', error);
    }
  }
  const askSoon = () => void ask();
  const timer = setInterval(askSoon, ASK_EVERY_MS);
  document.addEventListener('visibilitychange', askSoon);
  askSoon();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', askSoon);
    left = undefined;
    setWaiting(undefined);
  };
}

/**
 * Before a reload whose page is to be another one, and no longer than somebody who pressed a button waits.
 * @returns whether there is a worker, and it has the new page
 */
export async function askWorkerForPage(): Promise<boolean> {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
  if (!worker) return false;
  const isLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), PRESSED_TIMEOUT_MS));
  return await Promise.race([hasNewPage(worker), isLate]);
}

/** Whether the worker has the new page: a reload that it answers with the old one would be for nothing. */
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
 * Reloads the page when its path changes while another release waits, or one is to be left; the address and its state are the new ones already.
 * @returns true while it does, so that nothing of the old release is started for the new path
 */
export function useReleaseAtNavigation(pathname: string, reload?: Reload): boolean {
  const name = useSyncExternalStore(subscribe, () => left ?? waiting);
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
