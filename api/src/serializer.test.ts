/** Tests a field that a presenter adds by mistake: it fails a test, and is never sent in production. */
import type { Menu, Order } from 'shared-contracts/types';
import type { ApiDocument } from './operations/description/document';
import { Market } from './ordering/carts/market.testing';
import { storeUser, storeVenue, type TestUser, type TestVenue } from './testing/stored';
import { buildTestApp, type TestApp, withDatabase } from './testing/test-app';

let isPlanted = false;
const planted = <T extends object>(body: T): T => (isPlanted ? { ...body, secret_note: 'planted' } : body);

jest.mock('./ordering/orders/order.presenter', () => {
  const actual = jest.requireActual('./ordering/orders/order.presenter');
  return { presentOrder: (record: unknown): Order => planted(actual.presentOrder(record)) };
});
jest.mock('./menu/catalog/catalog.presenter', () => {
  const actual = jest.requireActual('./menu/catalog/catalog.presenter');
  return {
    ...actual,
    presentMenus: (...input: unknown[]): { data: Menu[] } => ({
      data: actual.presentMenus(...input).data.map(planted),
    }),
  };
});

withDatabase();

let api: TestApp;
let buyer: TestUser;
let member: TestUser;
let venue: TestVenue;
let orderId: number;

async function appWith(isStrict: boolean): Promise<void> {
  api = await buildTestApp({ isStrict });
  const { db } = api.deps;
  venue = await storeVenue(db);
  buyer = await storeUser(db);
  member = await storeUser(db, { vendorIds: [venue.vendor.id] });
  const market = new Market(() => api);
  ({ orderId } = await market.placeOne(buyer, venue));
  await market.add(buyer, { venue });
  isPlanted = true;
}

afterEach(async () => {
  isPlanted = false;
  await api.close();
});

const addresses: [what: string, url: () => string, user: () => TestUser][] = [
  ['an order', () => `/orders/${orderId}`, () => buyer],
  ['an account with its orders', () => '/me', () => buyer],
  ['a cart', () => `/carts/active?venue_id=${venue.id}`, () => buyer],
  ['a queue', () => `/queues/active?vendor_id=${venue.vendor.id}`, () => member],
  ['a menu, which is cached as a text', () => `/vendors/${venue.vendor.id}`, () => buyer],
];
const get = (url: () => string, user: () => TestUser) =>
  api.app.inject({ url: `/api/v1${url()}`, headers: user().headers });

test('each response with a body has a schema', async () => {
  api = await buildTestApp();
  const { paths } = (await api.app.inject('/api/v1/openapi.json')).json<ApiDocument>();
  const without = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses = {} }]) =>
      Object.entries(responses)
        .filter(([status, { content }]) => /^2/.test(status) && status !== '204' && content === undefined)
        .map(([status]) => `${method} ${path.replace('/api/v1', '')} ${status}`),
    ),
  );
  expect(without).toEqual([]);
});

describe('a field outside of the schema', () => {
  test.each(addresses)('fails a test that reads %s', async (_what, url, user) => {
    await appWith(true);
    const response = await get(url, user);
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('planted');
  });

  test.each(addresses)('is left out of %s in production', async (_what, url, user) => {
    await appWith(false);
    const response = await get(url, user);
    expect(response.statusCode).toBe(200);
    expect(response.body).not.toContain('planted');
  });

  const collectAgain = () =>
    api.app.inject({
      method: 'PUT',
      url: `/api/v1/orders/${orderId}`,
      headers: buyer.headers,
      payload: { delivery_method: 'collect', delivery_method_type: 'collect' },
    });

  test('fails a conflict in a test, and is left out of a conflict in production', async () => {
    await appWith(true);
    const failed = await collectAgain();
    expect(failed.statusCode).toBe(500);
    expect(failed.json()).toEqual({ message: expect.stringContaining('went wrong on our side'), code: 'INTERNAL' });
    await api.close();
    await appWith(false);
    const response = await collectAgain();
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'CART_CLOSED', data: { id: orderId, state: 'placed' } });
    expect(response.body).not.toContain('planted');
  });

  test('fails an export in a test, and is left out of an export in production', async () => {
    await appWith(true);
    const url = () => `/vendors/${venue.vendor.id}/orders`;
    expect((await get(url, () => member)).statusCode).toBe(500);
    await api.close();
    await appWith(false);
    const response = await get(url, () => member);
    expect(response.json().data).toHaveLength(1);
    expect(response.body).not.toContain('planted');
  });
});
