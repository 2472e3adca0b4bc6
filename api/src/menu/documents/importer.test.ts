import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKysely, type Db } from 'core/database/kysely';
import { aDocument, aDocumentItem, firstGroup } from '../../testing/documents';
import { aPhotograph, aPhotographedVenue } from '../../testing/photographs';
import { withDatabase } from '../../testing/test-app';
import { filesOf } from '../pictures/photographs';
import { importDemo, requireNoDemo } from './import-demo';
import { importDocuments } from './import-documents';
import { ImportError } from './import-error';
import type { VenueDocument } from './venue-document';

const { database } = withDatabase();
let folder: string;
let db: Db;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foodhall-importer-'));
  db = createKysely((await database()).pool);
});
afterEach(() => rm(folder, { recursive: true }));

async function write(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
}
const run = async (...documents: unknown[]) => {
  const paths = await Promise.all(documents.map((document, index) => write(`venue-${index}.json`, document)));
  return importDocuments(db, paths, { mediaDir: join(folder, 'media') });
};
const problemsOf = async (...documents: unknown[]): Promise<readonly string[]> => {
  try {
    await run(...documents);
  } catch (error) {
    if (error instanceof ImportError) return error.problems.map((line) => line.replace(/^.*?(?=venue-\d)/, ''));
    throw error;
  }
  return [];
};
const bowls = firstGroup;
const item = aDocumentItem;

test('the import of a document creates a venue with everything that it sells, in minor units', async () => {
  expect(await run(aDocument())).toMatchObject({ venues: 1, vendors: 1, items: 2 });
  const venue = await db.selectFrom('venues').selectAll().executeTakeFirstOrThrow();
  expect(venue).toMatchObject({
    slug: 'granary',
    tax_rate_bp: 1300,
    service_charge_minor: 250,
    is_tax_included: false,
  });
  const variants = await db.selectFrom('variants').select(['slug', 'price_minor', 'position']).orderBy('id').execute();
  expect(variants.slice(0, 2)).toEqual([
    { slug: 'regular', price_minor: 1650, position: 0 },
    { slug: 'large', price_minor: 1950, position: 1 },
  ]);
  expect(await db.selectFrom('option_groups').select('slug').orderBy('slug').execute()).toHaveLength(3);
  expect(await db.selectFrom('options').select('price_minor').execute()).toEqual(Array(5).fill({ price_minor: 125 }));
});

test('tips are off in a new venue, stay if a later document leaves them out, and end with null', async () => {
  const ratesAfter = async (tips?: number[] | null) => {
    await run({ ...aDocument(), ...(tips !== undefined && { tips }) });
    return (await db.selectFrom('venues').select('tip_rates_bp').executeTakeFirstOrThrow()).tip_rates_bp;
  };
  expect(await ratesAfter()).toBeNull();
  expect(await ratesAfter([5, 10, 12.5])).toEqual([500, 1000, 1250]);
  expect(await ratesAfter()).toEqual([500, 1000, 1250]);
  expect(await ratesAfter(null)).toBeNull();
});

test('pictures are written under the hash of their content, and the rows name them', async () => {
  await run(aDocument());
  const files = await readdir(join(folder, 'media'));
  const { image_url, thumbnail_url } = await db.selectFrom('vendors').selectAll().executeTakeFirstOrThrow();
  for (const address of [image_url, thumbnail_url]) {
    expect(address).toMatch(/^\/media\/[0-9a-f]{20}\.svg$/);
    expect(files).toContain(address.replace('/media/', ''));
  }
  expect(thumbnail_url).not.toBe(image_url);
});

test('an item has one picture for the menu and one for its own page, or neither', async () => {
  const document = aDocument();
  document.vendors[0]?.menus[0]?.groups[0]?.items.push({ ...item('plain'), picture: null });
  await run(document);
  const files = await readdir(join(folder, 'media'));
  const [pictured, , plain] = await db.selectFrom('items').select(['image_url', 'hero_url']).orderBy('id').execute();
  expect(pictured?.hero_url).not.toBe(pictured?.image_url);
  expect(files).toEqual(expect.arrayContaining([pictured?.image_url, pictured?.hero_url].map((url) => url?.slice(7))));
  expect(plain).toEqual({ image_url: null, hero_url: null });
});

