/** Tests venue documents through the API: the changes of an import, the data that it keeps, and an export that is imported again. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase, testDatabase } from 'core/testing/test-database';
import type { Pool } from 'pg';
import { anAdd } from 'shared-contracts/testing/builders';
import { type VenueDocument, venueDocumentSchema } from '../../menu/documents/venue-document';
import { filesOf } from '../../menu/pictures/photographs';
import { Market } from '../../ordering/carts/market.testing';
import { aDocument, aDocumentItem, firstGroup, firstVendor } from '../../testing/documents';
import { aPhotograph } from '../../testing/photographs';
import { storeAttempt, storeSecondFactor, storeUser, storeVenue, type TestUser } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import type { SentPicture, VenueImport } from './import-venue.command';

const api = withTestApp();
const db = () => api.current.deps.db;
const market = new Market(() => api.current);
const mediaDir = () => api.current.deps.config.mediaDir;
beforeEach(() => rm(mediaDir(), { recursive: true, force: true }));

let operator: TestUser;
/** An operator of another venue of the site, who may import a new one. */
beforeEach(async () => {
  const another = await storeVenue(db(), {
    name: 'Another',
    secret_env: 'STRIPE_SECRET_ANOTHER',
    webhook_secret_env: null,
  });
  operator = await storeUser(db(), { name: 'Ola', operatorOf: [another.id], isSiteOperator: true });
});

interface Options {
  user?: TestUser;
  dry_run?: boolean;
  pictures?: Record<string, SentPicture>;
}
const send = (document: unknown, { user = operator, dry_run = false, pictures = {} }: Options = {}) =>
  market.call('POST', '/venue-documents', user, {
    name: 'hall.json',
    text: typeof document === 'string' ? document : JSON.stringify(document, null, 2),
    pictures,
    dry_run,
  });

/** @throws if it was refused */
async function imported(document: unknown, options: Options = {}): Promise<VenueImport> {
  const response = await send(document, options);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json().data;
}
const sentences = async (document: unknown, options: Options = {}) =>
  (await imported(document, options)).changes.map(({ sentence }) => sentence);

