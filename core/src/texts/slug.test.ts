import { freeSlug } from './slug';

test.each([
  ['Café Granary', [], 'cafe-granary'],
  ['  Kumo & Co. ', [], 'kumo-co'],
  ['Smørrebrød Œuf', [], 'smorrebrod-oeuf'],
  ['Kumo', ['kumo'], 'kumo-2'],
  ['Kumo', ['kumo', 'kumo-2'], 'kumo-3'],
  ['熊', [], 'stall'],
  ['熊', ['stall'], 'stall-2'],
])('the slug of %s beside %j is %s', (name, taken, slug) => {
  expect(freeSlug(name, new Set(taken), 'stall')).toBe(slug);
});
