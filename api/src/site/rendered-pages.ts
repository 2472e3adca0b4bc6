/** Renders the pages of a release, compresses them, and stores those that visitors share. */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Release } from 'releases/live/live-release';
import type { SiteConfig } from 'shared-contracts/types';
import type { FirstScreen } from './first-screen';
import { type PageParts, preloadsOf, renderFirstScreen, renderPage } from './page';
import { type Page, PageCache } from './page-cache';

export class RenderedPages {
  private readonly shared = new WeakMap<Release, PageCache>();

  constructor(private readonly site: SiteConfig) {}

  /** Returns a page. Pages without a first screen differ only by their shell and their preloads. */
  page(release: Release, parts: PageParts, first: FirstScreen | undefined): Promise<Page> {
    const key = parts.host.version + parts.language + preloadsOf(parts, first) + (first ? textOf(first) : '');
    return this.of(release).get(key, () => renderPage(release, this.site, parts, { first }));
  }

  /** The page of all addresses, which the worker caches. */
  workerPage(release: Release, parts: PageParts): Promise<Page> {
    const key = `worker ${parts.host.version} ${parts.language}`;
    return this.of(release).get(key, () => renderPage(release, this.site, parts, { isForWorker: true }));
  }

  /** Returns the first screen that the worker puts into its page. */
  firstScreen(release: Release, parts: PageParts, first: FirstScreen): Promise<Page> {
    const key = `first screen ${preloadsOf(parts, first)}${textOf(first)}`;
    return this.of(release).get(key, async () => renderFirstScreen(first, parts));
  }

  /** @param own the configuration for this browser only, whose page is not stored */
  async ownPage(
    release: Release,
    own: Partial<SiteConfig>,
    parts: PageParts,
    first: FirstScreen | undefined,
  ): Promise<Page> {
    const html = await renderPage(release, { ...this.site, ...own }, parts, { first });
    return { html, brotli: await COMPRESSOR.quickly(html) };
  }

  private of(release: Release): PageCache {
    const pages = this.shared.get(release) ?? new PageCache(COMPRESSOR);
    this.shared.set(release, pages);
    return pages;
  }
}

const textOf = ({ html, known, about }: FirstScreen) => html + JSON.stringify([known, about]);

/** The first visitor of a page waits 3 ms for this quality. */
const QUICK_QUALITY = 5;
/**
 * This quality takes 30 ms for the page of a menu, and reduces it from 13.5 to 12.6 KB. With its headers, the page then fits into what a
 * server may send before a phone's first reply.
 */
const SMALL_QUALITY = 10;

const brotliOf = (html: string, quality: number): Promise<Buffer> =>
  promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

const COMPRESSOR = {
  quickly: (html: string) => brotliOf(html, QUICK_QUALITY),
  well: (html: string) => brotliOf(html, SMALL_QUALITY),
};

/** The package also negotiates for the site's files (@fastify/static). */
export const takesBrotli = (request: FastifyRequest): boolean =>
  negotiate(request.headers['accept-encoding'] ?? '', ['br']) === 'br';

export function sendHtml(request: FastifyRequest, reply: FastifyReply, { html, brotli }: Page): FastifyReply {
  reply.type('text/html; charset=utf-8');
  return takesBrotli(request) ? reply.header('content-encoding', 'br').send(brotli) : reply.send(html);
}
