/** The language of pages inside of a hall. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { storeVenue, type TestVenue } from '../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../testing/test-app';

withDatabase();

const STARTED = 'service-worker-navigation-preload';
const html =
  '<!doctype html><html lang="en"><head><title>Foodhall</title><!--shell-data--></head><body><div id="root"></div></body></html>';
const VERSION = '2.2.63-0854e09d';
const snapshot = {
  schema: 2,
  parent: null,
  at: '2026-03-14T08:00:00.000Z',
  since: {},
  host: {
    version: VERSION,
    path: `/parts/host/${VERSION}/`,
    html: 'index.html',
    embed: 'embed.js',
    integrity: {},
    contract: '1.2.0',
    packages: {},
    events: [],
    slots: [],
    paths: [],
    root: {},
    keys: [],
    frame: 'frame.html',
    worker: '',
    primitives: 'primitives',
    catalogs: { fr: ['language-fr.js'], es: ['language-es.js'] },
  },
  remotes: {
    catalog: {
      version: '1.0.0-c',
      path: '/parts/catalog/1.0.0-c/',
      entry: 'entry.js',
      contract: '^1.0.0',
      packages: {},
      events: [],
      integrity: {},
      routes: [
        { path: '/', screen: 'venues', guard: 'public', audience: 'anyone', title: 'Venues' },
        { path: '/venues/:venueId/vendors', screen: 'vendors', guard: 'public', audience: 'anyone', title: 'Vendors' },
      ],
      slots: [],
      modules: { venues: [], vendors: [] },
    },
  },
  offers: [],
  kept: {},
};

let folder: string;
let api: TestApp;
let venue: TestVenue;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foodhall-hall-'));
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  await write(`host/${VERSION}/index.html`, html);
  await write('registry/aaaa.json', JSON.stringify(snapshot));
  await write('registry/aaaa.sig', 'signed');
  const pointer = { current: 'aaaa', previous: null, at: '', recalled: [], signature: '' };
  await write('registry/pointer.json', JSON.stringify(pointer));
  api = await buildTestApp({ environment: { DIST_DIR: folder, DATA_DIR: folder, FIRST_SCREEN_WAIT_MS: '10000' } });
  venue = await storeVenue(api.deps.db);
  await api.deps.db
    .updateTable('venues')
    .set({ languages: ['fr', 'en'] })
    .execute();
});
afterEach(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const open = (url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url, headers: { accept: 'text/html,*/*', ...headers } });
const languageAt = async (url: string, headers: Record<string, string> = {}) =>
  /<html lang="(\w+)"/.exec((await open(url, headers)).body)?.[1];

test.each<[string, Record<string, string>, string]>([
  ['the language of the browser that the hall has', { 'accept-language': 'es, en' }, 'en'],
  ['the first language of the hall for another browser', { 'accept-language': 'es' }, 'fr'],
  ['the first language of the hall for a reader without languages', {}, 'fr'],
  ['the language that the visitor chose', { cookie: 'language=es', 'accept-language': 'en' }, 'es'],
])('a page of a hall is in %s', async (_what, headers, language) => {
  expect(await languageAt(`/venues/${venue.id}/vendors`, headers)).toBe(language);
});

test('a code of a table that is no longer in use leads to a page in a language of its hall', async () => {
  const code = '0123456789';
  const values = { venue_id: venue.id, name: 'Table 1', code, removed_at: new Date() };
  await api.deps.db.insertInto('venue_tables').values(values).execute();
  expect(await languageAt(`/t/${code}`, { 'accept-language': 'es' })).toBe('fr');
});

test('a page outside of halls, or of a hall that does not exist, is in the language of the browser', async () => {
  for (const address of ['/', '/venues/999999/vendors', '/shell']) {
    expect(await languageAt(address, { 'accept-language': 'es' })).toBe('es');
  }
});

test('the whole page comes in place of a first screen if the worker has a page in another language', async () => {
  const address = `/venues/${venue.id}/vendors`;
  const spanish = { 'accept-language': 'es', [STARTED]: `aaaa ${VERSION} es` };
  const whole = await open(address, spanish);
  expect(whole.headers[STARTED]).toBe('other language');
  expect(whole.body).toContain('<html lang="fr"');
  const same = await open(address, { ...spanish, [STARTED]: `aaaa ${VERSION} fr` });
  expect(same.headers[STARTED]).toBe(`aaaa ${VERSION} fr`);
});
