import { problemOfTranslation } from 'releases/words/catalogs';
import { pseudoMessage } from './message';

test.each([
  ['a text', 'Your cart', '[Ýýööûûŕ çååŕţ]'],
  ['a value', 'Table {number}', '[Ţååƀļéé {number}]'],
  ['tags', 'Read the <terms>terms</terms>.', '[Ŕééååđ ţĥéé <terms>ţééŕɱš</terms>.]'],
  ['fields', 'Order with {{site.brand}}.', '[Ööŕđééŕ ŵîîţĥ {{site.brand}}.]'],
  [
    'plural forms',
    'You have {count, plural, one {# order} other {# orders of {name}}}.',
    '[Ýýööûû ĥååṽéé {count, plural, one {# ööŕđééŕ} other {# ööŕđééŕš ööƒ {name}}}.]',
  ],
  [
    'one word as a plural form',
    '{count, plural, one {item} other {items}}',
    '[{count, plural, one {îîţééɱ} other {îîţééɱš}}]',
  ],
  [
    'a plural form that is a value',
    '{count, plural, one {{name}} other {# of {name}}}',
    '[{count, plural, one {{name}} other {# ööƒ {name}}}]',
  ],
  ['an apostrophe', "We couldn't find it", "[Ŵéé çööûûļđñ'ţ ƒîîñđ îîţ]"],
])('accents %s', (_what, english, pseudo) => {
  expect(pseudoMessage(english)).toBe(pseudo);
  expect(problemOfTranslation(english, pseudo, 'en')).toBeUndefined();
});

test('is 40 % longer than a sentence', () => {
  const sentence = 'This code of the hall is no longer in use, so please ask someone of the staff for another one.';
  expect(pseudoMessage(sentence).length / sentence.length).toBeCloseTo(1.4, 1);
});
