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
  ])('for %j in %j matches: %s', (search, texts, expected) => {
    expect(matcher(search)(...texts)).toBe(expected);
  });

  // Each text finds the other.
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
  ])('finds %j and %j by each other', (one, other) => {
    expect(matcher(one)(other)).toBe(true);
    const [word = ''] = other.split(/\s/);
    expect(matcher(word)(one)).toBe(true);
  });

  test('does not match a text without the searched letters', () => {
    expect(matcher('oeuf')('euf')).toBe(false);
    expect(matcher('l')('Ñoñ')).toBe(false);
  });
});