test('a picture may be a file beside the document', async () => {
  await write('cover.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await run({ ...aDocument(), picture: { file: 'cover.svg' } });
  const { image_url } = await db.selectFrom('venues').select('image_url').executeTakeFirstOrThrow();
  expect(await readFile(join(folder, image_url), 'utf8')).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>');
});

describe('a photograph', () => {
  const withPhotograph = () => ({ ...aDocument(), picture: { file: 'hall.jpg' } });
  const addressOfVenue = async () =>
    (await db.selectFrom('venues').select('image_url').executeTakeFirstOrThrow()).image_url;
  const mediaFiles = async () => (await readdir(join(folder, 'media'))).filter((name) => !name.endsWith('.svg')).sort();

  test('is written in every width, and its row names the widest', async () => {
    await writeFile(join(folder, 'hall.jpg'), await aPhotograph({ width: 500 }));
    await run(withPhotograph());
    const address = await addressOfVenue();
    expect(address).toMatch(/^\/media\/[0-9a-f]{20}\.500\.webp$/);
    expect(await mediaFiles()).toEqual(filesOf(address).sort());
  });

  test('is not encoded again by the next import', async () => {
    await writeFile(join(folder, 'hall.jpg'), await aPhotograph({ width: 500 }));
    await run(withPhotograph());
    const [form = ''] = await mediaFiles();
    // The file only has to be recognizable.
    await writeFile(join(folder, 'media', form), 'as it was');
    expect(await run(withPhotograph())).toMatchObject({ changed: 0 });
    expect(await readFile(join(folder, 'media', form), 'utf8')).toBe('as it was');
  });

  test('can be used for every picture of a market, and all its files are written', async () => {
    const document = await aPhotographedVenue(folder, { width: 200, height: 150 });
    await importDocuments(db, [document], { mediaDir: join(folder, 'media') });
    const vendors = await db.selectFrom('vendors').select(['image_url', 'thumbnail_url']).execute();
    const items = await db
      .selectFrom('items')
      .select(['image_url', 'hero_url'])
      .where('image_url', 'is not', null)
      .execute();
    const addresses = [...vendors, ...items].flatMap((row) => Object.values(row));
    const photographs = new Set([await addressOfVenue(), ...addresses].map(String));
    const forms = [...photographs].flatMap(filesOf);
    expect(forms).toHaveLength(2 * photographs.size);
    expect(await mediaFiles()).toEqual(forms.sort());
  });

  test('of another format is refused, and nothing is imported', async () => {
    await write('hall.jpg', 'This is no picture.');
    expect(await problemsOf(withPhotograph())).toEqual([
      expect.stringMatching(/^venue-0\.json:\d+:\d+ picture: names hall\.jpg, which is no JPEG, PNG or WebP picture$/),
    ]);
    expect(await db.selectFrom('venues').select('id').execute()).toEqual([]);
  });
});

test('the same document twice changes nothing', async () => {
  await run(aDocument());
  const before = await db.selectFrom('items').select(['id', 'slug']).orderBy('id').execute();
  expect(await run(aDocument())).toMatchObject({ changed: 0 });
  expect(await db.selectFrom('items').select(['id', 'slug']).orderBy('id').execute()).toEqual(before);
});

test('a row that is removed from the document is hidden, and the same row returns with it', async () => {
  await run(aDocument());
  const shorter = aDocument();
  bowls(shorter).items.pop();
  bowls(shorter).option_groups = [];
  const report = await run(shorter);
  const listed = () => db.selectFrom('items').select(['id', 'slug', 'is_listed']).orderBy('id').execute();
  expect(await listed()).toMatchObject([
    { slug: 'tonkotsu', is_listed: true },
    { slug: 'miso', is_listed: false },
  ]);
  // The item, its 2 variants, its option group and its 2 options; the group's option group and its option.
  expect(report.changed).toBe(8);
  await run(aDocument());
  expect(await listed()).toMatchObject([
    { slug: 'tonkotsu', is_listed: true },
    { slug: 'miso', is_listed: true },
  ]);
  expect(await run(aDocument())).toMatchObject({ changed: 0 });
});

test('the import does not change other venues, or a vendor that the document does not list', async () => {
  const both = aDocument();
  const [vendor] = both.vendors;
  if (vendor) both.vendors.push({ ...vendor, slug: 'second' });
  await run(both, { ...aDocument(), slug: 'other' });
  await run(aDocument());
  const vendors = await db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'venue_id')
    .select(['venues.slug as venue', 'vendors.slug', 'vendors.is_active'])
    .orderBy('vendors.id')
    .execute();
  expect(vendors).toEqual([
    { venue: 'granary', slug: 'kumo', is_active: true },
    { venue: 'granary', slug: 'second', is_active: true },
    { venue: 'other', slug: 'kumo', is_active: true },
  ]);
});

