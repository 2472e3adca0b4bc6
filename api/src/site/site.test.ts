import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { signedTextOf } from 'releases/model/page-signature';
import { OverrideGrants } from 'releases/overrides/override-grants';
import { SignedTexts } from 'releases/overrides/signed-texts';
import { integrityOf } from 'releases/store/integrity';
import { siteConfigSchema } from 'shared-contracts/schemas';
import { expectShape } from '../testing/expect-shape';
import { storeUser, storeVenue, type TestVenue } from '../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../testing/test-app';

withDatabase();

let folder: string;
let api: TestApp;

const html =
  '<!doctype html><html><head><title>Foodhall</title><!--shell-data--></head><body><div id="root"></div></body></html>';

const snapshot = (version = '2.2.63') => ({
  schema: 2,
  parent: null,
  at: '2026-03-14T08:00:00.000Z',
  since: {},
  host: {
    version: `${version}-0854e09d`,
    path: `/parts/host/${version}-0854e09d/`,
    html: 'index.html',
    embed: 'embed.js',
    integrity: { 'main.js': 'sha384-m', 'embed.js': 'sha384-x', 'embed.css': 'sha384-y' },
    contract: '1.2.0',
    packages: { react: '19.3.1' },
    events: ['cart-changed'],
    slots: ['background'],
    frame: 'frame.html',
    worker: integrityOf('worker()'),
    root: { 'favicon.svg': integrityOf('<svg/>') } as Record<string, string>,
    keys: [],
    paths: ['/login', '/invitations/:token'],
    primitives: 'primitives',
  },
  remotes: {
    catalog: {
      version: '1.0.0-c45d032d',
      path: '/parts/catalog/1.0.0-c45d032d/',
      entry: 'remoteEntry.js',
      contract: '^1.0.0',
      packages: { react: '^19.0.0' },
      events: ['cart-changed'],
      integrity: { 'remoteEntry.js': 'sha384-e', '908.js': 'sha384-c', '908.css': 'sha384-s' },
      routes: [
        { path: '/', screen: 'venues', guard: 'public', audience: 'customer', title: 'Venues' },
        { path: '/venues/:venueId/vendors', screen: 'vendors', guard: 'public', audience: 'anyone', title: 'Vendors' },
        {
          path: '/venues/:venueId/vendors/location/:location',
          screen: 'vendors',
          guard: 'public',
          audience: 'anyone',
          title: 'Vendors',
        },
      ],
      slots: [],
      modules: { venues: ['908.js', '908.css'], vendors: [] },
    },
  },
  offers: [] as object[],
  kept: {} as Record<string, object[]>,
});

async function write(path: string, content: string | Buffer): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  // The release writes it completely and then moves it to its place.
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

async function release(name: string, content: ReturnType<typeof snapshot>): Promise<void> {
  await write(`dist/host/${content.host.version}/index.html`, html);
  await write(`dist/host/${content.host.version}/favicon.svg`, '<svg/>');
  await write(`dist/host/${content.host.version}/main.js`, 'main()');
  await write(`dist/registry/${name}.json`, JSON.stringify(content));
  await write(`dist/registry/${name}.sig`, `signed+${name}==`);
  await write(
    'dist/registry/pointer.json',
    JSON.stringify({ current: name, previous: null, at: '', recalled: [], signature: '' }),
  );
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foodhall-site-'));
  await release('aaaa', snapshot());
  await write('dist/catalog/1.0.0-c45d032d/remoteEntry.js', 'entry()');
  await write('dist/catalog/1.0.0-c45d032d/remoteEntry.js.br', brotliCompressSync('entry()'));
  await write('dist/catalog/1.0.0-c45d032d/build.json', '{}');
  await write('data/media/abc.svg', '<svg/>');
  api = await start();
});
afterEach(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const start = (environment: Record<string, string> = {}) =>
  buildTestApp({
    environment: {
      DIST_DIR: join(folder, 'dist'),
      DATA_DIR: join(folder, 'data'),
      // With this long wait, the content of a page does not depend on the speed of the machine.
      FIRST_SCREEN_WAIT_MS: '10000',
      ...environment,
    },
  });
const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });
const open = (url: string, headers: Record<string, string> = {}) => get(url, { accept: 'text/html,*/*', ...headers });
const blockOf = (page: string, id: string): unknown =>
  JSON.parse(new RegExp(`<script type="application/json" id="${id}"[^>]*>(.*?)</script>`).exec(page)?.[1] ?? 'null');

