import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { silentLog } from 'core/testing/logs';
import type { HostRelease, RemoteRelease } from 'releases/model/schemas';
import { integrityOf } from 'releases/store/integrity';
import type { SiteConfig } from 'shared-contracts/types';
import { type FirstScreen, type FirstScreenOptions, FirstScreens, NOT_THERE, type ReadApi } from './first-screen';

const FRAME = '<div id="first-screen">{{#isRoot}}<p>{{site.brand}}</p>{{/isRoot}}<main>{{{screen}}}</main></div>';
const VENUES = '<ul>{{#venues.data}}<li>{{name}}{{#first}}!{{/first}}</li>{{/venues.data}}</ul>';
const STYLE = '.card{color:red}';
const MENU =
  '{{#vendor.data}}<h1>{{name}}</h1>{{#items.data}}<a href="/{{address.0}}/{{params.venueId}}/{{id}}">{{#money}}{{price}}{{/money}}</a>{{/items.data}}{{/vendor.data}}';

const site = { brand: 'Foodhall', logo_url: '/logo.svg' } as SiteConfig;
const rand = { data: { currency: 'ZAR', currency_symbol: 'R' } };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foodhall-first-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(
  app: string,
  version: string,
  files: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const integrity: Record<string, string> = {};
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, app, version, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    integrity[name] = integrityOf(Buffer.from(text));
  }
  return integrity;
}

const venuesRoute = {
  path: '/venues',
  screen: 'venues',
  guard: 'public',
  audience: 'customer',
  title: 'Venues',
  isRoot: true,
  prefetch: [{ path: '/venues', params: { staging: 'false' }, as: 'venues' }],
} satisfies RemoteRelease['routes'][number];

const menuRoute = {
  path: '/venues/:venueId/vendors/:vendorId',
  screen: 'menu',
  guard: 'public',
  audience: 'anyone',
  title: 'Menu',
  prefetch: [
    { path: '/vendors/:vendorId', as: 'vendor' },
    { path: '/venues/:venueId', as: 'venue' },
  ],
} satisfies RemoteRelease['routes'][number];

interface Given {
  read?: ReadApi;
  templates?: Readonly<Record<string, string>>;
  style?: string;
  host?: Partial<HostRelease>;
  remote?: Partial<RemoteRelease>;
  route?: RemoteRelease['routes'][number];
  pathname?: string;
  query?: string;
  language?: string;
  waitMs?: number;
}

/** Returns the first screen of a page whose API responds with `read`. */
async function firstScreen(given: Given): Promise<FirstScreen | undefined> {
  const found = await look(given);
  if (found === NOT_THERE) throw new Error('The address names what is not there.');
  return found;
}

async function look({
  read = async () => undefined,
  templates = { venues: VENUES, menu: MENU },
  style = STYLE,
  host,
  remote,
  route = venuesRoute,
  pathname = '/venues',
  query = '',
  language = 'en',
  // This is longer than any of these tests, so that a slow machine has the same first screens.
  waitMs = 60_000,
}: Given) {
  const files = Object.fromEntries(Object.entries(templates).map(([name, text]) => [`${name}.html`, text]));
  const options = {
    host: {
      version: '1',
      contract: '1.3.0',
      frame: 'frame.html',
      integrity: await write('host', '1', { 'frame.html': FRAME }),
      ...host,
    },
    remote: {
      name: 'catalog',
      version: '1',
      path: '/parts/catalog/1/',
      integrity: await write('catalog', '1', { 'v.css': style, ...files }),
      first: { contract: '1.3.0', screens: { venues: 'venues.html', menu: 'menu.html' } },
      modules: { venues: ['v.js', 'v.css'] },
      routes: [route],
      ...remote,
    },
    route,
    pathname,
    query: new URLSearchParams(query),
    language,
    site,
  } as unknown as FirstScreenOptions;
  return await new FirstScreens(
    { distDir: folder, firstScreenWaitMs: waitMs, siteUrl: 'https://hall.example' },
    read,
    silentLog,
  ).of(options);
}

const venues = { data: [{ id: 1, name: 'Granary <b>Square</b>' }] };
const list: ReadApi = async (url) => (url === '/venues?staging=false' ? venues : undefined);

