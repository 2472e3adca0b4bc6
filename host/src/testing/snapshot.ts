/** A snapshot for the shell's tests, with the routes and slots that the product's remotes claim. */

import type { RemoteRelease } from 'releases/model/schemas';
import type { Audience, RouteManifest, SlotManifest } from 'shared-contracts/remote';
import type { Snapshot } from '../releases/snapshot';

type Extras = Partial<
  Pick<RouteManifest, 'title' | 'isRoot' | 'search' | 'hasSearchField' | 'role' | 'isOverPicture' | 'width'>
>;

function route(path: string, screen: string, guard: RouteManifest['guard'], audience: Audience, extras: Extras = {}) {
  return { path, screen, guard, audience, title: screen, ...extras };
}

function release(routes: readonly RouteManifest[], slots: readonly SlotManifest[] = []): RemoteRelease {
  return {
    version: '1.0.0-test',
    path: '/parts/test/',
    entry: 'remoteEntry.js',
    integrity: {},
    contract: '^1.0.0',
    packages: {},
    events: [],
    routes,
    slots,
    modules: {},
  };
}

const VENUES: Extras = { title: 'Venues', isRoot: true, search: 'Search venues', hasSearchField: true };
const VENDORS: Extras = { title: 'Vendors', search: 'Search vendors' };

const catalog = release([
  route('/', 'venues', 'public', 'customer', VENUES),
  route('/venues', 'venues', 'public', 'customer', VENUES),
  ...['/venues', '/venuesa'].flatMap((root) => [
    route(`${root}/:venueId/vendors`, 'vendors', 'public', 'anyone', VENDORS),
    route(`${root}/:venueId/vendors/location/:location`, 'vendors', 'public', 'anyone', VENDORS),
    route(`${root}/:venueId/vendors/:vendorId`, 'menu', 'public', 'anyone', { isOverPicture: true }),
    route(`${root}/:venueId/vendors/:vendorId/items/:itemId`, 'item', 'public', 'anyone', { isOverPicture: true }),
  ]),
]);

const checkout = release(
  [
    route('/venues/:marketId/carts', 'cart-redirect', 'signed-in', 'customer'),
    route('/carts/:cartId', 'cart-by-id', 'signed-in', 'customer'),
    route('/venues/:venueId/cart', 'cart', 'signed-in', 'customer'),
    route('/venues/:venueId/cart/:location', 'cart', 'signed-in', 'customer'),
    route('/stitch/return', 'payment-return', 'signed-in', 'anyone'),
  ],
  [{ slot: 'background', module: 'cart-background', audience: 'customer' }],
);

const queues = release(
  [
    route('/queues', 'queues', 'signed-in', 'anyone', { isRoot: true, width: 'queue' }),
    route('/venues/:venueId/queues', 'queues', 'signed-in', 'anyone', { isRoot: true }),
    route('/order', 'order', 'signed-in', 'anyone'),
    route('/order/print', 'print', 'signed-in', 'anyone'),
  ],
  [
    { slot: 'background', module: 'queue-background', audience: 'anyone' },
    { slot: 'notifications-panel', module: 'notifications-panel', audience: 'anyone' },
  ],
);

const vendorTools = release(
  [
    route('/your-items/:vendorId', 'your-items', 'signed-in', 'vendor', { isRoot: true }),
    route('/vendor/:vendorId/items/:itemId', 'item-status', 'signed-in', 'vendor'),
    route('/hall/:venueId/operators', 'operators', 'signed-in', 'anyone'),
    route('/hall/:venueId/hours', 'hall-hours', 'signed-in', 'anyone', { role: 'operator' }),
    route('/hall/:venueId/watch', 'watch', 'signed-in', 'anyone'),
    route('/hall/site-operators', 'site-operators', 'signed-in', 'anyone'),
  ],
  [{ slot: 'account-export', module: 'account-export', audience: 'vendor' }],
);

const hall = release([
  route('/hall', 'halls', 'signed-in', 'anyone', { role: 'operator' }),
  route('/hall/:venueId/today', 'today', 'signed-in', 'anyone', { role: 'operator' }),
]);

export const SNAPSHOT: Snapshot = {
  host: {
    version: '',
    path: '',
    html: '',
    embed: '',
    frame: '',
    integrity: {},
    worker: '',
    root: {},
    keys: [],
    paths: [],
    primitives: '',
    contract: '1.0.0',
    packages: {},
    events: [],
    slots: [],
  },
  remotes: { catalog, checkout, hall, queues, 'vendor-tools': vendorTools },
};