test("the import updates a price, and keeps the vendor's own status and accepting_orders", async () => {
  await run(aDocument());
  await db.updateTable('items').set({ status: 'inactive' }).where('slug', '=', 'miso').execute();
  await db.updateTable('vendors').set({ accepting_orders: false }).execute();
  const dearer = aDocument();
  const [first] = bowls(dearer).items;
  if (first?.variants[0]) first.variants[0].price = 17;
  expect(await run(dearer)).toMatchObject({ changed: 1 });
  const changed = await db.selectFrom('variants').select('id').where('price_minor', '=', 1700).execute();
  expect(changed).toHaveLength(1);
  expect(await db.selectFrom('items').select('status').where('slug', '=', 'miso').execute()).toEqual([
    { status: 'inactive' },
  ]);
  expect(await db.selectFrom('vendors').select('accepting_orders').execute()).toEqual([{ accepting_orders: false }]);
});

test('a document sets whether a new part is hidden, and a later import keeps the choice of the stall', async () => {
  const document = aDocument();
  const [kumo] = document.vendors;
  const [menu] = kumo?.menus ?? [];
  if (menu) menu.status = 'inactive';
  await run(document);
  const statuses = async () => [
    ...(await db.selectFrom('menus').select('status').execute()),
    ...(await db.selectFrom('groups').select('status').execute()),
    ...(await db.selectFrom('option_groups').select('status').distinct().execute()),
  ];
  expect(await statuses()).toEqual([{ status: 'inactive' }, { status: 'active' }, { status: 'active' }]);
  await db.updateTable('menus').set({ status: 'active' }).execute();
  await db.updateTable('groups').set({ status: 'inactive' }).execute();
  expect(await run(document)).toMatchObject({ changed: 0 });
  expect(await statuses()).toEqual([{ status: 'active' }, { status: 'inactive' }, { status: 'active' }]);
});

describe('a picture that a stall has uploaded', () => {
  const own = { image_url: `/media/${'a'.repeat(20)}.400.webp`, hero_url: `/media/${'b'.repeat(20)}.800.webp` };
  /** The hours of the first item that the stall has set. */
  const set = async () => {
    const { id, vendor_id } = await db
      .selectFrom('items')
      .select(['id', 'vendor_id'])
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('stall_pictures')
      .values(Object.values(own).map((address) => ({ address, vendor_id, bytes: 1, created_at: new Date() })))
      .execute();
    await db
      .updateTable('items')
      .set({ ...own, image_alt: 'Broth', drawing: null })
      .where('id', '=', id)
      .execute();
  };
  const first = () =>
    db.selectFrom('items').select(['image_url', 'hero_url', 'image_alt']).orderBy('id').executeTakeFirstOrThrow();
  const withPicture = (picture: NonNullable<ReturnType<typeof bowls>['items'][number]['picture']> | null) => {
    const document = aDocument();
    const [miso] = bowls(document).items;
    if (miso) miso.picture = picture;
    return document;
  };

  test('stays with its description if the document has no picture', async () => {
    await run(withPicture(null));
    await set();
    expect(await run(withPicture(null))).toMatchObject({ changed: 0 });
    expect(await first()).toEqual({ ...own, image_alt: 'Broth' });
  });

  test('is replaced with its description by a picture of the document', async () => {
    await run(withPicture(null));
    await set();
    await writeFile(join(folder, 'ramen.jpg'), await aPhotograph({ width: 300 }));
    await run(withPicture({ file: 'ramen.jpg' }));
    const { image_url, hero_url, image_alt } = await first();
    expect(image_url).toMatch(/\.300\.webp$/);
    expect([hero_url, image_alt]).toEqual([image_url, '']);
  });
});