describe('a page', () => {
  test('contains the live shell with its configuration and snapshot at every address', async () => {
    for (const address of ['/', '/venues/1/vendors', '/nowhere/at/all', '/venues/1/vendors/location/St.John']) {
      const response = await open(address);
      expect(response.statusCode).toBe(address.startsWith('/nowhere') ? 404 : 200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-cache');
      expectShape(siteConfigSchema, blockOf(response.body, 'config'));
      expect(blockOf(response.body, 'registry')).toEqual(snapshot());
    }
  });

  test('contains the snapshot byte for byte, with its name and its signature', async () => {
    const { body } = await open('/');
    const block = `<script type="application/json" id="registry" data-name="aaaa" data-signature="signed+aaaa==">`;
    expect(body).toContain(`${block}${JSON.stringify(snapshot())}</script>`);
    expect((await get('/registry/aaaa.sig')).body).toBe('signed+aaaa==');
  });

  test('names what it runs, for the worker: the snapshot and the shell', async () => {
    expect(blockOf((await open('/')).body, 'page-release')).toBe('aaaa 2.2.63-0854e09d');
    expect(blockOf((await open('/shell')).body, 'page-release')).toBe('aaaa 2.2.63-0854e09d');
  });

  test('contains no text that could end a data block', async () => {
    await write('brand.json', JSON.stringify({ brand: 'A </script><script>' }));
    await api.close();
    api = await start({ SITE_CONFIG: join(folder, 'brand.json') });
    const { body } = await open('/');
    expect(body.match(/<script/g)).toHaveLength(3);
    expect(body).toContain('A \\u003c/script>\\u003cscript>');
    const content = snapshot();
    content.host.html = 'index.html</script>';
    await release('cccc', content);
    await api.close();
    api = await start();
    expect((await open('/')).statusCode).toBe(500);
  });

  test('preloads the entry and the files of its screen in the way that the shell loads them', async () => {
    const { body } = await open('/');
    expect(body.match(/<link rel="preload"[^>]*>/g)).toEqual([
      '<link rel="preload" as="script" href="/parts/catalog/1.0.0-c45d032d/remoteEntry.js" crossorigin="anonymous" integrity="sha384-e" fetchpriority="low">',
      '<link rel="preload" as="script" href="/parts/catalog/1.0.0-c45d032d/908.js" crossorigin="anonymous" integrity="sha384-c" fetchpriority="low">',
      '<link rel="preload" as="style" href="/parts/catalog/1.0.0-c45d032d/908.css" crossorigin="anonymous" integrity="sha384-s" fetchpriority="low">',
    ]);
    expect((await open('/nowhere')).body).not.toContain('rel="preload"');
  });

  test.each([
    '/venues/1/vendors/location/St.John',
    '/venues/1/vendors/location/Room.B2',
    '/venues/1/vendors/location/12.5',
    // A table can also have such a name.
    '/venues/1/vendors/location/table.png',
  ])('is sent at %s, whose location has a dot', async (address) => {
    const response = await open(address);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('is sent for each page of the shell, and any other address is a 404 that search engines do not index', async () => {
    for (const address of ['/login', '/Login/', '/invitations/7f3c', '/shell'])
      expect((await open(address)).statusCode).toBe(200);
    for (const address of ['/nowhere', '/login/x', '/venues/1/vendors/2/3/4', '/venues/1']) {
      const { statusCode, headers } = await open(address);
      expect([address, statusCode, headers['x-robots-tag']]).toEqual([address, 404, 'noindex']);
    }
    expect((await open('/')).headers['x-robots-tag']).toBeUndefined();
    expect((await open('/shell')).headers['x-robots-tag']).toBe('noindex');
  });

  // The first group has folders that contain only pages, and addresses that the server reserves.
  test.each([
    ...['/invitations', '/password-reset', '/t', '/venuesa', '/carts', '/stitch', '/vendor', '/your-items'],
    ...['/hall', '/Hall/', '/desk', '/desk/', '/shell/x', '/setup/x', '/login/x', '/accessibility/x', '/nowhere'],
  ])('at %s is the Not Found page with status 404, because the site has no page there', async (address) => {
    const response = await get(address, { accept: 'text/html', 'sec-fetch-mode': 'navigate' });
    expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(response.headers['x-robots-tag']).toBe('noindex');
    expect(blockOf(response.body, 'registry')).toEqual(snapshot());
  });

  test.each(['/index.php', '/wp-login.php', '/venues/1.b', '/venues/1/St.John', '/old.asp?x=1'])(
    'at %s is the Not Found page with status 404, because no app has this address',
    async (address) => {
      const response = await open(address);
      expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(blockOf(response.body, 'registry')).toEqual(snapshot());
      expect((await get(address, { accept: 'application/json' })).headers['content-type']).toContain('json');
    },
  );

  // The API has the second address, for operators alone.
  test.each([
    ['/%E0%A4%A', 404],
    ['/venues/%/vendors', 401],
    ['/%', 404],
  ])('is sent at %s, which has an invalid encoding', async (address, status) => {
    const response = await open(address);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await get(`/api/v1${address}`)).statusCode).toBe(status);
    expect((await open(`/parts${address}`)).statusCode).toBe(404);
  });

  test('preloads nothing for a customer screen in the browser of a vendor', async () => {
    expect((await open('/', { cookie: 'a=b; acts_as=vendor' })).body).not.toContain('rel="preload"');
    expect((await open('/venues/1/vendors', { cookie: 'acts_as=vendor' })).body).toContain('rel="preload"');
  });

  test('sets the cookie of a vendor again, because browsers delete cookies of scripts after a week', async () => {
    const { headers } = await open('/', { cookie: 'acts_as=vendor' });
    expect(headers['set-cookie']).toBe('acts_as=vendor; Path=/; Max-Age=31536000; SameSite=Lax');
    expect((await open('/')).headers['set-cookie']).toBeUndefined();
  });

  test('is compressed for a client that accepts it', async () => {
    const response = await open('/', { 'accept-encoding': 'gzip, br' });
    expect(response.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe((await open('/')).body);
    expect((await open('/', { 'accept-encoding': 'gzip, br;q=0' })).headers['content-encoding']).toBeUndefined();
  });

  test('is compressed quickly for its first visitor, and better for later visitors', async () => {
    const sent = async () => (await open('/', { 'accept-encoding': 'br' })).rawPayload;
    const quick = await sent();
    let small = quick;
    while (small.length >= quick.length) small = await sent();
    expect(brotliDecompressSync(small)).toEqual(brotliDecompressSync(quick));
  });

  test('changes with a release without a restart, and changes back with a rollback', async () => {
    expect((await get('/meta.json')).json()).toEqual({ version: '2.2.63' });
    await release('bbbb', snapshot('2.3.0'));
    const { headers, body } = await get('/meta.json');
    expect(JSON.parse(body)).toEqual({ version: '2.3.0' });
    expect(headers['cache-control']).toBe('no-store');
    expect(blockOf((await open('/')).body, 'registry')).toEqual(snapshot('2.3.0'));
    await release('aaaa', snapshot());
    expect((await get('/meta.json')).json()).toEqual({ version: '2.2.63' });
  });

  test('tells the operator what to do before the first release', async () => {
    await rm(join(folder, 'dist/registry/pointer.json'));
    const response = await open('/');
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({
      code: 'NOT_RELEASED',
      message: expect.stringContaining('npm run release -- --all'),
    });
  });

  test('is still served if the next snapshot cannot be read', async () => {
    await open('/');
    const slip = snapshot('2.3.0');
    Object.assign(slip.remotes.catalog.routes[0] ?? {}, { audience: 'vendors' });
    await release('bbbb', slip);
    for (const _visit of [1, 2]) expect(blockOf((await open('/')).body, 'registry')).toEqual(snapshot());
    expect(api.logged).toContainEqual(
      expect.objectContaining({
        snapshot: 'aaaa',
        msg: 'site: the live snapshot cannot be read, so the one before it is served',
      }),
    );
    await release('cccc', snapshot('2.3.0'));
    expect(blockOf((await open('/')).body, 'registry')).toEqual(snapshot('2.3.0'));
  });

  test('is the previous page if the new one differs from the released bytes', async () => {
    await open('/');
    const planted = snapshot('2.3.0');
    Object.assign(planted.host.integrity, { 'index.html': integrityOf('<html>') });
    await release('bbbb', planted);
    expect(blockOf((await open('/')).body, 'registry')).toEqual(snapshot());
    expect(api.logged).toContainEqual(
      expect.objectContaining({ reason: 'index.html of the shell 2.3.0-0854e09d has other bytes than were released.' }),
    );
  });

  test('recovers automatically after an unreadable snapshot', async () => {
    const pointer = { current: 'gone', previous: null, at: '', recalled: [], signature: '' };
    await write('dist/registry/pointer.json', JSON.stringify(pointer));
    expect((await open('/')).statusCode).toBe(500);
    await write('dist/registry/gone.sig', 'signed');
    await write('dist/registry/gone.json', JSON.stringify(snapshot()));
    expect((await open('/')).statusCode).toBe(200);
  });
});

describe('the title of a page', () => {
  const menuOf = '/venues/:venueId/vendors/:vendorId';
  const declared = () => {
    const content = snapshot();
    const { catalog } = content.remotes;
    const route = (path: string, screen: string, prefetch: object[]) => ({
      path,
      screen,
      guard: 'public',
      audience: 'anyone',
      title: 'Page',
      prefetch,
    });
    const venue = { path: '/venues/:venueId', as: 'venue' };
    const vendors = { path: '/vendors', params: { venue_id: ':venueId' }, as: 'vendors' };
    Object.assign(content.host, { frame: 'frame.html' });
    Object.assign(catalog, {
      routes: [
        route('/venues', 'venues', []),
        route('/venues/:venueId/vendors', 'vendors', [venue, vendors]),
        route('/venuesa/:venueId/vendors', 'vendors', [venue, vendors]),
        route('/venues/:venueId/vendors/location/:location', 'vendors', [venue, vendors]),
        route(menuOf, 'menu', [{ path: '/vendors/:vendorId', as: 'vendor' }, venue]),
        route(`${menuOf}/items/:itemId`, 'item', [{ path: '/items/:itemId', as: 'item' }, venue, vendors]),
        route('/venues/:venueId/deals', 'deals', [venue]),
      ],
      facts: {
        venues: { title: 'Venues', description: 'From every stall with {{site.brand}}.' },
        vendors: { title: '{{venue.data.name}}', description: '{{venue.data.blurb}}' },
        menu: { title: '{{vendor.data.name}} · {{venue.data.name}}', description: '{{vendor.data.blurb}}' },
        item: { title: '{{item.data.name}} · {{vendors.data.:vendorId.name}}', description: 'An item.' },
      },
    });
    return content;
  };
  const titleOf = (body: string) => /<title>(.*?)<\/title>/.exec(body)?.[1];
  let venue: TestVenue;
  let menu: string;
  beforeEach(async () => {
    venue = await storeVenue(api.deps.db, {
      name: 'Granary </title>"Square"',
      vendors: [{ name: 'Kumo & Co </script>', items: [{ name: 'Tonkotsu' }] }],
    });
    menu = `/venues/${venue.id}/vendors/${venue.vendor.id}`;
    await release('facts', declared());
  });

  test('names the content of the address and then the brand, with everything escaped', async () => {
    const { item } = venue.vendor;
    const titles = [`/venues`, `/venues/${venue.id}/vendors`, menu, `${menu}/items/${item.id}`].map(async (address) =>
      titleOf((await open(address)).body),
    );
    const granary = 'Granary &#60;/title&#62;&#34;Square&#34;';
    expect(await Promise.all(titles)).toEqual([
      'Venues · Foodhall',
      `${granary} · Foodhall`,
      `Kumo &#38; Co &#60;/script&#62; · ${granary} · Foodhall`,
      'Tonkotsu · Kumo &#38; Co &#60;/script&#62; · Foodhall',
    ]);
  });

  test('comes with a description, for search engines and shared links', async () => {
    const { body } = await open('/venues');
    expect(body).toContain('<meta name="description" content="From every stall with Foodhall." data-sent>');
    expect(body).toContain('<meta property="og:title" content="Venues · Foodhall" data-sent>');
    expect(body).toContain('<meta property="og:description" content="From every stall with Foodhall." data-sent>');
  });

  const linkOf = (body: string) => /<link rel="canonical" href="([^"]*)" data-sent>/.exec(body)?.[1];
  const dataOf = (body: string) => {
    const [, text = 'null'] = /<script type="application\/ld\+json" data-sent>(.*?)<\/script>/.exec(body) ?? [];
    return JSON.parse(text);
  };

  test('comes with one canonical address for every address of the page', async () => {
    await api.close();
    api = await start({ SITE_URL: 'https://hall.example' });
    const vendors = `/venues/${venue.id}/vendors`;
    for (const address of [vendors, `${vendors}/`, `${vendors}/location/12?x=1`, `/venuesa/${venue.id}/vendors`]) {
      const { body } = await open(address);
      expect([address, linkOf(body)]).toEqual([address, `https://hall.example${vendors}`]);
      expect(body).toContain(`<meta property="og:url" content="https://hall.example${vendors}" data-sent>`);
    }
  });

  test('comes with a picture that previews can draw', async () => {
    const imageOf = async () => /property="og:image" content="([^"]*)"/.exec((await open(menu)).body)?.[1];
    const show = (image_url: string) =>
      api.deps.db.updateTable('vendors').set({ image_url }).where('id', '=', venue.vendor.id).execute();
    await show('/media/abc.1600.webp');
    expect(await imageOf()).toBe('http://localhost:8080/media/abc.1600.webp');
    await show('/media/abc.svg');
    expect(await imageOf()).toBeUndefined();
  });

  test('comes with structured data in which a name cannot end the script', async () => {
    const { item } = venue.vendor;
    const restaurant = dataOf((await open(menu)).body);
    expect(restaurant).toMatchObject({ '@type': 'Restaurant', name: 'Kumo & Co </script>' });
    expect(JSON.stringify(restaurant.hasMenu)).toContain('"name":"Tonkotsu"');
    const dish = dataOf((await open(`${menu}/items/${item.id}`)).body);
    expect(dish).toMatchObject({ '@type': 'MenuItem', offers: { offeredBy: { name: 'Kumo & Co </script>' } } });
    const hall = dataOf((await open(`/venues/${venue.id}/vendors`)).body);
    expect(hall).toMatchObject({ '@type': 'FoodEstablishment', department: [{ name: 'Kumo & Co </script>' }] });
    expect(dataOf((await open('/venues')).body)).toMatchObject({ '@type': 'WebSite', name: 'Foodhall' });
  });

  test('shows current data', async () => {
    expect(titleOf((await open(menu)).body)).toContain('Kumo');
    await api.deps.db.updateTable('vendors').set({ name: 'Nimbus' }).where('id', '=', venue.vendor.id).execute();
    expect(titleOf((await open(menu)).body)).toContain('Nimbus');
  });

  test('is the brand for a missing resource, for a page without a title, and for the page that workers store', async () => {
    const { id, vendor } = venue;
    const elsewhere = await storeVenue(api.deps.db);
    const { item } = vendor;
    const unknown = [
      '/venues/999999/vendors',
      '/venues/x/vendors',
      `/venues/${id}/vendors/999999`,
      `/venues/${elsewhere.id}/vendors/${vendor.id}`,
      `/venues/${elsewhere.id}/vendors/${vendor.id}/items/${item.id}`,
      `${menu}/items/999999`,
      `${menu}/items/${elsewhere.vendor.item.id}`,
      '/nowhere',
    ];
    for (const address of [...unknown, `/venues/${id}/deals`, '/shell']) {
      const { body, statusCode, headers } = await open(address);
      expect([address, titleOf(body)]).toEqual([address, 'Foodhall']);
      expect(body).not.toContain('data-sent');
      expect([address, statusCode]).toEqual([address, unknown.includes(address) ? 404 : 200]);
      if (statusCode === 404) expect(headers['x-robots-tag']).toBe('noindex');
    }
  });

  test.each([
    ['a leading zero', (id: number) => `0${id}`],
    ['an exponent', (id: number) => `${id}e0`],
    ['hexadecimals', (id: number) => `0x${id.toString(16)}`],
    ['a fraction of zero', (id: number) => `${id}.0`],
    ['a sign', (id: number) => `%2B${id}`],
  ])('is the brand for an id with %s, which gets a 404 without a canonical address', async (_name, spell) => {
    const { id, vendor } = venue;
    const addresses = [
      `/venues/${spell(id)}/vendors`,
      `/venues/${spell(id)}/vendors/location/12`,
      `/venuesa/${spell(id)}/vendors`,
      `/venues/${spell(id)}/vendors/${vendor.id}`,
      `/venues/${id}/vendors/${spell(vendor.id)}`,
      `${menu}/items/${spell(vendor.item.id)}`,
    ];
    for (const address of addresses) {
      const { body, statusCode } = await open(address);
      expect([address, statusCode, titleOf(body), linkOf(body)]).toEqual([address, 404, 'Foodhall', undefined]);
    }
  });

  test('is the brand for an inactive item, which is a 404 for everyone except vendors', async () => {
    const address = `${menu}/items/${venue.vendor.item.id}`;
    expect((await open(address)).statusCode).toBe(200);
    await api.deps.db.updateTable('items').set({ status: 'inactive' }).where('id', '=', venue.vendor.item.id).execute();
    expect((await open(address)).statusCode).toBe(404);
    expect((await open(address, { cookie: 'acts_as=vendor' })).statusCode).toBe(200);
  });
});

