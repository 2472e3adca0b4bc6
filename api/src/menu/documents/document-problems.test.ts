/** Tests each kind of mistake in a document, and the line of its message. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aDocument, aDocumentItem, firstGroup, firstVendor, inFrenchToo } from '../../testing/documents';
import { missingTranslations } from './document-texts';
import { checkDocument } from './import-documents';
import { readText } from './read-source';
import { unusualPrices, type VenueDocument, venueDocumentSchema } from './venue-document';

type Change = (document: VenueDocument) => unknown;

function problemsOf(content: unknown): string[] {
  const problems: string[] = [];
  readText('hall.json', typeof content === 'string' ? content : JSON.stringify(content), venueDocumentSchema, problems);
  return problems;
}

/** Replaces one value of the document; undefined removes the key. */
const set =
  (path: string, value: unknown): Change =>
  (document) => {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const owner = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
    (owner as Record<string, unknown>)[last] = value;
    return document;
  };
const item = 'vendors.0.menus.0.groups.0.items.0';

test.each<[string, Change, string]>([
  ['a missing value', set('currency', undefined), 'currency: is missing'],
  ['a missing nested value', set(`${item}.variants.0.price`, undefined), 'items[0].variants[0].price: is missing'],
  ['a text for a number', set(`${item}.variants.0.price`, '16.5'), 'price: must be a number, not "16.5"'],
  ['a number for a text', set('name', 7), 'name: must be a text, not 7'],
  ['a decimal for a whole number', set('position', 1.5), 'position: must be a whole number, not 1.5'],
  [
    'a text for a switch',
    set('vendors.0.accepting_orders', 'yes'),
    'accepting_orders: must be true or false, not "yes"',
  ],
  ['an object for a list', set('vendors', {}), 'vendors: must be a list, not an object'],
  ['a list for an object', set('tax', []), 'tax: must be an object, not a list'],
  ['null for a text', set('name', null), 'name: must be a text, not null'],
  ['an unknown key', set('colour', 'red'), 'colour: is not known here'],
  [
    'an unknown key near a known one',
    set('vendors.0.acepting_orders', true),
    "vendors[0].acepting_orders: is not known here; did you mean 'accepting_orders'?",
  ],
  ['an unknown key in the tax', set('tax.rate', 13), "tax.rate: is not known here; did you mean 'rate_percent'?"],
  ['a name that is too long', set('name', 'x'.repeat(201)), 'name: must have at most 200 characters; it has 201'],
  ['an empty name', set('vendors.0.name', '  '), 'vendors[0].name: must not be empty'],
  ['a duplicate slug', set(`${item}.variants.1.slug`, 'regular'), "variants[1].slug: 'regular' is in this list twice"],
  ['a negative service charge', set('service_charge', -1), 'service_charge: must be at least 0'],
  ['two percentages for tips', set('tips', [5, 10]), 'tips: must be three percentages, or null for no tips'],
  ['a percentage for tips above the limit', set('tips', [5, 10, 31]), 'tips[2]: must be at most 30'],
  ['no percent for a tip', set('tips', [0, 10, 15]), 'tips[0]: must be at least 1'],
  [
    'percentages for tips that do not ascend',
    set('tips', [10, 5, 15]),
    'tips: must be three different percentages, the smallest first',
  ],
  ['a tax rate above 100', set('tax.rate_percent', 101), 'tax.rate_percent: must be at most 100'],
  [
    'a maximum of choices above the limit',
    set(`${item}.option_groups.0.max_select`, 3_000_000_000),
    'max_select: must be at most 1000',
  ],
  ['too many decimals', set('tax.rate_percent', 13.125), 'tax.rate_percent: must have at most 2 decimals'],
  ['an unknown currency', set('currency', 'CDA'), 'currency: must be a currency code of ISO 4217, such as CAD'],
  ['an unknown time zone', set('timezone', 'Toronto'), 'timezone: must be a time zone such as America/Toronto'],
  [
    'an unknown provider',
    set('payment.provider', 'Strpe'),
    `payment.provider: must be Stripe, Global or Paystack, not "Strpe"; did you mean 'Stripe'?`,
  ],
  [
    'an unknown way to receive an order',
    set('vendors.0.delivery_method_types', ['tabel']),
    'must be collect, table, room or address, not "tabel"; did you mean \'table\'?',
  ],
  ['no way to receive an order', set('vendors.0.delivery_method_types', []), 'needs a way to receive an order'],
  ['a slug with a space', set('vendors.0.slug', 'Kumo Ramen'), 'slug: must be lower case letters, digits'],
  [
    'a character that is not allowed in a name',
    set('name', 'Gra\u202enary'),
    'name: This has a character that cannot be used',
  ],
  ['a character that cannot be stored', set('blurb', 'a\ud800'), 'blurb: has a character that cannot be stored'],
  [
    'an amount above the limit',
    set('service_charge', 10_000_001),
    'service_charge: must not be more than 10000000 in CAD',
  ],
  ['a picture without file and glyphs', set('picture', {}), "picture: needs either 'file' or 'glyphs'"],
  [
    'a picture with both file and glyphs',
    set('picture', { file: 'a.jpg', glyphs: ['taco'] }),
    "picture: needs either 'file' or 'glyphs'",
  ],
  [
    'a ground for a picture file',
    set('picture', { file: 'a.jpg', ground: 'night' }),
    "picture: 'ground' and 'pattern' go with",
  ],
  [
    'a picture file outside its folder',
    set('picture', { file: '../a.jpg' }),
    'picture.file: must name a picture beside the document',
  ],
  [
    'a rename from a slug that still exists',
    (document) => {
      const [vendor] = document.vendors;
      return { ...document, vendors: [vendor, { ...vendor, slug: 'kuma', renamed_from: 'kumo' }] };
    },
    "vendors[1].renamed_from: 'kumo' is in this list itself",
  ],
  ['no language', set('languages', []), 'languages: needs a language, such as "en"'],
  ['an unknown language', set('languages', ['en', 'xx']), "languages[1]: 'xx' is not a language we know"],
  ['a language with a region', set('languages', ['fr-CA']), "languages[0]: 'fr-CA' is not a language we know"],
  ['the same language twice', set('languages', ['en', 'fr', 'en']), "languages[2]: 'en' is in this list twice"],
  [
    'a text in several languages, but no languages',
    set('blurb', { en: 'A hall', fr: 'Une halle' }),
    "blurb: is in several languages, so the venue needs 'languages', its first language first",
  ],
  [
    'a text in a language that the venue does not have',
    (document) => ({ ...document, languages: ['en'], blurb: { en: 'A hall', fr: 'Une halle' } }),
    "blurb.fr: 'fr' is not in the venue's languages",
  ],
  [
    'a text in no language',
    (document) => ({ ...document, languages: ['en'], name: { en: 'Hall', english: 'Hall' } }),
    "name.english: 'english' is not a language we know",
  ],
  [
    'a text without the first language',
    (document) => ({ ...document, languages: ['en', 'fr'], name: { fr: 'Halle' } }),
    "name: needs 'en', the venue's first language",
  ],
  [
    'an empty text in a language',
    (document) => ({ ...document, languages: ['en', 'fr'], blurb: { en: 'A hall', fr: ' ' } }),
    'blurb.fr: must not be empty; leave the language out',
  ],
  [
    'a number for a text in a language',
    (document) => ({ ...document, languages: ['en', 'fr'], name: { en: 'Hall', fr: 7 } }),
    'name.fr: must be a text, not 7',
  ],
  [
    'a character that turns the direction of a text',
    (document) => ({ ...document, languages: ['en', 'fr'], name: { en: 'Hall', fr: 'Hal\u202ele' } }),
    'name.fr: This has a character that cannot be used',
  ],
  ['no content', () => '', '1:1 a value is expected here'],
  ['a list as its content', () => [], 'document: must be an object, not a list'],
  ['a list with too many levels', () => '['.repeat(100_000), '1:61 this has more than 60 levels of objects and lists'],
])('a document with %s has one reported problem', (_kind, change, expected) => {
  const problems = problemsOf(change(aDocument()));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(expected);
  expect(problems[0]).toMatch(/^hall\.json:\d+:\d+ /);
});

