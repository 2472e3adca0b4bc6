import type { RouteManifest } from 'shared-contracts/remote';
import { release, snapshotOf } from '../testing/federation';
import { fillingsOf, routesOf } from './snapshot';

const route = (address: string): RouteManifest => ({
  path: address,
  screen: 'a',
  guard: 'public',
  audience: 'anyone',
  title: 'A',
});

test('every route names the remote that owns it', () => {
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

test('neither of two remotes gets a path that both claim, and the problem names both', () => {
  const { routes, contested, problems } = routesOf(
    snapshotOf({
      catalog: release('catalog', { routes: [route('/venues/:venueId/cart'), route('/venues')] }),
      checkout: release('checkout', { routes: [route('/venues/:marketId/cart')] }),
    }),
  );
  expect(routes.map((each) => each.path)).toEqual(['/venues']);
  expect(contested.map((each) => each.path)).toEqual(['/venues/:venueId/cart']);
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