test('an item can have a second picture for its page and a description, which an import without them keeps', async () => {
  await writeFile(join(folder, 'menu.jpg'), await aPhotograph({ width: 200 }));
  await writeFile(join(folder, 'page.jpg'), await aPhotograph({ width: 300, seed: 2 }));
  const document = aDocument();
  const [miso] = bowls(document).items;
  if (!miso) throw new Error('The document has an item.');
  miso.picture = { file: 'menu.jpg', page: 'page.jpg', alt: 'A bowl' };
  await run(document);
  const first = () =>
    db.selectFrom('items').select(['image_url', 'hero_url', 'image_alt']).orderBy('id').executeTakeFirstOrThrow();
  const stored = await first();
  expect(stored).toEqual({
    image_url: expect.stringMatching(/\.200\.webp$/),
    hero_url: expect.stringMatching(/\.300\.webp$/),
    image_alt: 'A bowl',
  });
  miso.picture = { file: 'menu.jpg' };
  expect(await run(document)).toMatchObject({ changed: 0 });
  expect(await first()).toEqual(stored);
  miso.picture = { glyphs: ['steaming-bowl'], page: 'page.jpg' };
  expect(await problemsOf(document)).toEqual([expect.stringMatching(/'page' goes with 'file'/)]);
});

test('a document sets the lateness steps of a new stall, and later imports keep the changes of the stall', async () => {
  const document = aDocument();
  const [kumo] = document.vendors;
  if (kumo) kumo.lateness = { late_after_minutes: 8, very_late_after_minutes: 15 };
  const steps = () => db.selectFrom('vendors').select(['late_after_minutes', 'very_late_after_minutes']).execute();
  await run(document);
  expect(await steps()).toEqual([{ late_after_minutes: 8, very_late_after_minutes: 15 }]);
  await db.updateTable('vendors').set({ late_after_minutes: 5 }).execute();
  expect(await run(document)).toMatchObject({ changed: 0 });
  expect(await steps()).toEqual([{ late_after_minutes: 5, very_late_after_minutes: 15 }]);
});

test('a document sets the hours of a new stall, and later imports keep the changes of the stall', async () => {
  const document = aDocument();
  const [kumo] = document.vendors;
  const lunch = { weekly: Array.from({ length: 7 }, () => [{ from: '11:00', until: '14:00' }]), exceptions: [] };
  if (kumo) kumo.hours = lunch as never;
  const hours = () => db.selectFrom('vendors').select('opening_hours').executeTakeFirstOrThrow();
  await run(document);
  expect((await hours()).opening_hours).toEqual(lunch);
  await db.updateTable('vendors').set({ opening_hours: null }).execute();
  expect(await run(document)).toMatchObject({ changed: 0 });
  expect((await hours()).opening_hours).toBeNull();
});

test('a document sets the hours of a new hall, and later imports keep the changes of the operators', async () => {
  const lunch = {
    weekly: Array.from({ length: 7 }, () => [{ from: '11:00', until: '14:00' }]),
    exceptions: [{ date: '2026-12-25', spans: [] }],
  };
  const document = { ...aDocument(), hours: lunch };
  const hours = () => db.selectFrom('venues').select('opening_hours').executeTakeFirstOrThrow();
  await run(document);
  expect((await hours()).opening_hours).toEqual(lunch);
  await db.updateTable('venues').set({ opening_hours: null }).execute();
  expect(await run(document)).toMatchObject({ changed: 0 });
  expect((await hours()).opening_hours).toBeNull();
});