describe('the first screen for a page that the worker has started', () => {
  const STARTED = 'service-worker-navigation-preload';
  const FRAME = '<div id="first-screen">{{{screen}}}</div>';
  const VENUES = '<h1>Venues</h1>';
  const STYLE = 'h1{color:red}';
  const withTemplate = () => {
    const content = snapshot();
    Object.assign(content.host, {
      frame: 'frame.html',
      integrity: { 'frame.html': integrityOf(Buffer.from(FRAME)) },
    });
    Object.assign(content.remotes.catalog, {
      integrity: { '908.css': integrityOf(Buffer.from(STYLE)), 'venues.html': integrityOf(Buffer.from(VENUES)) },
      first: {
        contract: content.host.contract,
        primitives: content.host.primitives,
        screens: { venues: 'venues.html' },
      },
    });
    return content;
  };
  beforeEach(async () => {
    await write('dist/host/2.2.63-0854e09d/frame.html', FRAME);
    await write('dist/catalog/1.0.0-c45d032d/venues.html', VENUES);
    await write('dist/catalog/1.0.0-c45d032d/908.css', STYLE);
    await release('first', withTemplate());
  });
  const ask = (address: string, name: string, headers: Record<string, string> = {}) =>
    open(address, { [STARTED]: name, ...headers });
  const RELEASE = 'first 2.2.63-0854e09d';

  test('contains everything that the started page lacks, and is not stored by browsers', async () => {
    const { statusCode, headers, body } = await ask('/', RELEASE);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ [STARTED]: RELEASE, 'cache-control': 'no-store' });
    expect(body).toMatch(
      /^(<link rel="preload" as="script"[^>]* media="not all">)+<style data-remote="catalog" data-href="\/parts\/catalog\/1\.0\.0-c45d032d\/908\.css">h1\{color:red\}<\/style><div id="first-screen"><h1>Venues<\/h1><\/div>$/,
    );
  });

  test('contains its styles, so that the page does not request their file', async () => {
    for (const body of [(await open('/')).body, (await ask('/', RELEASE)).body]) {
      expect(body).toContain('<style data-remote="catalog" data-href="/parts/catalog/1.0.0-c45d032d/908.css">');
      expect(body).toContain('as="script" href="/parts/catalog/1.0.0-c45d032d/908.js"');
      expect(body).not.toContain('href="/parts/catalog/1.0.0-c45d032d/908.css" crossorigin');
    }
  });

  test('is compressed for a client that accepts it', async () => {
    const { headers, rawPayload } = await ask('/', RELEASE, { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(rawPayload).toString()).toBe((await ask('/', RELEASE)).body);
  });

  test.each([
    ['with another snapshot', '/', 'aaaa 2.2.63-0854e09d', ''],
    ['with another shell', '/', 'first 2.2.64-0854e09d', ''],
    ['at an address without a first screen', '/nowhere', RELEASE, ''],
    ['at an address that may be a file', '/index.php', RELEASE, ''],
    ['of a vendor, who is redirected to the queue', '/', RELEASE, 'acts_as=vendor'],
  ])('is empty for a page %s', async (_what, address, name, cookie) => {
    const { statusCode, headers, body } = await ask(address, name, { cookie });
    // The response names the page that can be shown, because a script of the page could have changed the request.
    expect([statusCode, headers['cache-control'], headers[STARTED], body]).toEqual([204, 'no-store', name, '']);
  });

  describe('is replaced by the whole page', () => {
    const recall = async (...recalled: string[]) => {
      const pointer = { current: 'first', previous: 'aaaa', at: '', recalled, signature: '' };
      await write('dist/registry/pointer.json', JSON.stringify(pointer));
    };
    const isWholePage = async (name: string, cookie = '') => {
      const { statusCode, headers, body } = await ask('/', name, { cookie });
      return statusCode === 200 && headers[STARTED] === undefined && body.includes('id="registry"');
    };

    test('if its snapshot is unknown or names a recalled release', async () => {
      expect(await isWholePage('aaaa 2.2.63-0854e09d')).toBe(false);
      await recall('catalog@1.0.0-c45d032d');
      expect(await isWholePage('aaaa 2.2.63-0854e09d')).toBe(true);
      expect(await isWholePage(RELEASE)).toBe(false);
      expect(await isWholePage('never 2.2.63-0854e09d')).toBe(true);
      expect(await isWholePage('../../package 2.2.63-0854e09d')).toBe(true);
      await recall('catalog@1.0.0-other');
      expect(await isWholePage('aaaa 2.2.63-0854e09d')).toBe(false);
    });

    test('for a worker that has no page yet', async () => {
      expect(await isWholePage('true')).toBe(true);
    });

    test('for a browser in a channel', async () => {
      const content = withTemplate();
      const { catalog } = content.remotes;
      content.offers.push({ part: 'catalog', channel: 'beta', since: content.at, release: catalog });
      await release('first', content);
      const until = new Date(Date.now() + 3_600_000).toISOString();
      const member = await new SignedTexts(api.deps).sign({ channel: 'beta', until }, 'channel');
      expect(await isWholePage(RELEASE, `channel=${member}`)).toBe(true);
      expect(await isWholePage(RELEASE)).toBe(false);
    });
  });

  test('is not delayed by preloads of files that the worker has', async () => {
    const run = '<link rel="preload" as="script" fetchpriority="low" data-run href="/x.js">';
    await write('dist/host/2.2.63-0854e09d/index.html', html.replace('</head>', `${run}</head>`));
    expect((await open('/')).body).toContain(run);
    expect((await open('/shell')).body).toContain(run.replace(' data-run', ' media="not all" data-run'));
  });

  test('has a placeholder in the page for all addresses, whose policy allows the styles of every release', async () => {
    const content = withTemplate();
    const { catalog } = content.remotes;
    const beta = { ...catalog, integrity: { '908.css': integrityOf(Buffer.from('h1{color:blue}')) } };
    content.offers.push({ part: 'catalog', channel: 'beta', since: content.at, release: beta });
    await release('offered', content);
    await write('dist/host/2.2.63-0854e09d/index.html', html.replace('<body>', '<body><!--first-screen-->'));
    const { headers, body } = await open('/shell');
    expect(body).toContain('<body><!--first-screen-->');
    const [, styles] = /style-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? [];
    for (const style of [STYLE, 'h1{color:blue}']) expect(styles).toContain(`'${integrityOf(Buffer.from(style))}'`);
    expect((await open('/')).body).toContain('<body><div id="first-screen"><h1>');
  });

  test('is distinguished from the page in caches by Vary', async () => {
    expect((await open('/')).headers.vary).toContain(STARTED);
  });
});

