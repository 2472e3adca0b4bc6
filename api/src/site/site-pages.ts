/**
 * Responds at an address that a visitor opens: with a page of the live shell, or with the first screen for a page that the worker has started.
 */
import { randomUUID } from 'node:crypto';
import { messageOf, notFound } from 'core/errors';
import { FILE_PATHS } from 'core/http/file-paths';
import { readerOf } from 'core/http/language';
import { policyOf } from 'core/http/security-headers';
import type { Log } from 'core/log';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveRelease, Release } from 'releases/live/live-release';
import type { Cohort } from 'releases/model/cohort';
import { readCohort } from 'releases/model/cohort';
import { PAGE_SIGNATURE } from 'releases/model/page-signature';
import type { BrowserGrants, BrowserOverrides } from 'releases/overrides/browser-grants';
import type { SiteConfig } from 'shared-contracts/types';
import type { AfterAttack } from './after-attack';
import { type FirstScreen, type FirstScreens, NOT_THERE } from './first-screen';
import { EXTENSION, firstScreenStyles, languageInName, type PageParts, partsOf, releaseNameOf } from './page';
import type { Page } from './page-cache';
import type { PageKey } from './page-key';
import { RenderedPages, sendHtml, takesBrotli } from './rendered-pages';
import { notReleased, type RootFile, readRootFile, WORKER } from './root-files';

/**
 * The header of a request that a browser sends while it starts the site's worker. The worker has set its value: the name of the builds that its
 * page runs. The request asks only for the first screen, and a first screen in response has the same header.
 */
const STARTED = 'service-worker-navigation-preload';
/** The page of all addresses, which the worker caches. */
const SHELL_PAGE = '/shell';
/** In place of the name of builds: this whole page is in another language than the worker's. */
const OTHER_LANGUAGE = 'other language';
/**
 * Matches the addresses of files that pages and tools request. A missing file is a plain 404. A dot in any other address may belong to the
 * name of a table or a room.
 */
const ASSET =
  /\.(m?js|css|map|json|xml|txt|html?|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|mp3|ogg|wav|wasm|webmanifest)$/i;

/** Finds the languages of the hall that an address is in; undefined outside of halls. */
export type HallLanguages = (pathname: string) => Promise<readonly string[] | undefined>;

interface SitePagesDeps {
  live: LiveRelease;
  site: SiteConfig;
  grants: BrowserGrants;
  firstScreens: FirstScreens;
  afterAttack: AfterAttack;
  pageKey: PageKey;
  hallLanguages: HallLanguages;
  log: Log;
}

interface Address {
  pathname: string;
  query: URLSearchParams;
}

/** The permissions of one browser, which give it pages of its own. */
interface Granted {
  /** The channel of its visitor; undefined if no release is in it. */
  channel: string | undefined;
  overrides: BrowserOverrides;
}

/** The page of one address for one visitor. */
interface OpenedPage extends Granted {
  release: Release;
  pathname: string;
  parts: PageParts;
  firstScreen: FirstScreen | undefined;
  /** True if the site has a page at the address, and the entry that it names exists. */
  isThere: boolean;
}

export class SitePages {
  private readonly rendered: RenderedPages;

  constructor(private readonly deps: SitePagesDeps) {
    this.rendered = new RenderedPages(deps.site);
  }