describe('the taxes of a venue', () => {
  const withTaxes = () => {
    const document = aDocument();
    document.tax.categories = [
      { slug: 'alcohol', name: 'Alcohol', rate_percent: 20 },
      { slug: 'food', name: 'Food', rate_percent: 7.25 },
    ];
    bowls(document).items = [{ ...item('sake'), tax_category: 'alcohol' }, item('miso')];
    return document;
  };
  const taxes = async () =>
    Object.fromEntries(
      (
        await db
          .selectFrom('items')
          .leftJoin('tax_categories', 'tax_categories.id', 'items.tax_category_id')
          .select(['items.slug', 'tax_categories.slug as tax'])
          .execute()
      ).map(({ slug, tax }) => [slug, tax]),
    );
  const rates = () => db.selectFrom('tax_categories').select(['slug', 'rate_bp']).orderBy('slug').execute();

  test('and the taxes of its items are imported with the document', async () => {
    await run(withTaxes());
    expect(await rates()).toEqual([
      { slug: 'alcohol', rate_bp: 2000 },
      { slug: 'food', rate_bp: 725 },
    ]);
    expect(await taxes()).toEqual({ sake: 'alcohol', miso: null });
    expect(await run(withTaxes())).toMatchObject({ changed: 0 });
  });

  test('are updated if the document names them', async () => {
    await run(withTaxes());
    const document = withTaxes();
    document.tax.categories = [{ slug: 'spirits', name: 'Spirits', rate_percent: 25, renamed_from: 'alcohol' }];
    bowls(document).items = [
      { ...item('sake'), tax_category: null },
      { ...item('miso'), tax_category: 'spirits' },
    ];
    await run(document);
    expect(await rates()).toEqual([
      { slug: 'food', rate_bp: 725 },
      { slug: 'spirits', rate_bp: 2500 },
    ]);
    expect(await taxes()).toEqual({ sake: null, miso: 'spirits' });
  });

  test('stay as they are if the document does not name them', async () => {
    await run(withTaxes());
    const document = withTaxes();
    document.tax.categories = [];
    bowls(document).items = [item('sake'), item('miso')];
    expect(await run(document)).toMatchObject({ changed: 0 });
    expect(await rates()).toHaveLength(2);
    expect(await taxes()).toEqual({ sake: 'alcohol', miso: null });
  });

  test('can be named by an item only if the document lists them', async () => {
    const document = withTaxes();
    document.tax.categories = [];
    expect(await problemsOf(document)).toEqual([
      expect.stringContaining("items[0].tax_category: 'alcohol' is none of the venue's tax.categories"),
    ]);
  });
});

