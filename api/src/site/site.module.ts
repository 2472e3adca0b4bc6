/** Serves everything except the API: pages, builds, registry, pictures. One process is a whole site. */

import { PAGES_ROUTE } from 'core/http/file-paths';
import type { App } from 'core/http/scope';
import type { RouteHandlerMethod } from 'fastify';
import { LiveRelease } from 'releases/live/live-release';
import { PAGE_KEY_PATH } from 'releases/model/page-signature';
import { WEB_MANIFEST, webManifest } from 'releases/model/web-manifest';
import type { BrowserGrants } from 'releases/overrides/browser-grants';
import type { SiteConfig } from 'shared-contracts/types';
import type { Deps } from '../deps';
import { AfterAttack } from './after-attack';
import { FirstScreens, inTime } from './first-screen';
import { PageKey } from './page-key';
import { releaseNews } from './release-news';
import { notReleased, requireEmbed } from './root-files';
import { type HallLanguages, SitePages } from './site-pages';
import { registerStaticFiles } from './static-files';

/** The time in seconds for which a page of another site may keep the redirect of embed.js. */
const EMBED_MAX_AGE = 300;

/**
 * @param hallLanguagesAt reads tables and venues, which this layer may not import
 * @returns the handler that sends the page of an address, for another module's route that leads to a page
 */
export async function registerSite(
  app: App,
  { config, log, db, realtime, workers }: Pick<Deps, 'config' | 'log' | 'db' | 'realtime' | 'workers'>,
  site: SiteConfig,
  grants: BrowserGrants,
  hallLanguagesAt: HallLanguages,
): Promise<RouteHandlerMethod> {
  const live = new LiveRelease(config.distDir, log);
  workers.add(releaseNews(live, { realtime, log }));
  const afterAttack = new AfterAttack({ db, config, log });
  const pageKey = new PageKey(db);
  const firstScreens = new FirstScreens(config, (url, language) => readApi(app, url, language), log);
  const hallLanguages = (pathname: string) => inTime(hallLanguagesAt(pathname), config.firstScreenWaitMs);
  const pages = new SitePages({ live, site, grants, firstScreens, afterAttack, pageKey, hallLanguages, log });

  await registerStaticFiles(app, config, live, afterAttack);
  registerConfiguration(app, site);
  registerShellFiles(app, live);
  app.get(PAGE_KEY_PATH, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`self.PAGE_KEY = ${JSON.stringify(await pageKey.publicKey())};`),
  );
  app.get(PAGES_ROUTE, { schema: { hide: true } }, pages.send);
  return pages.send;
}

function registerConfiguration(app: App, site: SiteConfig): void {
  app.get('/config.json', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(site),
  );
  app.get(`/${WEB_MANIFEST}`, { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(webManifest(site))),
  );
}

function registerShellFiles(app: App, live: LiveRelease): void {
  app.get('/meta.json', { schema: { hide: true } }, async (_request, reply) => {
    const release = await live.current();
    if (!release) throw notReleased();
    return reply.header('cache-control', 'no-store').send({ version: release.version });
  });

  // Pages of other sites use this one address with any live shell. The file that it leads to never changes.
  app.get('/embed.js', { schema: { hide: true } }, async (_request, reply) => {
    const release = await live.current();
    if (!release) throw notReleased();
    const { path, embed } = release.snapshot.host;
    await requireEmbed(release);
    return reply.header('cache-control', `public, max-age=${EMBED_MAX_AGE}`).redirect(path + embed);
  });
}

/** Rewrites an address with a '%' that begins no character, so that every router can decode it. It names nothing, so it gets Not Found. */
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

/** The statuses of the API if an address names nothing: the id is unknown, or the text is not an id. */
const NAMES_NOTHING = new Set([400, 404, 422]);

/** Reads as a visitor without a session who reads this language. @returns the body; null if the address names nothing, undefined if the API does not tell */
async function readApi(app: App, url: string, language: string): Promise<unknown> {
  const headers = { 'accept-language': language };
  const response = await app.inject({ method: 'GET', url: `/api/v1${url}`, headers });
  if (NAMES_NOTHING.has(response.statusCode)) return null;
  return response.statusCode === 200 ? response.json() : undefined;
}
