import { claimsOf, isMatch, shapeOf } from './paths';

test('capitals, names of parameters and a slash at the end make no other path', () => {
  expect(shapeOf('/Venues/:venueId/Cart/')).toBe(shapeOf('/venues/:marketId/cart'));
  expect(shapeOf('/')).not.toBe(shapeOf('/venues'));
});

test('routes whose paths are one claim the same path', () => {
  const claims = claimsOf([{ path: '/venues/:venueId' }, { path: '/Venues/:id/' }, { path: '/queues' }]);
  expect([...claims.values()].map((claim) => claim.map(({ path }) => path))).toEqual([
    ['/venues/:venueId', '/Venues/:id/'],
    ['/queues'],
  ]);
});

test.each([
  ['/venues/:venueId/cart', '/Venues/7/Cart/', true],
  ['/', '/', true],
  ['/venues/:venueId', '/venues', false],
  ['/venues/:venueId', '/venues/7/cart', false],
])('the path %s is of the address %s: %s', (pattern, pathname, expected) => {
  expect(isMatch(pattern, pathname)).toBe(expected);
});
