/** The catalogue in the languages of a hall. */
import { itemSchema, many, one, vendorSchema, vendorSummarySchema, venueSchema } from 'shared-contracts/schemas';
import { expectShape } from '../../testing/expect-shape';
import { storeUser, storeVenue, type TestUser, type TestVenue, translateVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp();
const db = () => api.current.deps.db;

const get = (url: string, language: string, user?: TestUser) =>
  api.current.app.inject({
    url: `/api/v1${url}`,
    headers: { ...user?.headers, ...(language && { 'accept-language': language }) },
  });
const readVenue = async ({ id }: TestVenue, language: string) =>
  expectShape(one(venueSchema), (await get(`/venues/${id}`, language)).json()).data;
const readStall = async ({ vendor }: TestVenue, language: string, user?: TestUser) =>
  expectShape(one(vendorSchema), (await get(`/vendors/${vendor.id}`, language, user)).json()).data;
const readCard = async ({ id, vendor }: TestVenue, language: string) => {
  const { data } = expectShape(many(vendorSummarySchema), (await get(`/vendors?venue_id=${id}`, language)).json());
  return data.find((card) => card.id === vendor.id);
};
const readItem = async ({ vendor }: TestVenue, language: string) =>
  expectShape(one(itemSchema), (await get(`/items/${vendor.item.id}`, language)).json()).data;

/** A hall in English and French with one stall, which sells soup and, if the test says so, something else. */
async function bilingualHall(...others: { name: string; status?: 'active' | 'inactive' }[]): Promise<TestVenue> {
  const soup = {
    name: 'Soup',
    description: 'Hot',
    variants: [{ name: 'Large' }],
    optionGroups: [{ name: 'Toppings', options: [{ name: 'Egg' }] }],
  };
  const venue = await storeVenue(db(), { blurb: 'A hall', vendors: [{ blurb: 'Noodles', items: [soup, ...others] }] });
  await translateVenue(db(), venue);
  return venue;
}

const untranslated = (venue: TestVenue, name: string) =>
  db()
    .updateTable('items')
    .set({ texts: {} })
    .where('vendor_id', '=', venue.vendor.id)
    .where('name', '=', name)
    .execute();

test('a guest who reads French gets the hall, the card, the menu and the item in French', async () => {
  const venue = await bilingualHall();
  expect(await readVenue(venue, 'fr')).toMatchObject({ blurb: 'fr A hall', language: 'fr', languages: ['en', 'fr'] });
  expect(await readCard(venue, 'fr')).toMatchObject({ blurb: 'fr Noodles', language: 'fr' });
  const stall = await readStall(venue, 'fr-CA, en;q=0.5');
  expect(stall).toMatchObject({ blurb: 'fr Noodles', language: 'fr' });
  expect(stall.menus.data[0]?.groups.data[0]?.items.data[0]).toMatchObject({
    name: 'fr Soup',
    description: 'fr Hot',
    original: { name: 'Soup', description: 'Hot' },
    master: { name: 'fr Large' },
    option_groups: { data: [{ name: 'fr Toppings', options: { data: [{ name: 'fr Egg' }] } }] },
  });
  expect(await readItem(venue, 'fr')).toMatchObject({
    name: 'fr Soup',
    group: { name: 'fr Broth bowls' },
    language: 'fr',
  });
});

test.each(['', 'en', 'es'])(
  'a guest who reads "%s" gets the first language, without original texts',
  async (language) => {
    const venue = await bilingualHall();
    expect(await readVenue(venue, language)).toMatchObject({ blurb: 'A hall', language: 'en' });
    const stall = await readStall(venue, language);
    expect(stall).toMatchObject({ blurb: 'Noodles', language: 'en' });
    const [soup] = stall.menus.data[0]?.groups.data[0]?.items.data ?? [];
    expect(soup).toMatchObject({ name: 'Soup' });
    expect(soup).not.toHaveProperty('original');
    expect(await readItem(venue, language)).toMatchObject({ name: 'Soup', language: 'en' });
  },
);

test('one missing text puts card, menu and item into the first language, until it is there', async () => {
  const venue = await bilingualHall({ name: 'Tea' });
  await untranslated(venue, 'Tea');
  expect(await readCard(venue, 'fr')).toMatchObject({ blurb: 'Noodles', language: 'en' });
  expect(await readStall(venue, 'fr')).toMatchObject({ blurb: 'Noodles', language: 'en' });
  expect(await readItem(venue, 'fr')).toMatchObject({ name: 'Soup', language: 'en' });
  expect(await readVenue(venue, 'fr')).toMatchObject({ blurb: 'fr A hall', language: 'fr' });
  await translateVenue(db(), venue);
  expect(await readCard(venue, 'fr')).toMatchObject({ language: 'fr' });
  expect(await readItem(venue, 'fr')).toMatchObject({ name: 'fr Soup' });
});

test('a hidden item without a text keeps no menu from French, and its members see it in the first language', async () => {
  const venue = await bilingualHall({ name: 'Tea', status: 'inactive' });
  await untranslated(venue, 'Tea');
  const cook = await storeUser(db(), { vendorIds: [venue.vendor.id] });
  expect(await readStall(venue, 'fr')).toMatchObject({ language: 'fr' });
  const inside = await readStall(venue, 'fr', cook);
  expect(inside.language).toBe('fr');
  expect(inside.menus.data[0]?.groups.data[0]?.items.data.map(({ name }) => name)).toEqual(['fr Soup', 'Tea']);
});

test('a sold-out item without a text puts the menu into the first language once it is back', async () => {
  const venue = await bilingualHall({ name: 'Tea' });
  await untranslated(venue, 'Tea');
  const back_at = new Date(Date.now() + 3_600_000);
  await db().updateTable('items').set({ status: 'inactive', back_at }).where('name', '=', 'Tea').execute();
  expect(await readItem(venue, 'fr')).toMatchObject({ language: 'fr' });
  await db()
    .updateTable('items')
    .set({ back_at: new Date(Date.now() - 1_000) })
    .where('name', '=', 'Tea')
    .execute();
  expect(await readItem(venue, 'fr')).toMatchObject({ language: 'en' });
});

test('the choice of a visitor counts before the languages of the browser', async () => {
  const venue = await bilingualHall();
  const headers = { cookie: 'language=fr', 'accept-language': 'en' };
  const { json } = await api.current.app.inject({ url: `/api/v1/vendors/${venue.vendor.id}`, headers });
  expect(json().data.language).toBe('fr');
});

test('a cache keeps the languages of a response apart', async () => {
  const venue = await bilingualHall();
  const french = await get(`/vendors/${venue.vendor.id}`, 'fr');
  const english = await get(`/vendors/${venue.vendor.id}`, 'en');
  expect(french.headers.vary).toContain('accept-language');
  expect(french.headers.vary).toContain('cookie');
  expect(french.headers.etag).not.toBe(english.headers.etag);
  expect((await get(`/vendors/${venue.vendor.id}`, 'es')).headers.etag).toBe(english.headers.etag);
});

test('a list of halls has each in the language that it has', async () => {
  const bilingual = await bilingualHall();
  const english = await storeVenue(db(), { blurb: 'Another' });
  const { data } = expectShape(many(venueSchema), (await get('/venues', 'fr')).json());
  const shown = data.map(({ id, blurb, language }) => ({ id, blurb, language }));
  expect(shown).toEqual(
    expect.arrayContaining([
      { id: bilingual.id, blurb: 'fr A hall', language: 'fr' },
      { id: english.id, blurb: 'Another', language: 'en' },
    ]),
  );
});

test('the stall in the response to a switch is in the language of its menu', async () => {
  const venue = await bilingualHall();
  const cook = await storeUser(db(), { vendorIds: [venue.vendor.id] });
  const response = await api.current.app.inject({
    method: 'PUT',
    url: `/api/v1/vendors/${venue.vendor.id}`,
    headers: { ...cook.headers, 'accept-language': 'fr' },
    payload: { accepting_orders: false },
  });
  expect(response.json().data).toMatchObject({ blurb: 'fr Noodles', language: 'fr' });
});