describe('after a release was recalled as malicious', () => {
  const AT = '2026-11-29T12:00:00.000Z';
  const mark = (at = AT) =>
    write(
      'dist/registry/pointer.json',
      JSON.stringify({
        current: 'aaaa',
        previous: null,
        at,
        recalled: ['catalog@1.0.0-evil'],
        malicious: { releases: ['catalog@1.0.0-evil'], at },
        signature: '',
      }),
    );
  beforeEach(() => write('dist/catalog/1.0.0-evil/entry.js', 'steal()'));

  test('the site no longer serves its files, and still serves other releases', async () => {
    expect((await get('/parts/catalog/1.0.0-evil/entry.js')).statusCode).toBe(200);
    await mark();
    const gone = await get('/parts/catalog/1.0.0-evil/entry.js');
    expect([gone.statusCode, gone.json().code]).toEqual([410, 'RECALLED']);
    expect((await get('/parts/catalog/1.0.0-c45d032d/remoteEntry.js')).statusCode).toBe(200);
  });

  test('earlier sessions end, and later ones stay', async () => {
    const user = await storeUser(api.deps.db);
    const me = () => api.app.inject({ url: '/api/v1/me', headers: user.headers });
    expect((await me()).statusCode).toBe(200);
    await mark('2020-01-01T00:00:00.000Z');
    await open('/');
    expect((await me()).statusCode).toBe(200);
    await mark(new Date(Date.now() + 60_000).toISOString());
    await open('/');
    expect((await me()).statusCode).toBe(401);
  });

  test('each browser deletes its data of the site once', async () => {
    expect((await open('/')).headers['clear-site-data']).toBeUndefined();
    await mark();
    const first = await open('/shell', { cookie: 'cleared=forged' });
    expect(first.headers['clear-site-data']).toBe('"cache", "storage"');
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    expect((await open('/', { cookie })).headers['clear-site-data']).toBeUndefined();
    await mark('2026-11-30T12:00:00.000Z');
    expect((await open('/', { cookie })).headers['clear-site-data']).toBe('"cache", "storage"');
  });
});

describe('the page that a worker caches', () => {
  const keyOf = async () => {
    const { headers, body } = await get('/page-key.js');
    expect(headers['content-type']).toContain('text/javascript');
    const [, text = ''] = /^self\.PAGE_KEY = "([^"]+)";$/.exec(body) ?? [];
    return createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' });
  };
  const isSigned = async ({ headers, body }: Awaited<ReturnType<typeof open>>) =>
    verify(
      'sha256',
      Buffer.from(signedTextOf((name) => String(headers[name] ?? ''), body)),
      { key: await keyOf(), dsaEncoding: 'ieee-p1363' },
      Buffer.from(String(headers['page-signature']), 'base64'),
    );

  test('is signed together with its policy', async () => {
    const page = await open('/shell');
    expect(await isSigned(page)).toBe(true);
    const { 'content-security-policy': policy, ...others } = page.headers;
    for (const headers of [{ ...others }, { ...others, 'content-security-policy': `${policy};script-src *` }])
      expect(await isSigned({ ...page, headers } as typeof page)).toBe(false);
    expect(await isSigned({ ...page, body: `${page.body} ` } as typeof page)).toBe(false);
  });

  test('is signed by each process with the key in the database', async () => {
    const other = await buildTestApp({ environment: { DIST_DIR: join(folder, 'dist') } });
    try {
      const response = await other.app.inject({ url: '/shell', headers: { accept: 'text/html' } });
      expect(await isSigned(response)).toBe(true);
    } finally {
      await other.close();
    }
  });

  test('is the only page with a signature', async () => {
    expect((await open('/')).headers['page-signature']).toBeUndefined();
  });
});

