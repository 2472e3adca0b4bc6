import { matcher } from './search';

describe('a search', () => {
  test.each([
    ['', ['Pico Taquería'], true],
    ['   ', ['Pico Taquería'], true],
    ['pico', ['Pico Taquería'], true],
    ['TAQUERIA', ['Pico Taquería'], true],
    ['taquería pico', ['Pico Taquería'], true],
    ['salsas pico', ['Pico Taquería', 'Corn pressed to order, salsas by the spoon.'], true],
    ['ramen', ['Pico Taquería', 'Corn pressed to order.'], false],
    ['pico ramen', ['Pico Taquería'], false],
  ])('for %j in %j is %s', (search, texts, expected) => {
    expect(matcher(search)(...texts)).toBe(expected);
  });

  // Each is found by the other.
  test.each([
    ["l'avocat", 'L’Avocat'],
    ["l'avocat", 'Lʼavocat'],
    ['d´oro', "D'Oro"],
    ['oeuf', 'Œuf mayonnaise'],
    ['Aebleskiver', 'Æbleskiver'],
    ['spatzle mit sosse', 'SPÄTZLE mit Soße'],
    ['GROSSE', 'große Portion'],
    ['smorrebrod', 'Smørrebrød'],
    ['dong', 'Đông'],
    ['zlote', 'Złote'],
    ['thorramatur', 'Þorramatur'],
    ['islak', 'ıslak hamburger'],
    ['istanbul', 'İstanbul'],
    ['pho', 'Phở'],
    ['fish', 'ﬁsh'],
    ['7up', '７ＵＰ'],
    ['fish-cake', 'Fish‑cake'],
    ['ramen shoyu', 'Ramen\u00a0Shoyu'],
  ])('%j and %j are the same', (one, other) => {
    expect(matcher(one)(other)).toBe(true);
    const [word = ''] = other.split(/\s/);
    expect(matcher(word)(one)).toBe(true);
  });

  test('letters that are different signs in only one form stay different', () => {
    expect(matcher('oeuf')('euf')).toBe(false);
    expect(matcher('l')('Ñoñ')).toBe(false);
  });
});
