import { one, pushKeySchema, pushPayloadSchema } from 'shared-contracts/schemas';
import type { QueueState } from 'shared-contracts/types';
import { firstOf, Market } from '../../ordering/carts/market.testing';
import { expectShape } from '../../testing/expect-shape';
import { signIn, storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';
import { startPushService, TestBrowser, type TestPushService } from './push.testing';
import { HttpsPushTransport } from './push-transport';
import { readVapidKeys } from './vapid-keys';

withDatabase();

let service: TestPushService;
let api: TestApp;
let buyer: TestUser;
let member: TestUser;
let venue: TestVenue;
let browser: TestBrowser;
const market = new Market(() => api);

beforeEach(async () => {
  service = await startPushService();
  const { ca, port } = service;
  // Subscriptions name the usual port, but this service listens on another.
  const loopback = new HttpsPushTransport({ ca, isAllowed: () => true });
  const pushTransport = {
    post: (request: Parameters<HttpsPushTransport['post']>[0]) =>
      loopback.post({
        ...request,
        endpoint: request.endpoint.replace('https://push.test', `https://localhost:${port}`),
      }),
  };
  api = await buildTestApp({ overrides: { pushTransport } });
  const { db } = api.deps;
  venue = await storeVenue(db, { vendors: [{ name: 'Apple Bar' }] });
  buyer = await storeUser(db);
  member = await storeUser(db, { vendorIds: [venue.vendor.id] });
  browser = new TestBrowser();
});

afterEach(async () => {
  jest.restoreAllMocks();
  await api.close();
  await service.close();
});

const ENDPOINT = 'https://push.test/send/abc';
const subscribe = (user: TestUser | null = buyer, subscription: object = browser.subscription(ENDPOINT)) =>
  market.call('POST', '/push/subscriptions', user, subscription);
const stored = () => api.deps.db.selectFrom('push_subscriptions').select('endpoint').orderBy('id').execute();
const waiting = () =>
  api.deps.db.selectFrom('outbox').selectAll().where('kind', '=', 'push').where('done_at', 'is', null).execute();

async function placed() {
  return market.placeOne(buyer, venue);
}
async function moveTo(entryId: number, ...states: QueueState[]) {
  for (const state of states) {
    expect((await market.call('PUT', `/queues/${entryId}`, member, { state })).statusCode).toBe(200);
  }
}
async function doneOrder() {
  const order = await placed();
  await moveTo(order.queueEntryId, 'busy', 'done');
  return order;
}

describe('a subscription', () => {
  test('is stored once for an endpoint, and only its owner can remove it', async () => {
    expect((await subscribe()).statusCode).toBe(204);
    expect((await subscribe()).statusCode).toBe(204);
    expect(await stored()).toEqual([{ endpoint: ENDPOINT }]);
    const remove = (user: TestUser) => market.call('DELETE', '/push/subscriptions', user, { endpoint: ENDPOINT });
    expect((await remove(member)).statusCode).toBe(204);
    expect(await stored()).toHaveLength(1);
    expect((await remove(buyer)).statusCode).toBe(204);
    expect(await stored()).toEqual([]);
    expect((await remove(buyer)).statusCode).toBe(204);
  });

  test('needs a session, like the key', async () => {
    expect((await subscribe(null)).statusCode).toBe(401);
    expect((await market.call('GET', '/push/key', null)).statusCode).toBe(401);
    const key = expectShape(one(pushKeySchema), (await market.call('GET', '/push/key', buyer)).json()).data.public_key;
    expect(Buffer.from(key, 'base64url')).toHaveLength(65);
  });

  test.each([
    'http://push.test/send',
    'https://push.test:8443/send',
    'https://user:pass@push.test/send',
    'ftp://push.test/send',
    'push.test',
    'https:/push.test/send',
    'https:push.test',
    'HTTPS://push.test/send',
    'https://push.test/\ud800',
    `https://push.test/${'x'.repeat(1_000)}`,
  ])('with the endpoint %s is refused', async (endpoint) => {
    expect((await subscribe(buyer, browser.subscription(endpoint))).statusCode).toBe(422);
  });

  test('without valid keys is refused', async () => {
    const { endpoint, keys } = browser.subscription(ENDPOINT);
    expect((await subscribe(buyer, { endpoint, keys: { ...keys, auth: 'short' } })).statusCode).toBe(422);
    expect((await subscribe(buyer, { endpoint, keys: { ...keys, p256dh: '!' } })).statusCode).toBe(422);
    expect((await subscribe(buyer, { endpoint })).statusCode).toBe(422);
  });

  test('ends on logout together with its waiting messages', async () => {
    await subscribe();
    await doneOrder();
    expect((await market.call('POST', '/logout', buyer)).statusCode).toBe(204);
    expect(await stored()).toEqual([]);
    await api.deps.outbox.drain();
    expect(service.received).toEqual([]);
  });

  test('moves to the next user who signs in with the same browser', async () => {
    await subscribe();
    await subscribe(member);
    await doneOrder();
    await api.deps.outbox.drain();
    expect(service.received).toEqual([]);
  });

  test('replaces the oldest subscription of a session that has three', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await subscribe(buyer, browser.subscription(`https://push.test/${name}`));
    expect(await stored()).toEqual(['c', 'd', 'e'].map((name) => ({ endpoint: `https://push.test/${name}` })));
  });
});

