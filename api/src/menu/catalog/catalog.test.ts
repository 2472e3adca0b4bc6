import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { inTransaction } from 'core/database/kysely';
import { sql } from 'kysely';
import {
  itemSchema,
  many,
  one,
  statusChangedSchema,
  vendorSchema,
  vendorSummarySchema,
  venueSchema,
} from 'shared-contracts/schemas';
import { expectShape } from '../../testing/expect-shape';
import { storeUser, storeVenue, type TestUser } from '../../testing/stored';
import { buildTestApp, withTestApp } from '../../testing/test-app';

const api = withTestApp();
const db = () => api.current.deps.db;

const get = (url: string, user?: TestUser, headers: Record<string, string> = {}) =>
  api.current.app.inject({ url: `/api/v1${url}`, headers: { ...user?.headers, ...headers } });
const put = (url: string, status: string, user?: TestUser, headers: Record<string, string> = {}) =>
  api.current.app.inject({
    method: 'PUT',
    url: `/api/v1${url}`,
    payload: { status },
    headers: { ...user?.headers, ...headers },
  });
const readVendor = async (id: number, user?: TestUser) =>
  expectShape(one(vendorSchema), (await get(`/vendors/${id}`, user)).json()).data;
const readItem = async (id: number, user?: TestUser) =>
  expectShape(one(itemSchema), (await get(`/items/${id}`, user)).json()).data;
const itemNames = (vendor: Awaited<ReturnType<typeof readVendor>>) =>
  vendor.menus.data.flatMap((menu) => menu.groups.data.flatMap((group) => group.items.data.map((item) => item.name)));

/** A vendor with every kind of entry, some of them inactive. */
const fullVendor = {
  items: [
    {
      name: 'Ramen',
      hero_url: '/media/ramen.svg',
      variants: [
        { name: 'Regular', price_minor: 1650 },
        { name: 'Large', price_minor: 1950, status: 'inactive' as const },
      ],
      optionGroups: [
        {
          name: 'Toppings',
          max_select: 2,
          options: [
            { name: 'Egg', price_minor: 200 },
            { name: 'Sold out', status: 'inactive' as const },
          ],
        },
      ],
    },
    { name: 'Gyoza', status: 'inactive' as const },
    { name: 'No sizes left', variants: [{ status: 'inactive' as const }] },
  ],
  optionGroups: [{ name: 'Noodle', min_select: 1, max_select: 1, options: [{ name: 'Thin', price_minor: 0 }] }],
};

describe('venues', () => {
  test('are listed in their order, without inactive ones', async () => {
    await storeVenue(db(), { name: 'Second', position: 2 });
    await storeVenue(db(), { name: 'First', position: 1 });
    const gone = await storeVenue(db(), { name: 'Gone', is_active: false });
    const { data } = expectShape(many(venueSchema), (await get('/venues?staging=false')).json());
    expect(data.map((venue) => venue.name)).toEqual(['First', 'Second']);
    expect((await get(`/venues/${gone.id}`)).statusCode).toBe(404);
  });

  test('show their payment provider, and never the setting of their secret', async () => {
    const { id } = await storeVenue(db());
    const { data } = expectShape(one(venueSchema), (await get(`/venues/${id}`)).json());
    expect(data).toMatchObject({ payment_provider: 'Stripe', payment_provider_key: 'pk_test_venue', currency: 'CAD' });
    expect(JSON.stringify(data)).not.toContain('SECRET');
  });

  test.each(['0', '-1', 'abc', '1.5', '99999999999999'])(
    'with the id %p are refused with a client error',
    async (id) => {
      expect([404, 422]).toContain((await get(`/venues/${id}`)).statusCode);
    },
  );
});

