/**
 * The site's service worker. It caches the page with the snapshot inside and responds with it, and puts the server's first screen of this
 * moment into it. It refreshes the page in the background. A new page is applied only when all of its files are cached. Files of
 * builds and pictures are cached when they are used; responses of the API are not. The worker also shows the notifications of Web Push.
 *
 * Pages can write to the caches. So a page from there has to be signed by the server, and the server says with each navigation whether it
 * may still be shown. Scripts and styles are checked by the browser, with the integrity that such a page names.
 */
import type { Pointer } from 'releases/model/schemas';
import type { PushPayload } from 'shared-contracts/types';
import { addFile } from './add-file';
import { ANY_HEADERS, cachedKind, fileKind } from './cached-requests';
import { awaitNext, rest } from './heartbeats';
import type { Refreshed } from './messages';
import { importPageKey, type OwnPage, openPage } from './own-page';
import { openNotice, showPush } from './push';
import { type FetchEvent, scope } from './scope';
import {
  appInPath,
  aroundFirstScreen,
  buildFolders,
  fileIntegrities,
  offlineFiles,
  type PageSnapshot,
  readSnapshot,
  recalledIn,
  releaseNameOf,
  unchangedFiles,
} from './shell-page';

const { origin } = scope.location;

const PREFIX = 'foodhall-';
const CACHES = { page: `${PREFIX}page-1`, part: `${PREFIX}parts-1`, picture: `${PREFIX}pictures-1` } as const;
/** An address of no screen, so that its page preloads no screen's files. */
const PAGE = '/shell';
/** The header of the request that a browser sends while it starts this worker, and of the response that is a first screen. */
const STARTED = 'service-worker-navigation-preload';
/** The value of that header with a whole page in another language than the cached one: that of a hall. */
const OTHER_LANGUAGE = 'other language';
/** How long, in milliseconds, a page waits in its middle for the server's first screen: a round trip on a slow phone. */
const PATIENCE_MS = 400;
const MAX_PICTURES = 400;

importPageKey();

scope.addEventListener('install', (event) => event.waitUntil(refresh()));

scope.addEventListener('activate', (event) => {
  const tidy = async () => {
    const own: string[] = Object.values(CACHES);
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && !own.includes(name));
    await Promise.all(names.map((name) => caches.delete(name)));
    const page = await cachedPage();
    if (page) await preloadFirstScreens(page.html);
    await scope.clients.claim();
  };
  event.waitUntil(tidy());
});

scope.addEventListener('message', (event) => {
  const { data } = event;
  if (data.type === 'activate') event.waitUntil(scope.skipWaiting());
  if (data.type === 'refresh') event.waitUntil(refreshFor(event.ports[0]));
  // The event does not wait for the next heartbeat, since a browser cannot replace a worker while one of its events is pending.
  // An idle worker runs for longer than such a wait.
  if (data.type === 'alive' && event.source) void awaitNext(event.source.id, data.release);
  if (data.type === 'resting' && event.source) rest(event.source.id);
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
    const page = respondWithPage(event);
    event.respondWith(page);
    // The refresh comes afterwards, since it would delay the page on a slow network.
    event.waitUntil(page.then(refreshQuietly, refreshQuietly));
  } else if (kind) {
    event.respondWith(respondWithFile(event, kind));
  }
});

/** @returns undefined where there is none. One that the server has not signed is deleted, with all that its writer may have changed. */
async function cachedPage(): Promise<OwnPage | undefined> {
  const response = await (await caches.open(CACHES.page)).match(PAGE, ANY_HEADERS);
  const page = response && (await openPage(response));
  if (response && !page) await deleteCaches();
  return page;
}

const deleteCaches = () => Promise.all(Object.values(CACHES).map((name) => caches.delete(name)));

/**
 * Responds with the cached page and the first screen that the server sends at this moment. The first screen is never
 * cached, since it belongs to one address and one moment. The server may send another page in its place. If it does not
 * respond in time, the cached page is shown without it.
 */
async function respondWithPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const sent = Promise.resolve(event.preloadResponse).catch(() => undefined);
  // The browser warns in the console of a preload that is not used.
  event.waitUntil(sent);
  const page = await cachedPage();
  const release = page && releaseNameOf(page.html);
  if (!release) return await wholePage(await sent, request);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const response = await Promise.race([askServer(request, sent, release), late]);
  if (response && !isOutage(response)) {
    if (response.type === 'opaqueredirect') return response;
    const started = response.headers.get(STARTED);
    if (started === OTHER_LANGUAGE) return response;
    if (started !== release) return await replaceBy(response, request);
    if (response.status === 200) return withFirstScreen(page, response, late);
  }
  return new Response(page.html, { headers: page.headers });
}