describe('the first screen of a route', () => {
  test('is the template of the remote in the frame of the shell with escaped API data', async () => {
    const first = await firstScreen({ read: list });
    expect(first?.html).toBe(
      '<div id="first-screen"><p>Foodhall</p><main><ul><li>Granary &lt;b&gt;Square&lt;&#x2F;b&gt;!</li></ul></main></div>',
    );
    expect(first?.styles).toEqual([
      { remote: 'catalog', path: '/parts/catalog/1/v.css', text: STYLE, hash: integrityOf(Buffer.from(STYLE)) },
    ]);
  });

  test('contains the API bodies that it shows, under the keys of the screen', async () => {
    expect((await firstScreen({ read: list }))?.known).toEqual([['/venues', { staging: 'false' }, venues]]);
  });

  test('names the language of texts that are in another than the page', async () => {
    const template =
      '{{#venues.data}}<p>{{#foreign}}<span lang="{{lang}}" dir="{{dir}}">{{name}}</span> ({{label}}){{/foreign}}{{^foreign}}{{name}}{{/foreign}}</p>{{/venues.data}}';
    const first = await firstScreen({
      language: 'ar',
      templates: { venues: template, menu: MENU },
      read: async () => ({
        data: [
          { id: 1, name: 'Les Halles', language: 'fr' },
          { id: 2, name: 'السوق', language: 'ar' },
          { id: 3, name: 'Granary' },
        ],
      }),
    });
    expect(first?.html).toContain(
      '<p><span lang="fr" dir="ltr">Les Halles</span> (الفرنسية)</p><p>السوق</p><p>Granary</p>',
    );
  });

  test('leaves out a long body, because it would delay the scripts of the page', async () => {
    const long = { data: [{ id: 1, name: 'x'.repeat(100_001) }] };
    const first = await firstScreen({ read: async () => long });
    expect(first?.known).toEqual([]);
    expect(first?.html).toContain('xxx');
  });

  test('has the parameters of the address, and amounts in the format of the venue', async () => {
    const vendor = { data: { id: 7, venue_id: 2, name: 'Kumo', items: { data: [{ id: 9, price: 129 }] } } };
    const read: ReadApi = async (url) => ({ '/vendors/7': vendor, '/venues/2': rand })[url];
    const first = await firstScreen({ read, route: menuRoute, pathname: '/venues/2/vendors/7' });
    expect(first?.html).toContain('<h1>Kumo</h1><a href="/venues/2/9">R129.00</a>');
  });

  test('has the parameters of path and query in URL encoding', async () => {
    const templates = { venues: '<a href="?location={{encoded.location}}&venue={{encoded.venueId}}"></a>' };
    const given = { read: list, templates, route: { ...venuesRoute, path: '/venues/:venueId' } };
    const first = await firstScreen({ ...given, pathname: '/venues/A%20%26%20B', query: 'location=T%2012"&venueId=9' });
    expect(first?.html).toContain('<a href="?location=T%2012%22&venue=A%20%26%20B"></a>');
  });

  test.each([
    ['', '<a href="/venues"></a>'],
    ['delivery_method=collect', '<a href="/venues?delivery_method=collect"></a>'],
  ])('tells the template whether the address has a query: %j', async (query, link) => {
    const field = '{{#encoded.delivery_method}}delivery_method={{encoded.delivery_method}}{{/encoded.delivery_method}}';
    const templates = { venues: `<a href="/venues{{#hasQuery}}?${field}{{/hasQuery}}"></a>` };
    const first = await firstScreen({ read: list, templates, pathname: '/venues', query });
    expect(first?.html).toContain(link);
  });

  test('shows the first entries of a long list and marks the first one', async () => {
    const data = Array.from({ length: 40 }, (_, index) => ({ id: index, name: `V${index}` }));
    const html = (await firstScreen({ read: async () => ({ data }) }))?.html ?? '';
    expect(html.match(/<li>/g)).toHaveLength(12);
    expect(html.match(/!/g)).toHaveLength(1);
  });

  test('has a srcset for the sizes of a photograph, and none for a drawing', async () => {
    const data = [{ image_url: '/media/a.320.webp' }, { image_url: '/media/b.svg' }, { hero_url: '/media/c.320.webp' }];
    const fields = ['image_url', 'hero_url'].flatMap((field) => ['', '_square', '_wide'].map((cut) => field + cut));
    const tags = fields.map((field) => `{{${field}_srcset}}`).join(';');
    const templates = { venues: `{{#venues.data}}[${tags}]{{/venues.data}}` };
    const html = (await firstScreen({ read: async () => ({ data }), templates }))?.html.replaceAll('&#x2F;', '/');
    expect(html).toContain(
      [
        '[/media/a.320.webp 320w;/media/a.square.160.avif 160w, /media/a.square.240.avif 240w, /media/a.320.webp 320w;/media/a.320.webp 320w;;;]',
        '[;;;;;]',
        '[;;;/media/c.320.webp 320w;/media/c.square.160.avif 160w, /media/c.square.240.avif 240w, /media/c.320.webp 320w;/media/c.320.webp 320w]',
      ].join(''),
    );
  });
});