describe('the facts that a stall states about its items', () => {
  const stated = () => {
    const document = aDocument();
    const [egg] = [{ slug: 'soy-egg', name: 'Egg', price: 2, status: 'active' as const, allergens: ['eggs' as const] }];
    bowls(document).items = [
      { ...item('tonkotsu'), allergens: ['gluten'], diets: ['halal'] },
      { ...item('miso'), allergens: [] },
      item('tea'),
    ];
    bowls(document).option_groups = [
      { slug: 'toppings', name: 'Toppings', status: 'active', min_select: 0, max_select: null, options: [egg] },
    ];
    return document;
  };
  const rows = async () => [
    ...(await db.selectFrom('items').select(['slug', 'allergens', 'diets']).orderBy('id').execute()),
    ...(await db.selectFrom('options').select(['slug', 'allergens']).where('slug', '=', 'soy-egg').execute()),
  ];

  test('are imported with the document', async () => {
    await run(stated());
    expect(await rows()).toMatchObject([
      { slug: 'tonkotsu', allergens: ['gluten'], diets: ['halal'] },
      { slug: 'miso', allergens: [], diets: [] },
      { slug: 'tea', allergens: null, diets: [] },
      { slug: 'soy-egg', allergens: ['eggs'] },
    ]);
    expect(await run(stated())).toMatchObject({ changed: 0 });
  });

  test('are updated if the document states them, and otherwise stay', async () => {
    await run(stated());
    await db
      .updateTable('items')
      .set({ allergens: ['milk'], diets: ['kosher'] })
      .where('slug', '=', 'tea')
      .execute();
    await db
      .updateTable('options')
      .set({ allergens: ['fish'] })
      .execute();
    const document = stated();
    bowls(document).items = [{ ...item('tonkotsu'), allergens: null, diets: [] }, item('miso'), item('tea')];
    for (const group of bowls(document).option_groups) for (const option of group.options) delete option.allergens;
    expect(await run(document)).toMatchObject({ changed: 2 });
    expect(await rows()).toEqual([
      { slug: 'tonkotsu', allergens: null, diets: [] },
      { slug: 'miso', allergens: [], diets: [] },
      { slug: 'tea', allergens: ['milk'], diets: ['kosher'] },
      { slug: 'soy-egg', allergens: ['fish'] },
    ]);
  });

  test('must not contradict each other, and must name each allergen once', async () => {
    const document = stated();
    bowls(document).items = [{ ...item('miso'), allergens: ['eggs', 'eggs'], diets: ['vegan'] }];
    expect(await problemsOf(document)).toEqual([
      expect.stringContaining('items[0].allergens: must not have the same twice'),
      expect.stringContaining('items[0].diets: An item that is vegan cannot contain eggs.'),
    ]);
  });
});

