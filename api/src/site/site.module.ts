/** Everything that is not the API: pages, builds, registry, pictures. One process is a whole site. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import { ApiError, messageOf, notFound } from 'core/errors';
import { registerCompression } from 'core/http/compression';
import { FILE_PATHS } from 'core/http/file-paths';
import { type App, named } from 'core/http/scope';
import { OVERRIDE_DIRECTIVES } from 'core/http/security-headers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Cohort, readCohort } from 'releases/model/cohort';
import { PAGE_KEY_PATH, PAGE_SIGNATURE } from 'releases/model/page-signature';
import type { HostRelease } from 'releases/model/schemas';
import { WEB_MANIFEST, webManifest } from 'releases/model/web-manifest';
import { requireReleased } from 'releases/store/released-files';
import type { SiteConfig } from 'shared-contracts/types';
import type { Deps } from '../deps';
import type { BrowserGrants } from '../releases/browser/browser-grants';
import { LiveRelease, type Release } from '../releases/live/live-release';
import { AfterAttack } from './after-attack';
import { type FirstScreen, FirstScreens, NOT_THERE } from './first-screen';
import {
  EXTENSION,
  firstScreenStyles,
  type PageOptions,
  type PageParts,
  partsOf,
  preloadsOf,
  releaseNameOf,
  renderFirstScreen,
  renderPage,
} from './page';
import { type Page, PageCache } from './page-cache';
import { PageKey } from './page-key';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Browsers run nothing from these files, also when one is opened by itself: the policy of files would be larger than some of them. */
const INERT = /\.(?:css|woff2|webp|avif)(?:\.br)?$/;
/**
 * The options for files whose content never changes at its address: without the headers that would let a client ask for changes or for
 * parts.
 */
const IMMUTABLE_FILES = {
  cacheControl: false,
  etag: false,
  lastModified: false,
  acceptRanges: false,
  setHeaders: (reply: Pick<FastifyReply, 'header' | 'removeHeader'>, path: string) => {
    reply.header('cache-control', IMMUTABLE);
    if (INERT.test(path)) reply.removeHeader('content-security-policy');
  },
};
/** The time, in seconds, that a page of another site may go on with the embed.js it has. */
const EMBED_MAX_AGE = 300;
const WORKER = '/sw.js';
/**
 * The header of a request that a browser sends while it starts the site's worker, with the value that the worker has given it: the name of
 * what its page runs. It asks for the first screen alone; a response that is one has the same header.
 */
const STARTED = 'service-worker-navigation-preload';
/** The page of all addresses, which the worker caches. */
const SHELL_PAGE = '/shell';
/** Files that pages and tools ask for: one that is missing is a plain 404. Any other dot may be a table's or a room's. */
const ASSET =
  /\.(m?js|css|map|json|xml|txt|html?|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|mp3|ogg|wav|wasm|webmanifest)$/i;
/** Files of the shell that have a fixed address at the root, such as its icon and its service worker. */
const ROOT_FILES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