describe('vendors', () => {
  test('of a venue are listed in their order, without menus', async () => {
    const { id } = await storeVenue(db(), {
      vendors: [
        { name: 'B', position: 2 },
        { name: 'A', position: 1, subaccount_code: 'ACCT_1' },
        { is_active: false },
      ],
    });
    await storeVenue(db());
    const { data } = expectShape(many(vendorSummarySchema), (await get(`/vendors?venue_id=${id}`)).json());
    expect(data.map((vendor) => vendor.name)).toEqual(['A', 'B']);
    expect(data.map((vendor) => vendor.paystack_account)).toEqual([{ subaccount_code: 'ACCT_1' }, null]);
  });

  test('are an empty list in a venue without vendors, and a 404 for an unknown venue', async () => {
    const { id } = await storeVenue(db(), { vendors: [] });
    expect((await get(`/vendors?venue_id=${id}`)).json()).toEqual({ data: [] });
    expect((await get(`/vendors?venue_id=${id + 1}`)).statusCode).toBe(404);
    expect((await get('/vendors')).statusCode).toBe(422);
  });

  test('contain their menus, groups and items, and a visitor sees only the items on sale', async () => {
    const { vendor } = await storeVenue(db(), { vendors: [fullVendor] });
    const read = await readVendor(vendor.id);
    expect(itemNames(read)).toEqual(['Ramen']);
    const [group] = read.menus.data[0]?.groups.data ?? [];
    const [ramen] = group?.items.data ?? [];
    expect(ramen?.master).toMatchObject({ name: 'Regular', price: 16.5 });
    expect(ramen?.variants.data.map((variant) => variant.name)).toEqual(['Regular']);
    expect(ramen?.option_groups.data[0]).toMatchObject({ name: 'Toppings', min_select: 0, max_select: 2 });
    expect(ramen?.option_groups.data[0]?.options.data.map((option) => [option.name, option.price])).toEqual([
      ['Egg', 2],
    ]);
    expect(group?.option_groups.data[0]).toMatchObject({ name: 'Noodle', min_select: 1, max_select: 1 });
  });

  test('show their members which menus, sections and choices are hidden', async () => {
    const { vendor } = await storeVenue(db(), {
      vendors: [{ optionGroups: [{ name: 'Noodle' }], items: [{ optionGroups: [{ name: 'Toppings' }] }] }],
    });
    const member = await storeUser(db(), { vendorIds: [vendor.id] });
    const before = (await readVendor(vendor.id, member)).menus.data[0];
    expect(before).not.toHaveProperty('status');
    expect(before?.groups.data[0]).not.toHaveProperty('status');
    for (const table of ['menus', 'groups', 'option_groups'] as const) {
      await db().updateTable(table).set({ status: 'inactive' }).execute();
    }
    const hidden = { status: 'inactive' };
    const choices = { data: [hidden] };
    expect((await readVendor(vendor.id, member)).menus.data).toMatchObject([
      {
        ...hidden,
        groups: { data: [{ ...hidden, option_groups: choices, items: { data: [{ option_groups: choices }] } }] },
      },
    ]);
    const item = await readItem(vendor.item.id, member);
    expect(item).toMatchObject({ option_groups: choices, group: { ...hidden, option_groups: choices } });
    await db().updateTable('groups').set({ status: 'active' }).execute();
    expect((await readItem(vendor.item.id, member)).group).toMatchObject(hidden);
    await db().updateTable('menus').set({ status: 'active' }).execute();
    expect((await readItem(vendor.item.id, member)).group).not.toHaveProperty('status');
  });

  test('show inactive items to their members, and not to members of another vendor', async () => {
    const { vendors } = await storeVenue(db(), { vendors: [fullVendor, {}] });
    const [own, other] = vendors.map((vendor) => vendor.id);
    const member = await storeUser(db(), { vendorIds: [own ?? 0] });
    const stranger = await storeUser(db(), { vendorIds: [other ?? 0] });
    const read = await readVendor(own ?? 0, member);
    expect(itemNames(read)).toEqual(['Ramen', 'Gyoza', 'No sizes left']);
    const [ramen] = read.menus.data[0]?.groups.data[0]?.items.data ?? [];
    expect(ramen?.variants.data.map((variant) => variant.status)).toEqual(['active', 'inactive']);
    expect(itemNames(await readVendor(own ?? 0, stranger))).toEqual(['Ramen']);
    expect(itemNames(await readVendor(own ?? 0))).toEqual(['Ramen']);
  });

  test('leave out rows that are no longer in the document', async () => {
    const { vendor } = await storeVenue(db(), { vendors: [{ items: [{ name: 'Stays' }, { name: 'Left' }] }] });
    const member = await storeUser(db(), { vendorIds: [vendor.id] });
    await db().updateTable('items').set({ is_listed: false }).where('name', '=', 'Left').execute();
    expect(itemNames(await readVendor(vendor.id, member))).toEqual(['Stays']);
    expect((await get(`/items/${vendor.items[1]?.id}`, member)).statusCode).toBe(404);
  });

  test('send an unchanged response only once', async () => {
    const { vendor } = await storeVenue(db());
    const first = await get(`/vendors/${vendor.id}`);
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'origin, authorization, cookie, accept-language, accept-encoding',
    });
    const again = await get(`/vendors/${vendor.id}`, undefined, { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect((await get(`/vendors/${vendor.id}`, undefined, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('compress a response as the client accepts, with a different ETag for each encoding', async () => {
    const items = Array.from({ length: 20 }, (_none, index) => ({ name: `Ramen ${index}` }));
    const { vendor } = await storeVenue(db(), { vendors: [{ items }] });
    const as = (accepted: string, etag = '') =>
      get(`/vendors/${vendor.id}`, undefined, { 'accept-encoding': accepted, 'if-none-match': etag });
    const [plain, brotli, gzip] = [await as('identity'), await as('gzip, br'), await as('gzip')];
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
    expect((await as('gzip', `"other", W/${gzip.headers.etag}`)).statusCode).toBe(304);
    expect((await as('br', String(gzip.headers.etag))).statusCode).toBe(200);
  });

  test('send a signed-in guest the same bytes as every visitor', async () => {
    const { vendor } = await storeVenue(db(), { vendors: [fullVendor] });
    const guest = await storeUser(db());
    for (const path of ['/venues', `/vendors/${vendor.id}`, `/items/${vendor.item.id}`]) {
      const [anonymous, signedIn] = [await get(path), await get(path, guest)];
      expect(signedIn.headers.etag).toBe(anonymous.headers.etag);
      expect(signedIn.body).toBe(anonymous.body);
    }
  });

  test('show a change at once in every process of the database', async () => {
    const { id, vendor } = await storeVenue(db(), { vendors: [{ items: [{ name: 'Ramen' }, { name: 'Gyoza' }] }] });
    const other = await buildTestApp();
    const onOther = async (path: string) => (await other.app.inject({ url: `/api/v1${path}` })).body;
    const paths = [
      '/venues',
      `/venues/${id}`,
      `/vendors?venue_id=${id}`,
      `/vendors/${vendor.id}`,
      `/items/${vendor.item.id}`,
    ];
    const member = await storeUser(db(), { vendorIds: [vendor.id] });
    await Promise.all(paths.map(onOther));

    await put(`/items/${vendor.items[1]?.id}`, 'inactive', member);
    expect(await onOther(`/vendors/${vendor.id}`)).not.toContain('Gyoza');
    // The test changes the database directly, like an operator.
    await db().updateTable('variants').set({ price_minor: 7777 }).where('item_id', '=', vendor.item.id).execute();
    expect(await onOther(`/vendors/${vendor.id}`)).toContain('77.77');
    expect(await onOther(`/items/${vendor.item.id}`)).toContain('77.77');
    await db().updateTable('venues').set({ name: 'Renamed' }).execute();
    await db().updateTable('vendors').set({ accepting_orders: false }).execute();
    expect(await onOther('/venues')).toContain('Renamed');
    expect(await onOther(`/venues/${id}`)).toContain('Renamed');
    expect(await onOther(`/vendors?venue_id=${id}`)).toContain('"accepting_orders":false');
    await other.close();
  });

  test('do not change after a rolled-back transaction', async () => {
    const { vendor } = await storeVenue(db());
    const before = await get(`/vendors/${vendor.id}`);
    await db()
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable('vendors').set({ name: 'Never' }).execute();
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect((await get(`/vendors/${vendor.id}`)).headers.etag).toBe(before.headers.etag);
  });

  test('have prices with the decimals of the currency', async () => {
    const { vendor } = await storeVenue(db(), {
      currency: 'JPY',
      vendors: [{ items: [{ variants: [{ price_minor: 950 }] }] }],
    });
    expect((await readItem(vendor.item.id)).master.price).toBe(950);
  });
});

describe('an item', () => {
  test('contains its group, and shows inactive parts only to its vendor', async () => {
    const { vendor } = await storeVenue(db(), { vendors: [fullVendor] });
    const member = await storeUser(db(), { vendorIds: [vendor.id] });
    const seen = await readItem(vendor.item.id);
    expect(seen.group.option_groups.data[0]?.name).toBe('Noodle');
    expect(seen.hero_url).toBe('/media/ramen.svg');
    expect(seen.option_groups.data[0]?.options.data).toHaveLength(1);
    expect((await readItem(vendor.item.id, member)).option_groups.data[0]?.options.data).toHaveLength(2);
    const gyoza = vendor.items[1]?.id ?? 0;
    expect((await get(`/items/${gyoza}`)).statusCode).toBe(404);
    expect((await readItem(gyoza, member)).status).toBe('inactive');
  });
});

describe('a status', () => {
  test.each([
    ['items', (ids: Ids) => ids.item, (item: Seen) => item.status],
    ['variants', (ids: Ids) => ids.variant, (item: Seen) => item.variants.data[0]?.status],
    ['options', (ids: Ids) => ids.option, (item: Seen) => item.option_groups.data[0]?.options.data[0]?.status],
  ])(
    'of %s can be changed by a member, shows at once and is announced to the venue and the staff',
    async (kind, idOf, statusOf) => {
      const venue = await storeVenue(db(), { vendors: [{ items: [{ optionGroups: [{}] }] }] });
      const { vendor } = venue;
      const member = await storeUser(db(), { vendorIds: [vendor.id] });
      const { item } = vendor;
      const id = idOf({
        item: item.id,
        variant: item.variants[0]?.id ?? 0,
        option: item.optionGroups[0]?.options[0]?.id ?? 0,
      });
      // The cached menu of both readers must be replaced.
      await readVendor(vendor.id);
      await readVendor(vendor.id, member);

      const response = await put(`/${kind}/${id}`, 'inactive', member, { 'x-socket-id': '12.34' });
      expect(response.statusCode).toBe(200);
      expect(expectShape(one(statusChangedSchema), response.json()).data).toEqual({ id, status: 'inactive' });
      expect(statusOf(await readItem(item.id, member))).toBe('inactive');
      const menuItem = (await readVendor(vendor.id, member)).menus.data[0]?.groups.data[0]?.items.data[0];
      expect(menuItem && statusOf(menuItem)).toBe('inactive');
      expect(JSON.stringify(await readVendor(vendor.id))).not.toContain('inactive');

      const announced = await db().selectFrom('outbox').select(['kind', 'payload']).execute();
      expect(announced).toEqual([
        {
          kind: 'event',
          payload: {
            event: 'App\\Events\\StockUpdated',
            channels: [`venues.${venue.id}`, `private-vendors.${vendor.id}`],
            payload: { item_id: item.id, vendor_id: vendor.id },
            except_socket_id: '12.34',
          },
        },
      ]);
    },
  );

  test('is not announced if it stays the same', async () => {
    const { vendor } = await storeVenue(db());
    const member = await storeUser(db(), { vendorIds: [vendor.id] });
    expect((await put(`/items/${vendor.item.id}`, 'active', member)).statusCode).toBe(200);
    expect(await db().selectFrom('outbox').selectAll().execute()).toEqual([]);
  });

  test('of an option of a group is announced for every item of the group', async () => {
    const { vendor } = await storeVenue(db(), { vendors: [{ items: [{}, {}], optionGroups: [{}] }] });
    const member = await storeUser(db(), { vendorIds: [vendor.id] });
    await put(`/options/${vendor.optionGroups[0]?.options[0]?.id}`, 'inactive', member);
    const announced = await db().selectFrom('outbox').select('payload').execute();
    expect(announced).toHaveLength(2);
  });

  test('cannot be changed by others', async () => {
    const { vendors, vendor } = await storeVenue(db(), { vendors: [{}, {}] });
    const stranger = await storeUser(db(), { vendorIds: [vendors[1]?.id ?? 0] });
    const url = `/items/${vendor.item.id}`;
    expect((await put(url, 'inactive')).statusCode).toBe(401);
    expect((await put(url, 'inactive', await storeUser(db()))).statusCode).toBe(403);
    expect((await put(url, 'inactive', stranger)).statusCode).toBe(403);
    const member = await storeUser(db(), { vendorIds: [vendor.id] });
    expect((await put(url, 'gone', member)).statusCode).toBe(422);
    expect((await put('/items/99999', 'inactive', member)).statusCode).toBe(404);
    expect((await readItem(vendor.item.id)).status).toBe('active');
  });
});

describe('an item that is sold out until tomorrow', () => {
  const sellOut = (url: string, user: TestUser, body: object = {}) =>
    api.current.app.inject({
      method: 'PUT',
      url: `/api/v1${url}`,
      payload: { status: 'inactive', until: 'tomorrow', ...body },
      headers: user.headers,
    });

  async function stall() {
    const { vendor } = await storeVenue(db(), {
      vendors: [{ items: [{ name: 'Ramen', optionGroups: [{ options: [{ name: 'Egg' }] }] }] }],
    });
    const { item } = vendor;
    const ids = { item: item.id, variant: item.variants[0]?.id, option: item.optionGroups[0]?.options[0]?.id };
    return { vendor, ids, member: await storeUser(db(), { vendorIds: [vendor.id] }) };
  }

  test.each([
    ['items', 'item', 'Ramen'],
    ['variants', 'variant', 'Ramen'],
    ['options', 'option', 'Egg'],
  ] as const)('of %s shows the staff when it is back, and comes back automatically', async (table, kind, name) => {
    const { vendor, ids, member } = await stall();
    const path = `/${table}/${ids[kind]}`;
    const { data } = expectShape(one(statusChangedSchema), (await sellOut(path, member)).json());
    expect(Date.parse(data.back_at ?? '')).toBeGreaterThan(Date.now());
    expect(JSON.stringify(await readVendor(vendor.id, member))).toContain(`"back_at":"${data.back_at}"`);
    expect(JSON.stringify((await readVendor(vendor.id)).menus)).not.toContain(name);
    expect((await readVendor(vendor.id)).next_back_at).toBe(data.back_at);

    await db()
      .updateTable(table)
      .set({ back_at: new Date(Date.now() - 1_000) })
      .where('back_at', 'is not', null)
      .execute();
    expect(JSON.stringify((await readVendor(vendor.id)).menus)).toContain(name);
    expect(JSON.stringify(await readVendor(vendor.id, member))).not.toMatch(/back_at|inactive/);
  });

  test('comes back in a cached response without a change of the database', async () => {
    const { vendor, ids } = await stall();
    const hour = 3_600_000;
    const item = db().updateTable('items').where('id', '=', ids.item);
    await item.set({ status: 'inactive', back_at: new Date(Date.now() + hour) }).execute();
    expect(itemNames(await readVendor(vendor.id))).toEqual([]);
    // The hour passes. The database's clock cannot be moved, so the time is set to the past instead, unseen by the triggers that report a change.
    await inTransaction(db(), async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update items set back_at = back_at - interval '2 hours' where id = ${ids.item}`.execute(trx);
    });
    expect(itemNames(await readVendor(vendor.id))).toEqual([]);
    api.current.advance(hour);
    expect(itemNames(await readVendor(vendor.id))).toEqual(['Ramen']);
    expect((await readItem(ids.item)).status).toBe('active');
  });

  test.each(['vendors', 'items'])(
    'comes back in a response of %s that was built at the moment of its return',
    async (pages) => {
      const backAt = new Date(Date.now() + 1_000);
      const { vendor } = await storeVenue(db(), { vendors: [fullVendor] });
      await db().updateTable('variants').set({ back_at: backAt }).where('name', '=', 'Large').execute();
      const executor = db().getExecutor();
      const execute = executor.executeQuery.bind(executor);
      const untilBack = sql`select pg_sleep(extract(epoch from ${backAt}::timestamptz - clock_timestamp()))`.compile(
        db(),
      );
      const reads = jest.spyOn(executor, 'executeQuery').mockImplementation(async (query, ...more) => {
        const result = await execute(query, ...more);
        if (query.sql.includes('sells(')) await execute(untilBack, ...more);
        return result;
      });
      const page = async () =>
        JSON.stringify((await get(`/${pages}/${pages === 'items' ? vendor.item.id : vendor.id}`)).json());
      await page();
      reads.mockRestore();
      expect(await page()).toContain('Large');
    },
  );

  test('stays inactive after it is switched off, and is on sale after it is switched on', async () => {
    const { vendor, ids, member } = await stall();
    const seen = async () => (await readVendor(vendor.id, member)).menus.data[0]?.groups.data[0]?.items.data[0];
    await sellOut(`/items/${ids.item}`, member);
    await put(`/items/${ids.item}`, 'inactive', member);
    expect(await seen()).toMatchObject({ status: 'inactive' });
    expect(await seen()).not.toHaveProperty('back_at');
    await sellOut(`/items/${ids.item}`, member);
    await put(`/items/${ids.item}`, 'active', member);
    expect(await seen()).toMatchObject({ status: 'active' });
    expect(await seen()).not.toHaveProperty('back_at');
  });

  test('is announced once', async () => {
    const { ids, member } = await stall();
    await sellOut(`/items/${ids.item}`, member);
    await sellOut(`/items/${ids.item}`, member);
    expect(await db().selectFrom('outbox').selectAll().execute()).toHaveLength(1);
  });

  test('must be inactive, because an active item cannot come back', async () => {
    const { ids, member } = await stall();
    expect((await sellOut(`/items/${ids.item}`, member, { status: 'active' })).statusCode).toBe(422);
  });
});

describe('pausing new orders', () => {
  const pause = (id: number, accepting_orders: unknown, user?: TestUser) =>
    api.current.app.inject({
      method: 'PUT',
      url: `/api/v1/vendors/${id}`,
      payload: { accepting_orders },
      headers: { ...user?.headers, 'x-socket-id': '12.34' },
    });

  test('takes one request of a member, shows at once and is announced to the venue and the staff', async () => {
    const venue = await storeVenue(db());
    const { vendor } = venue;
    const member = await storeUser(db(), { vendorIds: [vendor.id] });
    expect((await readVendor(vendor.id)).accepting_orders).toBe(true);

    const response = await pause(vendor.id, false, member);
    expect(response.statusCode).toBe(200);
    expect(expectShape(one(vendorSummarySchema), response.json()).data.accepting_orders).toBe(false);
    expect((await readVendor(vendor.id)).accepting_orders).toBe(false);
    expect(await db().selectFrom('outbox').select('payload').execute()).toEqual([
      {
        payload: {
          event: 'App\\Events\\StockUpdated',
          channels: [`venues.${venue.id}`, `private-vendors.${vendor.id}`],
          payload: { item_id: null, vendor_id: vendor.id },
          except_socket_id: '12.34',
        },
      },
    ]);

    await pause(vendor.id, true, member);
    expect((await readVendor(vendor.id)).accepting_orders).toBe(true);
  });

  test('is not announced if nothing changes', async () => {
    const { vendor } = await storeVenue(db());
    const member = await storeUser(db(), { vendorIds: [vendor.id] });
    expect((await pause(vendor.id, true, member)).statusCode).toBe(200);
    expect(await db().selectFrom('outbox').selectAll().execute()).toEqual([]);
  });

  test('cannot be changed by others', async () => {
    const { vendor, vendors } = await storeVenue(db(), { vendors: [{}, {}] });
    const stranger = await storeUser(db(), { vendorIds: [vendors[1]?.id ?? 0] });
    expect((await pause(vendor.id, false)).statusCode).toBe(401);
    expect((await pause(vendor.id, false, stranger)).statusCode).toBe(403);
    const member = await storeUser(db(), { vendorIds: [vendor.id] });
    expect((await pause(vendor.id, 'no', member)).statusCode).toBe(422);
    expect((await readVendor(vendor.id)).accepting_orders).toBe(true);
  });
});

describe('the lateness of orders', () => {
  const TWO_STEPS = { late_after_minutes: 8, very_late_after_minutes: 15 };
  const set = (id: number, lateness: unknown, user?: TestUser) =>
    api.current.app.inject({
      method: 'PUT',
      url: `/api/v1/vendors/${id}`,
      payload: { lateness },
      headers: user?.headers ?? {},
    });

  test('has the same step for every stall, until a member sets two steps for their stall', async () => {
    const { vendor } = await storeVenue(db());
    const member = await storeUser(db(), { vendorIds: [vendor.id] });
    expect((await readVendor(vendor.id)).lateness).toBeNull();
    expect((await set(vendor.id, TWO_STEPS, member)).statusCode).toBe(200);
    expect(await readVendor(vendor.id)).toMatchObject({ lateness: TWO_STEPS, accepting_orders: true });
    await set(vendor.id, null, member);
    expect((await readVendor(vendor.id)).lateness).toBeNull();
  });

  test.each([
    ['a step “very late” before “late”', { late_after_minutes: 15, very_late_after_minutes: 8 }],
    ['a single step', { late_after_minutes: 15 }],
    ['a missing value', undefined],
  ])('refuses %s with a 422', async (_what, lateness) => {
    const { vendor } = await storeVenue(db());
    const member = await storeUser(db(), { vendorIds: [vendor.id] });
    expect((await set(vendor.id, lateness, member)).statusCode).toBe(422);
  });

  test('cannot be changed by others', async () => {
    const { vendor } = await storeVenue(db());
    expect((await set(vendor.id, TWO_STEPS, await storeUser(db()))).statusCode).toBe(403);
  });
});

interface Ids {
  item: number;
  variant: number;
  option: number;
}
type Seen = Omit<Awaited<ReturnType<typeof readItem>>, 'group'>;

describe('the facts that a stall states about its items', () => {
  const items = [
    {
      name: 'Ramen',
      allergens: ['gluten' as const],
      diets: ['halal' as const],
      optionGroups: [{ options: [{ allergens: ['eggs' as const] }, {}] }],
    },
    { name: 'Rice', allergens: [] },
    { name: 'Tea' },
  ];
  /** The section's choices apply to all items, so every customer of an item gets soy. */
  const optionGroups = [{ min_select: 1, max_select: 1, options: [{ allergens: ['soybeans' as const] }] }];

  test('are returned for items with their required choices and for each choice, and are left out if nothing is stated', async () => {
    const { vendor } = await storeVenue(db(), { vendors: [{ items, optionGroups }] });
    const menu = await readVendor(vendor.id);
    const [ramen, rice, tea] = menu.menus.data[0]?.groups.data[0]?.items.data ?? [];
    expect(menu.has_diet_facts).toBe(true);
    expect(ramen).toMatchObject({ allergens: ['gluten', 'soybeans'], diets: ['halal'] });
    expect(ramen?.option_groups.data[0]?.options.data.map(({ allergens }) => allergens)).toEqual([['eggs'], undefined]);
    expect(rice).toMatchObject({ allergens: ['soybeans'] });
    expect(rice).not.toHaveProperty('diets');
    expect(tea).not.toHaveProperty('allergens');
    expect(await readItem(ramen?.id ?? 0)).toMatchObject({ allergens: ['gluten', 'soybeans'], diets: ['halal'] });
  });

  test('are left out of a menu that states nothing', async () => {
    const { vendor } = await storeVenue(db(), { vendors: [{ items: [{}] }] });
    const text = JSON.stringify(await readVendor(vendor.id));
    for (const word of ['has_diet_facts', 'allergens', 'diets']) expect(text).not.toContain(word);
  });
});
