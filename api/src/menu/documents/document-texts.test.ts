/** Venue documents in several languages: what they change, what they keep, and what an export has. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKysely, type Db } from 'core/database/kysely';
import { aDocument, firstGroup, firstVendor, inFrenchToo } from '../../testing/documents';
import { withDatabase } from '../../testing/test-app';
import { MediaFiles } from '../pictures/media';
import { changesBetween } from './changes';
import { exportVenue } from './export-document';
import { importDocuments } from './import-documents';
import { readStoredVenue, type StoredVenue } from './stored-venue';
import type { VenueDocument } from './venue-document';

const { database } = withDatabase();
let folder: string;
let db: Db;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foodhall-texts-'));
  db = createKysely((await database()).pool);
});
afterEach(() => rm(folder, { recursive: true }));

async function run(document: unknown): Promise<number> {
  const path = join(folder, 'hall.json');
  await writeFile(path, JSON.stringify(document));
  return (await importDocuments(db, [path], { mediaDir: join(folder, 'media') })).changed;
}
async function stored(): Promise<StoredVenue> {
  const { id } = await db.selectFrom('venues').select('id').executeTakeFirstOrThrow();
  const venue = await readStoredVenue(db, id);
  if (!venue) throw new Error('There is no venue.');
  return venue;
}
const exported = async () =>
  exportVenue(await stored(), (name) => new MediaFiles('').add('venue', name, null)).document;
/** Imports a document, and returns the sentences about what it changed. */
async function sentencesOf(document: unknown): Promise<string[]> {
  const before = await stored();
  await run(document);
  return changesBetween(before, await stored()).map(({ sentence }) => sentence);
}
const firstItem = (document: VenueDocument) => {
  const [item] = firstGroup(document).items;
  if (!item) throw new Error('The document of these tests has an item.');
  return item;
};

test('the import of a document in two languages stores each text in both', async () => {
  await run(inFrenchToo(aDocument()));
  const venue = await stored();
  expect(venue).toMatchObject({ languages: ['en', 'fr'], name: 'Granary', texts: { fr: { blurb: 'fr A hall' } } });
  const [vendor] = venue.vendors;
  const section = vendor?.menus[0]?.groups[0];
  expect(vendor).toMatchObject({ blurb: 'Ramen', texts: { fr: { blurb: 'fr Ramen' } } });
  expect(section).toMatchObject({ name: 'Bowls', texts: { fr: { name: 'fr Bowls' } } });
  expect(section?.items[0]).toMatchObject({
    texts: { fr: { name: 'fr tonkotsu', description: 'fr Good' } },
    variants: [{ texts: { fr: { name: 'fr Regular' } } }, { texts: { fr: { name: 'fr Large' } } }],
    option_groups: [{ texts: { fr: { name: 'fr Toppings' } }, options: [{ texts: { fr: { name: 'fr egg' } } }, {}] }],
  });
});

test('an import of the same document, or of the export, changes nothing', async () => {
  const document = inFrenchToo(aDocument());
  firstItem(document).picture = { glyphs: ['steaming-bowl'], alt: { en: 'A bowl', fr: 'Un bol' } };
  await run(document);
  expect(await run(document)).toBe(0);
  const written = await exported();
  expect(written).toMatchObject({ languages: ['en', 'fr'], name: { en: 'Granary', fr: 'fr Granary' } });
  expect(await run(written)).toBe(0);
});

test('the export of a hall with hours can be imported as a new hall with the same hours', async () => {
  const hours = {
    weekly: Array.from({ length: 7 }, (_day, day) => (day === 0 ? [] : [{ from: '11:00', until: '14:00' }])),
    exceptions: [{ date: '2026-12-25', spans: [] }],
  };
  await run({ ...aDocument(), hours });
  await run({ ...(await exported()), slug: 'annex' });
  const annex = db.selectFrom('venues').select('opening_hours').where('slug', '=', 'annex');
  expect(await annex.executeTakeFirstOrThrow()).toEqual({ opening_hours: hours });
});

test('an export has a plain text where there is no translation, and no languages in English alone', async () => {
  await run(aDocument());
  const plain = await exported();
  expect(plain).not.toHaveProperty('languages');
  expect(plain.name).toBe('Granary');
  await run({ ...aDocument(), languages: ['fr', 'en'], blurb: { fr: 'Une halle', en: 'A hall' } });
  expect(await exported()).toMatchObject({
    languages: ['fr', 'en'],
    name: 'Granary',
    blurb: { fr: 'Une halle', en: 'A hall' },
  });
});

test('a document without languages keeps those of the venue, and the texts in them', async () => {
  await run(inFrenchToo(aDocument()));
  const document = aDocument();
  firstVendor(document).blurb = 'Noodles';
  await run(document);
  expect(await stored()).toMatchObject({
    languages: ['en', 'fr'],
    vendors: [{ blurb: 'Noodles', texts: { fr: { blurb: 'fr Ramen' } } }],
  });
});

test('a document with other languages rewrites the texts, and those of a removed language go', async () => {
  await run(inFrenchToo(aDocument()));
  const sentences = await sentencesOf({ ...aDocument(), languages: ['en'] });
  expect(sentences).toEqual(['The list of languages of the venue Granary becomes English (was English, French).']);
  const venue = await stored();
  expect([venue.texts, venue.vendors[0]?.texts, venue.vendors[0]?.menus[0]?.texts]).toEqual([{}, {}, {}]);
});

test('another first language changes places with the texts', async () => {
  const document = { ...inFrenchToo(aDocument()), picture: { glyphs: ['taco'] } };
  await run(document);
  const sentences = await sentencesOf({ ...document, languages: ['fr', 'en'] });
  expect(sentences).toEqual([
    'The list of languages of the venue Granary becomes French, English (was English, French).',
  ]);
  expect(await stored()).toMatchObject({ blurb: 'fr A hall', texts: { en: { blurb: 'A hall' } } });
});

test('the report says in which language a text changes', async () => {
  await run(inFrenchToo(aDocument()));
  const document = inFrenchToo(aDocument());
  const item = firstItem(document);
  item.name = { en: 'tonkotsu', fr: 'Bouillon de porc' };
  item.description = { en: 'Better', fr: 'fr Good' };
  expect(await sentencesOf(document)).toEqual([
    'Kumo, Bowls: the French name of the item tonkotsu becomes Bouillon de porc (was fr tonkotsu).',
    'Kumo, Bowls: the description of the item tonkotsu becomes another one.',
  ]);
});

test('the words for a picture stay in each language if the document leaves them out', async () => {
  const document = inFrenchToo(aDocument());
  firstItem(document).picture = { glyphs: ['steaming-bowl'], alt: { en: 'A bowl', fr: 'Un bol' } };
  await run(document);
  firstItem(document).picture = { glyphs: ['steaming-bowl'] };
  expect(await run(document)).toBe(0);
});