describe('a wrong document', () => {
  test('is reported by file, line, column and path, with every problem at once', async () => {
    const text = JSON.stringify(aDocument(), null, 2)
      .replace('"price": 16.5', '"price": "16.5"')
      .replace('"currency": "CAD"', '"currency": "CAD",\n  "colour": "red"');
    const lines = text.split('\n');
    const price = lines.findIndex((line) => line.includes('"16.5"'));
    const colour = lines.findIndex((line) => line.includes('"colour"'));
    expect(await problemsOf(text)).toEqual([
      `venue-0.json:${colour + 1}:3 colour: is not known here`,
      `venue-0.json:${price + 1}:${(lines[price]?.indexOf('"16.5"') ?? 0) + 1} ` +
        'vendors[0].menus[0].groups[0].items[0].variants[0].price: must be a number, not "16.5"',
    ]);
  });

  test('imports nothing, not even a correct document beside it', async () => {
    expect(await problemsOf(aDocument(), { ...aDocument(), slug: 'bad', currency: 'XYZ' })).toHaveLength(1);
    expect(await db.selectFrom('venues').selectAll().execute()).toEqual([]);
  });

  test.each<[string, (document: VenueDocument) => unknown, RegExp]>([
    [
      'JSON that ends too early',
      (document) => JSON.stringify(document).slice(0, -1),
      /^venue-0\.json:1:\d+ ',' or '}' is expected/,
    ],
    ['a duplicate key', () => '{\n  "slug": "a",\n  "slug": "b"\n}', /^venue-0\.json:3:3 the key 'slug' is here twice/],
    ['a trailing comma', () => '{\n  "slug": "a",\n}', /^venue-0\.json:3:1 a key in double quotes/],
    [
      'a duplicate slug',
      (document) => ({ ...document, vendors: [...document.vendors, ...document.vendors] }),
      /vendors\[1\]\.slug: 'kumo' is in this list twice/,
    ],
    ['an unknown currency', (document) => ({ ...document, currency: 'XYZ' }), /:\d+:\d+ currency: must be a currency/],
    [
      'an unknown time zone',
      (document) => ({ ...document, timezone: 'Mars/Olympus' }),
      /timezone: must be a time zone/,
    ],
    [
      'more decimals than the currency has',
      (document) => ({ ...document, service_charge: 2.505 }),
      /service_charge: must have at most 2 decimals in CAD/,
    ],
    [
      'decimals in a currency without decimals',
      (document) => ({ ...document, currency: 'JPY', service_charge: 2.5 }),
      /must have at most 0 decimals in JPY/,
    ],
    [
      'a secret instead of the name of its setting',
      (document) => ({ ...document, payment: { ...document.payment, secret_env: 'sk_live_1' } }),
      /payment\.secret_env: must be the name/,
    ],
    [
      'a step “very late” before “late”',
      (document) => ({
        ...document,
        vendors: document.vendors.map((vendor) => ({
          ...vendor,
          lateness: { late_after_minutes: 15, very_late_after_minutes: 8 },
        })),
      }),
      /vendors\[0\]\.lateness\.very_late_after_minutes: Very late comes after late/,
    ],
    [
      'an unknown glyph',
      (document) => ({ ...document, picture: { glyphs: ['steeming-bowl'] } }),
      /:\d+:\d+ picture: .*steaming-bowl/,
    ],
    [
      'a missing picture file',
      (document) => ({ ...document, picture: { file: 'nowhere.svg' } }),
      /picture: names nowhere\.svg, which is not beside the document/,
    ],
    [
      'a picture outside its folder',
      (document) => ({ ...document, picture: { file: '../../etc/passwd.svg' } }),
      /picture/,
    ],
    [
      'an item without variants',
      (document) => {
        const [first] = bowls(document).items;
        if (first) first.variants = [];
        return document;
      },
      /items\[0\]\.variants: needs a variant/,
    ],
    [
      'a required choice with too few options',
      (document) => {
        const [first] = bowls(document).option_groups;
        if (first) first.min_select = 2;
        return document;
      },
      /option_groups\[0\]\.(min|max)_select/,
    ],
  ])('with %s is refused', async (_what, change, expected) => {
    const problems = await problemsOf(change(aDocument()));
    expect(problems.join('\n')).toMatch(expected);
    expect(await db.selectFrom('venues').selectAll().execute()).toEqual([]);
  });

  test('that repeats the venue of another document is refused', async () => {
    expect((await problemsOf(aDocument(), aDocument()))[0]).toMatch(
      /^venue-1\.json:2:11 slug: 'granary' is also the venue of/,
    );
  });

  test('that does not exist is refused', async () => {
    await expect(importDocuments(db, [join(folder, 'none.json')], { mediaDir: folder })).rejects.toThrow(
      /none\.json cannot be read/,
    );
  });
});

describe('a Paystack venue', () => {
  const paystack = (change: object): unknown => {
    const document = aDocument();
    const [vendor] = document.vendors;
    if (vendor) vendor.subaccount_code = 'ACCT_1';
    return {
      ...document,
      payment: { ...document.payment, provider: 'Paystack' },
      tax: { ...document.tax, included: true },
      service_charge: 0,
      ...change,
    };
  };

  test('is accepted with its tax included and no service charge', async () => {
    expect(await problemsOf(paystack({}))).toEqual([]);
  });

  test('is refused with added tax, with a service charge, or with a vendor that cannot be paid', async () => {
    const added = { ...aDocument().tax, included: false };
    expect((await problemsOf(paystack({ tax: added }))).join()).toMatch(
      /tax\.included: must be true in a Paystack venue/,
    );
    expect((await problemsOf(paystack({ service_charge: 1 }))).join()).toMatch(
      /service_charge: must be 0 in a Paystack venue/,
    );
    expect((await problemsOf(paystack({ vendors: aDocument().vendors }))).join()).toMatch(/subaccount_code: is needed/);
  });

  test('is refused with tips, and so is a change of a venue with tips to Paystack', async () => {
    expect((await problemsOf(paystack({ tips: [5, 10, 15] }))).join()).toMatch(
      /tips: must be null in a Paystack venue/,
    );
    await run({ ...aDocument(), tips: [5, 10, 15] });
    expect((await problemsOf(paystack({}))).join()).toMatch(
      /payment\.provider: cannot be Paystack while the venue takes tips.*Add 'tips': null/,
    );
    expect(await problemsOf(paystack({ tips: null }))).toEqual([]);
  });

  test('is refused by the database with added tax or a service charge', async () => {
    await run(paystack({}));
    const change = (values: object) => db.updateTable('venues').set(values).execute();
    await expect(change({ service_charge_minor: 1 })).rejects.toMatchObject({ code: '23514' });
    await expect(change({ is_tax_included: false })).rejects.toMatchObject({ code: '23514' });
  });
});

