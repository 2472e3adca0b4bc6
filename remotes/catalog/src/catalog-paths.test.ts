import { catalogPaths, readId } from './catalog-paths';

test.each([
  ['7', 7],
  ['1234567890', 1234567890],
  [undefined, undefined],
  ['', undefined],
  ['0', undefined],
  ['07', undefined],
  ['-7', undefined],
  ['7.5', undefined],
  ['undefined', undefined],
  ['99999999999999999999', undefined],
])('the id in the address %j is %j', (text, id) => {
  expect(readId(text)).toBe(id);
});

test('keeps links under the prefix of the visitor’s address', () => {
  expect(catalogPaths('/venues').item(1, 7, 21)).toBe('/venues/1/vendors/7/items/21');
  expect(catalogPaths('/venuesa').item(1, 7, 21)).toBe('/venuesa/1/vendors/7/items/21');
});
