import type { Queryable } from 'core/database/kysely';
import { sql } from 'kysely';
import { menuEditedSchema, menuEditorSchema, one, vendorSchema, venueAuditSchema } from 'shared-contracts/schemas';
import type { MenuEdited, MenuEditor } from 'shared-contracts/types';
import { Market } from '../../ordering/carts/market.testing';
import { expectShape } from '../../testing/expect-shape';
import { storeTaxCategory, storeUser, storeVendor, storeVenue, type VenueInput } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { editMenu } from './edit-menu';
import { changeItem } from './entry.commands';

const api = withTestApp();
const market = new Market(() => api.current);
const db = () => api.current.deps.db;

type Method = 'POST' | 'PUT' | 'DELETE';

/** A stall with two items and its owner, who edits the menu. */
async function stall(input: VenueInput = { vendors: [{ items: [{ name: 'Miso' }, { name: 'Shoyu' }] }] }) {
  const venue = await storeVenue(db(), input);
  const { vendor } = venue;
  const owner = await storeUser(db(), { vendorIds: [vendor.id] });
  const guest = await storeUser(db());
  const path = `/vendors/${vendor.id}`;
  const read = async (): Promise<MenuEditor> =>
    expectShape(one(menuEditorSchema), (await market.call('GET', `${path}/menu-editor`, owner)).json()).data;
  /** Sends the current version of the menu, unless the body has one. */
  const send = async (method: Method, entry: string, body: object = {}) => {
    const { version } = await read();
    const at = `${path}/menu-editor${entry}`;
    const headers = { 'x-socket-id': '12.34' };
    return method === 'DELETE'
      ? market.call(method, `${at}?version=${version}`, owner, undefined, headers)
      : market.call(method, at, owner, { version, ...body }, headers);
  };
  /** @throws if it was refused */
  const edit = async (method: Method, entry: string, body: object = {}): Promise<MenuEdited> => {
    const response = await send(method, entry, body);
    if (response.statusCode >= 300) throw new Error(response.body);
    return expectShape(one(menuEditedSchema), response.json()).data;
  };
  const shown = async () =>
    expectShape(one(vendorSchema), (await market.call('GET', path, null)).json()).data.menus.data.flatMap((menu) =>
      menu.groups.data.flatMap((group) => group.items.data.map((item) => item.name)),
    );
  return { venue, vendor, owner, guest, path, read, send, edit, shown };
}

const firstGroup = (menu: MenuEditor) => {
  const group = menu.menus[0]?.groups[0];
  if (!group) throw new Error('The menu of these tests has a section.');
  return group;
};
const namesIn = (list: readonly { name: string }[]) => list.map(({ name }) => name);
const itemsIn = (menu: MenuEditor) => namesIn(firstGroup(menu).items);
const regular = { name: 'Regular', price: 12.5 };

describe('the menu in the editor', () => {
  test('contains hidden entries, prices in major units and a version', async () => {
    const { read, edit, vendor } = await stall();
    const before = await read();
    expect(before).toMatchObject({ currency: 'CAD', currency_symbol: '$' });
    expect(itemsIn(before)).toEqual(['Miso', 'Shoyu']);
    const hidden = await edit('PUT', `/items/${vendor.items[0]?.id}`, { status: 'inactive' });
    expect(firstGroup(hidden).items[0]).toMatchObject({ name: 'Miso', status: 'inactive' });
    expect(hidden.version).not.toBe(before.version);
    expect((await read()).version).toBe(hidden.version);
  });

  test('of a stall that does not exist is refused', async () => {
    const { owner } = await stall();
    expect((await market.call('GET', '/vendors/999999/menu-editor', owner)).statusCode).toBe(403);
  });

  test.each(['the switch of an item', 'an import'])('gets another version after %s', async (how) => {
    const { read, vendor, owner } = await stall();
    const { version } = await read();
    if (how === 'an import') await db().updateTable('variants').set({ price_minor: 1 }).execute();
    else await market.call('PUT', `/items/${vendor.item.id}`, owner, { status: 'inactive' });
    expect((await read()).version).not.toBe(version);
  });
});