export async function registerSite(
  app: App,
  { config, log, db }: Pick<Deps, 'config' | 'log' | 'db'>,
  site: SiteConfig,
  grants: BrowserGrants,
): Promise<void> {
  const live = new LiveRelease(config.distDir, log);
  const pages = new Pages();
  /** A page of all visitors is better than none. */
  const orNone = async <Grant>(grant: Promise<Grant>, none: Grant): Promise<Grant> => {
    try {
      return await grant;
    } catch (error) {
      log.warn(
        { reason: messageOf(error) },
        'site: what a browser was granted cannot be read, so its page has none of it',
      );
      return none;
    }
  };
  const pageKey = new PageKey(db);
  const firstScreens = new FirstScreens(config, (url) => readApi(app, url), log);

  const afterAttack = new AfterAttack({ db, config, log });
  /** Reads the live release. Once a release was recalled as malicious, it ends the sessions from before. */
  const liveNow = async () => {
    const release = await live.current();
    if (release?.malicious) {
      await afterAttack.endSessions(release.malicious).catch((error: unknown) => {
        log.error(
          { reason: messageOf(error) },
          'site: the sessions from before a malicious release could not be ended yet',
        );
      });
    }
    return release;
  };

  const builds = named('builds', async (scope: FastifyInstance) => {
    scope.addHook('onRequest', async ({ url }) => {
      const release = await live.current().catch(() => null);
      if (release?.malicious && afterAttack.isOf(release.malicious, url.slice('/parts'.length)))
        throw new ApiError(410, 'RECALLED', 'This release was recalled.');
    });
    await scope.register(fastifyStatic, {
      root: config.distDir,
      prefix: '/parts/',
      decorateReply: false,
      preCompressed: true,
      index: false,
      dotfiles: 'deny',
      // The registry has its own prefix; build records and maps of other folders of dist are not served.
      allowedPath: (path) => /^\/(?!registry\/)[\w-]+\/[\w.-]+\/.+/.test(path) && !path.endsWith('/build.json'),
      ...IMMUTABLE_FILES,
    });
  });
  await app.register(builds);
  await app.register(fastifyStatic, {
    root: join(config.distDir, 'registry'),
    prefix: '/registry/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => /^\/[\w-]+\.(json|sig)$/.test(path),
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('cache-control', path.endsWith('pointer.json') ? 'no-cache' : IMMUTABLE),
  });
  const media = named('media', async (scope: FastifyInstance) => {
    // A drawing is text of several kilobytes, and a first screen has a dozen. Photographs are compressed already.
    await registerCompression(scope);
    await scope.register(fastifyStatic, {
      root: config.mediaDir,
      prefix: '/media/',
      decorateReply: false,
      index: false,
      ...IMMUTABLE_FILES,
    });
  });
  await app.register(media);

  app.get('/config.json', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(site),
  );
  app.get(`/${WEB_MANIFEST}`, { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(webManifest(site))),
  );
  app.get('/meta.json', { schema: { hide: true } }, async (_request, reply) => {
    const release = await live.current();
    if (!release) throw notReleased();
    return reply.header('cache-control', 'no-store').send({ version: release.version });
  });

  app.get(PAGE_KEY_PATH, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`self.PAGE_KEY = ${JSON.stringify(await pageKey.publicKey())};`),
  );

  // One address for other sites' pages, whichever shell is live; what it leads to never changes.
  app.get('/embed.js', { schema: { hide: true } }, async (_request, reply) => {
    const release = await live.current();
    if (!release) throw notReleased();
    const { path, embed } = release.snapshot.host;
    await requireEmbed(release);
    return reply.header('cache-control', `public, max-age=${EMBED_MAX_AGE}`).redirect(path + embed);
  });

  app.setNotFoundHandler(async (request, reply) => {
    // Put together rather than resolved: '//' alone is no address that `new URL` would take.
    const { pathname, searchParams: query } = new URL(`http://site${request.url}`);
    if ((request.method !== 'GET' && request.method !== 'HEAD') || FILE_PATHS.test(pathname)) throw notFound();
    const release = await liveNow();
    const rootFile = release && (await readRootFile(release, pathname));
    // Its scope is the whole site, wherever a deployment puts its file.
    if (pathname === WORKER) reply.header('service-worker-allowed', '/');
    if (rootFile) return reply.type(rootFile.type).header('cache-control', 'no-cache').send(rootFile.content);
    if (!takesPage(request)) throw notFound();
    if (!release) {
      if (EXTENSION.test(pathname)) throw notFound();
      throw notReleased();
    }
    // A hint that the shell leaves, as the server does not know who opens a page.
    const cookies = request.headers.cookie ?? '';
    const isVendor = /(?:^|;\s*)acts_as=vendor(?:;|$)/.test(cookies);
    // A browser may forget after a week what a script has set, and keeps what a server sets.
    if (isVendor) reply.header('set-cookie', 'acts_as=vendor; Path=/; Max-Age=31536000; SameSite=Lax');
    const member = await orNone(grants.channel(cookies), undefined);
    const asked = channelAskedBy(query);
    if (asked !== undefined && asked !== member) {
      const question = grants.channelQuestion(asked, withoutChannel(pathname, query));
      return reply.header('cache-control', 'no-store').redirect(question, 303);
    }
    // A channel without a release changes nothing.
    const channel = release.snapshot.offers.some((offer) => offer.channel === member) ? member : undefined;
    const cohort = { ...cohortOf(release, cookies, reply), channel };
    const options = { release: await live.inChannel(release, channel), site, pathname, isVendor, cohort };
    const parts = partsOf(options);
    // A screen's address may end like a file's: the location in it is free text.
    if (!parts.isKnown && ASSET.test(pathname) && !isNavigation(request)) throw notFound();
    const { host, opened } = parts;
    // A vendor's page may show what the server does not: what is hidden from the others.
    const firstScreen =
      isVendor || !opened ? undefined : await firstScreens.of({ ...opened, host, pathname, query, site });
    const first = firstScreen === NOT_THERE ? undefined : firstScreen;
    const overrides = await orNone(grants.overrides(cookies), { origins: {}, setCookie: [] });
    const origins = Object.values(overrides.origins);
    const isOwn = origins.length > 0 || channel !== undefined;
    const started = request.headers[STARTED];
    // A worker's page may be shown unless it runs what was recalled, or this browser was granted another one.
    if (typeof started === 'string' && !isOwn && !(await live.isRecalled(started.split(' ')[0] ?? '', release))) {
      reply.header('cache-control', 'no-store').header(STARTED, started);
      // Nothing for a page of another release, whose files and policy differ.
      if (!first || started !== releaseNameOf(release, parts)) return reply.status(204).send();
      return sendHtml(request, reply, await pages.firstScreen(options, parts, first));
    }
    if (release.malicious) await afterAttack.clearBrowser(release.malicious, cookies, reply);
    const isShellPage = pathname === SHELL_PAGE;
    const isThere = isShellPage || (parts.isKnown && firstScreen !== NOT_THERE);
    // The page says so itself: the shell's Not Found, or the words of the screen. A route that led here may have another reason.
    if (!isThere && reply.statusCode === 200) reply.status(404);
    if (reply.statusCode === 404 || isShellPage) reply.header('x-robots-tag', 'noindex');
    allowStyles(reply, first ? first.styles.map(({ hash }) => hash) : firstScreenStyles(release));
    reply.header('cache-control', 'no-cache').header('vary', `cookie, accept-encoding, ${STARTED}`);
    for (const cookie of overrides.setCookie) reply.header('set-cookie', cookie);
    if (!isOwn) {
      const page = await pages.page(options, parts, first);
      if (isShellPage) await signPage(reply, page);
      return sendHtml(request, reply, page);
    }
    // The page belongs to this browser alone: neither the worker nor a proxy stores it, and no other browser is sent it.
    reply.header('cache-control', 'no-store');
    if (origins.length > 0) allow(reply, OVERRIDE_DIRECTIVES, origins);
    const own = {
      ...site,
      ...(origins.length > 0 && { overrides: overrides.origins }),
      ...(channel !== undefined && { channel }),
    };
    return sendHtml(request, reply, await renderPage(release, own, parts, first).then(compress));
  });

  /** A page without a signature is shown, and no worker caches it. */
  async function signPage(reply: FastifyReply, { html }: Page): Promise<void> {
    try {
      reply.header(PAGE_SIGNATURE, await pageKey.sign((name) => String(reply.getHeader(name) ?? ''), html));
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'site: the page cannot be signed, so no worker caches it');
    }
  }
}