describe('the release for some visitors', () => {
  const beta = { ...snapshot().remotes.catalog, version: '1.1.0-beta', path: '/parts/catalog/1.1.0-beta/' };
  const releaseTo = (audience: object, change: (content: ReturnType<typeof snapshot>) => void = () => {}) => {
    const content = { ...snapshot(), offers: [{ part: 'catalog', since: '', release: beta, ...audience }] };
    change(content);
    return release('bbbb', content);
  };
  const early = async (cookie = '') => /href="\/parts\/catalog\/([^/]+)/.exec((await open('/', { cookie })).body)?.[1];
  const LIVE = '1.0.0-c45d032d';
  const membership = (channel: string) => ({ channel, until: new Date(Date.now() + 3_600_000).toISOString() });
  const memberOf = async (channel: string) =>
    `channel=${await new SignedTexts(api.deps).sign(membership(channel), 'channel')}`;
  const linkTo = (channel: string) => new SignedTexts(api.deps).sign(membership(channel), 'link');
  const spoiled = async (channel: string) => {
    const [, signature] = (await linkTo('other')).split('.');
    return `${Buffer.from(JSON.stringify(membership(channel))).toString('base64url')}.${signature}`;
  };

  test('is preloaded for a visitor who joined the channel, and for no other', async () => {
    await releaseTo({ channel: 'beta' });
    expect(await early()).toBe(LIVE);
    expect(await early(await memberOf('other'))).toBe(LIVE);
    expect(await early(`a=b; ${await memberOf('beta')}`)).toBe('1.1.0-beta');
    expect((await open('/')).headers['set-cookie']).toBeUndefined();
  });

  test('is preloaded from the record to which the snapshot refers', async () => {
    const { version, path, contract, packages, events } = beta;
    const record = JSON.stringify(beta);
    const listed = { version, path, contract, packages, events, slots: [], paths: ['/'], styles: [] };
    const referTo = (bytes: string) =>
      releaseTo({ channel: 'beta', release: { ...listed, record: integrityOf(Buffer.from(bytes)) } });
    await write('dist/catalog/1.1.0-beta/release.json', record);
    await referTo(record);
    expect(await early(await memberOf('beta'))).toBe('1.1.0-beta');
    expect(await early()).toBe(LIVE);
    await referTo('other bytes');
    expect(await early(await memberOf('beta'))).toBeUndefined();
  });

  test('is not chosen by an address or by a cookie that a script wrote', async () => {
    await releaseTo({ channel: 'beta' });
    for (const cookie of ['channel=beta', `channel=${await spoiled('beta')}`, `channel=${await linkTo('beta')}`])
      expect(await early(cookie)).toBe(LIVE);
    const asked = await open('/venues/1/vendors?channel=beta&sort=name', { cookie: 'channel=beta' });
    expect([asked.statusCode, asked.headers.location, asked.headers['set-cookie']]).toEqual([
      303,
      '/api/v1/registry/channel?name=beta&to=%2Fvenues%2F1%2Fvendors%3Fsort%3Dname',
      undefined,
    ]);
  });

  test('makes a page that no cache stores and that names the channel', async () => {
    await releaseTo({ channel: 'beta' });
    const first = await open('/');
    const own = await open('/', { cookie: await memberOf('beta') });
    expect(blockOf(own.body, 'config')).toMatchObject({ channel: 'beta' });
    expect(own.headers['cache-control']).toBe('no-store');
    expect((await open('/')).body).toBe(first.body);
    expect(blockOf(first.body, 'config')).not.toHaveProperty('channel');
    expect((await open('/?channel=beta', { cookie: await memberOf('beta') })).statusCode).toBe(200);
  });

  test('does not change the page for a member of a channel without releases', async () => {
    await releaseTo({ channel: 'beta' });
    const response = await open('/', { cookie: await memberOf('other') });
    expect(response.body).toBe((await open('/')).body);
    expect(response.headers['cache-control']).toBe('no-cache');
  });

  test('is remembered in a cookie from the first page on for a rollout', async () => {
    await releaseTo({ percent: 99 });
    const { headers, body } = await open('/');
    const [, visitor = ''] =
      /^visitor=([\w-]{36}); Path=\/; Max-Age=31536000; SameSite=Lax$/.exec(String(headers['set-cookie'])) ?? [];
    expect(visitor).not.toBe('');
    expect(await early(`visitor=${visitor}`)).toBe(/href="\/parts\/catalog\/([^/]+)/.exec(body)?.[1]);
    expect((await open('/', { cookie: `visitor=${visitor}` })).headers['set-cookie']).toBeUndefined();
  });

  test('can be a shell, whose page the visitors of the channel get', async () => {
    const shell = { ...snapshot().host, version: '2.3.0-beta', path: '/parts/host/2.3.0-beta/' };
    await write('dist/host/2.3.0-beta/index.html', html.replace('id="root"', 'id="next"'));
    await releaseTo({ part: 'host', channel: 'beta', release: shell });
    expect((await open('/')).body).toContain('id="root"');
    expect((await open('/', { cookie: await memberOf('beta') })).body).toContain('id="next"');
  });

  test('is not preloaded if it does not fit the shell, and the release that the shell chooses is preloaded', async () => {
    await releaseTo({ channel: 'beta', release: { ...beta, contract: '^2.0.0' } });
    expect(await early(await memberOf('beta'))).toBe(LIVE);
  });
});

describe('a browser that was granted an override', () => {
  const ORIGIN = 'http://localhost:3001';
  const policyOf = ({ headers }: Awaited<ReturnType<typeof open>>) => String(headers['content-security-policy']);
  let tokenId: number;
  let cookie: string;
  beforeEach(async () => {
    const times = { created_at: new Date(), expires_at: new Date(Date.now() + 24 * 3_600_000) };
    const values = { team: 'menu', apps: ['catalog'], channels: [], most_percent: 0, is_for_all: true, ...times };
    ({ id: tokenId } = await api.deps.db
      .insertInto('release_tokens')
      .values({ ...values, token_hash: randomBytes(32), created_by: null })
      .returning('id')
      .executeTakeFirstOrThrow());
    const grants = new OverrideGrants(api.deps);
    const { grant } = await grants.give({ tokenId }, { app: 'catalog', origin: ORIGIN, hours: 1 });
    cookie = `override_catalog=${await grants.cookieOf(grant)}`;
  });

  test('gets the address in its own page and policy, which no cache stores', async () => {
    const response = await open('/', { cookie });
    expect(blockOf(response.body, 'config')).toMatchObject({ overrides: { catalog: ORIGIN } });
    for (const directive of ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src']) {
      expect(policyOf(response)).toMatch(new RegExp(`(^|;)${directive} [^;]*${ORIGIN}`));
    }
    expect(policyOf(response).match(/localhost:3001/g)).toHaveLength(5);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers.vary).toContain('cookie');
  });

  test('does not change the page of any other browser', async () => {
    const first = await open('/');
    await open('/', { cookie });
    const second = await open('/');
    expect(second.body).toBe(first.body);
    expect(policyOf(second)).toBe(policyOf(first));
    expect(first.body + policyOf(first) + (await get('/config.json')).body).not.toContain('localhost:3001');
    expect(second.headers['cache-control']).toBe('no-cache');
  });

  test.each<[string, () => unknown]>([
    ['its hours are over', () => api.advance(3_600_000)],
    [
      'its token was revoked',
      () =>
        api.deps.db.updateTable('release_tokens').set({ revoked_at: new Date() }).where('id', '=', tokenId).execute(),
    ],
    ['it belongs to another remote', () => (cookie = cookie.replace('override_catalog', 'override_queues'))],
    ['its signature is wrong', () => (cookie = `${cookie.slice(0, -4)}AAAA`)],
  ])('gets the usual page if %s, and loses the grant', async (_when, end) => {
    await end();
    const response = await open('/', { cookie });
    expect(response.body).toBe((await open('/')).body);
    expect(policyOf(response)).toBe(policyOf(await open('/')));
    const [name = ''] = cookie.split('=');
    expect(response.headers['set-cookie']).toBe(`${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`);
  });

  test('gets the usual page while the database is away, and keeps the grant', async () => {
    await open('/', { cookie });
    const away = jest.spyOn(api.deps.db, 'selectFrom').mockImplementation(() => {
      throw new Error('the database is away');
    });
    try {
      const response = await open('/', { cookie });
      expect([response.statusCode, response.headers['set-cookie']]).toEqual([200, undefined]);
      expect(blockOf(response.body, 'config')).not.toHaveProperty('overrides');
    } finally {
      away.mockRestore();
    }
  });
});