describe('a new stall', () => {
  test('gets its first item in one step, and guests see it', async () => {
    const { edit, shown } = await stall({ vendors: [{ items: [] }] });
    await db().updateTable('menus').set({ is_active: false }).execute();
    const menu = await edit('POST', '/items', { name: 'Tonkotsu', variants: [regular] });
    expect(menu.menus).toMatchObject([{ name: 'Menu', groups: [{ name: 'Menu', items: [{ name: 'Tonkotsu' }] }] }]);
    expect(await shown()).toEqual(['Tonkotsu']);
    const more = await edit('POST', '/items', { name: 'Shio', variants: [regular] });
    expect(itemsIn(more)).toEqual(['Tonkotsu', 'Shio']);
  });

  test('can get its first item with its own menu and section', async () => {
    const { edit, shown } = await stall({ vendors: [{ items: [] }] });
    const { entry_id: menuId } = await edit('POST', '/menus', { name: 'All day' });
    const { entry_id: groupId } = await edit('POST', '/groups', { parent_id: menuId, name: 'Bowls' });
    expect(await shown()).toEqual([]);
    const menu = await edit('POST', '/items', {
      parent_id: groupId,
      name: 'Tonkotsu',
      description: 'Pork broth',
      variants: [regular, { name: 'Large', price: 15 }],
      option_groups: [{ name: 'Toppings', max_select: 2, options: [{ name: 'Egg', price: 1.25 }] }],
    });
    const [group] = menu.menus.flatMap((each) => each.groups).filter(({ id }) => id === groupId);
    expect(group?.items).toEqual([
      {
        id: menu.entry_id,
        name: 'Tonkotsu',
        status: 'active',
        tax_category_id: null,
        allergens: null,
        diets: [],
        description: 'Pork broth',
        image_url: null,
        hero_url: null,
        image_alt: '',
        variants: [
          { id: expect.any(Number), name: 'Regular', status: 'active', price: 12.5 },
          { id: expect.any(Number), name: 'Large', status: 'active', price: 15 },
        ],
        option_groups: [
          {
            id: expect.any(Number),
            name: 'Toppings',
            status: 'active',
            min_select: 0,
            max_select: 2,
            options: [{ id: expect.any(Number), name: 'Egg', status: 'active', price: 1.25, allergens: [] }],
          },
        ],
      },
    ]);
    expect(await shown()).toEqual(['Tonkotsu']);
  });

  test('announces its change to all pages of guests and staff except the page of the editor', async () => {
    const { venue, vendor, edit } = await stall();
    await edit('POST', '/menus', { name: 'Late' });
    const [message] = await db().selectFrom('outbox').select('payload').execute();
    expect(message?.payload).toMatchObject({
      event: 'App\\Events\\StockUpdated',
      channels: [`venues.${venue.id}`, `private-vendors.${vendor.id}`],
      payload: { item_id: null, vendor_id: vendor.id },
      except_socket_id: '12.34',
    });
  });

  test('accepts duplicate names and names without Latin letters', async () => {
    const { edit, read } = await stall();
    const { id } = firstGroup(await read());
    for (const name of ['Ramen', 'Ramen', '麺', '麺']) {
      await edit('POST', '/items', { parent_id: id, name, variants: [regular] });
    }
    const slugs = await db()
      .selectFrom('items')
      .select('slug')
      .where('name', 'in', ['Ramen', '麺'])
      .orderBy('id')
      .execute();
    expect(slugs.map(({ slug }) => slug)).toEqual(['ramen', 'ramen-2', 'item', 'item-2']);
  });
});

