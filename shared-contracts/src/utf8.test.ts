import { readUtf8 } from './utf8';

/** Encodes a text as an editor saves it. */
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0);
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

describe('bytes', () => {
  test.each([
    ['', ''],
    ['{"name": "Café 🍜"}', '{"name": "Café 🍜"}'],
    ['\ufeff{}', '{}'],
  ])('of %j in UTF-8 are read as text', (saved, text) => {
    expect(readUtf8(utf8(saved))).toEqual({ text });
  });

  test.each([
    ['Latin 1, at once', latin1('Café'), 1],
    ['Latin 1, in the third line', latin1('{\n"a": 1,\n"name": "Café"\n}'), 3],
    ['UTF-8 that ends within a character', utf8('a\nCafé').slice(0, -1), 2],
    ['half of a surrogate pair', Uint8Array.of(0xed, 0xa0, 0x80), 1],
  ])('of %s are refused with their line', (_what, bytes, line) => {
    expect(readUtf8(bytes)).toEqual({ problem: 'is not UTF-8: save it as UTF-8', line });
  });

  test('of UTF-16 are refused as UTF-16', () => {
    expect(readUtf8(utf16('{"name": "Café"}'))).toEqual({ problem: 'is UTF-16: save it as UTF-8', line: null });
    expect(readUtf8(Uint8Array.of(0xfe, 0xff, 0, 0x7b))).toMatchObject({ problem: 'is UTF-16: save it as UTF-8' });
  });
});