test('a problem names the line of the value, and the line of the key when the key is unknown', () => {
  const lines = ['{', '  "name": 7,', '  "colour":', '    "red"', '}'];
  expect(problemsOf(lines.join('\n'))).toEqual(
    expect.arrayContaining([
      'hall.json:2:11 name: must be a text, not 7',
      'hall.json:3:3 colour: is not known here',
      'hall.json:1:1 slug: is missing',
    ]),
  );
});

test('the report names the first hundred problems, and counts the others', () => {
  const document = aDocument();
  const [first] = firstGroup(document).items;
  firstGroup(document).items = Array.from(
    { length: 150 },
    (_, index) => ({ ...first, slug: `i-${index}`, name: 7 }) as never,
  );
  const problems = problemsOf(document);
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toBe('hall.json has 50 more problems');
});

test('fields with a default may be left out', () => {
  const short = {
    slug: 'hall',
    name: 'Hall',
    currency: 'CAD',
    timezone: 'America/Toronto',
    tax: { rate_percent: 13, included: false },
    payment: { provider: 'Stripe', key: 'pk', secret_env: 'STRIPE_SECRET' },
    vendors: [
      {
        slug: 'kumo',
        name: 'Kumo',
        menus: [
          {
            slug: 'menu',
            name: 'Menu',
            groups: [
              {
                slug: 'bowls',
                name: 'Bowls',
                items: [{ slug: 'miso', name: 'Miso', variants: [{ slug: 'one', name: 'One', price: 9 }] }],
              },
            ],
          },
        ],
      },
    ],
  };
  expect(problemsOf(short)).toEqual([]);
  expect(venueDocumentSchema.parse(short)).toMatchObject({
    blurb: '',
    picture: null,
    service_charge: 0,
    tax: { name: 'Tax', number: '' },
    payment: { webhook_secret_env: null },
    vendors: [
      {
        accepting_orders: true,
        subaccount_code: null,
        address_1: '',
        menus: [{ groups: [{ option_groups: [], items: [{ status: 'active', description: '', picture: null }] }] }],
      },
    ],
  });
});

