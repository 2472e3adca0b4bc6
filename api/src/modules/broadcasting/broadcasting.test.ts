import type { AddressInfo } from 'node:net';
import PusherClient from 'pusher-js';
import { channelAuth } from '../../realtime/signature';
import { aUser, aVenue, signIn, type TestUser, type TestVenue } from '../../testing/builders';
import { withTestApp } from '../../testing/test-app';
import { Market } from '../carts/market.testing';

const api = withTestApp();
const market = new Market(() => api.current);

let user: TestUser;
let venue: TestVenue;

beforeEach(async () => {
  const { db } = api.current.deps;
  venue = await aVenue(db, { vendors: [{}, {}] });
  user = await aUser(db, { vendorIds: [venue.vendor.id] });
});

const authorize = (who: TestUser | null, channel_name: string, socket_id = '1.2') =>
  market.call('POST', '/broadcasting/auth', who, { socket_id, channel_name });

test('signs one’s own user channel and the channels of one’s vendors, without an envelope', async () => {
  const { credentials } = api.current.deps.realtime;
  for (const channel of [`private-users.${user.id}`, `private-vendors.${venue.vendor.id}`]) {
    const response = await authorize(user, channel);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ auth: channelAuth(credentials, '1.2', channel) });
  }
});

test('anything else is 403, and without a session 401', async () => {
  const foreign = [
    `private-users.${user.id + 1}`,
    `private-vendors.${venue.vendors[1]?.id}`,
    `private-users.${user.id}.more`,
    `private-users.0${user.id}`,
    `users.${user.id}`,
    `presence-users.${user.id}`,
    'private-everything',
  ];
  for (const channel of foreign) expect([channel, (await authorize(user, channel)).statusCode]).toEqual([channel, 403]);
  expect((await authorize(null, `private-users.${user.id}`)).statusCode).toBe(401);
});

test('a socket id of another shape is not signed, as it could sign for something else', async () => {
  for (const socketId of ['', '1', '1.2:private-users.9', '1.2::user::{}']) {
    expect((await authorize(user, `private-users.${user.id}`, socketId)).statusCode).toBe(422);
  }
});

test('signs the user in as themselves', async () => {
  const response = await market.call('POST', '/broadcasting/user-auth', user, { socket_id: '1.2' });
  const { auth, user_data } = response.json();
  expect(JSON.parse(user_data)).toEqual({ id: String(user.id), user_info: { name: user.name } });
  expect(auth).toMatch(/^foodhall:[0-9a-f]{64}$/);
});

test('an order placed over the API reaches the vendor’s pusher-js, signed in through these routes', async () => {
  const { app, deps } = api.current;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const { key } = deps.realtime.credentials;
  const root = `http://127.0.0.1:${port}/api/v1/broadcasting`;
  const client = new PusherClient(key, {
    cluster: 'local',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: { endpoint: `${root}/auth`, transport: 'ajax', headers: user.headers },
    userAuthentication: { endpoint: `${root}/user-auth`, transport: 'ajax', headers: user.headers },
  });
  try {
    const channel = client.subscribe(`private-vendors.${venue.vendor.id}`);
    await new Promise<void>((resolve, reject) => {
      channel.bind('pusher:subscription_succeeded', resolve);
      channel.bind('pusher:subscription_error', (error: { status: number }) => reject(new Error(`${error.status}`)));
    });
    const heard = new Promise<unknown>((resolve) => channel.bind('App\\Events\\QueueOrderAdded', resolve));
    const { orderId } = await market.placeOne(await aUser(deps.db), venue);
    await deps.outbox.drain();
    expect(await heard).toMatchObject({ order: { id: orderId }, queue: { state: 'new' } });
  } finally {
    client.disconnect();
  }
});

describe('a session that ends', () => {
  const listener = (port: number, key: string, headers: Record<string, string>) => {
    const client = new PusherClient(key, {
      cluster: 'local',
      wsHost: '127.0.0.1',
      wsPort: port,
      forceTLS: false,
      enabledTransports: ['ws'],
      channelAuthorization: {
        endpoint: `http://127.0.0.1:${port}/api/v1/broadcasting/auth`,
        transport: 'ajax',
        headers,
      },
    });
    const channel = client.subscribe(`private-users.${user.id}`);
    const joined = new Promise((resolve) => channel.bind('pusher:subscription_succeeded', resolve));
    const refused = new Promise<{ status: number }>((resolve) => channel.bind('pusher:subscription_error', resolve));
    return { client, joined, refused };
  };

  test('hears nothing more: its socket is cut, comes back, and is refused; another session’s stays', async () => {
    const { app, deps } = api.current;
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const { key } = deps.realtime.credentials;
    const other = { authorization: `Bearer ${await signIn(deps.db, user.id)}` };
    const [ended, running] = [listener(port, key, user.headers), listener(port, key, other)];
    try {
      await Promise.all([ended.joined, running.joined]);
      const { socket_id } = running.client.connection;
      expect((await market.call('POST', '/logout', user, {})).statusCode).toBe(204);
      expect(await ended.refused).toMatchObject({ status: 401 });
      expect(running.client.connection.socket_id).toBe(socket_id);
      expect(deps.realtime.engine?.stats().channels).toBe(1);
    } finally {
      ended.client.disconnect();
      running.client.disconnect();
    }
  });
});
