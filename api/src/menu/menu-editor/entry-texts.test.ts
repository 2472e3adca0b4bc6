/** The texts of a menu in the other languages of its hall, in the editor. */
import type { MenuEditor } from 'shared-contracts/types';
import { Market } from '../../ordering/carts/market.testing';
import { storeUser, storeVenue, translateVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp();
const market = new Market(() => api.current);
const db = () => api.current.deps.db;

/** A stall of a hall in English and French, with an item that has a choice, and its owner. */
async function stall({ isBilingual = true } = {}) {
  const soup = { name: 'Soup', optionGroups: [{ name: 'Toppings', options: [{ name: 'Egg' }] }] };
  const venue = await storeVenue(db(), { vendors: [{ items: [soup] }] });
  if (isBilingual) await translateVenue(db(), venue);
  const { vendor } = venue;
  const owner = await storeUser(db(), { vendorIds: [vendor.id] });
  const root = `/vendors/${vendor.id}/menu-editor`;
  const read = async (): Promise<MenuEditor> => (await market.call('GET', root, owner)).json().data;
  const send = async (method: 'POST' | 'PUT', path: string, body: object) =>
    market.call(method, root + path, owner, { version: (await read()).version, ...body });
  const item = async () => {
    const soup = (await read()).menus[0]?.groups[0]?.items[0];
    if (!soup) throw new Error('The menu of these tests has an item.');
    return soup;
  };
  return { vendor, owner, read, send, item, itemPath: `/items/${vendor.item.id}` };
}

test('the editor gets the languages of the hall, and the texts of each entry', async () => {
  const { read, item } = await stall();
  const menu = await read();
  expect(menu.languages).toEqual(['en', 'fr']);
  expect(menu.menus[0]).toMatchObject({ texts: { fr: { name: 'fr Ramen' } } });
  expect(await item()).toMatchObject({
    name: 'Soup',
    texts: { fr: { name: 'fr Soup' } },
    variants: [{ texts: { fr: { name: 'fr Regular' } } }],
    option_groups: [{ texts: { fr: { name: 'fr Toppings' } }, options: [{ texts: { fr: { name: 'fr Egg' } } }] }],
  });
});

test('the editor gets the languages in which the short text of the stall is missing', async () => {
  const { vendor, read } = await stall();
  await db()
    .updateTable('vendors')
    .set({ blurb: 'Noodles', texts: { fr: { blurb: 'Nouilles' } } })
    .where('id', '=', vendor.id)
    .execute();
  expect((await read()).languages_without_blurb).toEqual([]);
  await db().updateTable('vendors').set({ texts: {} }).where('id', '=', vendor.id).execute();
  expect((await read()).languages_without_blurb).toEqual(['fr']);
});

test('the menu of a hall in one language has no other texts', async () => {
  const { read, item } = await stall({ isBilingual: false });
  expect((await read()).languages).toEqual(['en']);
  expect(await item()).not.toHaveProperty('texts');
});

test('an edit writes the texts of an item, and an empty text is a missing one', async () => {
  const { send, item, read, itemPath } = await stall();
  const before = (await read()).version;
  const texts = { fr: { name: 'Soupe', description: '', image_alt: 'Un bol' } };
  const edited = await send('PUT', itemPath, { texts });
  expect(edited.json().data.version).not.toBe(before);
  expect((await item()).texts).toEqual({ fr: { name: 'Soupe', image_alt: 'Un bol' } });
  await send('PUT', itemPath, { texts: { fr: { name: '' } } });
  expect((await item()).texts).toEqual({});
});

test('an edit without texts keeps those of the entry, of its sizes and of its choices', async () => {
  const { send, item, itemPath } = await stall();
  const { texts, variants, option_groups } = await item();
  const without = <T extends { texts?: unknown }>({ texts: _texts, ...entry }: T) => entry;
  await send('PUT', itemPath, {
    name: 'Broth',
    variants: variants.map(without),
    option_groups: option_groups.map(({ options, ...group }) => ({ ...without(group), options: options.map(without) })),
  });
  expect(await item()).toMatchObject({ name: 'Broth', texts, variants, option_groups });
});

test('sizes, choices and new entries have the texts of their draft', async () => {
  const { send, read, item, itemPath } = await stall();
  const { variants, option_groups } = await item();
  const [size] = variants;
  const [choices] = option_groups;
  await send('PUT', itemPath, {
    variants: [
      { ...size, texts: { fr: { name: 'Grande' } } },
      { name: 'Small', price: 1, texts: { fr: { name: 'Petite' } } },
    ],
    option_groups: [
      {
        ...choices,
        texts: { fr: { name: 'Garnitures' } },
        options: choices?.options.map((option) => ({ ...option, texts: {} })),
      },
    ],
  });
  expect(await item()).toMatchObject({
    variants: [{ texts: { fr: { name: 'Grande' } } }, { texts: { fr: { name: 'Petite' } } }],
    option_groups: [{ texts: { fr: { name: 'Garnitures' } }, options: [{ texts: {} }] }],
  });
  await send('POST', '/menus', { name: 'Evening', texts: { fr: { name: 'Soir' } } });
  expect((await read()).menus[1]).toMatchObject({ texts: { fr: { name: 'Soir' } } });
});

test.each([
  [
    'the first language of the hall',
    'en',
    'English is the first language of this hall: its texts are in the other fields.',
  ],
  ['a language that the hall does not have', 'es', 'The menus of this hall are not in Spanish.'],
])('a text in %s is refused', async (_what, language, message) => {
  const { send, item, itemPath } = await stall();
  const texts = { [language]: { name: 'Soup' } };
  const refused = await send('PUT', itemPath, { texts });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().errors).toEqual({ [`texts.${language}`]: [message] });
  const [size] = (await item()).variants;
  const inSize = await send('PUT', itemPath, { variants: [{ ...size, texts }] });
  expect(inSize.json().errors).toEqual({ [`variants.0.texts.${language}`]: [message] });
});

test('a copy has the texts of its original', async () => {
  const { send, read, itemPath } = await stall();
  await send('POST', `${itemPath}/duplicate`, {});
  expect((await read()).menus[0]?.groups[0]?.items[1]).toMatchObject({
    name: 'Soup (copy)',
    texts: { fr: { name: 'fr Soup' } },
    variants: [{ texts: { fr: { name: 'fr Regular' } } }],
  });
});

test('the audit log has the texts before and after an edit', async () => {
  const { send, itemPath, vendor } = await stall();
  await send('PUT', itemPath, { texts: { fr: { name: 'Soupe' } } });
  const entry = await db()
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('vendor_id', '=', vendor.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    action: 'item.changed',
    before: { texts: { fr: { name: 'fr Soup' } } },
    after: { texts: { fr: { name: 'Soupe' } } },
  });
});
