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
  withoutPreloads,
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
const later = '{"path":"/parts/host/2.2.63-h/","integrity":{"later.js":"sha256-later"}}';
const html = `<script defer src="/parts/host/2.2.63-h/main.js" integrity="sha256-main"></script><link href="/parts/host/2.2.63-h/main.css" integrity="sha256-style">
<script type="application/json" id="shell-files">${later}</script>
<link href="/favicon.svg"><script type="application/json" id="registry" data-name="a" data-signature="b">${JSON.stringify(snapshot)}</script>`;

test("an offline page needs the shell's files and those of the remotes in use, each once", () => {
  expect(offlineFiles(html, new Set(['queues', 'host']))).toEqual([
    '/parts/host/2.2.63-h/main.js',
    '/parts/host/2.2.63-h/main.css',
    '/parts/host/2.2.63-h/later.js',
    '/parts/queues/1.0.0-a/entry.js',
    '/parts/queues/1.0.0-a/menu.js',
    '/parts/queues/1.0.0-a/shared.js',
    '/parts/queues/1.0.0-a/item.js',
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

test('pages with the same snapshot and shell have the same release name', () => {
  expect(releaseNameOf(html)).toBe('a 2.2.63-h');
  expect(releaseNameOf(`${html}<div id="first-screen"></div>`)).toBe('a 2.2.63-h');
  expect(releaseNameOf(html.replace('data-name="a"', 'data-name="b"'))).toBe('b 2.2.63-h');
  expect(releaseNameOf(html.replace('/parts/host/2.2.63-h/', '/parts/host/2.2.64-i/'))).toBe('a 2.2.64-i');
});

test('a page is split at the place of its first screen', () => {
  expect(aroundFirstScreen('<body><!--first-screen--><div id="root">')).toEqual(['<body>', '<div id="root">']);
  expect(aroundFirstScreen('<body><div id="root">')).toBeUndefined();
});

test('the preloads of scripts and styles are held back, those of fonts and pictures are not', () => {
  const link = (kind: string, more = '') => `<link rel="preload"${more} as="${kind}" data-run href="/parts/host/x">`;
  const page = (more?: string) =>
    `${link('script', more)}<link rel="stylesheet" href="/parts/host/x.css">${link('style', more)}`;
  expect(withoutPreloads(page())).toBe(page(' media="not all"'));
  const early = link('font') + link('image');
  expect(withoutPreloads(early)).toBe(early);
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