describe('an item', () => {
  test('is changed together with its sizes, which keep their rows if they are listed and leave the menu if not', async () => {
    const { edit, read } = await stall({
      vendors: [{ items: [{ name: 'Miso', variants: [{ name: 'Regular' }, { name: 'Large' }] }] }],
    });
    const [before] = firstGroup(await read()).items;
    const [, large] = before?.variants ?? [];
    const menu = await edit('PUT', `/items/${before?.id}`, {
      name: 'Red miso',
      variants: [
        { id: large?.id, name: 'Big', price: 20, status: 'inactive' },
        { name: 'Small', price: 8 },
      ],
    });
    const [item] = firstGroup(menu).items;
    expect(item).toMatchObject({ id: before?.id, name: 'Red miso', description: before?.description });
    expect(item?.variants).toEqual([
      { id: large?.id, name: 'Big', status: 'inactive', price: 20 },
      { id: expect.any(Number), name: 'Small', status: 'active', price: 8 },
    ]);
    expect(await db().selectFrom('variants').select('name').where('is_listed', '=', false).execute()).toEqual([
      { name: 'Regular' },
    ]);
  });

  test('stays off until tomorrow when other fields change', async () => {
    const { edit, vendor, shown } = await stall();
    const at = `/items/${vendor.item.id}`;
    const itemOf = (menu: MenuEditor) => firstGroup(menu).items[0];
    const off = itemOf(await edit('PUT', at, { until: 'tomorrow' }));
    expect(off).toMatchObject({ status: 'inactive', back_at: expect.any(String) });
    expect(Date.parse(off?.back_at ?? '')).toBeGreaterThan(Date.now());
    expect(await shown()).toEqual(['Shoyu']);
    expect(itemOf(await edit('PUT', at, { name: 'Red miso', status: 'inactive' }))?.back_at).toBe(off?.back_at);
    expect(itemOf(await edit('PUT', at, { until: null }))).not.toHaveProperty('back_at');
    await edit('PUT', at, { until: 'tomorrow' });
    expect(itemOf(await edit('PUT', at, { status: 'active' }))).not.toHaveProperty('back_at');
    expect(await shown()).toEqual(['Red miso', 'Shoyu']);
  });

  test('that came back automatically is shown and can be hidden again', async () => {
    const { edit, read, vendor, shown } = await stall();
    const back = { status: 'inactive', back_at: new Date(Date.now() - 1_000) } as const;
    await db().updateTable('items').set(back).where('id', '=', vendor.item.id).execute();
    expect(firstGroup(await read()).items[0]).toMatchObject({ status: 'active' });
    await edit('PUT', `/items/${vendor.item.id}`, { name: 'Red miso', status: 'active' });
    expect(await shown()).toEqual(['Red miso', 'Shoyu']);
    await edit('PUT', `/items/${vendor.item.id}`, { status: 'inactive' });
    expect(await shown()).toEqual(['Shoyu']);
  });

  test('keeps the return time of a size until the size is shown', async () => {
    const { edit, read } = await stall({
      vendors: [{ items: [{ name: 'Miso', variants: [{ name: 'Regular' }, { name: 'Large' }, { name: 'Small' }] }] }],
    });
    const back_at = new Date(Date.now() + 60_000);
    await db().updateTable('variants').set({ status: 'inactive', back_at }).where('name', '<>', 'Regular').execute();
    const [item] = firstGroup(await read()).items;
    const [regularOne, large, small] = item?.variants ?? [];
    await edit('PUT', `/items/${item?.id}`, {
      variants: [{ ...regularOne, price: 20 }, large, { ...small, status: 'active' }],
    });
    expect(
      await db().selectFrom('variants').select(['name', 'status', 'back_at']).orderBy('position').execute(),
    ).toEqual([
      { name: 'Regular', status: 'active', back_at: null },
      { name: 'Large', status: 'inactive', back_at },
      { name: 'Small', status: 'active', back_at: null },
    ]);
  });

  test('that is active cannot come back tomorrow', async () => {
    const { send, vendor } = await stall();
    const refused = await send('PUT', `/items/${vendor.item.id}`, { status: 'active', until: 'tomorrow' });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toEqual({ until: ['Only what is inactive comes back.'] });
  });

  test('can have a tax of its venue, which is audited and copied', async () => {
    const { edit, send, venue, vendor, owner } = await stall();
    const at = `/items/${vendor.item.id}`;
    const id = await storeTaxCategory(db(), venue, []);
    const elsewhere = await storeTaxCategory(db(), await storeVenue(db()), []);
    const taxed = await edit('PUT', at, { tax_category_id: id });
    expect(firstGroup(taxed).items[0]).toMatchObject({ tax_category_id: id });
    const actions = db().selectFrom('audit_log').select('action').where('actor_id', '=', owner.id);
    expect(await actions.execute()).toEqual([{ action: 'item.taxed' }]);
    const copied = firstGroup(await edit('POST', `${at}/duplicate`)).items[1];
    expect(copied).toMatchObject({ name: 'Miso (copy)', tax_category_id: id });
    const refused = await send('PUT', at, { tax_category_id: elsewhere });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toEqual({ tax_category_id: ['The venue does not have this tax any more.'] });
    expect(firstGroup(await edit('PUT', at, { tax_category_id: null })).items[0]?.tax_category_id).toBeNull();
  });

  test('can state allergens and diets, which are audited and copied', async () => {
    const { edit, owner, vendor } = await stall();
    const at = `/items/${vendor.item.id}`;
    expect(firstGroup(await edit('PUT', at, { name: 'Miso' })).items[0]).toMatchObject({ allergens: null, diets: [] });
    const stated = { allergens: ['soybeans', 'gluten'], diets: ['vegan', 'halal'] };
    expect(firstGroup(await edit('PUT', at, stated)).items[0]).toMatchObject(stated);
    const log = db().selectFrom('audit_log').select(['action', 'before', 'after']).where('actor_id', '=', owner.id);
    const none = { allergens: null, diets: [] };
    expect(await log.execute()).toEqual([{ action: 'item.allergens-stated', before: none, after: stated }]);
    expect(firstGroup(await edit('POST', `${at}/duplicate`)).items[1]).toMatchObject({
      name: 'Miso (copy)',
      ...stated,
    });
    const cleared = await edit('PUT', at, { allergens: [], diets: [] });
    expect(firstGroup(cleared).items[0]).toMatchObject({ allergens: [], diets: [] });
    expect(firstGroup(await edit('PUT', at, { allergens: null })).items[0]?.allergens).toBeNull();
  });

  test.each([
    ['milk and vegan together', { allergens: ['milk'], diets: ['vegan'] }, 'diets'],
    ['milk after vegan', { allergens: ['milk'] }, 'diets'],
    ['an unknown allergen', { allergens: ['dust'] }, 'allergens.0'],
    ['an allergen twice', { allergens: ['milk', 'milk'], diets: [] }, 'allergens'],
    ['an unknown diet', { diets: ['keto'] }, 'diets.0'],
  ])('cannot state %s', async (_what, body, field) => {
    const { edit, send, vendor } = await stall();
    const at = `/items/${vendor.item.id}`;
    await edit('PUT', at, { diets: ['vegan'] });
    const refused = await send('PUT', at, body);
    expect([refused.statusCode, Object.keys(refused.json().errors ?? {})]).toEqual([422, [field]]);
  });

  test('is created with the stated facts about it and its choices', async () => {
    const { edit, read } = await stall();
    const options = [
      { name: 'Egg', price: 1, allergens: ['eggs'] },
      { name: 'Corn', price: 1 },
    ];
    const body = { parent_id: firstGroup(await read()).id, name: 'Soup', allergens: [], variants: [regular] };
    const menu = await edit('POST', '/items', { ...body, option_groups: [{ name: 'Toppings', options }] });
    const soup = firstGroup(menu).items.find(({ name }) => name === 'Soup');
    expect(soup).toMatchObject({ allergens: [], diets: [] });
    const [toppings] = soup?.option_groups ?? [];
    expect(toppings?.options.map(({ allergens }) => allergens)).toEqual([['eggs'], []]);
    // An editor that does not support allergens sends the choices without them.
    const rest = toppings?.options.map(({ allergens: _, ...option }) => option);
    const kept = await edit('PUT', `/items/${soup?.id}`, { option_groups: [{ ...toppings, options: rest }] });
    const after = firstGroup(kept).items.find(({ name }) => name === 'Soup')?.option_groups[0]?.options;
    expect(after?.map(({ allergens }) => allergens)).toEqual([['eggs'], []]);
  });

  test('that is off until tomorrow has a hidden copy without a return time', async () => {
    const { edit, vendor } = await stall();
    await edit('PUT', `/items/${vendor.item.id}`, { until: 'tomorrow' });
    const [original, copy] = firstGroup(await edit('POST', `/items/${vendor.item.id}/duplicate`)).items;
    expect(original).toHaveProperty('back_at');
    expect(copy).toMatchObject({ status: 'inactive' });
    expect(copy).not.toHaveProperty('back_at');
  });

  test('can change, gain and lose its choices, and keeps those of its section', async () => {
    const { edit, read } = await stall({
      vendors: [
        {
          optionGroups: [{ name: 'Noodle' }],
          items: [
            { optionGroups: [{ name: 'Toppings', options: [{ name: 'Egg' }, { name: 'Corn' }] }, { name: 'Broth' }] },
          ],
        },
      ],
    });
    const group = firstGroup(await read());
    const [item] = group.items;
    const [toppings] = item?.option_groups ?? [];
    const [egg] = toppings?.options ?? [];
    const menu = await edit('PUT', `/items/${item?.id}`, {
      option_groups: [
        { name: 'Spice', min_select: 1, max_select: 1, options: [{ name: 'Mild', price: 0 }] },
        {
          ...toppings,
          max_select: null,
          options: [
            { name: 'Nori', price: 1 },
            { ...egg, price: 2 },
          ],
        },
      ],
    });
    expect(firstGroup(menu).option_groups).toEqual(group.option_groups);
    expect(firstGroup(menu).items[0]?.option_groups).toMatchObject([
      { name: 'Spice', min_select: 1, max_select: 1, options: [{ name: 'Mild' }] },
      { id: toppings?.id, name: 'Toppings', max_select: null, options: [{ name: 'Nori' }, { id: egg?.id, price: 2 }] },
    ]);
    const gone = await db().selectFrom('option_groups').select('name').where('is_listed', '=', false).execute();
    expect(gone).toEqual([{ name: 'Broth' }]);
  });

  test('cannot take a size of another item, or a size twice', async () => {
    const { send, read } = await stall();
    const [miso, shoyu] = firstGroup(await read()).items;
    const [size] = miso?.variants ?? [];
    const ofAnother = await send('PUT', `/items/${shoyu?.id}`, { variants: [size] });
    expect(ofAnother.statusCode).toBe(422);
    expect(ofAnother.json().errors).toEqual({ 'variants.0.id': ['This is not a part of the menu.'] });
    const twice = await send('PUT', `/items/${miso?.id}`, { variants: [size, size] });
    expect(twice.json().errors).toEqual({ 'variants.1.id': ['This is not a part of the menu.'] });
  });

  test.each([
    ['without a size', { variants: [] }, { variants: ['Add a price.'] }],
    ['without a name', { name: ' ' }, { name: ['A name is required.'] }],
    [
      'with more decimals than its currency',
      { variants: [{ name: 'Regular', price: 1.005 }] },
      { 'variants.0.price': ['This is not an amount of CAD.'] },
    ],
    [
      'with a price that cannot be stored',
      { variants: [{ name: 'Regular', price: 10_000_000.01 }] },
      { 'variants.0.price': ['A price is 10000000 at most.'] },
    ],
    [
      'with a required choice that has too few options',
      { option_groups: [{ name: 'Spice', min_select: 2, options: [{ name: 'Mild', price: 0 }] }] },
      { 'option_groups.0.min_select': ['This is more than there are choices.'] },
    ],
    [
      'with a maximum below the minimum',
      {
        option_groups: [
          { name: 'Spice', min_select: 2, max_select: 1, options: [regular, { ...regular, name: 'Hot' }] },
        ],
      },
      { 'option_groups.0.max_select': ['The most is at least the least.'] },
    ],
  ])('%s is refused and not stored', async (_what, change, errors) => {
    const { send, read, vendor } = await stall();
    const before = await read();
    const response = await send('PUT', `/items/${vendor.item.id}`, { status: 'inactive', ...change });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual(errors);
    expect(await read()).toEqual(before);
  });

  test('in a currency without decimals accepts whole prices only', async () => {
    const { edit, send, vendor } = await stall({ currency: 'JPY', currency_symbol: '¥' });
    const menu = await edit('PUT', `/items/${vendor.item.id}`, { variants: [{ name: 'Regular', price: 1200 }] });
    expect(firstGroup(menu).items[0]?.variants).toMatchObject([{ price: 1200 }]);
    const rows = await db().selectFrom('variants').select('price_minor').where('is_listed', '=', true).execute();
    expect(rows).toEqual([{ price_minor: 1200 }]);
    const response = await send('PUT', `/items/${vendor.item.id}`, { variants: [{ name: 'Regular', price: 12.5 }] });
    expect(response.statusCode).toBe(422);
  });

  test('of another stall is a 404', async () => {
    const { send, venue } = await stall();
    const other = await storeVendor(db(), venue.id);
    for (const [method, entry, body] of [
      ['PUT', `/items/${other.item.id}`, { name: 'Mine' }],
      ['POST', `/items/${other.item.id}/move`, { after_id: null }],
      ['POST', `/items/${other.item.id}/duplicate`, {}],
      ['DELETE', `/items/${other.item.id}`, {}],
      ['POST', '/items', { parent_id: other.groupId, name: 'Mine', variants: [regular] }],
      ['POST', '/groups', { parent_id: other.menuId, name: 'Mine' }],
    ] as const) {
      expect((await send(method, entry, body)).statusCode).toBe(404);
    }
  });
});