  /** Handles each GET without another route: a page, or a file of the shell at the root. */
  send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // The address is concatenated and not resolved, because `new URL` does not accept '//' alone.
    const { pathname, searchParams: query } = new URL(`http://site${request.url}`);
    if (FILE_PATHS.test(pathname)) throw notFound();
    const release = await this.liveRelease();
    const rootFile = release && (await readRootFile(release, pathname));
    // The scope of the worker is the whole site, even if a deployment puts its file elsewhere.
    if (pathname === WORKER) reply.header('service-worker-allowed', '/');
    if (rootFile) return sendRootFile(request, reply, rootFile);
    if (!takesPage(request)) throw notFound();
    if (!release) throw EXTENSION.test(pathname) ? notFound() : notReleased();
    return await this.sendPage(request, reply, release, { pathname, query });
  };

  private async sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    release: Release,
    address: Address,
  ): Promise<FastifyReply> {
    const { live, grants } = this.deps;
    const cookies = request.headers.cookie ?? '';
    const member = await this.orNone(grants.channel(cookies), undefined);
    const isVendor = keepVendorHint(cookies, reply);
    const asked = channelAskedBy(address.query);
    if (asked !== undefined && asked !== member) {
      const question = grants.channelQuestion(asked, withoutChannel(address));
      return reply.header('cache-control', 'no-store').redirect(question, 303);
    }
    // A channel without a release changes nothing.
    const channel = release.snapshot.offers.some((offer) => offer.channel === member) ? member : undefined;
    const cohort = { ...cohortOf(release, cookies, reply), channel };
    const { pathname } = address;
    const reader = readerOf(request.headers);
    const parts = partsOf({
      release: await live.inChannel(release, channel),
      pathname,
      isVendor,
      cohort,
      reader,
      // The choice comes first, so the hall does not matter.
      hall: reader.choice === undefined ? await this.hallLanguages(pathname) : undefined,
    });
    // A screen's address may end like a file's, because the location in it is free text.
    if (!parts.isKnown && ASSET.test(pathname) && !isNavigation(request)) throw notFound();
    const firstScreen = await this.firstScreenOf(parts, address, isVendor);
    const page: OpenedPage = {
      release,
      pathname,
      parts,
      firstScreen: firstScreen === NOT_THERE ? undefined : firstScreen,
      isThere: pathname === SHELL_PAGE || (parts.isKnown && firstScreen !== NOT_THERE),
      channel,
      overrides: await this.orNone(grants.overrides(cookies), { origins: {}, setCookie: [] }),
    };
    const started = request.headers[STARTED];
    // A worker's page may be shown unless it runs a recalled build, or this browser was granted another page.
    if (typeof started === 'string' && !isOwn(page) && !(await live.isRecalled(started.split(' ')[0] ?? '', release))) {
      if (languageInName(started) === parts.language) return await this.sendFirstScreen(request, reply, page, started);
      reply.header(STARTED, OTHER_LANGUAGE);
    }
    if (release.malicious) await this.deps.afterAttack.clearBrowser(release.malicious, cookies, reply);
    return await this.sendWholePage(request, reply, page);
  }

  /** Without an answer in time, the page is like one outside of halls. */
  private hallLanguages(pathname: string): Promise<readonly string[] | undefined> {
    return this.orNone(this.deps.hallLanguages(pathname), undefined);
  }

  /** A vendor's page may show content that the server leaves out, because it is hidden from others. */
  private async firstScreenOf({ host, opened, language }: PageParts, { pathname, query }: Address, isVendor: boolean) {
    if (isVendor || !opened) return undefined;
    return await this.deps.firstScreens.of({ ...opened, host, language, pathname, query, site: this.deps.site });
  }

  /** @param started the name of the builds that the worker's page runs */
  private async sendFirstScreen(
    request: FastifyRequest,
    reply: FastifyReply,
    { release, parts, firstScreen }: OpenedPage,
    started: string,
  ): Promise<FastifyReply> {
    reply.header('cache-control', 'no-store').header(STARTED, started);
    // A page of another release gets no first screen, because its files and policy differ.
    if (!firstScreen || started !== releaseNameOf(release, parts)) return reply.status(204).send();
    return sendHtml(request, reply, await this.rendered.firstScreen(release, parts, firstScreen));
  }

  private async sendWholePage(request: FastifyRequest, reply: FastifyReply, page: OpenedPage): Promise<FastifyReply> {
    const { release, pathname, parts, firstScreen, isThere, overrides } = page;
    const isShellPage = pathname === SHELL_PAGE;
    // The page itself tells the visitor that nothing is there: the shell's Not Found or the text of the screen. A route that led here may
    // have set another status.
    if (!isThere && reply.statusCode === 200) reply.status(404);
    if (reply.statusCode === 404 || isShellPage) reply.header('x-robots-tag', 'noindex');
    const policy = policyOf(this.deps.site, {
      styles: firstScreen ? firstScreen.styles.map(({ hash }) => hash) : firstScreenStyles(release),
      overrides: Object.values(overrides.origins),
    });
    reply
      .header('content-security-policy', policy)
      .header('vary', `cookie, accept-encoding, accept-language, ${STARTED}`);
    for (const cookie of overrides.setCookie) reply.header('set-cookie', cookie);
    if (isOwn(page)) return await this.sendOwnPage(request, reply, page);
    reply.header('cache-control', 'no-cache');
    if (!isShellPage) return sendHtml(request, reply, await this.rendered.page(release, parts, firstScreen));
    const shellPage = await this.rendered.workerPage(release, parts);
    await this.sign(reply, shellPage);
    return sendHtml(request, reply, shellPage);
  }

  /** Only this browser may get the page: neither the worker nor a proxy stores it, and no other browser receives it. */
  private async sendOwnPage(
    request: FastifyRequest,
    reply: FastifyReply,
    { release, parts, firstScreen, channel, overrides: { origins } }: OpenedPage,
  ): Promise<FastifyReply> {
    reply.header('cache-control', 'no-store');
    const own = {
      ...(Object.keys(origins).length > 0 && { overrides: origins }),
      ...(channel !== undefined && { channel }),
    };
    return sendHtml(request, reply, await this.rendered.ownPage(release, own, parts, firstScreen));
  }

  /** A page without a signature is shown, but no worker caches it. */
  private async sign(reply: FastifyReply, { html }: Page): Promise<void> {
    try {
      const signature = await this.deps.pageKey.sign((name) => String(reply.getHeader(name) ?? ''), html);
      reply.header(PAGE_SIGNATURE, signature);
    } catch (error) {
      this.deps.log.warn({ reason: messageOf(error) }, 'site: the page cannot be signed, so no worker caches it');
    }
  }

  /** Reads the live release. If a release was recalled as malicious, this ends the sessions from before. */
  private async liveRelease(): Promise<Release | null> {
    const { live, afterAttack, log } = this.deps;
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
  }

  /** If a grant cannot be read, the visitor gets the page for all visitors. */
  private async orNone<Grant>(grant: Promise<Grant>, none: Grant): Promise<Grant> {
    try {
      return await grant;
    } catch (error) {
      this.deps.log.warn(
        { reason: messageOf(error) },
        'site: what a browser was granted cannot be read, so its page has none of it',
      );
      return none;
    }
  }
}