describe('the limits of one account', () => {
  const another = async () => {
    const token = await signIn(api.deps.db, buyer.id);
    return { ...buyer, token, headers: { authorization: `Bearer ${token}` } };
  };
  const hosts = async () => [...new Set((await stored()).map(({ endpoint }) => new URL(endpoint).hostname))];

  test('allow ten subscriptions, and a new one replaces the oldest', async () => {
    for (let index = 0; index < 13; index += 1)
      await subscribe(await another(), browser.subscription(`https://push.test/${index}`));
    await subscribe(member, browser.subscription('https://push.test/member'));
    expect((await stored()).map(({ endpoint }) => endpoint)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `https://push.test/${index + 3}`),
      'https://push.test/member',
    ]);
  });

  test('allow four push services, and a new one replaces the one that was used longest ago', async () => {
    for (let index = 0; index < 7; index += 1)
      await subscribe(await another(), browser.subscription(`https://push${index}.test/1`));
    expect(await hosts()).toEqual(['push3.test', 'push4.test', 'push5.test', 'push6.test']);
    // A browser that registers again becomes the latest.
    await subscribe(await another(), browser.subscription('https://push3.test/1'));
    expect(await hosts()).toHaveLength(4);
  });
});

describe('a push', () => {
  test('tells the buyer that the order is done with the exact text, and opens the order', async () => {
    await subscribe();
    const { orderId, queueEntryId } = await doneOrder();
    await api.deps.outbox.drain();
    const push = firstOf(service.received);
    expect(expectShape(pushPayloadSchema, browser.read(push))).toEqual({
      title: 'Apple Bar is done!',
      body: 'You are welcome to collect!',
      icon: '/logo-192.png',
      tag: `queue-${queueEntryId}`,
      vibrate: [100, 50, 100],
      requireInteraction: false,
      path: `/order?id=${orderId}&state=done&queue_id=${queueEntryId}`,
    });
    expect(push).toMatchObject({
      path: '/send/abc',
      headers: {
        'content-encoding': 'aes128gcm',
        ttl: '3600',
        urgency: 'high',
        authorization: expect.stringMatching(/^vapid t=/),
      },
    });
    expect(service.received).toHaveLength(1);
  });

  test('about a delivery mentions the delivery', async () => {
    await subscribe();
    const { queueEntryId, orderId } = await placed();
    await api.deps.db
      .updateTable('orders')
      .set({ delivery_method: 'deliver', delivery_method_type: 'table', delivery_method_location: '12' })
      .where('id', '=', orderId)
      .execute();
    await moveTo(queueEntryId, 'busy', 'done');
    await api.deps.outbox.drain();
    expect(browser.read(firstOf(service.received)).body).toBe('Your order will be delivered shortly!');
  });

  test('is sent again by Re-Notify, and not for other states', async () => {
    await subscribe();
    const { orderId, queueEntryId } = await doneOrder();
    await market.call('PUT', `/queues/notify/${orderId}`, member, {});
    await moveTo(queueEntryId, 'collected');
    await api.deps.outbox.drain();
    expect(service.received).toHaveLength(2);
  });

  test('announces a cancellation, and stays until it is dismissed', async () => {
    await subscribe();
    const { orderId } = await placed();
    await market.call('PUT', `/queues/cancel/${orderId}`, member, { reason: 'Closed early' });
    await api.deps.outbox.drain();
    expect(browser.read(firstOf(service.received))).toMatchObject({
      title: 'Foodhall Notify',
      body: expect.stringContaining('Closed early.'),
      requireInteraction: true,
      path: expect.stringContaining(`/order?id=${orderId}`),
    });
  });

  test('about a cancellation replaces no other push, and has the tag of the notice on an open page', async () => {
    await subscribe();
    for (const { orderId } of [await placed(), await placed()])
      await market.call('PUT', `/queues/cancel/${orderId}`, member, { reason: 'Closed early' });
    await api.deps.outbox.drain();
    const pushes = service.received.map((push) => expectShape(pushPayloadSchema, browser.read(push)));
    expect(new Set(pushes.map(({ tag }) => tag)).size).toBe(2);
    expect(pushes.map(({ tag }) => tag)).toEqual(pushes.map(({ body }) => body));
  });

  test('goes to every browser of the user', async () => {
    await subscribe();
    const elsewhere = { ...buyer, headers: { authorization: `Bearer ${await signIn(api.deps.db, buyer.id)}` } };
    await subscribe(elsewhere, new TestBrowser().subscription('https://push.test/send/other'));
    await doneOrder();
    await api.deps.outbox.drain();
    expect(service.received.map(({ path }) => path).sort()).toEqual(['/send/abc', '/send/other']);
  });

  test.each([404, 410])('that gets %i removes the subscription', async (status) => {
    service.status = status;
    await subscribe();
    await doneOrder();
    await api.deps.outbox.drain();
    expect(await stored()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test.each([429, 500])('that gets %i is tried again', async (status) => {
    api.stopClock();
    service.status = status;
    await subscribe();
    await doneOrder();
    await api.deps.outbox.drain();
    service.status = 201;
    api.advance(1_000);
    await api.deps.outbox.drain();
    expect(service.received).toHaveLength(2);
    expect(await waiting()).toEqual([]);
    expect(await stored()).toHaveLength(1);
  });

  test('that is refused is dead-lettered', async () => {
    service.status = 413;
    await subscribe();
    await doneOrder();
    await api.deps.outbox.drain();
    expect(await waiting()).toEqual([]);
  });

  test('that could not be sent for an hour is dropped', async () => {
    await subscribe();
    await doneOrder();
    api.advance(3_600_001);
    await api.deps.outbox.drain();
    expect(service.received).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('is not sent if the step of the order is refused', async () => {
    await subscribe();
    const { queueEntryId } = await placed();
    expect((await market.call('PUT', `/queues/${queueEntryId}`, member, { state: 'done' })).statusCode).toBe(409);
    await api.deps.outbox.drain();
    expect(service.received).toEqual([]);
  });
});

describe('the key pair', () => {
  const push = { keys: null, subject: 'mailto:hall@foodhall.test' };

  test('is created once and stored in the database', async () => {
    const pairs = await Promise.all([1, 2].map(() => readVapidKeys(api.deps.db, { push })));
    expect(pairs[0]).toEqual(pairs[1]);
    expect(await readVapidKeys(api.deps.db, { push })).toEqual(pairs[0]);
  });

  test('from the settings is used unchanged', async () => {
    const keys = { publicKey: 'public', privateKey: 'private' };
    expect(await readVapidKeys(api.deps.db, { push: { ...push, keys } })).toEqual(keys);
  });
});