/** Returns the document with a change. */
function changed(change: (document: VenueDocument) => void): VenueDocument {
  const document = aDocument();
  change(document);
  return document;
}
const vendorId = async (slug: string) =>
  (await db().selectFrom('vendors').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
const item = (slug: string) => db().selectFrom('items').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow();
const menuOf = async (id: number) => (await market.call('GET', `/vendors/${id}`, null)).json().data;

describe('an import', () => {
  test('of a new venue creates it and makes the importer its operator', async () => {
    const { id, changes, is_new, missing_settings } = await imported(aDocument());
    expect(is_new).toBe(true);
    expect(missing_settings).toEqual(['STRIPE_SECRET']);
    expect(changes.map(({ sentence }) => sentence)).toEqual([
      'The venue Granary (granary) is added, with 1 vendor.',
      'The vendor Kumo (kumo) is added, with 2 items.',
    ]);
    expect((await market.call('GET', `/venues/${id}/operators`, operator)).json().data).toHaveLength(1);
    const entries = await db()
      .selectFrom('audit_log')
      .select(['action', 'subject'])
      .where('venue_id', '=', id)
      .execute();
    expect(entries).toContainEqual({ action: 'venue.created', subject: 'Granary' });
  });

  test('lists its changes in the order of the menu', async () => {
    await imported(aDocument());
    const document = changed((venue) => {
      venue.service_charge = 3;
      venue.tax.rate_percent = 15;
      venue.tax.categories = [{ slug: 'food', name: 'Food', rate_percent: 7.25 }];
      const vendor = firstVendor(venue);
      vendor.name = 'Kumo Ramen';
      vendor.blurb = 'Slow broths';
      const group = firstGroup(venue);
      const [tonkotsu] = group.items;
      if (tonkotsu) {
        tonkotsu.description = 'Better';
        tonkotsu.tax_category = 'food';
        if (tonkotsu.variants[0]) tonkotsu.variants[0].price = 17;
        tonkotsu.option_groups = [];
      }
      group.items[1] = aDocumentItem('shio');
      vendor.menus.push({ slug: 'late', name: 'Late', status: 'active', groups: [] });
      venue.vendors.push({ ...firstVendor(aDocument()), slug: 'bao', name: 'Bao', menus: [] });
    });
    const planned = await sentences(document, { dry_run: true });
    expect(planned).toEqual([
      'The rate of the tax of the venue Granary becomes 15 % (was 13 %).',
      'The service charge of the venue Granary becomes $3.00 (was $2.50).',
      'The tax Food is added, with 7.25 %.',
      'The name of the vendor Kumo becomes Kumo Ramen.',
      'The text of the vendor Kumo becomes another one.',
      'Kumo Ramen, Bowls: the description of the item tonkotsu becomes another one.',
      'Kumo Ramen, Bowls: the tax of the item tonkotsu becomes food (was none).',
      'Kumo Ramen, Bowls: tonkotsu: the price of the size Regular becomes $17.00 (was $16.50).',
      'Kumo Ramen, Bowls: tonkotsu: the choices Toppings is taken off the menu.',
      'Kumo Ramen, Bowls: the item shio is added for $16.50, $19.50.',
      'Kumo Ramen, Bowls: the item miso is taken off the menu.',
      'Kumo Ramen: the menu Late is added, with 0 items.',
      'The vendor Bao (bao) is added, with 0 items.',
    ]);
    expect(await sentences(document)).toEqual(planned);
    expect(await sentences(document)).toEqual([]);
  });

  test('as a dry run writes neither rows nor pictures, and notifies no page', async () => {
    await imported(aDocument());
    await market.announced();
    const files = await readdir(mediaDir());
    const before = await db().selectFrom('items').selectAll().orderBy('id').execute();
    const document = changed((venue) => firstGroup(venue).items.push(aDocumentItem('shio')));
    expect((await imported(document, { dry_run: true })).changes).toHaveLength(1);
    const fresh = await imported({ ...aDocument(), slug: 'fresh' }, { dry_run: true });
    expect(fresh).toMatchObject({ id: null, is_new: true });
    expect(await db().selectFrom('items').selectAll().orderBy('id').execute()).toEqual(before);
    expect(await readdir(mediaDir())).toEqual(files);
    expect(await market.announced()).toEqual([]);
    expect(await db().selectFrom('venues').select('slug').where('slug', '=', 'fresh').execute()).toEqual([]);
  });

  test('takes effect at once and notifies the pages of the changed vendors', async () => {
    const { id } = await imported({
      ...aDocument(),
      vendors: [firstVendor(aDocument()), { ...firstVendor(aDocument()), slug: 'bao' }],
    });
    const [kumo, bao] = [await vendorId('kumo'), await vendorId('bao')];
    expect((await menuOf(kumo)).name).toBe('Kumo');
    await market.announced();
    await imported(changed((venue) => firstGroup(venue).items.pop()));
    const menu = await menuOf(kumo);
    expect(menu.menus.data[0].groups.data[0].items.data).toHaveLength(1);
    expect(await market.announced()).toEqual([
      {
        name: 'StockUpdated',
        channels: [`venues.${id}`, `private-vendors.${kumo}`],
        payload: { item_id: null, vendor_id: kumo },
        except: null,
      },
    ]);
    // A change of the whole venue affects all its vendors.
    await imported(
      changed((venue) => {
        firstGroup(venue).items.pop();
        venue.service_charge = 0;
      }),
    );
    const announced = (await market.announced()).map(({ payload }) => payload);
    expect(announced).toEqual([
      { item_id: null, vendor_id: kumo },
      { item_id: null, vendor_id: bao },
    ]);
  });

  test('without changes notifies no page and is not logged', async () => {
    const { id } = await imported(aDocument());
    await market.announced();
    const entries = () => db().selectFrom('audit_log').select('id').where('venue_id', '=', id).execute();
    const before = await entries();
    expect((await imported(aDocument())).changes).toEqual([]);
    expect(await market.announced()).toEqual([]);
    expect(await entries()).toEqual(before);
  });

  test('that moves the venue or a vendor in its list reports the move and is logged', async () => {
    const [kumo, bao] = ['kumo', 'bao'].map((slug) => ({ ...firstVendor(aDocument()), slug, name: slug }));
    const { id } = await imported({ ...aDocument(), vendors: [kumo, bao] });
    const moved = async (document: object) => {
      const planned = await sentences(document, { dry_run: true });
      expect(await sentences(document)).toEqual(planned);
      return planned;
    };
    expect(await moved({ ...aDocument(), vendors: [kumo, bao], position: 7 })).toEqual([
      'The position of the venue Granary becomes 7 (was 1).',
    ]);
    expect(await moved({ ...aDocument(), vendors: [bao, kumo], position: 7 })).toEqual([
      'The order of the vendors changes.',
    ]);
    const entries = await db().selectFrom('audit_log').select('action').where('venue_id', '=', id).execute();
    expect(entries.filter(({ action }) => action === 'venue.imported')).toHaveLength(2);
  });

  test('does not change the tables of the venue and their codes', async () => {
    const { id } = await imported(aDocument());
    await market.call('POST', `/venues/${id}/tables`, operator, { names: ['1', 'Terrace 2'] });
    const tables = async () => (await market.call('GET', `/venues/${id}/tables`, operator)).json().data;
    const before = await tables();
    expect(before).toHaveLength(2);
    await imported(
      changed((document) => {
        document.name = 'Another name';
      }),
    );
    expect(await tables()).toEqual(before);
  });

  test('keeps and reports a vendor that the document does not list', async () => {
    await imported({
      ...aDocument(),
      vendors: [firstVendor(aDocument()), { ...firstVendor(aDocument()), slug: 'bao', name: 'Bao' }],
    });
    const { changes, kept_vendors } = await imported(aDocument());
    expect(changes).toEqual([]);
    expect(kept_vendors).toEqual([{ slug: 'bao', name: 'Bao' }]);
    expect((await menuOf(await vendorId('bao'))).menus.data).toHaveLength(1);
  });

  test('leaves a closed venue closed', async () => {
    const { id } = await imported(aDocument());
    await market.call('PUT', `/venues/${id}`, operator, { is_open: false });
    await imported(changed((venue) => firstGroup(venue).items.pop()));
    expect((await market.call('GET', `/venues/${id}`, null)).statusCode).toBe(404);
  });

  test('of a venue of another operator is refused without details about the venue', async () => {
    await imported(aDocument());
    const elsewhere = await storeVenue(db());
    const other = await storeUser(db(), { operatorOf: [elsewhere.id] });
    const refused = await send(aDocument(), { user: other, dry_run: true });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toBe('Only an operator of this venue may do that.');
  });

  test('names every problem with its place, and imports nothing', async () => {
    const document = changed((venue) => {
      firstVendor(venue).name = '';
      venue.picture = { file: 'hall.jpg' };
    });
    const wrong = await send(document);
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({
      code: 'DOCUMENT_INVALID',
      errors: { document: [expect.stringMatching(/^hall\.json:\d+:\d+ vendors\[0\]\.name: must not be empty$/)] },
    });
    firstVendor(document).name = 'Kumo';
    const without = await send(document, { pictures: { 'hall.jpg': { problem: 'is no JPEG, PNG or WebP picture' } } });
    expect(without.json().errors.document).toEqual([
      expect.stringMatching(/^hall\.json:\d+:\d+ picture: names hall\.jpg, which is no JPEG, PNG or WebP picture$/),
    ]);
    expect((await send(document)).json().message).toMatch(/which was not sent$/);
    const stranger = { address: '/media/../database.json' };
    expect((await send(document, { pictures: { 'hall.jpg': stranger } })).json().message).toMatch(
      /which was not sent$/,
    );
    expect(await db().selectFrom('venues').select('slug').where('slug', '=', 'granary').execute()).toEqual([]);
  });

  test.each([
    ['DATABASE_URL', 'payment.secret_env: must be a setting of its own, not one of the site itself'],
    [
      'HOME',
      'payment.secret_env: must begin with STRIPE_ or PAYSTACK_ or GLOBAL_, which SECRET_NAMES on the server lists',
    ],
    ['STRIPE_SECRET_THEIRS', "payment.secret_env: 'STRIPE_SECRET_THEIRS' is the key of a venue that you do not run"],
  ])('that names the setting %s is refused', async (secret_env, problem) => {
    await storeVenue(db(), { secret_env: 'STRIPE_SECRET_THEIRS' });
    const refused = await send({ ...aDocument(), payment: { ...aDocument().payment, secret_env } });
    expect(refused.json().errors.document[0]).toContain(problem);
  });

  test('that changes who takes the payments asks for a recent proof, and a dry run or any other change does not', async () => {
    await imported(aDocument());
    await storeSecondFactor(db(), operator.id);
    const other = changed((venue) => {
      venue.payment.secret_env = 'STRIPE_SECRET_OTHER';
    });
    await imported(other, { dry_run: true });
    const refused = await send(other);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'PROOF_REQUIRED']);
    await imported(
      changed((venue) => {
        venue.service_charge = 0;
      }),
    );
  });

  test('with a secret key in place of the public key is refused', async () => {
    const refused = await send({ ...aDocument(), payment: { ...aDocument().payment, key: 'sk_live_1' } });
    expect(refused.json().errors.document[0]).toContain('payment.key: must be the public key');
  });

  test('with another currency deletes open carts, and is refused after a payment in the old currency', async () => {
    const { id } = await imported(aDocument());
    const venue = await db()
      .selectFrom('venues')
      .selectAll()
      .where('id', '=', id ?? 0)
      .executeTakeFirstOrThrow();
    expect(venue.currency).toBe('CAD');
    const inEuros = changed((document) => {
      document.currency = 'EUR';
    });
    const ada = await storeUser(db());
    await db().insertInto('carts').values({ user_id: ada.id, venue_id: venue.id, payment_number: '1' }).execute();
    await imported(inEuros);
    expect(await db().selectFrom('carts').select('id').execute()).toEqual([]);
    const { id: cart_id } = await db()
      .insertInto('carts')
      .values({ user_id: ada.id, venue_id: venue.id, payment_number: '2' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await storeAttempt(db(), { cart_id, user_id: ada.id, venue_id: venue.id, state: 'cancelled' });
    const refused = await send(aDocument());
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.document[0]).toContain('currency: must stay EUR');
  });

  test('with an unusual price is accepted with a warning that names the line', async () => {
    const document = changed((venue) => {
      const [first] = firstGroup(venue).items;
      if (first?.variants[0]) first.variants[0].price = 1650;
    });
    const { warnings } = await imported(document);
    expect(warnings).toEqual([
      expect.stringMatching(/^hall\.json:\d+:\d+ vendors.*price: 1650 is unusually high: prices in CAD/),
    ]);
  });

  test('names the first hundred mistakes and counts the others', async () => {
    const many = (picture: { file: string } | null) =>
      changed((venue) => {
        firstGroup(venue).items = Array.from({ length: 130 }, (_, index) => {
          const each = { ...aDocumentItem(`item-${index}`), picture, option_groups: [] };
          return { ...each, variants: each.variants.slice(0, 1).map((size) => ({ ...size, price: 1650 })) };
        });
      });
    const { warnings } = await imported(many(null), { dry_run: true });
    expect([warnings.length, warnings.at(-1)]).toEqual([101, 'hall.json has 30 more warnings']);
    const { document } = (await send(many({ file: 'gone.jpg' }))).json().errors;
    expect(document[99]).toMatch(/items\[99\]\.picture: names gone\.jpg, which was not sent$/);
    expect([document.length, document[100]]).toEqual([101, 'hall.json has 30 more problems']);
  });

  test('that two requests send at once creates one venue', async () => {
    const both = await Promise.all([send(aDocument()), send(aDocument())]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(both.map((response) => response.json().data.is_new).sort()).toEqual([false, true]);
  });
});

describe('a renamed entry', () => {
  /** Stores a vendor with an owner, an invitation, a placed order, an open cart and a sold-out item. */
  async function aWorkingVendor() {
    const { id } = await imported(aDocument());
    const kumo = await vendorId('kumo');
    const owner = await storeUser(db(), { vendorIds: [kumo] });
    const buyer = await storeUser(db());
    const tonkotsu = await item('tonkotsu');
    const variant = await db()
      .selectFrom('variants')
      .selectAll()
      .where('item_id', '=', tonkotsu.id)
      .executeTakeFirstOrThrow();
    const option = await db().selectFrom('options').selectAll().where('slug', '=', 'thin').executeTakeFirstOrThrow();
    const body = anAdd({
      venue_id: id ?? 0,
      vendor_id: kumo,
      variant_id: variant.id,
      quantity: 1,
      price: 16.5,
      options_total: 1.25,
      options: [{ id: option.id }],
      notes: '',
    });
    const add = async () => (await market.call('POST', '/carts', buyer, body)).json().data;
    await market.place(buyer, await add());
    const cart = await add();
    await market.call('PUT', `/items/${(await item('miso')).id}`, owner, { status: 'inactive' });
    return { kumo, owner, buyer, cart, tonkotsu };
  }

  test('keeps its members, orders, carts and sold-out items', async () => {
    const { kumo, owner, buyer, cart } = await aWorkingVendor();
    const document = changed((venue) => {
      const vendor = firstVendor(venue);
      Object.assign(vendor, { slug: 'kuma', name: 'Kuma', renamed_from: 'kumo' });
      Object.assign(vendor.menus[0] ?? {}, { slug: 'daily', renamed_from: 'all-day' });
      const group = firstGroup(venue);
      Object.assign(group, { slug: 'ramen', renamed_from: 'bowls' });
      Object.assign(group.option_groups[0] ?? {}, { slug: 'noodles', renamed_from: 'noodle' });
      Object.assign(group.option_groups[0]?.options[0] ?? {}, { slug: 'fine', renamed_from: 'thin' });
      Object.assign(group.items[0] ?? {}, { slug: 'pork', name: 'Pork', renamed_from: 'tonkotsu' });
      Object.assign(group.items[0]?.variants[0] ?? {}, { slug: 'usual', renamed_from: 'regular' });
      Object.assign(group.items[1] ?? {}, { slug: 'bean', renamed_from: 'miso' });
    });
    expect(await sentences(document)).toEqual([
      'The slug of the vendor Kumo becomes kuma (was kumo).',
      'The name of the vendor Kumo becomes Kuma.',
      'Kuma: the slug of the menu All day becomes daily (was all-day).',
      'Kuma: the slug of the section Bowls becomes ramen (was bowls).',
      'Kuma, Bowls: the slug of the choices Noodle becomes noodles (was noodle).',
      'Kuma, Bowls: Noodle: the slug of the choice thin becomes fine (was thin).',
      'Kuma, Bowls: the slug of the item tonkotsu becomes pork (was tonkotsu).',
      'Kuma, Bowls: the name of the item tonkotsu becomes Pork.',
      'Kuma, Bowls: Pork: the slug of the size Regular becomes usual (was regular).',
      'Kuma, Bowls: the slug of the item miso becomes bean (was miso).',
    ]);
    expect(await vendorId('kuma')).toBe(kumo);
    expect((await market.call('GET', `/vendors/${kumo}/members`, owner)).json().data).toHaveLength(1);
    expect((await market.call('GET', `/vendors/${kumo}/orders`, owner)).json().data).toHaveLength(1);
    const { orders } = (await market.call('GET', `/carts/${cart.id}`, buyer)).json().data;
    expect(orders.data[0].order_items.data[0]).toMatchObject({ available: true });
    expect((await item('bean')).status).toBe('inactive');
    // The document may keep `renamed_from`.
    expect(await sentences(document)).toEqual([]);
  });

  test('can take the slug of an entry that was removed before', async () => {
    const { tonkotsu } = await aWorkingVendor();
    await imported(changed((venue) => firstGroup(venue).items.pop()));
    await imported(
      changed((venue) => {
        const group = firstGroup(venue);
        group.items = [{ ...aDocumentItem('miso'), renamed_from: 'tonkotsu' }];
      }),
    );
    expect((await item('miso')).id).toBe(tonkotsu.id);
  });

  test('is refused if the list has both slugs', async () => {
    await imported({
      ...aDocument(),
      vendors: [firstVendor(aDocument()), { ...firstVendor(aDocument()), slug: 'kuma' }],
    });
    const document = changed((venue) => Object.assign(firstVendor(venue), { slug: 'kuma', renamed_from: 'kumo' }));
    const refused = await send(document);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.document).toEqual([
      expect.stringMatching(
        /^hall\.json:\d+:\d+ vendors\[0\]\.renamed_from: there is a 'kuma' beside 'kumo' already, so one cannot become the other$/,
      ),
    ]);
  });

  test('can be the venue itself if one of its operators imports it', async () => {
    const { id } = await imported(aDocument());
    const document = { ...aDocument(), slug: 'barn', name: 'Barn', renamed_from: 'granary' };
    const elsewhere = await storeVenue(db());
    const other = await storeUser(db(), { operatorOf: [elsewhere.id] });
    expect((await send(document, { user: other })).statusCode).toBe(403);
    expect((await imported(document)).id).toBe(id);
  });
});