describe('the address on a table', () => {
  test('opens the shell with a message and an error status for an unknown table', async () => {
    const unknown = await open('/t/0123456789');
    expect(unknown.statusCode).toBe(404);
    expect(unknown.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(blockOf(unknown.body, 'registry')).toEqual(snapshot());
    expect((await open('/t/nonsense')).statusCode).toBe(404);
    expect((await api.app.inject({ method: 'HEAD', url: '/t/0123456789' })).statusCode).toBe(404);
  });

  test('opens the shell with the time to wait for a visitor with too many unknown codes', async () => {
    const codes = Array.from({ length: 200 }, (_, number) => `000000${1_000 + number}`);
    for (const code of codes) await open(`/t/${code}`);
    const refused = await open('/t/0123456789');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(blockOf(refused.body, 'registry')).toEqual(snapshot());
  });

  test('redirects to the table, and no cache stores the redirect', async () => {
    const venue = await storeVenue(api.deps.db);
    await api.deps.db
      .insertInto('venue_tables')
      .values({ venue_id: venue.id, name: '12', code: '0123456789' })
      .execute();
    const response = await open('/t/0123456789');
    expect(response.statusCode).toBe(302);
    expect(response.headers).toMatchObject({
      location: `/venues/${venue.id}/vendors/location/12`,
      'cache-control': 'no-store',
    });
  });
});

describe('a file', () => {
  test('of an app is cached for ever and sent compressed', async () => {
    const address = '/parts/catalog/1.0.0-c45d032d/remoteEntry.js';
    const plain = await get(address);
    expect(plain.body).toBe('entry()');
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
      'cross-origin-resource-policy': 'cross-origin',
    });
    const compressed = await get(address, { 'accept-encoding': 'br' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.headers.vary).toContain('accept-encoding');
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe('entry()');
  });

  test('has few headers, because the headers of a page have no meaning for a file and are larger than many files', async () => {
    const { headers } = await get('/parts/catalog/1.0.0-c45d032d/remoteEntry.js');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
    for (const name of ['permissions-policy', 'etag', 'last-modified'])
      expect(Object.keys(headers)).not.toContain(name);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    expect(lines.join('').length).toBeLessThan(500);
  });

  test('that a browser does not run has no policy, and a missing file has one', async () => {
    await write('data/media/photograph.webp', Buffer.alloc(10));
    await write('data/media/photograph.avif', Buffer.alloc(10));
    await write('dist/catalog/1.0.0-c45d032d/908.css', 'h1{color:red}');
    await write('dist/catalog/1.0.0-c45d032d/908.css.br', 'compressed');
    await write('dist/catalog/1.0.0-c45d032d/face.woff2', 'font');
    for (const [path, policy] of [
      ['/media/photograph.webp', undefined],
      ['/media/photograph.avif', undefined],
      ['/parts/catalog/1.0.0-c45d032d/908.css', undefined],
      ['/parts/catalog/1.0.0-c45d032d/face.woff2', undefined],
      ['/parts/catalog/1.0.0-c45d032d/908.js', expect.stringContaining("default-src 'none'")],
      ['/media/gone.webp', expect.stringContaining("default-src 'none'")],
    ]) {
      const { headers } = await get(String(path), { 'accept-encoding': 'br' });
      expect([path, headers['content-security-policy']]).toEqual([path, policy]);
    }
  });

  test('of the registry is cached for ever if it is a snapshot, and is revalidated if it is the pointer', async () => {
    expect((await get('/registry/aaaa.json')).headers['cache-control']).toContain('immutable');
    const pointer = await get('/registry/pointer.json');
    expect(pointer.json()).toMatchObject({ current: 'aaaa' });
    expect(pointer.headers['cache-control']).toBe('no-cache');
  });

  test('of the metadata is cached for ever if its name has a version, and is revalidated if it is the timestamp', async () => {
    await write('dist/registry/tuf/3.registry.live.json', '{}');
    await write('dist/registry/tuf/timestamp.json', '{}');
    expect((await get('/registry/tuf/3.registry.live.json')).headers['cache-control']).toContain('immutable');
    expect((await get('/registry/tuf/timestamp.json')).headers['cache-control']).toBe('no-cache');
  });

  test('with a picture cannot run scripts, even if it is opened directly', async () => {
    const { headers } = await get('/media/abc.svg');
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
  });

  test('with a drawing is sent whole and compressed, and one with a photograph is sent unchanged', async () => {
    const drawing = `<svg>${'<path d="M0 0h64v64z"/>'.repeat(100)}</svg>`;
    await write('data/media/drawing.svg', drawing);
    await write('data/media/photograph.320.webp', Buffer.alloc(4000));
    const { headers, rawPayload } = await get('/media/drawing.svg', { 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'content-type': 'image/svg+xml',
    });
    expect(brotliDecompressSync(rawPayload).toString()).toBe(drawing);
    expect((await get('/media/drawing.svg')).body).toBe(drawing);
    const part = await get('/media/drawing.svg', { 'accept-encoding': 'br', range: 'bytes=0-4' });
    expect([part.statusCode, brotliDecompressSync(part.rawPayload).toString()]).toEqual([200, drawing]);
    const photograph = await get('/media/photograph.320.webp', { 'accept-encoding': 'br' });
    expect(photograph.headers).not.toHaveProperty('content-encoding');
    expect(photograph.rawPayload).toHaveLength(4000);
  });

  test('of the registry has no part beyond its end', async () => {
    const response = await get('/registry/pointer.json', { range: 'bytes=1000000-' });
    expect([response.statusCode, response.json().code]).toEqual([416, 'RANGE_NOT_SATISFIABLE']);
  });

  test('of the live shell can have an address at the root', async () => {
    const { headers, body } = await get('/favicon.svg');
    expect(body).toBe('<svg/>');
    expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' });
    expect((await get('/main.js')).statusCode).toBe(404);
  });

  test('of the service worker is revalidated each time and can control the whole site', async () => {
    await write('dist/host/2.2.63-0854e09d/sw.js', 'worker()');
    const { headers, body } = await get('/sw.js');
    expect(body).toBe('worker()');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'service-worker-allowed': '/',
    });
  });

  test('of the service worker is sent compressed, as it was built, to a browser that accepts that', async () => {
    const content = snapshot();
    await release('bbbb', { ...content, host: Object.assign(content.host, { worker: integrityOf('worker()') }) });
    await write('dist/host/2.2.63-0854e09d/sw.js', 'worker()');
    await write('dist/host/2.2.63-0854e09d/sw.js.br', brotliCompressSync('worker()'));
    const { headers, rawPayload } = await get('/sw.js', { 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(rawPayload).toString()).toBe('worker()');
    const plain = await get('/sw.js');
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'worker()']);
    await write('dist/host/2.2.63-0854e09d/sw.js.br', brotliCompressSync('worker(1)'));
    expect((await get('/sw.js', { 'accept-encoding': 'br' })).statusCode).toBe(503);
  });

  test('of the service worker is sent only with the released bytes', async () => {
    const content = snapshot();
    const worker = `sha256-${createHash('sha256').update('worker()').digest('base64')}`;
    await release('bbbb', { ...content, host: Object.assign(content.host, { worker }) });
    await write('dist/host/2.2.63-0854e09d/sw.js', 'worker()');
    expect((await get('/sw.js')).body).toBe('worker()');
    await write('dist/host/2.2.63-0854e09d/sw.js', 'worker(1)');
    const response = await get('/sw.js');
    // A 404 would tell open pages that the site no longer has a worker.
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({
      code: 'NOT_RELEASED',
      message: 'sw.js of the shell 2.2.63-0854e09d has other bytes than were released.',
    });
  });

  test('of the root is sent only with the released bytes', async () => {
    const content = snapshot();
    const root = { 'favicon.svg': integrityOf('<svg/>') };
    await release('bbbb', { ...content, host: Object.assign(content.host, { root }) });
    expect((await get('/favicon.svg')).body).toBe('<svg/>');
    await write('dist/host/2.2.63-0854e09d/favicon.svg', '<svg onload="x()"/>');
    const response = await get('/favicon.svg');
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({
      code: 'NOT_RELEASED',
      message: 'favicon.svg of the shell 2.2.63-0854e09d has other bytes than were released.',
    });
  });

  test('at the root that is not in the release is a 404, even if the folder of the shell has it', async () => {
    const content = snapshot();
    await release('bbbb', { ...content, host: Object.assign(content.host, { root: {} }) });
    await write('dist/host/2.2.63-0854e09d/planted.js', 'planted()');
    expect((await get('/planted.js')).statusCode).toBe(404);
    await write('dist/host/2.2.63-0854e09d/sw.js', 'worker()');
    expect((await get('/sw.js')).body).toBe('worker()');
  });

  test.each([
    ...[
      '/api',
      '/api/',
      '/api/v1',
      '/api/v1/',
      '/parts',
      '/parts/',
      '/registry',
      '/registry/',
      '/media',
      '/app',
      '/apps',
    ],
    '/api/v1/none',
    '/parts/catalog/none/x.js',
    '/parts/registry/pointer.json',
    '/parts/catalog/1.0.0-c45d032d/build.json',
    '/parts/catalog/1.0.0-c45d032d/',
    '/parts/../data/media/abc.svg',
    '/parts/%2e%2e/data/media/abc.svg',
    '/registry/none.json',
    '/registry/../host/2.2.63-0854e09d/main.js',
    '/media/none.svg',
    '/media/',
    '/none.js',
    '/none.css',
  ])('%s that does not exist is a JSON 404, even for a navigation', async (address) => {
    const response = await open(address);
    expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
    expect(response.headers['content-type']).toContain('application/json');
  });

  test.each(['/a.html', '/foo.js', '/assets/x.css', '/ads.txt'])(
    '%s that does not exist is the Not Found page for a navigation, and a JSON 404 for any other request',
    async (address) => {
      const page = await get(address, { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' });
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      for (const mode of ['no-cors', 'cors']) {
        const plain = await get(address, { accept: '*/*', 'sec-fetch-mode': mode });
        expect([plain.statusCode, plain.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
      }
    },
  );

  test.each<[string, Record<string, string>]>([
    ['curl or a link checker, which accept anything', { accept: '*/*' }],
    ['a client without an Accept header', {}],
    ["a worker's fetch", { accept: '*/*', 'sec-fetch-dest': 'empty' }],
  ])('is served to %s', async (_who, headers) => {
    const response = await get('/venues/1/vendors', headers);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
    for (const path of ['/api/v1/none', '/parts/none', '/registry/none', '/media/none']) {
      expect((await get(path, headers)).statusCode).toBe(404);
    }
  });

  test.each([
    ['//', 200],
    ['//[', 404],
    ['//evil.example/x', 404],
  ])('is served at the unusual address %s with status %i', async (address, expected) => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const server = api.app.server.address() as AddressInfo;
    const status = await new Promise((resolve, reject) => {
      const ask = request({ host: server.address, port: server.port, path: address, headers: { accept: 'text/html' } });
      ask.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      ask.end();
    });
    expect(status).toBe(expected);
  });

  test('is a 404 for a request that is not a navigation', async () => {
    expect((await get('/venues', { accept: 'application/json' })).statusCode).toBe(404);
    for (const purpose of ['script', 'style', 'image', 'font']) {
      expect((await get('/venues', { accept: '*/*', 'sec-fetch-dest': purpose })).statusCode).toBe(404);
    }
    expect(
      (await api.app.inject({ method: 'POST', url: '/venues', headers: { accept: 'text/html' } })).statusCode,
    ).toBe(405);
  });
});

describe('the web manifest', () => {
  test('installs the site under the name of its brand, which the build does not contain', async () => {
    await write('brand.json', JSON.stringify({ brand: 'Harbour Eats' }));
    await api.close();
    api = await start({ SITE_CONFIG: join(folder, 'brand.json') });
    const { headers, ...response } = await get('/manifest.webmanifest');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache' });
    expect(headers['content-type']).toMatch('application/manifest+json');
    expect(response.json()).toMatchObject({ name: 'Harbour Eats', start_url: '/' });
  });
});

describe('config.json', () => {
  const config = async () => expectShape(siteConfigSchema, (await get('/config.json')).json());

  test('contains the default brand and the addresses of this deployment', async () => {
    expect(await config()).toMatchObject({
      brand: 'Foodhall',
      api: '/api/v1',
      realtime: { key: 'foodhall', cluster: 'local' },
      scripts: { stripe: 'http://localhost:8081/stripe.js' },
      flags: { phone: true, update_check: { enabled: true, reload_on_downgrade: false } },
    });
  });

  test('contains the texts of a brand file, and the page has its title', async () => {
    await write(
      'brand.json',
      JSON.stringify({ brand: 'Börse & Co', flags: { phone: false, update_check: { reload_on_downgrade: true } } }),
    );
    await api.close();
    api = await start({ SITE_CONFIG: join(folder, 'brand.json') });
    expect(await config()).toMatchObject({
      brand: 'Börse & Co',
      product: 'Foodhall',
      flags: { phone: false, update_check: { enabled: true, reload_on_downgrade: true } },
    });
    expect((await open('/')).body).toContain('<title>Börse &#38; Co</title>');
  });

  test('stops the start with one sentence if the brand file has a mistake', async () => {
    await write('brand.json', JSON.stringify({ brnad: 'x' }));
    await expect(start({ SITE_CONFIG: join(folder, 'brand.json') })).rejects.toThrow(
      /^SITE_CONFIG is '.*brand\.json'; it must be a JSON file with the brand's own values \(file: Unrecognized key: "brnad"\)\.$/,
    );
  });

  test('names an outside real-time engine', async () => {
    await api.close();
    api = await start({
      PUSHER_APP_ID: '1',
      PUSHER_KEY: 'k',
      PUSHER_SECRET: 's',
      PUSHER_HOST: 'ws.hall.example',
      PUSHER_PORT: '443',
    });
    expect((await config()).realtime).toEqual({
      key: 'k',
      cluster: 'mt1',
      host: 'ws.hall.example',
      port: 443,
      tls: true,
    });
    expect((await open('/')).headers['content-security-policy']).toContain('wss://ws.hall.example:443');
  });
});

describe('the content security policy', () => {
  const policy = async (): Promise<Record<string, string>> => {
    const text = String((await open('/')).headers['content-security-policy']);
    return Object.fromEntries(
      text.split(';').map((part) => {
        const [name = '', ...sources] = part.trim().split(' ');
        return [name, sources.join(' ')];
      }),
    );
  };

  test('forbids inline scripts, eval and frames in other sites', async () => {
    const directives = await policy();
    expect(Object.values(directives).join(' ')).not.toMatch(/unsafe-/);
    expect(directives).toMatchObject({ 'default-src': "'none'", 'frame-ancestors': "'none'", 'base-uri': "'none'" });
  });

  test("allows a developer's remote only if the deployment names its origin", async () => {
    const elsewhere = async () =>
      Object.entries(await policy()).flatMap(([name, sources]) => (sources.includes('localhost:3001') ? [name] : []));
    expect(await elsewhere()).toEqual([]);
    await api.close();
    api = await start({ OVERRIDE_ORIGINS: 'http://localhost:3001' });
    expect(await elsewhere()).toEqual(['script-src', 'style-src', 'img-src', 'font-src', 'connect-src']);
  });

  test('allows the addresses of the payment scripts', async () => {
    expect(await policy()).toMatchObject({
      'script-src': "'self' http://localhost:8081",
      'frame-src': 'http://localhost:8081',
    });
    await api.close();
    const own = { PAYSTACK_API_BASE: '', PAYSTACK_SCRIPT_URL: '', GLOBAL_HPP_URL: '', GLOBAL_API_URL: '' };
    api = await start({ PAYMENTS: 'test', STRIPE_API_BASE: '', STRIPE_SCRIPT_URL: '', ...own });
    expect(await policy()).toMatchObject({
      'script-src': "'self' https://js.stripe.com https://*.js.stripe.com https://js.paystack.co",
      'frame-src':
        'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://checkout.paystack.com https://pay.sandbox.realexpayments.com',
      'form-action': "'self' https://pay.sandbox.realexpayments.com",
      'connect-src': "'self' https://api.stripe.com",
      'img-src': "'self' data: https://*.stripe.com",
    });
  });

  test('allows the logo of a brand on another origin', async () => {
    await write('brand.json', JSON.stringify({ logo_url: 'https://brand.example/logo.svg' }));
    await api.close();
    api = await start({ SITE_CONFIG: join(folder, 'brand.json') });
    expect((await open('/')).headers['content-security-policy']).toMatch(
      /img-src 'self' data: https:\/\/brand\.example/,
    );
  });
});

describe('the permissions policy of the page', () => {
  const permissions = async () => String((await open('/')).headers['permissions-policy']);

  test('forbids everything that the site does not use', async () => {
    const policy = await permissions();
    for (const feature of ['camera', 'microphone', 'geolocation', 'usb']) expect(policy).toContain(`${feature}=()`);
  });

  test('allows payments for the site and the providers of config.json', async () => {
    expect(await permissions()).toContain('payment=(self "http://localhost:8081")');
    await api.close();
    const own = { PAYSTACK_API_BASE: '', PAYSTACK_SCRIPT_URL: '', GLOBAL_HPP_URL: '', GLOBAL_API_URL: '' };
    api = await start({ PAYMENTS: 'test', STRIPE_API_BASE: '', STRIPE_SCRIPT_URL: '', ...own });
    expect(await permissions()).toContain(
      'payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com" "https://checkout.paystack.com" "https://pay.sandbox.realexpayments.com")',
    );
  });
});

describe('another site', () => {
  const ask = (origin: string) =>
    api.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/venues',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    });

  test('can call the API only if CORS_ORIGINS names it', async () => {
    await api.close();
    api = await start({ CORS_ORIGINS: 'https://hall.example, https://other.example' });
    expect((await ask('https://hall.example')).headers['access-control-allow-origin']).toBe('https://hall.example');
    expect((await ask('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
  });

  test('can read the headers of API errors, and has to repeat a preflight after an hour', async () => {
    await api.close();
    api = await start({ CORS_ORIGINS: 'https://hall.example' });
    const origin = 'https://hall.example';
    const preflight = await ask(origin);
    expect([preflight.statusCode, preflight.headers]).toMatchObject([
      204,
      {
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-socket-id',
        'access-control-max-age': '3600',
        vary: 'Origin',
      },
    ]);
    for (const [address, status] of [
      ['/api/v1/venues/99', 404],
      ['/api/v1/venues/x', 404],
      ['/api/v1/vendors', 422],
      ['/api/v1/me', 401],
      ['/api/v1/nowhere', 404],
      ['/api/v1/health', 200],
    ] as const) {
      const { statusCode, headers } = await get(address, { origin });
      expect([address, statusCode, headers['access-control-allow-origin']]).toEqual([address, status, origin]);
      expect(headers['access-control-expose-headers']).toBe('date, retry-after');
      expect(Math.abs(Date.parse(String(headers.date)) - Date.now())).toBeLessThan(60_000);
    }
  });

  test.each([
    '/parts/catalog/1.0.0-c45d032d/remoteEntry.js',
    '/registry/pointer.json',
    '/config.json',
    '/embed.js?v=1',
    '/media/none.svg',
  ])('can send a preflight with any header for %s', async (url) => {
    const origin = 'https://nobody.example';
    const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-own' };
    const preflight = await api.app.inject({ method: 'OPTIONS', url, headers: { origin, ...asked } });
    expect([preflight.statusCode, preflight.headers]).toMatchObject([
      204,
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'x-own',
      },
    ]);
    expect(preflight.headers['access-control-max-age']).toBeUndefined();
    expect((await api.app.inject({ method: 'OPTIONS', url, headers: { origin } })).headers.allow).toContain('GET');
  });

  test.each(['/parts/catalog/none.js', '/registry/none.json', '/media/none.svg'])(
    'can see that %s is missing',
    async (url) => {
      const { statusCode, headers } = await get(url, { origin: 'https://nobody.example' });
      expect([statusCode, headers['access-control-allow-origin']]).toEqual([404, '*']);
      expect(headers['access-control-expose-headers']).toBeUndefined();
    },
  );

  test('can read the public files without CORS_ORIGINS, and nothing with data of visitors', async () => {
    const origin = { origin: 'https://nobody.example' };
    const files = ['/parts/catalog/1.0.0-c45d032d/remoteEntry.js', '/registry/aaaa.json', '/registry/aaaa.sig'];
    for (const address of [...files, '/registry/pointer.json', '/config.json', '/embed.js', '/media/abc.svg']) {
      const { statusCode, headers } = await get(address, origin);
      expect([address, statusCode < 400, headers['access-control-allow-origin']]).toEqual([address, true, '*']);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
    for (const address of ['/', '/api/v1/venues', '/meta.json', '/config.jsonx', '/api/v1/parts/1']) {
      expect((await get(address, origin)).headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test.each([
    ['embed.js', 'other()'],
    ['embed.js.br', brotliCompressSync('other()')],
    ['embed.js.br', 'no brotli'],
  ])('gets an error if %s differs from the released bytes', async (file, bytes) => {
    const content = snapshot();
    content.host.integrity['embed.js'] = integrityOf('embed()');
    await release('bbbb', content);
    await write('dist/host/2.2.63-0854e09d/embed.js', 'embed()');
    await write('dist/host/2.2.63-0854e09d/embed.js.br', brotliCompressSync('embed()'));
    expect((await get('/embed.js')).statusCode).toBe(302);
    await write(`dist/host/2.2.63-0854e09d/${file}`, bytes);
    const response = await get('/embed.js');
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({
      message: 'embed.js of the shell 2.2.63-0854e09d has other bytes than were released.',
    });
  });

  test('has one address for embed.js, which redirects to the live shell and follows a release within five minutes', async () => {
    const first = await get('/embed.js');
    expect(first.statusCode).toBe(302);
    expect(first.headers).toMatchObject({
      location: '/parts/host/2.2.63-0854e09d/embed.js',
      'cache-control': 'public, max-age=300',
    });
    await release('bbbb', snapshot('2.2.64'));
    expect((await get('/embed.js')).headers.location).toBe('/parts/host/2.2.64-0854e09d/embed.js');
  });

  test('cannot call the API by default', async () => {
    expect((await ask('https://hall.example')).headers['access-control-allow-origin']).toBeUndefined();
  });
});