describe('a price', () => {
  const warningsOf = (currency: string, price: number) => {
    const document = { ...aDocument(), currency, service_charge: 0 };
    for (const each of firstGroup(document).items) for (const variant of each.variants) variant.price = price;
    firstVendor(document).menus[0]?.groups[0]?.items.splice(1);
    for (const group of firstGroup(document).option_groups) for (const option of group.options) option.price = 0;
    for (const each of firstGroup(document).items) each.option_groups = [];
    firstGroup(document).items[0]?.variants.splice(1);
    expect(problemsOf(document)).toEqual([]);
    return unusualPrices(venueDocumentSchema.parse(document)).map(({ message }) => message);
  };

  test.each([
    ['JPY', 2_500],
    ['NGN', 4_500],
    ['CAD', 16.5],
    ['ZAR', 185],
    ['IDR', 55_000],
    ['KRW', 12_000],
    ['KWD', 3.25],
    ['COP', 32_000],
    ['LBP', 900_000],
    ['CAD', 0],
  ])('of %s %d is imported without a warning', (currency, price) => {
    expect(warningsOf(currency, price)).toEqual([]);
  });

  test.each([
    ['CAD', 1_650, '1650 is unusually high: prices in CAD are usually between 0.1 and 300'],
    ['NGN', 16.5, '16.5 is unusually low: prices in NGN are usually between 100 and 300000'],
    ['JPY', 250_000, '250000 is unusually high: prices in JPY are usually between 10 and 30000'],
    ['KWD', 3_250, '3250 is unusually high: prices in KWD are usually between 0.1 and 300'],
  ])('of %s %d is imported with a warning', (currency, price, warning) => {
    expect(warningsOf(currency, price)).toEqual([warning]);
  });
});

test.each([
  ['Latin 1', Buffer.from('{\n"name": "Café"\n}', 'latin1'), 'hall.json:2 is not UTF-8: save it as UTF-8'],
  ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'hall.json is UTF-16: save it as UTF-8'],
])('a document in %s is refused with the way to save it', async (_what, content, line) => {
  const folder = await mkdtemp(join(tmpdir(), 'document-'));
  const file = join(folder, 'hall.json');
  await writeFile(file, content);
  expect(await checkDocument(file, 'hall.json')).toMatchObject({ problems: [line], venue: null });
  await rm(folder, { recursive: true });
});

test('a warning counts the texts that a language lacks, by stall', () => {
  const document = { ...inFrenchToo(aDocument()), languages: ['en', 'fr', 'es'] };
  firstGroup(document).items.push(aDocumentItem('plain'));
  const content = { ...document, blurb: '' };
  expect(missingTranslations(content).map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'vendors.0: 7 texts are missing in French, so its menu is shown in English: kumo',
    'vendors.0: 26 texts are missing in Spanish, so its menu is shown in English: kumo',
  ]);
  expect(missingTranslations(aDocument())).toEqual([]);
});