/** An address with a '%' that begins no character, as text that every router can decode: it names nothing, and gets Not Found. */
export function decodable(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/** curl and link checkers take anything; so do a browser's scripts and pictures, which say what they are for. */
function takesPage({ headers }: FastifyRequest): boolean {
  const purpose = headers['sec-fetch-dest'] ?? 'document';
  return /^(document|iframe|empty)$/.test(String(purpose)) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
}

/** A visitor opens the address in a browser. The response is a page, also for an address that looks like a file's. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && /text\/html/.test(headers.accept ?? '');
}

/**
 * A rollout has to recognize its visitors from their first page on; without a rollout no visitor gets an id. The cookie
 * lasts a year, so a visitor stays in the rollout.
 */
function cohortOf({ snapshot }: Release, cookies: string, reply: FastifyReply): Cohort {
  const cohort = readCohort(cookies);
  if (cohort.visitor || !snapshot.offers.some(({ percent }) => percent !== undefined)) return cohort;
  const visitor = randomUUID();
  reply.header('set-cookie', `visitor=${visitor}; Path=/; Max-Age=31536000; SameSite=Lax`);
  return { ...cohort, visitor };
}

/** An address alone joins no channel: it leads to the page that asks. */
function channelAskedBy(query: URLSearchParams): string | undefined {
  const channel = query.get('channel') ?? '';
  return /^[\w-]{1,64}$/.test(channel) ? channel : undefined;
}

function withoutChannel(pathname: string, query: URLSearchParams): string {
  const others = new URLSearchParams([...query].filter(([name]) => name !== 'channel'));
  return others.size > 0 ? `${pathname}?${others}` : pathname;
}

/** Pages of the live release and first screens for them, compressed. Without a first screen pages differ by their shell and their preloads only. */
class Pages {
  private readonly all = new WeakMap<Release, PageCache>();

  page({ release, site }: PageOptions, parts: PageParts, first: FirstScreen | undefined): Promise<Page> {
    const key = parts.host.version + preloadsOf(parts, first) + (first ? textOf(first) : '');
    return this.of(release).get(key, () => renderPage(release, site, parts, first));
  }

  firstScreen({ release }: PageOptions, parts: PageParts, first: FirstScreen): Promise<Page> {
    const key = `first screen ${preloadsOf(parts, first)}${textOf(first)}`;
    return this.of(release).get(key, async () => renderFirstScreen(first, parts));
  }

  private of(release: Release): PageCache {
    const pages = this.all.get(release) ?? new PageCache(COMPRESSOR);
    this.all.set(release, pages);
    return pages;
  }
}

const textOf = ({ html, known, about }: FirstScreen) => html + JSON.stringify([known, about]);

/** The statuses of the API where an address names nothing: an unknown id, or a text that is no id. */
const NAMES_NOTHING = new Set([400, 404, 422]);

/** As a visitor without a session. @returns the body; null where the address names nothing, undefined where the API does not say */
async function readApi(app: App, url: string): Promise<unknown> {
  const response = await app.inject({ method: 'GET', url: `/api/v1${url}` });
  if (NAMES_NOTHING.has(response.statusCode)) return null;
  return response.statusCode === 200 ? response.json() : undefined;
}

/** @param hashes of the styles inside the page, 'sha256-…' */
function allowStyles(reply: FastifyReply, hashes: readonly string[]): void {
  if (hashes.length === 0) return;
  allow(
    reply,
    ['style-src'],
    hashes.map((hash) => `'${hash}'`),
  );
}

/** Adds sources to the policy of this response. */
function allow(reply: FastifyReply, directives: readonly string[], sources: readonly string[]): void {
  const policy = String(reply.getHeader('content-security-policy'));
  const added = `${sources.join(' ')} `;
  const start = new RegExp(`(?<=(?:^|;)(?:${directives.join('|')}) )`, 'g');
  reply.header('content-security-policy', policy.replace(start, added));
}

/** The first visitor of a page waits for 3 ms of this. */
const QUICK_QUALITY = 5;
/** 30 ms for the page of a menu, which then has 12.6 KB for 13.5: with its headers, what a server sends before a phone has replied once. */
const SMALL_QUALITY = 10;

const brotliOf = (html: string, quality: number): Promise<Buffer> =>
  promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

const COMPRESSOR = {
  quickly: (html: string) => brotliOf(html, QUICK_QUALITY),
  well: (html: string) => brotliOf(html, SMALL_QUALITY),
};

const compress = async (html: string): Promise<Page> => ({ html, brotli: await COMPRESSOR.quickly(html) });

function sendHtml(request: FastifyRequest, reply: FastifyReply, { html, brotli }: Page): FastifyReply {
  reply.type('text/html; charset=utf-8');
  // The package decides for the site's files as well (@fastify/static).
  const takesBrotli = negotiate(request.headers['accept-encoding'] ?? '', ['br']) === 'br';
  return takesBrotli ? reply.header('content-encoding', 'br').send(brotli) : reply.send(html);
}

async function readRootFile({ hostDirectory, snapshot }: Release, pathname: string) {
  const type = ROOT_FILES[extname(pathname)];
  // The files of the build have their hashed addresses under /parts.
  if (!type || !/^\/[\w-]+\.\w+$/.test(pathname) || snapshot.host?.integrity[pathname.slice(1)]) return null;
  const file = pathname.slice(1);
  if (pathname !== WORKER && !snapshot.host.root[file]) return null;
  const content = await readFile(join(hostDirectory, file)).catch(() => null);
  if (content) requireBytes(snapshot.host, file, content);
  return content && { type, content };
}

/**
 * A file of a fixed address has no integrity in a page, and a worker handles every navigation from then on: the server compares them.
 * @throws ApiError; not 404, by which a page takes it that the site has no worker any more
 */
function requireBytes(host: HostRelease, file: string, content: Buffer): void {
  try {
    requireReleased(host, file, content);
  } catch (error) {
    throw new ApiError(503, 'NOT_RELEASED', messageOf(error));
  }
}

/**
 * The script that other sites run, as it is sent: with brotli and without.
 * @throws ApiError when it has other bytes than were released
 */
async function requireEmbed({ hostDirectory, snapshot: { host } }: Release): Promise<void> {
  const [content, packed] = await Promise.all(
    [host.embed, `${host.embed}.br`].map((file) => readFile(join(hostDirectory, file)).catch(() => null)),
  );
  if (content) requireBytes(host, host.embed, content);
  if (packed) requireBytes(host, host.embed, await promisify(brotliDecompress)(packed).catch(() => Buffer.alloc(0)));
}

const notReleased = () =>
  new ApiError(
    503,
    'NOT_RELEASED',
    'Nothing is live on this site yet. Run npm start or npm run release -- --all, then try again.',
  );