describe('a hidden entry', () => {
  test.each(['menus', 'groups', 'items'] as const)(
    'in %s is not shown to guests and cannot be ordered',
    async (kind) => {
      const { venue, guest, vendor, edit, shown } = await stall();
      const cart = await market.add(guest, { venue });
      const id = { menus: vendor.menuId, groups: vendor.groupId, items: vendor.item.id }[kind];
      await edit('PUT', `/${kind}/${id}`, { status: 'inactive' });
      expect(await shown()).not.toContain('Miso');
      expect((await market.call('GET', `/items/${vendor.item.id}`, null)).statusCode).toBe(404);
      expect((await market.post(guest, { venue })).json()).toMatchObject({ code: 'ITEM_UNAVAILABLE' });
      const read = (await market.call('GET', `/carts/${cart.id}`, guest)).json().data;
      expect(read.orders.data[0].order_items.data[0]).toMatchObject({ available: false });
      await edit('PUT', `/${kind}/${id}`, { status: 'active' });
      expect(await shown()).toContain('Miso');
    },
  );

  test('in a group of choices is never required of a guest', async () => {
    const { venue, guest, vendor, read, edit } = await stall({
      vendors: [{ items: [{ optionGroups: [{ name: 'Spice', min_select: 1 }] }] }],
    });
    expect((await market.post(guest, { venue })).statusCode).toBe(422);
    const [item] = firstGroup(await read()).items;
    const [spice] = item?.option_groups ?? [];
    await edit('PUT', `/items/${vendor.item.id}`, { option_groups: [{ ...spice, status: 'inactive' }] });
    expect((await market.post(guest, { venue })).statusCode).toBe(201);
  });
});

