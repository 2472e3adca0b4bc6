import { many, one, taxCategorySchema, vendorTaxesSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import { Market } from '../../ordering/carts/market.testing';
import { expectShape } from '../../testing/expect-shape';
import { storeTaxCategory, storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { MOST_CATEGORIES } from './taxes.commands';

const api = withTestApp();
const market = new Market(() => api.current);
const db = () => api.current.deps.db;

let venue: TestVenue;
let owner: TestUser;
let operator: TestUser;

beforeEach(async () => {
  venue = await storeVenue(db(), { vendors: [{ name: 'Apple Bar', items: [{ name: 'Cider' }, { name: 'Pie' }] }] });
  owner = await storeUser(db(), { vendorIds: [venue.vendor.id] });
  operator = await storeUser(db(), { operatorOf: [venue.id], isSiteOperator: true });
});

const path = (slug = '') => `/venues/${venue.id}/tax-categories${slug && `/${slug}`}`;
const listSchema = many(taxCategorySchema).extend({ version: z.string() });
const list = async () => expectShape(listSchema, (await market.call('GET', path(), operator)).json());
const listed = async () => (await list()).data.map(({ id: _id, ...category }) => category);
/** Changes the tax as an operator who has just loaded the taxes. */
const set = async (slug: string, body: object) =>
  market.call('PUT', path(slug), operator, { version: (await list()).version, ...body });
const remove = async (slug: string, { version }: { version?: string } = {}) =>
  market.call('DELETE', `${path(slug)}?version=${version ?? (await list()).version}`, operator);
const tax = (body: object, itemId = venue.vendor.item.id) => market.call('PUT', `/items/${itemId}/tax`, owner, body);
const taxes = async () =>
  expectShape(one(vendorTaxesSchema), (await market.call('GET', `/vendors/${venue.vendor.id}/taxes`, owner)).json())
    .data;
/** Returns the audited changes by this test's people. The entries that add those people have no actor. */
const audited = () =>
  db()
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'subject', 'vendor_id', 'before', 'after'])
    .where('venue_id', '=', venue.id)
    .where('actor_id', 'is not', null)
    .orderBy('id')
    .execute();

