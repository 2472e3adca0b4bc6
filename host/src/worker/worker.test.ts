import { cachedKind } from './cached-requests';
import {
  appInPath,
  aroundFirstScreen,
  buildFolders,
  fileIntegrities,
  offlineFiles,
  readSnapshot,
  recalledIn,
  releaseNameOf,
  unchangedFiles,
} from './shell-page';

const ORIGIN = 'https://foodhall.test';
const ask = (path: string, changes: object = {}) =>
  cachedKind({ method: 'GET', url: new URL(path, ORIGIN).href, mode: 'cors', headers: new Map(), ...changes }, ORIGIN);
const open = (path: string) => ask(path, { mode: 'navigate' });

test.each([
  '/',
  '/venues/1/vendors/7',
  '/venues/1/vendors/location/12',
  '/venues/1/vendors/location/St.John',
  '/venues/1/cart/Room.B2',
  '/venues/1/cart/%E0%A4%A',
  '/queues?filter=all',
])('a navigation to %s gets the cached page', (path) => expect(open(path)).toBe('page'));

test.each([
  '/api/v1/venues',
  '/media/a.svg',
  '/meta.json',
  '/sw.js',
  '/registry/pointer.json',
  '/app/key',
  '/desk',
  '/venues?channel=beta',
])('a navigation to %s goes to the network', (path) => expect(open(path)).toBeUndefined());

test.each([
  ['/parts/catalog/1.0.0-a/x.js', 'part'],
  ['/media/ramen.svg', 'picture'],
  ['/logo.svg', 'picture'],
])('%s is cached as a %s', (path, kind) => expect(ask(path)).toBe(kind));

test.each(['/api/v1/venues', '/api/v1/queues/active', '/config.json', '/meta.json', '/registry/a.json', '/sw.js'])(
  'the response of %s is not cached',
  (path) => expect(ask(path)).toBeUndefined(),
);

test('requests of another origin, another method or a range go to the network', () => {
  expect(ask('https://pay.test/parts/x.js')).toBeUndefined();
  expect(ask('/parts/catalog/x.js', { method: 'POST' })).toBeUndefined();
  expect(ask('/media/a.svg', { headers: new Map([['range', 'bytes=0-']]) })).toBeUndefined();
});

