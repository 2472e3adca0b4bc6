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
});