describe('the taxes of a venue', () => {
  test('are added, changed and removed by an operator, and the audit log records it', async () => {
    expect((await set('alcohol', { name: 'Alcohol', rate: 20 })).statusCode).toBe(200);
    expect((await set('food', { name: 'Food', rate: 7.25 })).statusCode).toBe(200);
    await set('alcohol', { name: 'Alcohol', rate: 25 });
    expect(await listed()).toEqual([
      { slug: 'alcohol', name: 'Alcohol', rate: 25 },
      { slug: 'food', name: 'Food', rate: 7.25 },
    ]);
    expect((await remove('food')).statusCode).toBe(204);
    expect(await listed()).toHaveLength(1);
    const none = { actor_id: operator.id, vendor_id: null };
    const [twenty, twentyFive] = [
      { name: 'Alcohol', rate: 20 },
      { name: 'Alcohol', rate: 25 },
    ];
    const food = { name: 'Food', rate: 7.25 };
    expect(await audited()).toEqual([
      { ...none, action: 'tax-category.added', subject: 'alcohol', before: null, after: twenty },
      { ...none, action: 'tax-category.added', subject: 'food', before: null, after: food },
      { ...none, action: 'tax-category.changed', subject: 'alcohol', before: twenty, after: twentyFive },
      { ...none, action: 'tax-category.removed', subject: 'food', before: food, after: null },
    ]);
  });

  test.each([
    ['an empty name', 'alcohol', { name: ' ', rate: 20 }],
    ['a rate above 100 %', 'alcohol', { name: 'Alcohol', rate: 101 }],
    ['a negative rate', 'alcohol', { name: 'Alcohol', rate: -1 }],
    ['a third decimal', 'alcohol', { name: 'Alcohol', rate: 7.255 }],
    ['an invalid slug in the address', 'Alcohol!', { name: 'Alcohol', rate: 20 }],
  ])('refuse %s', async (_what, slug, body) => {
    expect((await set(slug, body)).statusCode).toBe(422);
    expect(await listed()).toEqual([]);
  });

  test('are limited in number', async () => {
    const rows = Array.from({ length: MOST_CATEGORIES }, (_, index) => ({
      venue_id: venue.id,
      slug: `tax-${index}`,
      name: `Tax ${index}`,
      rate_bp: 100,
    }));
    await db().insertInto('tax_categories').values(rows).execute();
    expect((await set('one-more', { name: 'One more', rate: 1 })).statusCode).toBe(422);
    expect((await set('tax-1', { name: 'Changed', rate: 1 })).statusCode).toBe(200);
  });

  test('cannot be removed while an item on the menu has them', async () => {
    await storeTaxCategory(db(), venue, venue.vendor.items);
    const refused = await remove('alcohol');
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { code: 'TAX_IN_USE', message: 'Cider of Apple Bar and 1 more has this tax. Give it another one first.' },
    ]);
    await db().updateTable('items').set({ is_listed: false }).execute();
    expect((await remove('alcohol')).statusCode).toBe(204);
    expect((await remove('alcohol')).statusCode).toBe(404);
  });

  test('do not change for the second of two operators, who sees the taxes of the first', async () => {
    await set('alcohol', { name: 'Alcohol', rate: 20 });
    const { version } = await list();
    const colleague = await storeUser(db(), { operatorOf: [venue.id] });
    const put = (who: TestUser, body: object) => market.call('PUT', path('alcohol'), who, { version, ...body });
    expect((await put(colleague, { name: 'Alcohol', rate: 25 })).statusCode).toBe(200);
    for (const refused of [
      await put(operator, { name: 'Spirits', rate: 20 }),
      await market.call('PUT', path('books'), operator, { version, name: 'Books', rate: 0 }),
      await remove('alcohol', { version }),
    ]) {
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        { code: 'TAXES_CHANGED', data: { categories: [{ slug: 'alcohol', name: 'Alcohol', rate: 25 }] } },
      ]);
    }
    expect(await listed()).toEqual([{ slug: 'alcohol', name: 'Alcohol', rate: 25 }]);
    // The second operator repeats the change with the version that the refusal returned, and it succeeds.
    expect((await set('alcohol', { name: 'Spirits', rate: 20 })).statusCode).toBe(200);
  });

  test('accept the same change twice, as after a lost response', async () => {
    const { version } = await list();
    const twice = { version, name: 'Alcohol', rate: 7.1 };
    const first = await market.call('PUT', path('alcohol'), operator, twice);
    const second = await market.call('PUT', path('alcohol'), operator, twice);
    expect([second.statusCode, second.json()]).toEqual([200, first.json()]);
    expect(await audited()).toHaveLength(1);
  });

  test('get a new version after an import', async () => {
    const { version } = await list();
    await storeTaxCategory(db(), venue, []);
    expect((await list()).version).not.toBe(version);
  });

  test.each([
    ['a change', 'PUT'],
    ['a removal', 'DELETE'],
  ] as const)('refuse %s without a version', async (_what, method) => {
    await storeTaxCategory(db(), venue, []);
    const body = method === 'PUT' ? { name: 'Alcohol', rate: 25 } : undefined;
    expect((await market.call(method, path('alcohol'), operator, body)).statusCode).toBe(422);
    expect(await listed()).toEqual([{ slug: 'alcohol', name: 'Alcohol', rate: 20 }]);
  });

  test('are removed with their venue', async () => {
    await storeTaxCategory(db(), venue, venue.vendor.items);
    expect((await market.call('DELETE', `/venues/${venue.id}`, operator)).statusCode).toBe(200);
    expect(await db().selectFrom('tax_categories').select('id').execute()).toEqual([]);
  });
});

describe('the tax of an item', () => {
  test('can be chosen by an owner from the taxes of the venue', async () => {
    const tax_category_id = await storeTaxCategory(db(), venue, []);
    expect((await tax({ tax_category_id })).json()).toEqual({ data: { tax_category_id } });
    expect(await taxes()).toEqual({
      tax: { name: 'HST', rate: 13, included: false },
      categories: [{ id: tax_category_id, slug: 'alcohol', name: 'Alcohol', rate: 20 }],
      items: [{ item_id: venue.vendor.item.id, tax_category_id }],
    });
    await tax({ tax_category_id: null });
    expect((await taxes()).items).toEqual([]);
    const entry = { actor_id: owner.id, action: 'item.taxed', subject: 'Cider', vendor_id: venue.vendor.id };
    expect(await audited()).toEqual([
      { ...entry, before: { tax_category: null }, after: { tax_category: 'alcohol' } },
      { ...entry, before: { tax_category: 'alcohol' }, after: { tax_category: null } },
    ]);
  });

  test('is not overwritten by a second editor, who sees the change of the first', async () => {
    const alcohol = await storeTaxCategory(db(), venue, [venue.vendor.item]);
    const food = await storeTaxCategory(db(), venue, [], { slug: 'food', name: 'Food', rate_bp: 700 });
    const response = await tax({ tax_category_id: food, from: null });
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'TAX_CHANGED', data: { tax_category_id: alcohol } },
    ]);
    expect((await tax({ tax_category_id: food, from: alcohol })).statusCode).toBe(200);
    // Both operators wanted the same tax.
    expect((await tax({ tax_category_id: food, from: null })).statusCode).toBe(200);
  });

  test('cannot come from another venue', async () => {
    const elsewhere = await storeTaxCategory(db(), await storeVenue(db()), []);
    expect((await tax({ tax_category_id: elsewhere })).statusCode).toBe(422);
  });
});
