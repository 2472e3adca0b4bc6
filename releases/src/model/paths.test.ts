import { bySpecificity, claimsOf, isMatch, overlap, shapeOf } from './paths';

test('capitals, names of parameters and a final slash make no other path', () => {
  expect(shapeOf('/Venues/:venueId/Cart/')).toBe(shapeOf('/venues/:marketId/cart'));
  expect(shapeOf('/')).not.toBe(shapeOf('/venues'));
});

test('routes whose paths match the same addresses claim the same path', () => {
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
])('the path %s matches the address %s: %s', (pattern, pathname, expected) => {
  expect(isMatch(pattern, pathname)).toBe(expected);
});

test.each([
  ['/venues/1/cart', '/venues/:venueId/cart', true],
  ['/venues/:id/today', '/venues/1/:page', true],
  ['/Queues/', '/queues', true],
  ['/venues/:id', '/venues/:id/cart', false],
  ['/venues/1/cart', '/venues/2/cart', false],
])('an address matches both %s and %s: %s', (one, other, expected) => {
  expect(overlap(one, other)).toBe(expected);
  expect(overlap(other, one)).toBe(expected);
});

test('if several paths match an address, the path whose words come earlier wins', () => {
  const paths = [
    '/venues/:id/vendors/:v',
    '/venues/:id/:page/best',
    '/venues/1/vendors/:v',
    '/venues/:id/vendors/best',
  ];
  expect(
    paths
      .map((path) => ({ path }))
      .sort(bySpecificity)
      .map(({ path }) => path),
  ).toEqual(['/venues/1/vendors/:v', '/venues/:id/vendors/best', '/venues/:id/vendors/:v', '/venues/:id/:page/best']);
});
