/**
 * The site's service worker. It caches the page with the snapshot inside and responds with it, unless the server sends the first
 * screen of the same release in a moment. It refreshes the page in the background. A new page is applied only when all of its files are cached. Files of builds and pictures are cached
 * when they are used; responses of the API are not. The worker also shows the notifications of Web Push.
 */
import type { Pointer } from 'registry/model';
import type { PushPayload } from 'shared-contracts/types';
import { cachedKind, fileKind } from './cached-requests';
import type { Refreshed } from './messages';
import { openNotice, showPush } from './push';
import { type FetchEvent, scope } from './scope';
import {
  appOf,
  filesOf,
  foldersOf,
  hasFirstScreen,
  isSameRelease,
  type PageSnapshot,
  readSnapshot,
  recalledIn,
  unchangedFiles,
} from './shell-page';

const { origin } = scope.location;

const PREFIX = 'foodhall-';
const CACHES = { page: `${PREFIX}page-1`, part: `${PREFIX}parts-1`, picture: `${PREFIX}pictures-1` } as const;
/** An address of no screen, so that its page preloads no screen's files. */
const PAGE = '/shell';
/** How long, in milliseconds, a navigation waits for the server's page with a first screen: a round trip on a slow phone. */
const PATIENCE_MS = 400;
const MAX_PICTURES = 400;
const ANY_HEADERS = { ignoreVary: true };

scope.addEventListener('install', (event) => event.waitUntil(refresh()));

scope.addEventListener('activate', (event) => {
  const tidy = async () => {
    const own: string[] = Object.values(CACHES);
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && !own.includes(name));
    await Promise.all(names.map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(tidy());
});

scope.addEventListener('message', (event) => {
  const { data } = event;
  if (data.type === 'activate') event.waitUntil(scope.skipWaiting());
  if (data.type === 'refresh') event.waitUntil(refreshFor(event.ports[0]));
  if (data.type === 'keep') event.waitUntil(Promise.all(data.addresses.map(cacheFile)).then(refreshQuietly));
});

scope.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showPush(event.data.json() as PushPayload));
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotice(event.notification));
});

scope.addEventListener('fetch', (event) => {
  const kind = cachedKind(event.request, origin);
  if (kind === 'page') {
    const page = respondWithPage(event.request);
    event.respondWith(page);
    // Afterwards: on a slow network it would delay the page.
    event.waitUntil(page.then(refreshQuietly, refreshQuietly));
  } else if (kind) {
    event.respondWith(respondWithFile(event, kind));
  }
});

async function respondWithPage(request: Request): Promise<Response> {
  const pages = await caches.open(CACHES.page);
  const cached = await pages.match(PAGE, ANY_HEADERS);
  if (!cached) return fetch(request);
  return (await pageWithFirstScreen(request, await cached.clone().text())) ?? cached;
}

/**
 * The server's page of this moment, whose first screen is painted before the scripts run. Never cached: it is of one address and
 * one moment.
 * @param cached the page that waits. Of another release the server's page is not used, since its files may not be cached yet
 * @returns undefined where there is none, or it is not here in time
 */
async function pageWithFirstScreen(request: Request, cached: string): Promise<Response | undefined> {
  if (!hasFirstScreen(readSnapshot(cached), new URL(request.url).pathname)) return undefined;
  // Also on the way back, where the browser would take the page from its cache. A browser refuses a response that was redirected.
  const fetched = fetch(request.url, { headers: { accept: 'text/html' }, cache: 'no-cache' }).then(async (response) =>
    !response.redirected && isWhole(response) && isSameRelease(await response.clone().text(), cached)
      ? response
      : undefined,
  );
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined));
  return await Promise.race([fetched.catch(() => undefined), late]);
}

async function respondWithFile(event: FetchEvent, kind: 'part' | 'picture'): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(CACHES[kind]);
  // With 'reload' the page demands the network.
  const cached = request.cache === 'reload' ? undefined : await cache.match(request.url, ANY_HEADERS);
  if (cached) return cached;
  const response = await fetch(request);
  // A retry has a query of its own; its response is cached as the file.
  if (isWhole(response)) event.waitUntil(put(cache, request.url.split('?')[0] ?? request.url, response.clone()));
  return response;
}

/** Neither an error, nor a range of a file, nor a response whose content is opaque. */
function isWhole(response: Response): boolean {
  return response.status === 200 && response.type !== 'opaque';
}