/** @returns the server's response about the page with this release at this address; undefined without a connection */
async function askServer(
  request: Request,
  sent: Promise<Response | undefined>,
  release: string,
): Promise<Response | undefined> {
  const headers = { accept: 'text/html', [STARTED]: release };
  const ask = () => fetch(request.url, { headers, redirect: 'manual', cache: 'no-store' }).catch(() => undefined);
  // The request is needed if the browser preloads nothing, or the page has switched it off.
  return (await sent) ?? (await ask());
}

/** A proxy also responds like this while the server is away or busy. */
const isOutage = ({ status }: Response) => status >= 500 || status === 429;

/** Uses nothing from the cache, since a release of the page was recalled, or this browser was granted another page. */
async function replaceBy(response: Response, request: Request): Promise<Response> {
  await deleteCaches();
  return await wholePage(response, request);
}

/** @param response to a request that the browser sent while it started the worker: it may be less than the page */
async function wholePage(response: Response | undefined, request: Request): Promise<Response> {
  return response && response.status !== 204 && !response.headers.has(STARTED) ? response : await fetch(request);
}

function withFirstScreen({ html, headers }: OwnPage, response: Response, late: Promise<undefined>): Response {
  const around = aroundFirstScreen(html);
  if (!around) return new Response(html, { headers });
  const [before, after] = around;
  const firstScreen = Promise.race([response.text().catch(() => ''), late.then(() => '')]);
  const text = new ReadableStream<string>({
    start: (page) => page.enqueue(before),
    async pull(page) {
      page.enqueue((await firstScreen) + after);
      page.close();
    },
  });
  return new Response(text.pipeThrough(new TextEncoderStream()), { headers });
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

/** Refreshes after a response was given. Failures are silent: the page itself notices that it is offline. */
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
  // A page for this browser alone, such as one with an override, always comes from the server, so that it ends when the server says so.
  if (response.headers.get('cache-control')?.includes('no-store')) {
    await caches.delete(CACHES.page);
    return;
  }
  const page = await openPage(response.clone());
  if (!page) throw new Error('The page is not signed by the server.');
  const { html } = page;
  // A page of an earlier server or shell, such as after a rollback, always comes from the network.
  if (!releaseNameOf(html)) {
    await caches.delete(CACHES.page);
    return;
  }
  // This comes first, since it may delete the caches, and one that was opened before would be gone.
  const earlier = (await cachedPage())?.html;
  const files = await caches.open(CACHES.part);
  const cached = (await files.keys()).map(({ url }) => new URL(url).pathname);
  const inUse = new Set(cached.map(appInPath).filter((app) => app !== undefined));
  const missing = offlineFiles(html, inUse).filter((file) => !cached.includes(file));
  const unchanged = earlier === undefined ? new Map<string, string>() : unchangedFiles(html, earlier);
  const integrities = fileIntegrities(html);
  await Promise.all(missing.map((file) => addFile(files, file, integrities.get(file), unchanged.get(file))));
  if (earlier === html) return;
  await (await caches.open(CACHES.page)).put(PAGE, response);
  await preloadFirstScreens(html);

  const snapshots = [readSnapshot(html), ...(earlier === undefined ? [] : [readSnapshot(earlier)])];
  await dropOldFiles(files, snapshots);
  await dropOldPictures();
  if (snapshots[1]) await announceRecalled(snapshots[1]);
}

/** Makes the browser request the first screen of a page while it starts the worker. Only an active worker can do this. */
async function preloadFirstScreens(html: string): Promise<void> {
  const { active, navigationPreload } = scope.registration;
  const release = releaseNameOf(html);
  if (!active || !release) return;
  await navigationPreload.enable();
  await navigationPreload.setHeaderValue(release);
}

/** Open pages still run the release before, so its files stay for one more release. */
async function dropOldFiles(files: Cache, snapshots: PageSnapshot[]): Promise<void> {
  const folders = snapshots.flatMap(buildFolders);
  const old = (await files.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return !folders.some((folder) => pathname.startsWith(folder));
  });
  await Promise.all(old.map((request) => files.delete(request, ANY_HEADERS)));
}

async function dropOldPictures(): Promise<void> {
  const pictures = await caches.open(CACHES.picture);
  const all = await pictures.keys();
  // The requests are in the order of their age, oldest first.
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