test('an item that moves to another section of its vendor stays the same item', async () => {
  await imported(aDocument());
  const { id } = await item('miso');
  const document = changed((venue) => {
    const moved = firstGroup(venue).items.pop();
    firstVendor(venue).menus[0]?.groups.push({
      slug: 'soups',
      name: 'Soups',
      status: 'active',
      option_groups: [],
      items: moved ? [moved] : [],
    });
  });
  expect(await sentences(document)).toEqual(['Kumo: the section Soups is added, with 1 item.']);
  expect((await item('miso')).id).toBe(id);
  expect(await sentences(aDocument())).toEqual([
    'Kumo, Bowls: the item miso comes from another section.',
    'Kumo: the section Soups is taken off the menu.',
  ]);
  expect((await item('miso')).id).toBe(id);
});

describe('a picture', () => {
  const upload = (file: string, payload: Buffer, query = '') =>
    api.current.app.inject({
      method: 'POST',
      url: `/api/v1/pictures?file=${file}${query}`,
      headers: { ...operator.headers, 'content-type': 'application/octet-stream' },
      payload,
    });

  test('is sent before the document, resized and stripped of metadata', async () => {
    const sent = await upload('hall.jpg', await aPhotograph({ width: 500 }));
    const { address } = sent.json().data;
    expect(address).toMatch(/^\/media\/[0-9a-f]{20}\.500\.webp$/);
    expect((await readdir(mediaDir())).sort()).toEqual(filesOf(address).sort());
    const { id } = await imported(
      { ...aDocument(), picture: { file: 'hall.jpg' } },
      { pictures: { 'hall.jpg': { address } } },
    );
    expect((await market.call('GET', `/venues/${id}`, null)).json().data.image_url).toBe(address);
  });

  test('in a dry run is checked and not stored', async () => {
    const { address } = (await upload('hall.jpg', await aPhotograph({ width: 500 }), '&dry_run=true')).json().data;
    await expect(readdir(mediaDir())).rejects.toThrow('ENOENT');
    const document = { ...aDocument(), picture: { file: 'hall.jpg' } };
    const pictures = { 'hall.jpg': { address } };
    expect((await send(document, { pictures, dry_run: true })).statusCode).toBe(200);
    expect((await send(document, { pictures })).statusCode).toBe(422);
  });

  test.each([
    ['text', Buffer.from('This is no picture.'), 'is no JPEG, PNG or WebP picture'],
    ['no bytes', Buffer.alloc(0), 'is no JPEG, PNG or WebP picture'],
    [
      'a drawing with a script',
      Buffer.from('<svg><script>1</script></svg>'),
      'has a script, which a picture may not have',
    ],
  ])('with %s as its content is refused, whatever its name is', async (_what, payload, words) => {
    const refused = await upload('hall.jpg', payload);
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { picture: [words] }]);
  });
});

