import { cleanText, isVisible, wrapWords } from './typed-text';

test.each([
  ['spaces and line breaks', '  No\n\n onions\t please ', 'No onions please'],
  ['control characters', 'No\x1b@ on\x00ions\x9b', 'No@ onions'],
  ['marks that turn the direction of a line', 'a\u202Eb\u2066c\u200Fd', 'abcd'],
  ['half a letter', 'a\uD83Db', 'ab'],
  ['letters that are normalized to another', '\u1FEF', '`'],
])('a typed text is cleaned of %s', (_what, typed, clean) => {
  expect(cleanText(typed)).toBe(clean);
});

test('an emoji of several letters stays whole', () => {
  expect(cleanText('👨‍👩‍👧 🌶️')).toBe('👨‍👩‍👧 🌶️');
});

test.each([
  ['', false],
  [' \u200D\uFE0F', false],
  ['?', true],
  ['面', true],
])('%p has something to see: %p', (text, expected) => {
  expect(isVisible(text)).toBe(expected);
});

test.each([
  ['No onions please', 10, ['No onions', 'please']],
  ['abcdefgh', 3, ['abc', 'def', 'gh']],
  ['a abcdef', 3, ['a', 'abc', 'def']],
  ['abc', 3, ['abc']],
  ['', 3, []],
])('%p is wrapped to %p letters', (text, columns, lines) => {
  expect(wrapWords(text, columns)).toEqual(lines);
});