function sendRootFile(request: FastifyRequest, reply: FastifyReply, { type, content, brotli }: RootFile): FastifyReply {
  reply.type(type).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
  return brotli && takesBrotli(request) ? reply.header('content-encoding', 'br').send(brotli) : reply.send(content);
}

const isOwn = ({ channel, overrides }: Granted) => channel !== undefined || Object.keys(overrides.origins).length > 0;

/**
 * True if the client accepts a page: curl and link checkers accept any type, and a browser states the purpose of a request for scripts and
 * pictures.
 */
function takesPage({ headers }: FastifyRequest): boolean {
  const purpose = headers['sec-fetch-dest'] ?? 'document';
  return /^(document|iframe|empty)$/.test(String(purpose)) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
}

/** True if a visitor opens the address in a browser. The response is then a page, even if the address looks like that of a file. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && /text\/html/.test(headers.accept ?? '');
}

/**
 * Reads the hint that the shell leaves, because the server does not know who opens a page. A browser may forget a script's cookie after a week,
 * but keeps a server's cookie.
 * @returns true for a vendor's browser
 */
function keepVendorHint(cookies: string, reply: FastifyReply): boolean {
  const isVendor = /(?:^|;\s*)acts_as=vendor(?:;|$)/.test(cookies);
  if (isVendor) reply.header('set-cookie', 'acts_as=vendor; Path=/; Max-Age=31536000; SameSite=Lax');
  return isVendor;
}

/**
 * Returns the visitor's cohort. A rollout must recognize its visitors from their first page on. Without a rollout no visitor gets an id. The
 * cookie lasts a year, so a visitor stays in the rollout.
 */
function cohortOf({ snapshot }: Release, cookies: string, reply: FastifyReply): Cohort {
  const cohort = readCohort(cookies);
  if (cohort.visitor || !snapshot.offers.some(({ percent }) => percent !== undefined)) return cohort;
  const visitor = randomUUID();
  reply.header('set-cookie', `visitor=${visitor}; Path=/; Max-Age=31536000; SameSite=Lax`);
  return { ...cohort, visitor };
}

/** An address alone does not join a channel. It leads to the page that asks the visitor. */
function channelAskedBy(query: URLSearchParams): string | undefined {
  const channel = query.get('channel') ?? '';
  return /^[\w-]{1,64}$/.test(channel) ? channel : undefined;
}

function withoutChannel({ pathname, query }: Address): string {
  const others = new URLSearchParams([...query].filter(([name]) => name !== 'channel'));
  return others.size > 0 ? `${pathname}?${others}` : pathname;
}