/** If storage is full, later requests go to the network. */
async function put(cache: Cache, address: string, response: Response): Promise<void> {
  await cache.put(address, response).catch((error: unknown) => console.warn(`${address} could not be cached`, error));
}

async function cacheFile(address: string): Promise<void> {
  const { pathname, origin: from } = new URL(address, origin);
  const kind = from === origin ? fileKind(pathname) : undefined;
  if (!kind) return;
  const cache = await caches.open(CACHES[kind]);
  if (await cache.match(pathname, ANY_HEADERS)) return;
  const response = await fetch(pathname).catch(() => undefined);
  if (response && isWhole(response)) await put(cache, pathname, response);
}

let refreshing: Promise<void> | undefined;

/** After a response was given. Failures are silent: the page itself notices that it is offline. */
function refreshQuietly(): Promise<void> {
  return refresh().catch(() => {});
}

async function refreshFor(port: MessagePort | undefined): Promise<void> {
  // A refresh that is running may have started before the release, or the change of channel, that this page knows of.
  await refreshing?.catch(() => {});
  const outcome = await refresh().then(
    (): Refreshed => 'refreshed',
    (): Refreshed => 'failed',
  );
  port?.postMessage(outcome);
}

function refresh(): Promise<void> {
  refreshing ??= applyNewPage().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Rejects, and changes nothing, if the page or a file of it cannot be loaded. */
async function applyNewPage(): Promise<void> {
  const response = await fetch(PAGE, { headers: { accept: 'text/html' }, cache: 'no-cache' });
  if (!isWhole(response)) throw new Error(`The page responded with ${response.status}.`);
  const html = await response.clone().text();
  const pages = await caches.open(CACHES.page);
  const earlier = await (await pages.match(PAGE, ANY_HEADERS))?.text();

  const files = await caches.open(CACHES.part);
  const cached = (await files.keys()).map(({ url }) => new URL(url).pathname);
  const inUse = new Set(cached.map(appOf).filter((app) => app !== undefined));
  const missing = filesOf(html, inUse).filter((file) => !cached.includes(file));
  const unchanged = earlier === undefined ? new Map<string, string>() : unchangedFiles(html, earlier);
  await Promise.all(missing.map((file) => addFile(files, file, unchanged.get(file))));
  if (earlier === html) return;
  await pages.put(PAGE, response);

  const snapshots = [readSnapshot(html), ...(earlier === undefined ? [] : [readSnapshot(earlier)])];
  await dropOldFiles(files, snapshots);
  await dropOldPictures();
  if (snapshots[1]) await announceRecalled(snapshots[1]);
}

/** @param same where a file with the same bytes may be cached; without one the file is fetched */
async function addFile(files: Cache, file: string, same: string | undefined): Promise<void> {
  const cached = same && (await files.match(same, ANY_HEADERS));
  if (!cached) return files.add(file);
  // A response of its own, since one that is copied has the old address, from which a style would take its fonts.
  const { status, statusText, headers } = cached;
  await files.put(file, new Response(await cached.arrayBuffer(), { status, statusText, headers }));
}

/** Open pages still run the release before, so its files stay for one more release. */
async function dropOldFiles(files: Cache, snapshots: PageSnapshot[]): Promise<void> {
  const folders = snapshots.flatMap(foldersOf);
  const old = (await files.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return !folders.some((folder) => pathname.startsWith(folder));
  });
  await Promise.all(old.map((request) => files.delete(request, ANY_HEADERS)));
}

async function dropOldPictures(): Promise<void> {
  const pictures = await caches.open(CACHES.picture);
  const all = await pictures.keys();
  // Oldest first.
  await Promise.all(all.slice(0, -MAX_PICTURES).map((request) => pictures.delete(request, ANY_HEADERS)));
}

/** The pointer's signature is not verified here: a forged pointer makes a page reload once, to the cached page. */
async function announceRecalled(earlier: PageSnapshot): Promise<void> {
  const response = await fetch('/registry/pointer.json', { cache: 'no-cache' });
  const { current, recalled } = (await response.json()) as Pick<Pointer, 'current' | 'recalled'>;
  const versions = recalledIn(earlier, recalled);
  if (versions.length === 0) return;
  for (const page of await scope.clients.matchAll()) page.postMessage({ type: 'recalled', versions, current });
}