describe('an export', () => {
  const exported = async (id: number | null, user = operator) =>
    (await market.call('GET', `/venues/${id}/document`, user)).json().data;

  test('equals the imported document, so that its import changes nothing', async () => {
    const { id } = await imported(aDocument());
    const { text, pictures } = await exported(id);
    expect(pictures).toEqual([]);
    expect(await imported(text)).toMatchObject({ id, changes: [], warnings: [] });
    const read = venueDocumentSchema.parse(JSON.parse(text));
    expect(read.vendors).toEqual(venueDocumentSchema.parse(aDocument()).vendors);
  });

  test('contains the current sold-out items and the pause', async () => {
    const { id } = await imported(aDocument());
    await market.call('PUT', `/items/${(await item('miso')).id}`, operator, { status: 'inactive' });
    await market.call('PUT', `/vendors/${await vendorId('kumo')}`, operator, { accepting_orders: false });
    const { vendors } = JSON.parse((await exported(id)).text);
    expect(vendors[0].accepting_orders).toBe(false);
    const { items } = vendors[0].menus[0].groups[0];
    expect(items.map(({ status = 'active' }: { status?: string }) => status)).toEqual(['active', 'inactive']);
  });

  test('contains the hours with closed days, and the return times of sold-out items', async () => {
    const { id } = await imported(aDocument());
    const lunch = [{ from: '11:00', until: '14:00' }];
    const schedule = {
      weekly: [[], lunch, lunch, lunch, lunch, lunch, []],
      exceptions: [{ date: '2026-12-25', spans: [] }],
    };
    await market.call('PUT', `/vendors/${await vendorId('kumo')}/hours`, operator, { schedule, version: 0 });
    const soldOut = { status: 'inactive', until: 'tomorrow' };
    const { data } = (await market.call('PUT', `/items/${(await item('miso')).id}`, operator, soldOut)).json();
    const [kumo] = venueDocumentSchema.parse(JSON.parse((await exported(id)).text)).vendors;
    expect(kumo?.hours).toEqual(schedule);
    expect(kumo?.menus[0]?.groups[0]?.items[1]).toMatchObject({ status: 'inactive', back_at: data.back_at });
  });

  test('contains the stated allergens, an empty list for “none”, and nothing if nothing is stated', async () => {
    const { id } = await imported(
      changed((venue) => {
        const [tonkotsu, miso] = firstGroup(venue).items;
        Object.assign(tonkotsu ?? {}, { allergens: ['gluten', 'eggs'], diets: ['halal'] });
        Object.assign(miso ?? {}, { allergens: [] });
        const [egg] = tonkotsu?.option_groups[0]?.options ?? [];
        if (egg) egg.allergens = ['eggs'];
        firstGroup(venue).items.push(aDocumentItem('tea'));
      }),
    );
    const [kumo] = JSON.parse((await exported(id)).text).vendors;
    const [tonkotsu, miso, tea] = kumo.menus[0].groups[0].items;
    expect(tonkotsu).toMatchObject({ allergens: ['gluten', 'eggs'], diets: ['halal'] });
    const [egg, ...others] = tonkotsu.option_groups[0].options;
    expect(egg.allergens).toEqual(['eggs']);
    for (const option of others) expect(option).not.toHaveProperty('allergens');
    expect(miso.allergens).toEqual([]);
    expect(tea).not.toHaveProperty('allergens');
  });

  test('is consistent while the venue changes', async () => {
    const { id } = await imported(aDocument());
    const { pool } = api.current.deps;
    const lent: Pool['connect'] = pool.connect.bind(pool);
    let changes = 0;
    const connect = jest.spyOn(pool, 'connect').mockImplementation(async () => {
      const client = await lent();
      changes += 1;
      const blurb = `change ${changes}`;
      await client.query('with of_items as (update items set description = $1) update venues set blurb = $1', [blurb]);
      return client;
    });
    const { text } = await exported(id);
    connect.mockRestore();
    const document = venueDocumentSchema.parse(JSON.parse(text));
    expect(document.blurb).toMatch(/^change \d+$/);
    expect(firstGroup(document).items.map(({ description }) => description)).toEqual([document.blurb, document.blurb]);
  });

  test('names the files of photographs, which can be imported again unchanged', async () => {
    const sent = await api.current.app.inject({
      method: 'POST',
      url: '/api/v1/pictures?file=hall.jpg',
      headers: { ...operator.headers, 'content-type': 'application/octet-stream' },
      payload: await aPhotograph({ width: 500 }),
    });
    const { address } = sent.json().data;
    const { id } = await imported(
      { ...aDocument(), picture: { file: 'hall.jpg' } },
      { pictures: { 'hall.jpg': { address } } },
    );
    const { text, pictures } = await exported(id);
    expect(pictures).toEqual([address]);
    const file = address.replace('/media/', '');
    const again = await api.current.app.inject({
      method: 'POST',
      url: `/api/v1/pictures?file=${file}`,
      headers: { ...operator.headers, 'content-type': 'application/octet-stream' },
      payload: await readFile(join(mediaDir(), file)),
    });
    expect(again.json().data.address).toBe(address);
    expect(await sentences(text, { pictures: { [file]: { address } } })).toEqual([]);
  });

  test('of the demo market changes nothing in its database, and creates the same market in an empty one', async () => {
    const { importDemo } = await import('../../menu/documents/import-demo');
    const fresh = async () => {
      await emptyDatabase(await testDatabase());
      const { user, folder } = {
        user: await storeUser(db()),
        folder: await mkdtemp(join(tmpdir(), 'foodhall-market-')),
      };
      return { user, folder };
    };
    const { user, folder } = await fresh();
    await importDemo(db(), folder);
    const venues = await db().selectFrom('venues').select('id').orderBy('position').execute();
    await db()
      .insertInto('venue_operators')
      .values(venues.map(({ id }) => ({ venue_id: id, user_id: user.id })))
      .execute();
    const texts: string[] = [];
    const menus: unknown[] = [];
    for (const { id } of venues) {
      const { text, pictures } = await exported(id, user);
      expect(pictures).toEqual([]);
      expect(await sentences(text, { user })).toEqual([]);
      texts.push(text);
      menus.push(await readMarket());
    }
    await rm(folder, { recursive: true });

    await emptyDatabase(await testDatabase());
    const another = await storeVenue(db(), { name: 'Another', position: 0 });
    const mover = await storeUser(db(), { operatorOf: [another.id], isSiteOperator: true });
    for (const text of texts) await imported(text, { user: mover });
    await db()
      .updateTable('venues')
      .set({ is_active: false, removed_at: new Date() })
      .where('id', '=', another.id)
      .execute();
    expect(await readMarket()).toEqual(menus.at(-1));
    const again = await db().selectFrom('venues').select(['id', 'removed_at']).orderBy('position').execute();
    for (const [index, { id }] of again.filter((venue) => venue.removed_at === null).entries()) {
      expect((await exported(id, mover)).text).toBe(texts[index]);
    }
  }, 60_000);

  /** Reads the market as guests see it, without the ids. */
  async function readMarket(): Promise<unknown> {
    const { data: venues } = (await market.call('GET', '/venues', null)).json();
    const menus = [];
    for (const { id } of venues) {
      const { data: vendors } = (await market.call('GET', `/vendors?venue_id=${id}`, null)).json();
      for (const vendor of vendors) menus.push(await menuOf(vendor.id));
    }
    return withoutIds({ venues, menus });
  }
});

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id' && !key.endsWith('_id'))
      .map(([key, each]) => [key, withoutIds(each)]),
  );
}
