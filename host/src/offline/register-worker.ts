/**
 * Registers the site's worker. Without a secure context, as on plain http in a local network, there is no worker, and
 * the site works without it.
 */

import { clearBrowserCaches } from '../releases/browser-caches';
import { type Reload, reloadOnceFor } from '../releases/reload';
import type { Snapshot } from '../releases/snapshot';
import { reloadReasonOfRecall } from '../releases/watch-releases';
import type { FromWorker, ToWorker } from '../worker/messages';
import { setWaiting } from './waiting-worker';

export const WORKER_ADDRESS = '/sw.js';

export interface WorkerOptions {
  /** The versions that the page runs. The page reloads at once if one of them is recalled. */
  snapshot: Pick<Snapshot, 'host' | 'remotes'>;
  reload?: Reload;
}

/** Never rejects: failures are logged, and the site goes on without a worker. */
export async function registerWorker({ snapshot, reload }: WorkerOptions): Promise<void> {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  try {
    const earlier = await navigator.serviceWorker.getRegistration();
    if (earlier && (await isWithdrawn())) {
      await earlier.unregister();
      await reloadOnceFor('worker-withdrawn', { before: clearBrowserCaches, ...(reload && { reload }) });
      return;
    }
    listen(snapshot, reload);
    const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(WORKER_ADDRESS, {
      updateViaCache: 'none',
    });
    // If workers are blocked, by an extension or in a test, the result is undefined rather than an error.
    if (!registration) return;
    if (registration.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting, false);
    registration.addEventListener('updatefound', () => follow(registration.installing));
    follow(registration.installing);
    await navigator.serviceWorker.ready;
    cacheLoadedFiles(registration);
    refreshOnReturn(registration);
  } catch (error) {
    console.warn('The service worker could not be registered', error);
  }
}

/** Whether the site no longer has a worker: its script is gone, or its address returns a page. */
async function isWithdrawn(): Promise<boolean> {
  try {
    const response = await fetch(WORKER_ADDRESS, { cache: 'no-store', headers: { 'Service-Worker': 'script' } });
    // Another error is the server's and says nothing about the worker.
    const isOtherThing = response.ok && !/javascript/.test(response.headers.get('content-type') ?? '');
    return response.status === 404 || isOtherThing;
  } catch {
    console.info('No internet connection found. App is running in offline mode.');
    return false;
  }
}

/** A worker that installs while an earlier one controls the page is news; the first one is not. */
function follow(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) setWaiting(worker, true);
  });
}

function listen({ host, remotes }: WorkerOptions['snapshot'], reload: Reload | undefined): void {
  const running = [
    `host@${host.version}`,
    ...Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`),
  ];
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.type !== 'recalled') return;
    const recalled = data.versions.find((version) => running.includes(version));
    if (recalled) void reloadOnceFor(reloadReasonOfRecall(recalled, data.current), reload && { reload });
  });
}

function send(registration: ServiceWorkerRegistration, message: ToWorker): void {
  registration.active?.postMessage(message);
}

/** Caches files and pictures that were loaded before the worker was active: those of the first screen. */
function cacheLoadedFiles(registration: ServiceWorkerRegistration): void {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => name);
  send(registration, { type: 'keep', addresses });
}

/** Asks the worker to refresh when the page becomes visible again, so that the next page is new. */
function refreshOnReturn(registration: ServiceWorkerRegistration): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') send(registration, { type: 'refresh' });
  });
}
