import compile from 'icu-minify/compile';
import { provideCatalog, provideLanguage, SOURCE_LANGUAGE, wordsOf } from '.';
import { compiledPlural, compiledText, pluralKey } from './message';

let language = SOURCE_LANGUAGE;
beforeEach(() => {
  language = SOURCE_LANGUAGE;
  provideLanguage(() => language);
});

/** Gives an app French messages, as the build compiles them. */
function speakFrench(app: string, messages: Readonly<Record<string, string>>): void {
  provideCatalog(app, 'fr', Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compile(text)])));
  language = 'fr';
}

test('a text is the English one while no catalog is loaded', () => {
  const { t } = wordsOf('without-catalog');
  language = 'fr';
  expect(t('Your cart is empty')).toBe('Your cart is empty');
});

test('a text is translated by the catalog of its own app', () => {
  const texts = { Open: 'Ouvert' };
  speakFrench('kitchen', texts);
  speakFrench('doors', { Open: 'Ouvrir' });
  expect([wordsOf('kitchen').t('Open'), wordsOf('doors').t('Open')]).toEqual(['Ouvert', 'Ouvrir']);
});

test('values are put in at the place that the language has for them', () => {
  speakFrench('values', { '{item} of {stall}': '{stall} : {item}' });
  const { t } = wordsOf('values');
  expect(t('{item} of {stall}', { item: 'Ramen', stall: 'Kumo' })).toBe('Kumo : Ramen');
});

test('a value with braces is shown as it is', () => {
  expect(wordsOf('braces').t('Note: {note}', { note: 'no {nuts} <b>please</b>' })).toBe(
    'Note: no {nuts} <b>please</b>',
  );
});

test.each([
  [0, '0 orders', '0 commande'],
  [1, '1 order', '1 commande'],
  [2, '2 orders', '2 commandes'],
])('%i takes the plural form of its language', (count, english, french) => {
  const forms = { one: '# order', other: '# orders' } as const;
  const { plural } = wordsOf('plurals');
  expect(plural(count, forms)).toBe(english);
  speakFrench('plurals', {
    [pluralKey(forms)]: '{count, plural, one {# commande} many {# de commandes} other {# commandes}}',
  });
  expect(plural(count, forms)).toBe(french);
});

test('Arabic has six plural forms', () => {
  const forms = { one: '# item', other: '# items' } as const;
  const arabic = '{count, plural, zero {zero} one {one} two {two} few {few} many {many} other {other}}';
  provideCatalog('six', 'ar', { [pluralKey(forms)]: compile(arabic) });
  language = 'ar';
  const { plural } = wordsOf('six');
  expect([0, 1, 2, 3, 11, 100].map((count) => plural(count, forms))).toEqual([
    'zero',
    'one',
    'two',
    'few',
    'many',
    'other',
  ]);
});

test('an element keeps the words around it in the order of the language', () => {
  speakFrench('rich', { 'Read the <terms>terms</terms> first.': 'Lisez d’abord les <terms>conditions</terms>.' });
  const { rich } = wordsOf('rich');
  const terms = (content: unknown[]) => `[${content.join('')}]`;
  expect(rich('Read the <terms>terms</terms> first.', { terms }).join('')).toBe('Lisez d’abord les [conditions].');
  language = SOURCE_LANGUAGE;
  expect(rich('Read the <terms>terms</terms> first.', { terms }).join('')).toBe('Read the [terms] first.');
});

test('an app says which language it speaks', () => {
  speakFrench('speaker', {});
  expect([wordsOf('speaker').language(), wordsOf('silent').language()]).toEqual(['fr', SOURCE_LANGUAGE]);
});

test.each(['Your cart', 'Table {number}', '{a} and {b}', 'Read <b>this {x}</b> now', "You're in, {name}", 'a > b'])(
  "'%s' compiles as the library compiles it",
  (text) => {
    expect(compiledText(text)).toEqual(compile(text));
  },
);

test.each([
  { one: '# order', other: '# orders' },
  { one: '# order of {name}', other: '# orders of {name}' },
  { one: 'One', other: 'Many' },
])('$other compiles as the library compiles it', (forms) => {
  expect(JSON.stringify(compiledPlural(forms))).toBe(JSON.stringify(compile(pluralKey(forms))));
});

test('a large number in an English text is grouped', () => {
  language = 'en';
  expect(wordsOf('digits').plural(1200, { one: '# order', other: '# orders' })).toBe('1,200 orders');
});

test('a number in an Arabic text has Latin digits', () => {
  const forms = { one: '# order', other: '# orders' } as const;
  const arabic = '{count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}';
  provideCatalog('digits', 'ar', { [pluralKey(forms)]: compile(arabic) });
  language = 'ar';
  // Browsers of some years ago have other digits for Arabic.
  const made = jest.spyOn(Intl, 'NumberFormat');
  expect(wordsOf('digits').plural(1200, forms)).toBe('1,200');
  expect(made.mock.calls.map(([locale]) => locale)).toEqual(['ar-u-nu-latn']);
  made.mockRestore();
});

test('an amount in a right-to-left text is set apart, and no other value is', () => {
  provideCatalog('amounts', 'ar', { 'From {price} at {stall}': compile('من {price} لدى {stall}') });
  language = 'ar';
  const { t } = wordsOf('amounts');
  expect(t('From {price} at {stall}', { price: '$14.75', stall: 'Kumo' })).toBe('من \u2068$14.75\u2069 لدى Kumo');
  expect(t('From {price} at {stall}', { price: 'R14.75', stall: '$mart' })).toBe('من R14.75 لدى $mart');
});