describe('the description of a page', () => {
  const facts = { venues: { title: 'Venues', description: 'Order with {{site.brand}}.' } };
  const itemRoute = {
    path: '/venues/:venueId/vendors/:vendorId/items/:itemId',
    screen: 'item',
    guard: 'public',
    audience: 'anyone',
    title: 'Item',
    prefetch: [
      { path: '/items/:itemId', as: 'item' },
      { path: '/vendors', params: { venue_id: ':venueId' }, as: 'vendors' },
    ],
  } satisfies RemoteRelease['routes'][number];
  const remote = {
    facts: { item: { title: '{{item.data.name}} · {{vendors.data.:vendorId.name}}', description: 'Food.' } },
  };
  const read: ReadApi = async (url) =>
    ({
      '/items/9': { data: { id: 9, vendor_id: 7, name: 'Ramen <b>' } },
      '/items/8': null,
      '/vendors?venue_id=2': { data: [...Array(20).keys()].map((id) => ({ id, name: `Stall ${id}` })) },
    })[url];
  const item = (pathname: string) => firstScreen({ read, remote, route: itemRoute, pathname });
  const nothing = (pathname: string) => look({ read, remote, route: itemRoute, pathname });

  test('comes from its remote with the data of the address', async () => {
    expect((await firstScreen({ read: list, remote: { facts } }))?.about?.facts).toEqual({
      title: 'Venues',
      description: 'Order with Foodhall.',
    });
  });

  test('is sent with the data if there is no template or the template does not fit the shell', async () => {
    const page = await item('/venues/2/vendors/7/items/9');
    expect(page).toMatchObject({ html: '', styles: [], about: { facts: { title: 'Ramen <b> · Stall 7' } } });
    expect(page?.known.map(([path]) => path)).toEqual(['/items/9', '/vendors']);
    const older = await firstScreen({ read: list, remote: { facts }, host: { contract: '1.4.0' } });
    expect(older).toMatchObject({ html: '', about: { facts: { title: 'Venues' } } });
  });

  test.each([
    ['an unknown item', '/venues/2/vendors/7/items/8'],
    ['an item of another vendor', '/venues/2/vendors/6/items/9'],
  ])('is missing for %s', async (_what, pathname) => {
    expect(await nothing(pathname)).toBe(NOT_THERE);
  });

  test('is missing for a vendor of another venue', async () => {
    const far: ReadApi = async (url, language) =>
      url === '/items/9' ? { data: { id: 9, vendor_id: 70, name: 'R' } } : read(url, language);
    const page = await look({ read: far, remote, route: itemRoute, pathname: '/venues/2/vendors/70/items/9' });
    expect(page).toBe(NOT_THERE);
  });
});

describe('the first screen is left out', () => {
  test('if a body is missing', async () => {
    expect(await firstScreen({})).toBeUndefined();
  });

  test('if the API does not respond in time', async () => {
    expect(await firstScreen({ read: () => new Promise(() => {}), waitMs: 10 })).toBeUndefined();
  });

  test('if the API fails', async () => {
    expect(await firstScreen({ read: () => Promise.reject(new Error('down')) })).toBeUndefined();
  });

  test('for a vendor of a venue that the address does not name', async () => {
    const vendor = { data: { id: 7, venue_id: 3, name: 'Kumo', items: { data: [] } } };
    const read: ReadApi = async (url) => ({ '/vendors/7': vendor, '/venues/2': rand })[url];
    expect(await look({ read, route: menuRoute, pathname: '/venues/2/vendors/7' })).toBe(NOT_THERE);
  });

  test('if the API has nothing at a path of the page', async () => {
    expect(await look({ read: async () => null })).toBe(NOT_THERE);
  });

  test('if a text of the page has no value', async () => {
    const page = { templates: { venues: VENUES }, read: list };
    const facts = (title: string) => ({ facts: { venues: { title, description: 'Food.' } } });
    expect((await firstScreen({ ...page, remote: facts('{{venues.data.nickname}}') }))?.html).toBe('');
    expect((await firstScreen({ ...page, remote: facts('Venues') }))?.html).toContain('Granary');
  });

  test('for a page that needs a session', async () => {
    expect(await firstScreen({ read: list, route: { ...venuesRoute, guard: 'signed-in' } })).toBeUndefined();
  });

  test('for a remote without templates, and for a shell without a frame', async () => {
    expect(await firstScreen({ read: list, remote: { first: undefined } })).toBeUndefined();
    expect(await firstScreen({ read: list, host: { frame: undefined } })).toBeUndefined();
  });

  test.each([
    ['another contract', { contract: '1.4.0' }],
    ['other class names', { primitives: '0123456789abcdef' }],
  ])('if the template does not fit the shell because of %s', async (_what, host) => {
    expect(await firstScreen({ read: list, host })).toBeUndefined();
  });

  test('if the template differs from the released bytes', async () => {
    expect(await firstScreen({ read: list, remote: { integrity: { 'venues.html': 'sha384-other' } } })).toBeUndefined();
  });

  test.each(['.a{background:url(b.png)}', '.a{content:"</style>"}'])(
    'if a style would have another meaning inside the page: %s',
    async (text) => {
      expect(await firstScreen({ read: list, templates: { venues: VENUES }, style: text })).toBeUndefined();
    },
  );

  test('if the template needs too much work', async () => {
    const loops = (depth: number): string =>
      depth === 0 ? 'x' : `{{#venues.data}}${loops(depth - 1)}{{/venues.data}}`;
    const data = Array.from({ length: 12 }, (_, id) => ({ id, name: `V${id}` }));
    expect(await firstScreen({ read: async () => ({ data }), templates: { venues: loops(9) } })).toBeUndefined();
  });

  test.each(['{{{name}}}', '{{& name}}', '{{> part}}', '{{=<% %>=}}'])(
    'if the template has %s, which is not escaped',
    async (tag) => {
      expect(await firstScreen({ read: list, templates: { venues: tag } })).toBeUndefined();
    },
  );
});