describe('an entry', () => {
  test('can move to the front, to the end, or behind another entry', async () => {
    const { edit, read } = await stall({ vendors: [{ items: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] }] });
    const [a, b, c] = firstGroup(await read()).items.map(({ id }) => id);
    expect(itemsIn(await edit('POST', `/items/${c}/move`, { after_id: null }))).toEqual(['C', 'A', 'B']);
    expect(itemsIn(await edit('POST', `/items/${c}/move`, { after_id: b }))).toEqual(['A', 'B', 'C']);
    expect(itemsIn(await edit('POST', `/items/${a}/move`, { after_id: b }))).toEqual(['B', 'A', 'C']);
  });

  test('can move to another section that has an entry with the same name', async () => {
    const { edit, vendor, read } = await stall();
    const { entry_id: soups } = await edit('POST', '/groups', { parent_id: vendor.menuId, name: 'Soups' });
    const { entry_id: other } = await edit('POST', '/items', { parent_id: soups, name: 'Item 0', variants: [regular] });
    await db().updateTable('items').set({ slug: 'item-0' }).where('id', '=', Number(other)).execute();
    const { id: miso } = vendor.item;
    await edit('POST', `/items/${miso}/move`, { parent_id: soups, after_id: other });
    const [first, second] = (await read()).menus[0]?.groups ?? [];
    expect([namesIn(first?.items ?? []), namesIn(second?.items ?? [])]).toEqual([['Shoyu'], ['Item 0', 'Miso']]);
    expect(second?.items[1]?.id).toBe(miso);
  });

  test('cannot move behind itself or behind an entry of another list', async () => {
    const { send, vendor } = await stall();
    for (const after_id of [vendor.item.id, 999_999]) {
      const response = await send('POST', `/items/${vendor.item.id}/move`, { after_id });
      expect(response.json().errors).toEqual({ after_id: ['This is not in the list that it goes to.'] });
    }
  });

  test('is copied with everything in it as a hidden entry behind the original', async () => {
    const { edit, vendor, read, shown } = await stall({
      vendors: [
        {
          optionGroups: [{ name: 'Noodle' }],
          items: [{ name: 'Miso', optionGroups: [{ name: 'Toppings' }] }, { name: 'Shoyu' }],
        },
      ],
    });
    const [menu] = (await read()).menus;
    const copied = await edit('POST', `/items/${vendor.item.id}/duplicate`);
    expect(itemsIn(copied)).toEqual(['Miso', 'Miso (copy)', 'Shoyu']);
    const withoutIds = (value: unknown) => JSON.parse(JSON.stringify(value, (key, each) => (key === 'id' ? 0 : each)));
    const [original, copy] = firstGroup(copied).items;
    expect(withoutIds(copy)).toEqual({ ...withoutIds(original), name: 'Miso (copy)', status: 'inactive' });
    await edit('DELETE', `/items/${copied.entry_id}`);

    const all = await edit('POST', `/menus/${vendor.menuId}/duplicate`);
    expect(withoutIds(all.menus[1])).toEqual({
      ...withoutIds(menu),
      name: `${menu?.name} (copy)`,
      status: 'inactive',
    });
    const idsIn = (index: number) =>
      all.menus[index]?.groups.flatMap(({ id, option_groups, items }) => [
        `section ${id}`,
        ...items.flatMap((item) => [`item ${item.id}`, ...item.variants.map((size) => `size ${size.id}`)]),
        ...[...option_groups, ...items.flatMap((item) => item.option_groups)].map((group) => `choices ${group.id}`),
      ]) ?? [];
    expect(idsIn(1)).toHaveLength(idsIn(0).length);
    expect(idsIn(1).filter((id) => idsIn(0).includes(id))).toEqual([]);
    expect(await shown()).toEqual(['Miso', 'Shoyu']);
  });

  test('that is removed disappears with everything in it, and its orders stay', async () => {
    const { venue, guest, owner, edit, vendor, shown } = await stall();
    const [order] = await market.place(guest, await market.add(guest, { venue }));
    const removed = await edit('DELETE', `/groups/${vendor.groupId}`);
    expect(removed.entry_id).toBeNull();
    expect(removed.menus).toMatchObject([{ groups: [] }]);
    expect(await shown()).toEqual([]);
    expect(await db().selectFrom('items').select('id').where('is_listed', '=', true).execute()).toEqual([]);
    expect(await db().selectFrom('variants').select('id').where('is_listed', '=', true).execute()).toEqual([]);
    const read = await market.call('GET', `/orders/${order?.orderId}`, guest);
    expect(read.json().data.order_items.data).toMatchObject([{ variant: { item: { name: 'Miso' } } }]);
    expect((await market.call('PUT', `/items/${vendor.item.id}`, owner, { status: 'active' })).statusCode).toBe(404);
  });
});

