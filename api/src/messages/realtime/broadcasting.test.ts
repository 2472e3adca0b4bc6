import type { AddressInfo } from 'node:net';
import { inTransaction } from 'core/database/kysely';
import PusherClient from 'pusher-js';
import { Market } from '../../ordering/carts/market.testing';
import { signIn, storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { endLapsedListeners } from './listener-check';
import { announceRoleEnded } from './peers';
import { channelAuth } from './signature';

const api = withTestApp();
const market = new Market(() => api.current);

let user: TestUser;
let venue: TestVenue;

beforeEach(async () => {
  const { db } = api.current.deps;
  venue = await storeVenue(db, { vendors: [{}, {}] });
  user = await storeUser(db, { vendorIds: [venue.vendor.id] });
});

const authorize = (who: TestUser | null, channel_name: string, socket_id = '1.2') =>
  market.call('POST', '/broadcasting/auth', who, { socket_id, channel_name });

test('the route signs the channel of the user and the channels of their vendors, without an envelope', async () => {
  const { credentials } = api.current.deps.realtime;
  for (const channel of [`private-users.${user.id}`, `private-vendors.${venue.vendor.id}`]) {
    const response = await authorize(user, channel);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ auth: channelAuth(credentials, '1.2', channel) });
  }
});

test('the route refuses any other channel with a 403, and a request without a session with a 401', async () => {
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

test('the route refuses an invalid socket id, because the signature could be used for something else', async () => {
  for (const socketId of ['', '1', '1.2:private-users.9', '1.2::user::{}']) {
    expect((await authorize(user, `private-users.${user.id}`, socketId)).statusCode).toBe(422);
  }
});

test('the route signs the sign-in of the user', async () => {
  const response = await market.call('POST', '/broadcasting/user-auth', user, { socket_id: '1.2' });
  const { auth, user_data } = response.json();
  expect(JSON.parse(user_data)).toEqual({ id: String(user.id), user_info: { name: user.name } });
  expect(auth).toMatch(/^foodhall:[0-9a-f]{64}$/);
});

test('an order that is placed with the API reaches pusher-js of the vendor, which these routes have signed in', async () => {
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
    const received = new Promise<unknown>((resolve) => channel.bind('App\\Events\\QueueOrderAdded', resolve));
    const { orderId } = await market.placeOne(await storeUser(deps.db), venue);
    await deps.outbox.drain();
    expect(await received).toMatchObject({ order: { id: orderId }, queue: { state: 'new' } });
  } finally {
    client.disconnect();
  }
});

const join = (channelName: string, headers: Record<string, string>) => {
  const { port } = api.current.app.server.address() as AddressInfo;
  const client = new PusherClient(api.current.deps.realtime.credentials.key, {
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
  const channel = client.subscribe(channelName);
  const joined = new Promise((resolve) => channel.bind('pusher:subscription_succeeded', resolve));
  const refused = new Promise<{ status: number }>((resolve) => channel.bind('pusher:subscription_error', resolve));
  return { client, joined, refused };
};

describe('a socket is closed and refused on its return', () => {
  const clients: PusherClient[] = [];
  const listen = async (channelName: string, headers: Record<string, string>) => {
    const listener = join(channelName, headers);
    clients.push(listener.client);
    await listener.joined;
    return listener;
  };
  const another = async (expiresAt?: Date) => ({
    authorization: `Bearer ${await signIn(api.current.deps.db, user.id, expiresAt)}`,
  });
  beforeEach(() => api.current.app.listen({ host: '127.0.0.1', port: 0 }));
  afterEach(() => {
    for (const client of clients.splice(0)) client.disconnect();
  });

  test('when its session logs out, and the socket of another session stays', async () => {
    const ended = await listen(`private-users.${user.id}`, user.headers);
    const running = await listen(`private-users.${user.id}`, await another());
    const { socket_id } = running.client.connection;
    expect((await market.call('POST', '/logout', user, {})).statusCode).toBe(204);
    expect(await ended.refused).toMatchObject({ status: 401 });
    expect(running.client.connection.socket_id).toBe(socket_id);
    expect(api.current.deps.realtime.engine?.stats().channels).toBe(1);
  });

  test('when its session expires, and the socket of another session stays', async () => {
    const minute = 60_000;
    const ended = await listen(`private-users.${user.id}`, await another(new Date(Date.now() + minute)));
    const running = await listen(`private-users.${user.id}`, user.headers);
    const { socket_id } = running.client.connection;
    api.current.advance(2 * minute);
    await endLapsedListeners(api.current.deps);
    expect(await ended.refused).toMatchObject({ status: 401 });
    expect(running.client.connection.socket_id).toBe(socket_id);
  });

  test('at once when an owner removes its user from the vendor, and other sockets stay', async () => {
    const { db } = api.current.deps;
    const owner = await storeUser(db, { vendorIds: [venue.vendor.id] });
    const channel = `private-vendors.${venue.vendor.id}`;
    const ended = await listen(channel, user.headers);
    const running = await listen(channel, owner.headers);
    const { socket_id } = running.client.connection;
    const path = `/vendors/${venue.vendor.id}/members/${user.id}`;
    expect((await market.call('DELETE', path, owner)).statusCode).toBe(204);
    expect(await ended.refused).toMatchObject({ status: 403 });
    expect(running.client.connection.socket_id).toBe(socket_id);
    expect(api.current.deps.realtime.engine?.stats().channels).toBe(1);
  });

  test('at once when an operator of its venue is removed', async () => {
    const { db } = api.current.deps;
    const operator = await storeUser(db, { operatorOf: [venue.id] });
    const other = await storeUser(db, { operatorOf: [venue.id] });
    const ended = await listen(`private-vendors.${venue.vendor.id}`, operator.headers);
    expect((await market.call('DELETE', `/venues/${venue.id}/operators/${operator.id}`, other)).statusCode).toBe(204);
    expect(await ended.refused).toMatchObject({ status: 403 });
  });

  test('when another process announces that a role has ended', async () => {
    const ended = await listen(`private-vendors.${venue.vendor.id}`, user.headers);
    await inTransaction(api.current.deps.db, async (trx) => {
      await trx.deleteFrom('vendor_members').where('user_id', '=', user.id).execute();
      await announceRoleEnded(trx);
    });
    expect(await ended.refused).toMatchObject({ status: 403 });
  });

  test('when its user no longer works for the vendor, and another socket of the user stays', async () => {
    const ended = await listen(`private-vendors.${venue.vendor.id}`, user.headers);
    const running = await listen(`private-users.${user.id}`, user.headers);
    const { socket_id } = running.client.connection;
    await api.current.deps.db.deleteFrom('vendor_members').where('user_id', '=', user.id).execute();
    await endLapsedListeners(api.current.deps);
    expect(await ended.refused).toMatchObject({ status: 403 });
    expect(running.client.connection.socket_id).toBe(socket_id);
  });
});