const remote = (name: string) => ({
  version: '1.0.0-a',
  path: `/parts/${name}/1.0.0-a/`,
  entry: 'entry.js',
  modules: { menu: ['menu.js', 'shared.js'], item: ['item.js', 'shared.js'] },
  integrity: { 'entry.js': `sha256-${name}`, 'shared.js': 'sha256-shared' },
  routes: ['menu', 'item'].map((screen) => ({
    path: `/${name}/:id/${screen}`,
    screen,
    guard: 'public' as const,
    audience: 'anyone' as const,
    title: screen,
  })),
});
const snapshot = {
  host: { version: '2.2.63-h', path: '/parts/host/2.2.63-h/' },
  remotes: { catalog: remote('catalog'), queues: remote('queues') },
  offers: [{ release: { path: '/parts/catalog/1.1.0-b/' } }],
  kept: { queues: [{ path: '/parts/queues/0.9.0-z/' }] },
};
const shellFiles = {
  path: '/parts/host/2.2.63-h/',
  page: ['favicon.svg', 'main.js', 'main.css'],
  integrity: { 'main.js': 'sha256-main', 'main.css': 'sha256-style', 'later.js': 'sha256-later' },
};
const block = (id: string, data: unknown, attributes = '') =>
  `<script type="application/json" id="${id}"${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
const pageOf = (files: object = shellFiles) =>
  [
    '<link href="/parts/host/2.2.63-h/not-in-the-data.css"><!--first-screen-->',
    block('shell-files', files),
    block('page-release', 'a 2.2.63-h'),
    block('registry', snapshot, ' data-name="a" data-signature="b"'),
  ].join('');
const html = pageOf();

test("an offline page needs the shell's files and those of the remotes in use, each once", () => {
  expect(offlineFiles(html, new Set(['queues', 'host']))).toEqual([
    '/parts/host/2.2.63-h/favicon.svg',
    '/parts/host/2.2.63-h/main.js',
    '/parts/host/2.2.63-h/main.css',
    '/parts/host/2.2.63-h/later.js',
    '/parts/queues/1.0.0-a/entry.js',
    '/parts/queues/1.0.0-a/menu.js',
    '/parts/queues/1.0.0-a/shared.js',
    '/parts/queues/1.0.0-a/item.js',
  ]);
});

test('an offline page has the texts of its own language alone', () => {
  const catalogs = { fr: ['language-fr.js'], ar: ['language-ar.js'] };
  const { queues } = snapshot.remotes;
  const modules = { ...queues.modules, 'locales/fr': ['fr.js'], 'locales/ar': ['ar.js'] };
  const integrity = { ...shellFiles.integrity, 'language-fr.js': 'sha256-fr', 'language-ar.js': 'sha256-ar' };
  const page = pageOf({ ...shellFiles, integrity })
    .replace(JSON.stringify(snapshot.host), JSON.stringify({ ...snapshot.host, catalogs }))
    .replace(JSON.stringify(queues), JSON.stringify({ ...queues, modules }));
  const texts = (html: string) => offlineFiles(html, new Set(['queues'])).filter((file) => /(fr|ar)\.js$/.test(file));
  expect(texts(page)).toEqual([]);
  expect(texts(page.replace('a 2.2.63-h', 'a 2.2.63-h fr'))).toEqual([
    '/parts/host/2.2.63-h/language-fr.js',
    '/parts/queues/1.0.0-a/fr.js',
  ]);
});

test('the files of a screen that needs the network are left out, unless another screen has them too', () => {
  const { queues } = snapshot.remotes;
  const routes = queues.routes.map((route) => ({ ...route, needsNetwork: route.screen === 'item' }));
  const page = html.replace(JSON.stringify(queues), JSON.stringify({ ...queues, routes }));
  const files = offlineFiles(page, new Set(['queues']));
  expect(files).toContain('/parts/queues/1.0.0-a/shared.js');
  expect(files).not.toContain('/parts/queues/1.0.0-a/item.js');
});

test('a file that a release did not change is found at its earlier address by its integrity', () => {
  const released = html
    .replaceAll('catalog/1.0.0-a', 'catalog/1.1.0-b')
    .replace('"sha256-catalog"', '"sha256-catalog-b"')
    .replaceAll('host/2.2.63-h', 'host/2.2.64-i')
    .replace('sha256-main', 'sha256-main-i');
  const unchanged = unchangedFiles(released, html);
  expect(Object.fromEntries(unchanged)).toMatchObject({
    '/parts/host/2.2.64-i/main.css': '/parts/host/2.2.63-h/main.css',
    '/parts/host/2.2.64-i/later.js': '/parts/host/2.2.63-h/later.js',
    '/parts/queues/1.0.0-a/entry.js': '/parts/queues/1.0.0-a/entry.js',
  });
  expect(unchanged.has('/parts/catalog/1.1.0-b/entry.js')).toBe(false);
  expect(fileIntegrities(html).get(unchanged.get('/parts/catalog/1.1.0-b/shared.js') ?? '')).toBe('sha256-shared');
  expect(unchanged.has('/parts/host/2.2.64-i/main.js')).toBe(false);
});

test('the release name of a page is the one that the server wrote', () => {
  expect(releaseNameOf(html)).toBe('a 2.2.63-h');
});

test.each([
  ['of an earlier server, without its release', html.replace(block('page-release', 'a 2.2.63-h'), '')],
  ['of an earlier shell, without the files that it names', pageOf({ ...shellFiles, page: undefined })],
  ['without a list of files', html.replace(block('shell-files', shellFiles), '')],
])('a page %s is not used', (_which, page) => {
  expect(releaseNameOf(page)).toBeUndefined();
});

test('the files of an earlier shell are found and stay, although its page is not used', () => {
  const { 'later.js': later } = shellFiles.integrity;
  const earlier = pageOf({ path: '/parts/host/2.2.62-g/', integrity: { 'old.js': later } });
  expect(unchangedFiles(html, earlier).get('/parts/host/2.2.63-h/later.js')).toBe('/parts/host/2.2.62-g/old.js');
  expect(buildFolders(readSnapshot(earlier))).toContain('/parts/catalog/1.0.0-a/');
});

test('a block of data may contain text that looks like its end', () => {
  const files = { ...shellFiles, page: ['</script><!--first-screen-->.js'] };
  expect(offlineFiles(pageOf(files), new Set())).toContain('/parts/host/2.2.63-h/</script><!--first-screen-->.js');
  expect(aroundFirstScreen(pageOf(files))).toHaveLength(2);
});

test('a page is split at the place of its first screen', () => {
  expect(aroundFirstScreen('<body><!--first-screen--><div id="root">')).toEqual(['<body>', '<div id="root">']);
  expect(aroundFirstScreen('<body><div id="root">')).toBeUndefined();
});

test('a page without a snapshot is refused', () => {
  expect(() => readSnapshot('<h1>Log in to the Wi-Fi</h1>')).toThrow('The page contains no snapshot.');
});

test('a snapshot names the folders of its builds, and those that were recalled', () => {
  expect(buildFolders(snapshot)).toEqual([
    '/parts/host/2.2.63-h/',
    '/parts/catalog/1.0.0-a/',
    '/parts/queues/1.0.0-a/',
    '/parts/catalog/1.1.0-b/',
    '/parts/queues/0.9.0-z/',
  ]);
  expect(appInPath('/parts/vendor-tools/1.0.0-a/x.js')).toBe('vendor-tools');
  expect(recalledIn(snapshot, ['catalog@1.0.0-a', 'queues@0.9.0-b'])).toEqual(['catalog@1.0.0-a']);
});