test('a connected account is imported and exported with its vendor, and only a venue of Stripe has one', async () => {
  const document = aDocument();
  const [vendor] = document.vendors;
  if (vendor) vendor.stripe_account = 'acct_1Nv0';
  await run(document);
  expect(await db.selectFrom('vendors').select('stripe_account').execute()).toEqual([{ stripe_account: 'acct_1Nv0' }]);
  const global = { ...document, payment: { ...document.payment, provider: 'Global' } };
  expect((await problemsOf(global)).join()).toMatch(/stripe_account: is only for a venue of Stripe/);
  if (vendor) vendor.stripe_account = 'ACCT_1';
  expect((await problemsOf(document)).join()).toMatch(/stripe_account: An account of Stripe begins with acct_/);
});

describe('the demo market', () => {
  test('blocks live payments for its database, and a customer with one of its addresses does not', async () => {
    await expect(requireNoDemo(db)).resolves.toBeUndefined();
    await db
      .insertInto('users')
      .values({ name: 'Stranger', email: 'vendor@foodhall.test', password_hash: 'x' })
      .execute();
    await expect(requireNoDemo(db)).resolves.toBeUndefined();
    await importDemo(db, join(folder, 'media'));
    await expect(requireNoDemo(db)).rejects.toThrow(
      "PAYMENTS is 'live'; it must be sandbox or test for a database with accounts of the demo, whose passwords are published (baker@foodhall.test, customer@foodhall.test, operator@foodhall.test, second@foodhall.test). To remove the demo: npm run foodhall -- demo remove --offline.",
    );
  });

  test('is imported only into an empty database', async () => {
    const mediaDir = join(folder, 'media');
    expect(await importDemo(db, mediaDir)).toMatchObject({ venues: 4 });
    expect(await importDemo(db, mediaDir)).toBeNull();
    const venues = await db.selectFrom('venues').select(['payment_provider', 'currency']).orderBy('position').execute();
    expect(new Set(venues.map((venue) => `${venue.payment_provider} ${venue.currency}`))).toEqual(
      new Set(['Stripe CAD', 'Paystack ZAR', 'Global EUR']),
    );
    const members = await db
      .selectFrom('users')
      .leftJoin('vendor_members', 'user_id', 'users.id')
      .select(['email', ({ fn }) => fn.count<number>('vendor_id').as('vendors')])
      .groupBy('email')
      .orderBy('email')
      .execute();
    expect(members).toEqual([
      { email: 'baker@foodhall.test', vendors: 1 },
      { email: 'customer@foodhall.test', vendors: 0 },
      { email: 'operator@foodhall.test', vendors: 0 },
      { email: 'second@foodhall.test', vendors: 0 },
      { email: 'vendor@foodhall.test', vendors: 2 },
    ]);
    const operators = await db
      .selectFrom('venue_operators')
      .innerJoin('users', 'users.id', 'user_id')
      .innerJoin('venues', 'venues.id', 'venue_id')
      .select(['email', 'slug'])
      .execute();
    expect(operators).toEqual([{ email: 'operator@foodhall.test', slug: 'granary-square-market' }]);
    const ofSite = await db
      .selectFrom('site_operators')
      .innerJoin('users', 'users.id', 'user_id')
      .select('email')
      .execute();
    expect(ofSite).toEqual([{ email: 'operator@foodhall.test' }]);
  });
});
