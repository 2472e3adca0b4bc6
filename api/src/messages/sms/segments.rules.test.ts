import { inOneSegment, isGsm7, plainName, segmentsOf } from './segments.rules';

const a = (count: number) => 'a'.repeat(count);
const arabic = (count: number) => 'ط'.repeat(count);

test.each([
  ['', 1],
  [a(160), 1],
  [a(161), 2],
  [a(306), 2],
  [a(307), 3],
  // A euro sign takes two places, and is never divided.
  [`${a(158)}€`, 1],
  [`${a(159)}€`, 2],
  [`${a(152)}€${a(152)}`, 3],
  [arabic(70), 1],
  [arabic(71), 2],
  [arabic(134), 2],
  [arabic(135), 3],
  // One letter outside of GSM 7 makes the whole text long.
  [`${a(70)}ê`, 2],
  // An emoji takes two places of UCS-2.
  [`${a(68)}🍜`, 1],
  [`${a(69)}🍜`, 2],
])('%s has %i segments', (text, segments) => {
  expect(segmentsOf(text)).toBe(segments);
});

test.each([
  ['Café Ñandú: 12 € à côté', false],
  ['Café Ñand: 12 € à toi', true],
  ['L’Étoile', false],
  ['á', false],
  ['ç', false],
  ['no-break\u00a0space', false],
])('%s is written in GSM 7: %s', (text, isGsm) => {
  expect(isGsm7(text)).toBe(isGsm);
});

test.each([
  ['Crêperie L’Étoile', "Creperie L'Étoile"],
  ['Taquería Sí', 'Taqueria Si'],
  ['Kumo Ramen – Bar', 'Kumo Ramen - Bar'],
  ['شاورما', 'شاورما'],
])('%s becomes %s', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

const order = (vendor: string) => `Order A-12 of ${vendor} is ready.`;

test.each([
  ['a name that fits', 'Kumo Ramen', 'Order A-12 of Kumo Ramen is ready.'],
  ['an accent that GSM 7 lacks', 'Crêperie', 'Order A-12 of Creperie is ready.'],
  ['a decomposed accent', 'Cafe\u0301', 'Order A-12 of Café is ready.'],
  ['a name in another script', '雲ラーメン', 'Order A-12 of 雲ラーメン is ready.'],
  ['a name that is too long', a(150), `Order A-12 of ${a(135)}. is ready.`],
  ['a long name in another script', '雲'.repeat(60), `Order A-12 of ${'雲'.repeat(45)}. is ready.`],
  ['a name that ends with a space where it is cut', `${a(135)} ${a(20)}`, `Order A-12 of ${a(135)}. is ready.`],
])('%s is written in one segment', (_case, name, text) => {
  expect(inOneSegment(name, order)).toBe(text);
  expect(segmentsOf(text)).toBe(1);
});

test('a cut name keeps whole characters', () => {
  const cut = inOneSegment('👩‍🍳'.repeat(30), order);
  expect(cut).toMatch(/of (👩‍🍳)+\. is ready\.$/u);
  expect(segmentsOf(cut)).toBe(1);
});