describe('two editors', () => {
  test('do not overwrite each other, and the second editor gets the current menu', async () => {
    const { read, send, vendor } = await stall();
    const { version } = await read();
    await send('PUT', `/items/${vendor.item.id}`, { name: 'Red miso' });
    const second = await send('PUT', `/items/${vendor.item.id}`, { version, name: 'White miso' });
    expect(second.statusCode).toBe(409);
    const { code, data } = second.json();
    expect(code).toBe('MENU_CHANGED');
    expect(data).toEqual(await read());
    expect(itemsIn(data)).toEqual(['Red miso', 'Shoyu']);
  });

  test('who save at the same moment get one success and one conflict', async () => {
    const { read, send, vendor } = await stall();
    const { version } = await read();
    const responses = await Promise.all(
      ['Red miso', 'White miso'].map((name) => send('PUT', `/items/${vendor.item.id}`, { version, name })),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

test('a switch waits for a running edit and is not undone by it', async () => {
  const { vendor, owner, read } = await stall();
  const { version, menus } = await read();
  const variants = menus[0]?.groups[0]?.items[0]?.variants ?? [];
  const session = {
    tokenId: 0,
    user: owner,
    vendors: new Map(),
    venueIds: [],
    isSiteOperator: false,
    isCommandLine: true,
  };
  const { pool } = api.current.deps;
  const isWaiting = async (trx: Queryable) =>
    pool.waitingCount > 0 || (await sql`select from pg_locks where not granted`.execute(trx)).rows.length > 0;
  const off = { status: 'inactive' };
  const switches: ReturnType<typeof market.call>[] = [];
  const editing = {
    session,
    vendorId: vendor.id,
    version,
    exceptSocketId: null,
    kind: 'items',
    entryId: null,
  } as const;
  await editMenu(api.current.deps, editing, async (edit) => {
    let hasEnded = false;
    const switching = market.call('PUT', `/variants/${variants[0]?.id}`, owner, off).finally(() => {
      hasEnded = true;
    });
    switches.push(switching);
    for (let waits = false; !waits && !hasEnded; ) waits = await isWaiting(edit.trx);
    return changeItem(edit, vendor.item.id, { variants });
  });
  expect((await Promise.all(switches)).map(({ statusCode }) => statusCode)).toEqual([200]);
  expect(firstGroup(await read()).items[0]?.variants).toMatchObject([off]);
});

describe('the audit log of the venue', () => {
  async function logged() {
    const { venue, owner, ...rest } = await stall();
    const operator = await storeUser(db(), { operatorOf: [venue.id] });
    const latest = async (limit = 1) => {
      const response = await market.call('GET', `/venues/${venue.id}/audit?limit=${limit}`, operator);
      return expectShape(venueAuditSchema, response.json()).data;
    };
    const of = { actor: { id: owner.id }, vendor: { id: venue.vendor.id } };
    return { ...rest, latest, of, owner };
  }

  test('lists a changed price with the old price and the person who changed it', async () => {
    const { vendor, read, edit, latest, of } = await logged();
    const [size] = firstGroup(await read()).items[0]?.variants ?? [];
    await edit('PUT', `/items/${vendor.item.id}`, { variants: [{ ...size, price: 99 }], name: 'Miso' });
    const [entry] = await latest();
    expect(entry).toMatchObject({ ...of, action: 'item.changed', subject: 'Miso' });
    expect([entry?.before, entry?.after]).toEqual([{ variants: [size] }, { variants: [{ ...size, price: 99 }] }]);
  });

  test('lists hidden, moved, copied and removed entries, and a new section', async () => {
    const { vendor, edit, latest, of } = await logged();
    const at = `/items/${vendor.item.id}`;
    await edit('PUT', at, { status: 'inactive' });
    await edit('POST', `${at}/move`, { after_id: vendor.items[1]?.id });
    await edit('POST', `${at}/duplicate`);
    await edit('DELETE', at);
    await edit('POST', '/groups', { parent_id: vendor.menuId, name: 'Soups' });
    await edit('DELETE', `/menus/${vendor.menuId}`);
    const placeOf = (position: number) => ({ group_id: vendor.groupId, position });
    expect(await latest(6)).toMatchObject([
      { ...of, action: 'menu.removed', after: null },
      { ...of, action: 'section.added', subject: 'Soups', before: null, after: { name: 'Soups', status: 'active' } },
      { ...of, action: 'item.removed', subject: 'Miso', before: { name: 'Miso', place: placeOf(2) }, after: null },
      { ...of, action: 'item.added', subject: 'Miso (copy)', before: null, after: { place: placeOf(3) } },
      { ...of, action: 'item.moved', before: { place: placeOf(1) }, after: { place: placeOf(2) } },
      { ...of, action: 'item.changed', before: { status: 'active' }, after: { status: 'inactive' } },
    ]);
  });

  test('lists no edit that changes nothing', async () => {
    const { vendor, edit, latest } = await logged();
    const before = await latest();
    await edit('PUT', `/items/${vendor.item.id}`, { name: 'Miso' });
    expect(await latest()).toEqual(before);
  });
});

describe('a cart', () => {
  test('is flagged if the price of an item changed in the editor', async () => {
    const { venue, guest, vendor, read, edit } = await stall();
    const cart = await market.add(guest, { venue });
    const [item] = firstGroup(await read()).items;
    await edit('PUT', `/items/${vendor.item.id}`, { variants: [{ ...item?.variants[0], price: 99 }] });
    const flagged = (await market.call('GET', `/carts/${cart.id}`, guest)).json().data;
    expect(flagged.orders.data[0].order_items.data[0]).toMatchObject({ available: false });
    expect((await market.post(guest, { venue })).json()).toMatchObject({ code: 'PRICE_CHANGED' });
  });
});

test('a full menu accepts no more items', async () => {
  const { send, vendor } = await stall();
  await db()
    .insertInto('items')
    .values(
      Array.from({ length: 1_998 }, (_, index) => ({
        group_id: vendor.groupId,
        vendor_id: vendor.id,
        slug: `more-${index}`,
        name: 'More',
        description: '',
        position: index,
      })),
    )
    .execute();
  const response = await send('POST', `/items/${vendor.item.id}/duplicate`);
  expect([response.statusCode, response.json().code]).toEqual([422, 'MENU_FULL']);
});

test('a full menu accepts no section of another menu, and an item can move inside a full stall', async () => {
  const { send, edit, vendor } = await stall();
  const { entry_id: other } = await edit('POST', '/menus', { name: 'Evening' });
  const { entry_id: section } = await edit('POST', '/groups', { parent_id: other, name: 'Soups' });
  const values = Array.from({ length: 99 }, (_, index) => ({ slug: `more-${index}`, name: 'More', position: index }));
  await db()
    .insertInto('groups')
    .values(values.map((row) => ({ ...row, menu_id: vendor.menuId })))
    .execute();
  const response = await send('POST', `/groups/${section}/move`, { parent_id: vendor.menuId, after_id: null });
  expect([response.statusCode, response.json().code]).toEqual([422, 'MENU_FULL']);

  const items = Array.from({ length: 1_998 }, (_, index) => ({ slug: `more-${index}`, name: 'More', position: index }));
  await db()
    .insertInto('items')
    .values(items.map((row) => ({ ...row, group_id: vendor.groupId, vendor_id: vendor.id, description: '' })))
    .execute();
  const moved = await send('POST', `/items/${vendor.item.id}/move`, { parent_id: section, after_id: null });
  expect(moved.statusCode).toBe(200);
});

test('the name of a copy is never cut inside a character', async () => {
  const { edit, vendor } = await stall();
  const name = `${'n'.repeat(189)}🍜 soup`;
  await edit('PUT', `/items/${vendor.item.id}`, { name });
  const copied = await edit('POST', `/items/${vendor.item.id}/duplicate`);
  expect(itemsIn(copied)[1]).toBe(`${'n'.repeat(189)} (copy)`);
});
