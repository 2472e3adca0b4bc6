/** Everything that is not the API: pages, parts, registry, pictures. One process is a whole site. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readVisit, type Visit } from 'shared-contracts/registry-rules';
import type { SiteConfig } from 'shared-contracts/types';
import type { App } from '../api-module';
import type { Config } from '../config';
import { ApiError, notFound } from '../errors';
import { LiveRelease, type Release } from './live-release';
import { type PageOptions, partsOf, renderPage } from './page';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** A picture is a picture: opened as a page of its own it may do nothing. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** Paths whose missing files are a 404, whatever the browser says it would accept. */
const FILE_PATHS = /^\/(api|parts|registry|media|app)(\/|$)/;
/** How long, in seconds, a page of another site may go on with the embed.js it has. */
const EMBED_MAX_AGE = 300;
const EXTENSION = /\.[a-z][a-z0-9]{1,10}$/i;
/** Files of the shell that have a fixed address at the root, such as its icon and its service worker. */
const ROOT_FILES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

export async function registerSite(app: App, config: Config, site: SiteConfig): Promise<void> {
  const live = new LiveRelease(config.distDir);
  const pages = new Pages();

  await app.register(fastifyStatic, {
    root: config.distDir,
    prefix: '/parts/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    dotfiles: 'deny',
    // The registry has a place of its own; build records and maps of other parts of dist are nobody's.
    allowedPath: (path) => /^\/(?!registry\/)[\w-]+\/[\w.-]+\/.+/.test(path) && !path.endsWith('/build.json'),
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', IMMUTABLE),
  });
  await app.register(fastifyStatic, {
    root: join(config.distDir, 'registry'),
    prefix: '/registry/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => /^\/[\w-]+\.(json|sig)$/.test(path),
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('cache-control', path.endsWith('pointer.json') ? 'no-cache' : IMMUTABLE),
  });
  await app.register(fastifyStatic, {
    root: config.mediaDir,
    prefix: '/media/',
    decorateReply: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', IMMUTABLE).header('content-security-policy', PICTURE_POLICY),
  });

  app.get('/config.json', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(site),
  );
  app.get('/meta.json', { schema: { hide: true } }, async (_request, reply) => {
    const release = await live.current();
    if (!release) throw notReleased();
    return reply.header('cache-control', 'no-store').send({ version: release.version });
  });

  // One address for other sites' pages, whichever shell is live; what it leads to never changes.
  app.get('/embed.js', { schema: { hide: true } }, async (_request, reply) => {
    const release = await live.current();
    if (!release) throw notReleased();
    const { path, embed } = release.snapshot.host;
    return reply.header('cache-control', `public, max-age=${EMBED_MAX_AGE}`).redirect(path + embed);
  });

  app.setNotFoundHandler(async (request, reply) => {
    // Put together rather than resolved: '//' alone is no address that `new URL` would take.
    const { pathname } = new URL(`http://site${request.url}`);
    if ((request.method !== 'GET' && request.method !== 'HEAD') || FILE_PATHS.test(pathname)) throw notFound();
    const release = await live.current();
    const rootFile = release && (await readRootFile(release, pathname));
    // It answers for the whole site, wherever a deployment puts its file.
    if (pathname === '/sw.js') reply.header('service-worker-allowed', '/');
    if (rootFile) return reply.type(rootFile.type).header('cache-control', 'no-cache').send(rootFile.content);
    if (EXTENSION.test(pathname) || !takesPage(request)) throw notFound();
    if (!release) throw notReleased();
    // A hint that the shell leaves, as the server does not know who opens a page.
    const cookies = request.headers.cookie ?? '';
    const isVendor = /(?:^|;\s*)acts_as=vendor(?:;|$)/.test(cookies);
    const visit = visitOf(release, cookies, new URLSearchParams(request.url.split('?')[1]), reply);
    return sendPage(request, reply, await pages.get({ release, site, pathname, isVendor, visit }));
  });
}

/** curl and link checkers take anything; so do a browser's scripts and pictures, which say what they are for. */
function takesPage({ headers }: FastifyRequest): boolean {
  const purpose = headers['sec-fetch-dest'] ?? 'document';
  return /^(document|iframe|empty)$/.test(String(purpose)) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
}

/**
 * A share of the visitors needs to know them again, from their first page on; without a share nobody is given an id.
 * Whoever is in a share stays in it: the cookie lasts a year.
 */
function visitOf({ snapshot }: Release, cookies: string, query: URLSearchParams, reply: FastifyReply): Visit {
  const visit = readVisit(cookies);
  // The shell joins the channel, or leaves it; this page is of it already.
  visit.channel = query.get('channel') ?? visit.channel;
  if (visit.visitor || !snapshot.offers.some(({ percent }) => percent !== undefined)) return visit;
  const visitor = randomUUID();
  reply.header('set-cookie', `visitor=${visitor}; Path=/; Max-Age=31536000; SameSite=Lax`);
  return { ...visit, visitor };
}

interface Page {
  html: string;
  brotli: Buffer;
}

/** Pages of the live release, compressed. They differ by their shell and their preloads only, so there are few. */
class Pages {
  private readonly all = new WeakMap<Release, Map<string, Promise<Page>>>();

  get({ release, ...options }: PageOptions): Promise<Page> {
    const pages = this.all.get(release) ?? new Map<string, Promise<Page>>();
    this.all.set(release, pages);
    const parts = partsOf({ release, ...options });
    const key = parts.host.version + parts.preloads;
    const known = pages.get(key);
    if (known) return known;
    const page = renderPage(release, options.site, parts).then(compress);
    pages.set(key, page);
    page.catch(() => pages.delete(key));
    return page;
  }
}

async function compress(html: string): Promise<Page> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return { html, brotli: await promisify(brotliCompress)(html, { params }) };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { html, brotli }: Page): FastifyReply {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'cookie, accept-encoding');
  const takesBrotli = /(^|[\s,])br\s*(,|;\s*q=(?!0(\.0*)?\s*(,|$))|$)/.test(
    String(request.headers['accept-encoding'] ?? ''),
  );
  return takesBrotli ? reply.header('content-encoding', 'br').send(brotli) : reply.send(html);
}

async function readRootFile({ hostDirectory, snapshot }: Release, pathname: string) {
  const type = ROOT_FILES[extname(pathname)];
  // What the build made has its hashed address under /parts.
  if (!type || !/^\/[\w-]+\.\w+$/.test(pathname) || snapshot.host?.integrity[pathname.slice(1)]) return null;
  const content = await readFile(join(hostDirectory, pathname)).catch(() => null);
  return content && { type, content };
}

const notReleased = () =>
  new ApiError(503, 'NOT_RELEASED', 'The site has not been built yet. Run npm run build, then try again.');
