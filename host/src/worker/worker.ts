/**
 * The site's service worker. The page and the snapshot inside it are kept as one and answered at once, refreshed behind,
 * and a new one is taken whole: only when its files are here as well. Files of builds and pictures are kept as they are
 * used. Answers of the API are not. It shows what Web Push brings.
 */
import type { Pointer } from 'registry/model';
import type { PushPayload } from 'shared-contracts/types';
import { fileKind, keptKind } from './kept-requests';
import type { Refreshed } from './messages';
import { openNotice, showPush } from './push';
import { type FetchEvent, scope } from './scope';
import { filesOf, foldersOf, type PageSnapshot, partOf, readSnapshot, recalledIn } from './shell-page';

const { origin } = scope.location;

const PREFIX = 'foodhall-';
const CACHES = { page: `${PREFIX}page-1`, part: `${PREFIX}parts-1`, picture: `${PREFIX}pictures-1` } as const;
/** An address of no screen: its page asks for no screen's files early. */
const PAGE = '/shell';
const MAX_PICTURES = 400;
const ANY_HEADERS = { ignoreVary: true };

scope.addEventListener('install', (event) => event.waitUntil(refresh()));

scope.addEventListener('activate', (event) => {
  const tidy = async () => {
    const kept: string[] = Object.values(CACHES);
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && !kept.includes(name));
    await Promise.all(names.map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(tidy());
});

scope.addEventListener('message', (event) => {
  const { data } = event;
  if (data.type === 'activate') event.waitUntil(scope.skipWaiting());
  if (data.type === 'refresh') event.waitUntil(refreshFor(event.ports[0]));
  if (data.type === 'keep') event.waitUntil(Promise.all(data.addresses.map(keepFile)).then(refreshQuietly));
});

scope.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showPush(event.data.json() as PushPayload));
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotice(event.notification));
});

scope.addEventListener('fetch', (event) => {
  const kind = keptKind(event.request, origin);
  if (kind === 'page') {
    event.respondWith(answerPage(event.request));
    event.waitUntil(refreshQuietly());
  } else if (kind) {
    event.respondWith(answerFile(event, kind));
  }
});

async function answerPage(request: Request): Promise<Response> {
  const pages = await caches.open(CACHES.page);
  return (await pages.match(PAGE, ANY_HEADERS)) ?? fetch(request);
}

async function answerFile(event: FetchEvent, kind: 'part' | 'picture'): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(CACHES[kind]);
  // 'reload' is from a page that may not use what is kept.
  const kept = request.cache === 'reload' ? undefined : await cache.match(request.url, ANY_HEADERS);
  if (kept) return kept;
  const response = await fetch(request);
  // A second try of a file has a query of its own; what it brought stands for the file.
  if (isWhole(response)) event.waitUntil(put(cache, request.url.split('?')[0] ?? request.url, response.clone()));
  return response;
}

/** Neither an error nor a part of a file, nor one whose content cannot be seen. */
function isWhole(response: Response): boolean {
  return response.status === 200 && response.type !== 'opaque';
}

/** Storage may be full: then the network keeps answering. */
async function put(cache: Cache, address: string, response: Response): Promise<void> {
  await cache.put(address, response).catch((error: unknown) => console.warn(`${address} could not be kept`, error));
}

async function keepFile(address: string): Promise<void> {
  const { pathname, origin: from } = new URL(address, origin);
  const kind = from === origin ? fileKind(pathname) : undefined;
  if (!kind) return;
  const cache = await caches.open(CACHES[kind]);
  if (await cache.match(pathname, ANY_HEADERS)) return;
  const response = await fetch(pathname).catch(() => undefined);
  if (response && isWhole(response)) await put(cache, pathname, response);
}

let refreshing: Promise<void> | undefined;

/** For whoever has an answer already. Offline there is nothing to say: the page knows. */
function refreshQuietly(): Promise<void> {
  return refresh().catch(() => {});
}

async function refreshFor(port: MessagePort | undefined): Promise<void> {
  // One that runs was asked for before whatever this page has learned, or has joined, since.
  await refreshing?.catch(() => {});
  const outcome = await refresh().then(
    (): Refreshed => 'refreshed',
    (): Refreshed => 'failed',
  );
  port?.postMessage(outcome);
}

function refresh(): Promise<void> {
  refreshing ??= takeNewPage().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Rejects and leaves everything as it is when the page, or a file of it, cannot be had. */
async function takeNewPage(): Promise<void> {
  const response = await fetch(PAGE, { headers: { accept: 'text/html' }, cache: 'no-cache' });
  if (!isWhole(response)) throw new Error(`The page answered ${response.status}.`);
  const html = await response.clone().text();
  const pages = await caches.open(CACHES.page);
  const earlier = await (await pages.match(PAGE, ANY_HEADERS))?.text();

  const parts = await caches.open(CACHES.part);
  const kept = (await parts.keys()).map(({ url }) => new URL(url).pathname);
  const inUse = new Set(kept.map(partOf).filter((part) => part !== undefined));
  const missing = filesOf(html, inUse).filter((file) => !kept.includes(file));
  await parts.addAll(missing);
  if (earlier === html) return;
  await pages.put(PAGE, response);

  const snapshots = [readSnapshot(html), ...(earlier === undefined ? [] : [readSnapshot(earlier)])];
  await dropOldParts(parts, snapshots);
  await dropOldPictures();
  if (snapshots[1]) await tellOfRecalled(snapshots[1]);
}

/** Open pages still run on the release before: its files stay one release longer. */
async function dropOldParts(parts: Cache, snapshots: PageSnapshot[]): Promise<void> {
  const folders = snapshots.flatMap(foldersOf);
  const old = (await parts.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return !folders.some((folder) => pathname.startsWith(folder));
  });
  await Promise.all(old.map((request) => parts.delete(request, ANY_HEADERS)));
}

async function dropOldPictures(): Promise<void> {
  const pictures = await caches.open(CACHES.picture);
  const all = await pictures.keys();
  // Oldest first.
  await Promise.all(all.slice(0, -MAX_PICTURES).map((request) => pictures.delete(request, ANY_HEADERS)));
}

/** The pointer's signature is not verified here: whoever forged one could have a page reload once, to what is kept. */
async function tellOfRecalled(earlier: PageSnapshot): Promise<void> {
  const response = await fetch('/registry/pointer.json', { cache: 'no-cache' });
  const { current, recalled } = (await response.json()) as Pick<Pointer, 'current' | 'recalled'>;
  const versions = recalledIn(earlier, recalled);
  if (versions.length === 0) return;
  for (const page of await scope.clients.matchAll()) page.postMessage({ type: 'recalled', versions, current });
}
