import { fillPath } from 'shared-contracts/query';
import type { RouteManifest } from 'shared-contracts/remote';
import { fillPrefetch } from './prefetch';
import { fillingsOf, routesOf } from './registry';
import { isFor } from './remote-slot';
import { release, snapshotOf } from './testing/federation';

const route = (address: string): RouteManifest => ({
  path: address,
  screen: 'a',
  guard: 'public',
  audience: 'anyone',
  title: 'A',
});

test('every route knows the remote that owns it', () => {
  const { routes, problems } = routesOf(
    snapshotOf({
      catalog: release('catalog', { routes: [route('/venues')] }),
      queues: release('queues', { routes: [route('/queues')] }),
    }),
  );
  expect(routes.map((each) => [each.path, each.remote])).toEqual([
    ['/venues', 'catalog'],
    ['/queues', 'queues'],
  ]);
  expect(problems).toEqual([]);
});

test('a path that two remotes claim is refused to both, naming both, and the rest works', () => {
  const { routes, problems } = routesOf(
    snapshotOf({
      catalog: release('catalog', { routes: [route('/venues/:venueId/cart'), route('/venues')] }),
      checkout: release('checkout', { routes: [route('/venues/:marketId/cart')] }),
    }),
  );
  expect(routes.map((each) => each.path)).toEqual(['/venues']);
  expect(problems).toEqual([
    "Remotes 'catalog' and 'checkout' both claim the path /venues/:venueId/cart. Neither gets it; release one of them without it.",
  ]);
});

test('a slot is filled by every remote that names it', () => {
  const snapshot = snapshotOf({
    queues: release('queues', { slots: [{ slot: 'background', module: 'queue', audience: 'anyone' }] }),
    checkout: release('checkout', { slots: [{ slot: 'background', module: 'cart', audience: 'customer' }] }),
  });
  expect(fillingsOf(snapshot, 'background').map(({ remote, module }) => [remote, module])).toEqual([
    ['checkout', 'cart'],
    ['queues', 'queue'],
  ]);
  expect(fillingsOf(snapshot, 'account-export')).toEqual([]);
});

test.each([
  ['anyone', true, true],
  ['anyone', false, true],
  ['vendor', true, true],
  ['vendor', false, false],
  ['customer', true, false],
  ['customer', false, true],
] as const)('what is for %s, when the context is a vendor: %s, is shown: %s', (audience, isVendor, isShown) => {
  expect(isFor(audience, isVendor)).toBe(isShown);
});

describe('declared prefetches', () => {
  test("take the route's parameters in path and query", () => {
    expect(
      fillPrefetch({ path: '/vendors', params: { venue_id: ':venueId', staging: 'false' } }, { venueId: '7' }),
    ).toEqual({
      path: '/vendors',
      params: { venue_id: '7', staging: 'false' },
    });
    expect(fillPrefetch({ path: '/vendors/:vendorId' }, { vendorId: '9' })).toEqual({ path: '/vendors/9', params: {} });
  });

  test('are left out when the address lacks a parameter', () => {
    expect(fillPrefetch({ path: '/vendors/:vendorId' }, {})).toBeUndefined();
  });

  test('what an address says stays one segment of the path, under the key that a screen asks for', () => {
    const wanted = fillPrefetch({ path: '/carts/:cartId' }, { cartId: '../me?x=#' });
    expect(wanted).toEqual({ path: '/carts/..%2Fme%3Fx%3D%23', params: {} });
    expect(wanted?.path).toBe(fillPath('/carts/:cartId', { cartId: '../me?x=#' }));
  });
});
