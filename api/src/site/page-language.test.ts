import type { Release } from 'releases/live/live-release';
import { remoteReleaseSchema } from 'releases/model/schemas';
import { partsOf, releaseNameOf, renderPage } from './page';
import { pageLanguage } from './page-language';

const remote = remoteReleaseSchema.parse({
  version: '1.0.0-c',
  path: '/parts/catalog/1.0.0-c/',
  events: [],
  contract: '^1.0.0',
  packages: {},
  entry: 'entry.js',
  integrity: { 'entry.js': 'sha384-e', 'fr.js': 'sha384-f' },
  routes: [{ path: '/venues', screen: 'venues', guard: 'public', audience: 'anyone', title: 'Venues' }],
  slots: [],
  modules: { venues: [], 'locales/fr': ['entry.js', 'fr.js'] },
});

const release = {
  name: 'aaaa',
  text: '{}',
  signature: 's',
  snapshot: {
    host: {
      version: '2.2.63-h',
      path: '/parts/host/2.2.63-h/',
      integrity: { 'language-fr.js': 'sha384-l' },
      catalogs: { fr: ['language-fr.js'], ar: ['language-ar.js'] },
      paths: [],
      contract: '1.2.0',
      packages: {},
      events: [],
      slots: [],
    },
    remotes: { catalog: remote },
    offers: [],
    kept: {},
  },
  pageOf: async () => '<!doctype html><html lang="en"><head><title>Foodhall</title></head><body></body></html>',
} as unknown as Release;

const readerOf = (...accepted: string[]) => ({ choice: undefined, accepted });
const parts = (...languages: string[]) =>
  partsOf({ release, pathname: '/venues', isVendor: false, cohort: {}, reader: readerOf(...languages) });
const page = (...languages: string[]) => renderPage(release, { brand: 'Foodhall' } as never, parts(...languages));

test.each([
  ['fr', ['fr', 'en']],
  ['fr', ['de', 'fr']],
  ['ar', ['ar']],
  ['en', ['en', 'fr']],
  ['en', ['de']],
  ['en', []],
])('a page is in %s for a visitor who reads %j', (language, languages) => {
  expect(parts(...languages).language).toBe(language);
});

const isSpoken = (language: string) => ['en', 'fr', 'es', 'ar'].includes(language);

test.each<[string, string | undefined, string[], string[] | undefined]>([
  ['es', 'es', ['fr'], ['en', 'fr']],
  ['fr', 'de', ['fr'], ['en', 'fr']],
  ['fr', undefined, ['fr', 'en'], ['en', 'fr']],
  ['fr', undefined, ['es', 'fr', 'en'], ['en', 'fr']],
  ['fr', undefined, ['en'], ['fr']],
  ['fr', undefined, [], ['fr', 'en']],
  ['en', undefined, ['de'], ['en', 'fr']],
  ['en', undefined, ['de'], ['de', 'fr']],
  ['fr', undefined, ['de', 'fr'], ['de', 'fr']],
  ['es', undefined, ['de', 'es'], undefined],
  ['en', undefined, [], undefined],
])('a page is in %s for the choice %s, a browser with %j and a hall with %j', (language, choice, accepted, hall) => {
  expect(pageLanguage({ choice, accepted }, isSpoken, hall)).toBe(language);
});

test('a page states its language and its direction', async () => {
  expect(await page('fr')).toContain('<html lang="fr" dir="ltr">');
  expect(await page('ar')).toContain('<html lang="ar" dir="rtl">');
  expect(await page()).toContain('<html lang="en" dir="ltr">');
});

test('a page preloads the texts of the shell and of the remote in its language, and no others', async () => {
  const preloads = (html: string) =>
    [...html.matchAll(/rel="preload" as="script" href="([^"]+)"/g)].map(([, file]) => file);
  expect(preloads(await page('fr'))).toEqual([
    '/parts/host/2.2.63-h/language-fr.js',
    '/parts/catalog/1.0.0-c/entry.js',
    '/parts/catalog/1.0.0-c/fr.js',
  ]);
  expect(preloads(await page('en'))).toEqual(['/parts/catalog/1.0.0-c/entry.js']);
});

test('pages in two languages have two names, so that none gets the first screen of the other', () => {
  expect(releaseNameOf(release, parts('fr'))).toBe('aaaa 2.2.63-h fr');
  expect(releaseNameOf(release, parts('en'))).toBe('aaaa 2.2.63-h');
});
