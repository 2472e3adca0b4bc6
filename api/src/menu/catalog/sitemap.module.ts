/** Serves search engines /robots.txt, and the public pages in /sitemap.xml. */
import type { ApiModule } from '../../deps';
import { listPublicItems, listVendors, listVenues } from './catalog.repository';
import { catalogVersion } from './catalog-version';
import { PublicResponses } from './public-responses';
import { sharedRead } from './shared-read';

/** The maximum number of addresses in a sitemap, https://www.sitemaps.org/protocol.html. */
const MOST_PAGES = 50_000;

export const sitemapModule: ApiModule = async (app, deps) => {
  const { db, clock, config } = deps;
  const responses = new PublicResponses(sharedRead(await catalogVersion(app, deps)), clock);

  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`User-agent: *\nAllow: /\nSitemap: ${config.siteUrl}/sitemap.xml\n`),
  );

  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const { identity } = await responses.get('/sitemap.xml', async () => ({
      text: sitemapOf(await publicPaths(), config.siteUrl),
      until: null,
    }));
    return reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache').send(identity.body);
  });

  async function publicPaths(): Promise<string[]> {
    const venues = await listVenues(db);
    const vendors = await Promise.all(venues.map(({ id }) => listVendors(db, id)));
    const items = await listPublicItems(db);
    const pages = [
      '/',
      '/accessibility',
      ...venues.map(({ id }) => `/venues/${id}/vendors`),
      ...vendors.flat().map(({ venue_id, id }) => `/venues/${venue_id}/vendors/${id}`),
      ...items.map(({ venue_id, vendor_id, id }) => `/venues/${venue_id}/vendors/${vendor_id}/items/${id}`),
    ];
    return pages.slice(0, MOST_PAGES);
  }
};

/** A path of numbers and an address from the URL parser need no escaping except for '&'. */
function sitemapOf(paths: readonly string[], siteUrl: string): string {
  const origin = siteUrl.replaceAll('&', '&amp;');
  const pages = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages,
    '</urlset>',
    '',
  ].join('\n');
}
