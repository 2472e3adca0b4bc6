import { problemOfTranslation, problemsOfCatalog } from './catalogs';

const ORDERS = '{count, plural, one {# order} other {# orders}}';

test('a complete catalog has no problems', () => {
  expect(problemsOfCatalog(['Cart', 'Table {n}'], { Cart: 'Panier', 'Table {n}': 'Table {n}' }, 'fr')).toEqual([]);
});

test('names messages that are missing, and translations that nothing uses', () => {
  expect(problemsOfCatalog(['Cart'], { Basket: 'Corbeille' }, 'fr')).toEqual([
    '"Cart" is missing.',
    '"Basket" is not used.',
  ]);
});

test.each([
  ['an empty translation', 'Cart', ' ', 'fr', 'has an empty translation.'],
  [
    'a lost name',
    'Table {n}',
    'Table',
    'fr',
    'lost {n} in its translation. Names in braces and tags are not translated.',
  ],
  ['a translated name', 'Table {number}', 'Table {numéro}', 'fr', 'lost {number} in its translation.'],
  [
    'a name that the code does not give',
    'Table',
    'Table {n}',
    'fr',
    'has {n} in its translation, which the code does not give.',
  ],
  ['a lost tag', 'Read <a>this</a>', 'Lisez ceci', 'fr', 'lost {a} in its translation.'],
  [
    'a missing plural form',
    ORDERS,
    '{count, plural, one {# طلب} other {# طلب}}',
    'ar',
    'lacks the plural forms zero, two, few, many of {count}',
  ],
  ['an open brace', 'Cart', 'Panier {', 'fr', 'has a translation that is no ICU message: '],
  [
    'a translated field',
    'Order with {{site.brand}}.',
    'Commandez avec {{site.marque}}.',
    'fr',
    'has other fields than its translation: {{site.brand}}, {{site.marque}}.',
  ],
  ['a direction mark', 'Cart', '\u202eسلة', 'ar', 'has an invisible direction mark in its translation'],
])('explains %s', (_what, key, translation, language, problem) => {
  expect(problemOfTranslation(key, translation, language)).toContain(`${JSON.stringify(key)} ${problem}`);
});

test.each([
  ['the same text for each number', ORDERS, '{count} commandes', 'fr'],
  ['the same fields', 'Order with {{site.brand}}.', '{{site.brand}} : commandez.', 'fr'],
  [
    'a plural form that begins with a value',
    '{count, plural, one {{name} has # order} other {{name} has # orders}}',
    '{count, plural, one {{name} a # commande} many {{name} a # de commandes} other {{name} a # commandes}}',
    'fr',
  ],
  ['another order of the values', '{a} of {b}', '{b} : {a}', 'fr'],
  [
    'a plural in a language with more forms',
    ORDERS,
    '{count, plural, one {# pedido} many {# de pedidos} other {# pedidos}}',
    'es',
  ],
])('accepts %s', (_what, key, translation, language) => {
  expect(problemOfTranslation(key, translation, language)).toBeUndefined();
});
