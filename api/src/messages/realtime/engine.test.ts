import { once } from 'node:events';
import type Echo from 'laravel-echo';
import PusherServer from 'pusher';
import PusherClient from 'pusher-js';
import { WebSocket } from 'ws';
import { DEFAULT_LIMITS } from './embedded-engine';
import { CREDENTIALS, type RunningEngine, startEngine } from './engine.testing';
import { OutsideBroadcaster } from './outside-broadcaster';
import { channelAuth } from './signature';

const ORDER_ADDED = 'App\\Events\\QueueOrderAdded';

let engine: RunningEngine;
const openClients: Array<{ disconnect(): void }> = [];

afterEach(async () => {
  jest.restoreAllMocks();
  for (const client of openClients.splice(0)) client.disconnect();
  await engine.close();
});

function clientOptions(port: number) {
  return {
    // pusher-js requires a cluster even if the host is given.
    cluster: 'local',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws' as const],
    disableStats: true,
    channelAuthorization: { endpoint: `http://127.0.0.1:${port}/auth`, transport: 'ajax' as const },
    userAuthentication: { endpoint: `http://127.0.0.1:${port}/user-auth`, transport: 'ajax' as const },
  };
}

function connectPusher(port = engine.port, key = CREDENTIALS.key): PusherClient {
  const client = new PusherClient(key, clientOptions(port));
  openClients.push(client);
  return client;
}

async function connectEcho(): Promise<Echo<'pusher'>> {
  const { default: EchoClass } = await import('laravel-echo');
  const client = connectPusher();
  return new EchoClass({ broadcaster: 'pusher', key: CREDENTIALS.key, client, namespace: 'App.Events' });
}

function nextEvent(target: { bind(event: string, listener: (data: unknown) => void): unknown }, event: string) {
  return new Promise<unknown>((resolve) => target.bind(event, resolve));
}

function pusherServer(overrides: { secret?: string } = {}): PusherServer {
  return new PusherServer({
    appId: CREDENTIALS.appId,
    key: CREDENTIALS.key,
    secret: overrides.secret ?? CREDENTIALS.secret,
    host: '127.0.0.1',
    port: String(engine.port),
    useTLS: false,
  });
}

function outsideBroadcaster(secret = CREDENTIALS.secret): OutsideBroadcaster {
  const address = { host: '127.0.0.1', port: engine.port, scheme: 'http' as const, cluster: 'local' };
  return new OutsideBroadcaster({ ...CREDENTIALS, ...address, secret });
}

async function openSocket(query = 'protocol=7', key = CREDENTIALS.key) {
  const socket = new WebSocket(`ws://127.0.0.1:${engine.port}/app/${key}?${query}`);
  const frames: Array<{ event: string; channel?: string; data: unknown }> = [];
  const waiting: Array<() => void> = [];
  socket.on('message', (data) => {
    frames.push(JSON.parse(data.toString()));
    waiting.shift()?.();
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  openClients.push({ disconnect: () => socket.terminate() });
  return {
    socket,
    closed,
    send: (event: string, data: unknown) => socket.send(JSON.stringify({ event, data })),
    /** Returns the next frame. Each frame is returned once. */
    async next() {
      if (frames.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      const frame = frames.shift();
      if (!frame) throw new Error('no frame');
      return { ...frame, data: typeof frame.data === 'string' ? JSON.parse(frame.data) : frame.data };
    },
  };
}

async function openEstablished() {
  const client = await openSocket();
  const established = await client.next();
  return { ...client, socketId: String(established.data.socket_id) };
}

describe('with the real clients', () => {
  beforeEach(async () => {
    engine = await startEngine();
  });

  test('laravel-echo receives a namespaced event on a private channel', async () => {
    const echo = await connectEcho();
    const channel = echo.private('users.5');
    await new Promise<void>((resolve) => channel.subscribed(resolve));
    const event = new Promise<unknown>((resolve) => channel.listen('QueueOrderAdded', resolve));

    await engine.realtime.broadcaster.broadcast(['private-users.5'], ORDER_ADDED, { order: { id: 3 } });

    expect(await event).toEqual({ order: { id: 3 } });
  });

  test('laravel-echo gets an error when the API refuses to sign a channel', async () => {
    const echo = await connectEcho();
    const refused = new Promise<{ status: number }>((resolve) => echo.private('vendors.1').error(resolve));
    expect((await refused).status).toBe(403);
  });

  test('a client receives nothing from a channel that it has left', async () => {
    const client = connectPusher();
    const left = client.subscribe('venues.1');
    const stayed = client.subscribe('venues.2');
    await Promise.all([
      nextEvent(left, 'pusher:subscription_succeeded'),
      nextEvent(stayed, 'pusher:subscription_succeeded'),
    ]);
    const names: string[] = [];
    client.bind_global((name: string, data: unknown) => {
      if (name === 'StockUpdated') names.push(JSON.stringify(data));
    });

    client.unsubscribe('venues.1');
    // One socket's frames are read in order, so the last subscription succeeds after the engine has read the unsubscription.
    await nextEvent(client.subscribe('venues.3'), 'pusher:subscription_succeeded');
    const last = nextEvent(stayed, 'StockUpdated');
    await engine.realtime.broadcaster.broadcast(['venues.1', 'venues.2'], 'StockUpdated', { item_id: 1 });
    await last;

    expect(names).toEqual(['{"item_id":1}']);
    expect(engine.realtime.engine?.stats()).toEqual({ connections: 1, channels: 2 });
  });

  test('every socket except the one that caused an event receives it', async () => {
    const [sender, other] = [connectPusher(), connectPusher()];
    const channels = [sender.subscribe('venues.1'), other.subscribe('venues.1')];
    await Promise.all(channels.map((channel) => nextEvent(channel, 'pusher:subscription_succeeded')));
    const senderHeard: unknown[] = [];
    channels[0]?.bind('StockUpdated', (data: unknown) => senderHeard.push(data));
    const second = new Promise<void>((resolve) => {
      channels[1]?.bind('StockUpdated', ({ item_id }: { item_id: number }) => item_id === 2 && resolve());
    });

    await engine.realtime.broadcaster.broadcast(
      ['venues.1'],
      'StockUpdated',
      { item_id: 1 },
      {
        exceptSocketId: sender.connection.socket_id,
      },
    );
    await engine.realtime.broadcaster.broadcast(['venues.1'], 'StockUpdated', { item_id: 2 });
    await second;
    await nextEvent(sender.subscribe('venues.9'), 'pusher:subscription_succeeded');

    expect(senderHeard).toEqual([{ item_id: 2 }]);
  });

  test('an unknown key is refused without a retry', async () => {
    const client = connectPusher(engine.port, 'another-key');
    const error = (await nextEvent(client.connection, 'error')) as { error: { data: { code: number } } };
    expect(error.error.data.code).toBe(4001);
    expect(client.connection.state).toBe('disconnected');
  });

  test('a signed-in user receives the events for that user', async () => {
    const client = connectPusher();
    const isListening = new Promise<void>((resolve) => {
      client.connection.bind('message', ({ event, channel }: { event: string; channel?: string }) => {
        if (event === 'pusher_internal:subscription_succeeded' && channel === '#server-to-user-7') resolve();
      });
    });
    client.signin();
    await isListening;
    const notice = nextEvent(client.user, 'Notice');
    await pusherServer().sendToUser('7', 'Notice', { text: 'hello' });
    expect(await notice).toEqual({ text: 'hello' });
  });

  test('clients reconnect with their channels after a restart', async () => {
    const client = connectPusher();
    const channel = client.subscribe('private-users.5');
    await nextEvent(channel, 'pusher:subscription_succeeded');
    const again = nextEvent(channel, 'pusher:subscription_succeeded');

    const { port } = engine;
    await engine.close();
    engine = await startEngine({}, { port });
    await again;

    const event = nextEvent(channel, 'Message');
    await engine.realtime.broadcaster.broadcast(['private-users.5'], 'Message', { message: 'hello' });
    expect(await event).toEqual({ message: 'hello' });
  });
});

describe('with the real pusher server package', () => {
  beforeEach(async () => {
    engine = await startEngine();
  });

  test('a signed trigger reaches subscribers of one or many channels, as one event or as a batch', async () => {
    const channel = connectPusher().subscribe('venues.1');
    await nextEvent(channel, 'pusher:subscription_succeeded');
    const received: unknown[] = [];
    const third = new Promise<void>((resolve) => {
      channel.bind('StockUpdated', (data: { n: number }) => {
        received.push(data.n);
        if (received.length === 3) resolve();
      });
    });
    const server = pusherServer();
    await server.trigger('venues.1', 'StockUpdated', { n: 1 });
    await server.trigger(['venues.1', 'venues.2'], 'StockUpdated', { n: 2 });
    await server.triggerBatch([{ channel: 'venues.1', name: 'StockUpdated', data: { n: 3 } }]);
    await third;
    expect(received).toEqual([1, 2, 3]);
  });

  test('the outside broadcaster sends to a Pusher engine and skips the sender', async () => {
    const [sender, other] = [connectPusher(), connectPusher()];
    const channels = [sender.subscribe('venues.1'), other.subscribe('venues.1')];
    await Promise.all(channels.map((channel) => nextEvent(channel, 'pusher:subscription_succeeded')));
    const senderHeard: unknown[] = [];
    channels[0]?.bind('StockUpdated', (data: unknown) => senderHeard.push(data));
    const otherHeard = channels[1] ? nextEvent(channels[1], 'StockUpdated') : Promise.reject(new Error('no channel'));

    const outside = outsideBroadcaster();
    await outside.broadcast(
      ['venues.1'],
      'StockUpdated',
      { item_id: 4 },
      {
        exceptSocketId: sender.connection.socket_id,
      },
    );

    expect(await otherHeard).toEqual({ item_id: 4 });
    await nextEvent(sender.subscribe('venues.9'), 'pusher:subscription_succeeded');
    expect(senderHeard).toEqual([]);
  });

  test('the outside broadcaster says whether a failed event can be retried', async () => {
    const tooLarge = outsideBroadcaster().broadcast(['venues.1'], 'Message', {
      message: 'x'.repeat(11_000),
    });
    await expect(tooLarge).rejects.toMatchObject({ name: 'PermanentBroadcastError' });
    await expect(outsideBroadcaster('wrong').broadcast(['venues.1'], 'Message', {})).rejects.toMatchObject({
      status: 401,
    });
  });

  test.each([
    ['another secret signed it', () => pusherServer({ secret: 'wrong' }).trigger('venues.1', 'Message', {})],
    ['the body was changed on the way', () => postSigned((body) => body.replace('hello', 'HELLO'))],
    ['it was signed more than ten minutes ago', () => postSigned((body) => body, -601)],
  ])('a trigger is refused when %s', async (_why, send) => {
    await expect(send()).rejects.toMatchObject({ status: 401 });
  });

  async function postSigned(change: (body: string) => string, ageSeconds = 0): Promise<void> {
    const body = JSON.stringify({ name: 'Message', channel: 'venues.1', data: '"hello"' });
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ageSeconds * 1000);
    const query = pusherServer().createSignedQueryString({
      method: 'POST',
      path: `/apps/${CREDENTIALS.appId}/events`,
      body,
    });
    clock.mockRestore();
    const response = await fetch(`http://127.0.0.1:${engine.port}/apps/${CREDENTIALS.appId}/events?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: change(body),
    });
    if (!response.ok) throw Object.assign(new Error(await response.text()), { status: response.status });
  }

  test('an unsigned trigger and an unknown app are refused', async () => {
    const post = (path: string) =>
      fetch(`http://127.0.0.1:${engine.port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
    expect((await post(`/apps/${CREDENTIALS.appId}/events`)).status).toBe(401);
    expect((await post('/apps/another/events')).status).toBe(404);
  });
});

describe('on the wire', () => {
  test.each([
    ['a missing protocol version', '', CREDENTIALS.key, 4008],
    ['a non-numeric protocol version', 'protocol=seven', CREDENTIALS.key, 4006],
    ['an empty protocol version', 'protocol=', CREDENTIALS.key, 4006],
    ['an unsupported protocol version', 'protocol=3', CREDENTIALS.key, 4007],
    ['an unknown key', 'protocol=7', 'nobody', 4001],
  ])('%s closes the socket with its code', async (_what, query, key, code) => {
    engine = await startEngine();
    const client = await openSocket(query, key);
    expect(await client.next()).toMatchObject({ event: 'pusher:error', data: { code } });
    expect(await client.closed).toBe(code);
  });

  test.each(['cache-menu', 'private-cache-users.5', 'private-encrypted-cache-users.5'])(
    'a subscriber of %s gets the message that the cache has no event',
    async (channel) => {
      engine = await startEngine();
      const client = await openEstablished();
      const auth = channelAuth(CREDENTIALS, client.socketId, channel);
      client.send('pusher:subscribe', { channel, auth });
      expect(await client.next()).toMatchObject({ event: 'pusher_internal:subscription_succeeded', channel });
      expect(await client.next()).toMatchObject({ event: 'pusher:cache_miss', channel });
    },
  );

  test('the reason of a refusal is the same for a key of any length', async () => {
    engine = await startEngine();
    for (const length of [95, 96, 200, 8_000]) {
      const client = await openSocket('protocol=7', 'k'.repeat(length));
      expect(await client.next()).toMatchObject({ data: { code: 4001, message: 'This app key is not known here' } });
      expect(await client.closed).toBe(4001);
    }
    expect((await openEstablished()).socketId).toMatch(/^\d+\.\d+$/);
  });

  test('one address cannot use all sockets, and can open new ones after it closes some', async () => {
    engine = await startEngine({ maxConnectionsPerAddress: 2 });
    const [first] = [await openEstablished(), await openEstablished()];
    const third = await openSocket();
    expect(await third.next()).toMatchObject({
      data: { code: 4100, message: 'Too many connections from this address' },
    });
    first.socket.close();
    await first.closed;
    expect((await openEstablished()).socketId).toMatch(/^\d+\.\d+$/);
  });

  test('one address can open thousands of sockets, and at most half of all', () => {
    const { maxConnections, maxConnectionsPerAddress } = DEFAULT_LIMITS;
    expect(maxConnectionsPerAddress).toBeGreaterThanOrEqual(2_000);
    expect(maxConnectionsPerAddress).toBeLessThanOrEqual(maxConnections / 2);
  });

  test('a ping gets a pong', async () => {
    engine = await startEngine();
    const client = await openEstablished();
    client.send('pusher:ping', {});
    expect((await client.next()).event).toBe('pusher:pong');
  });

  test('a private channel needs a signature for this socket', async () => {
    engine = await startEngine();
    const [mine, other] = [await openEstablished(), await openEstablished()];
    const channel = 'private-users.5';
    mine.send('pusher:subscribe', { channel, auth: channelAuth(CREDENTIALS, other.socketId, channel) });
    expect(await mine.next()).toMatchObject({ event: 'pusher:subscription_error', channel, data: { status: 401 } });
    mine.send('pusher:subscribe', { channel, auth: channelAuth(CREDENTIALS, mine.socketId, channel) });
    expect(await mine.next()).toMatchObject({ event: 'pusher_internal:subscription_succeeded', channel });
  });

  test.each([
    ['a presence channel', 'presence-hall'],
    ['a name with a space', 'venues 1'],
    ['the user channel of another user', '#server-to-user-5'],
  ])('%s cannot be subscribed to', async (_what, channel) => {
    engine = await startEngine();
    const client = await openEstablished();
    client.send('pusher:subscribe', { channel });
    expect((await client.next()).event).toBe('pusher:subscription_error');
  });

  test('the engine refuses an event from a client, and no other client gets it', async () => {
    engine = await startEngine();
    const [sender, listener] = [await openEstablished(), await openEstablished()];
    for (const client of [sender, listener]) {
      client.send('pusher:subscribe', { channel: 'venues.1' });
      await client.next();
    }
    sender.socket.send(JSON.stringify({ event: 'client-typing', channel: 'venues.1', data: {} }));
    expect(await sender.next()).toMatchObject({ event: 'pusher:error', data: { code: 4301 } });
    listener.send('pusher:ping', {});
    expect((await listener.next()).event).toBe('pusher:pong');
  });

  test('a socket can subscribe to a limited number of channels', async () => {
    engine = await startEngine({ maxChannelsPerSocket: 1 });
    const client = await openEstablished();
    client.send('pusher:subscribe', { channel: 'venues.1' });
    expect((await client.next()).event).toBe('pusher_internal:subscription_succeeded');
    client.send('pusher:subscribe', { channel: 'venues.2' });
    expect(await client.next()).toMatchObject({ event: 'pusher:subscription_error', data: { status: 429 } });
  });

  test('a socket that sends too much is closed and told to reconnect later', async () => {
    engine = await startEngine({ maxFramesPerWindow: 3 });
    const client = await openEstablished();
    for (let n = 0; n < 4; n += 1) client.send('pusher:ping', {});
    expect(await client.closed).toBe(4100);
  });

  test('a frame that is too large closes the socket', async () => {
    engine = await startEngine({ maxFrameBytes: 100 });
    const client = await openEstablished();
    client.send('pusher:ping', { padding: 'x'.repeat(200) });
    expect(await client.closed).toBe(1009);
  });

  test('a full engine tells new clients to reconnect later', async () => {
    engine = await startEngine({ maxConnections: 1 });
    await openEstablished();
    const second = await openSocket();
    expect(await second.closed).toBe(4100);
  });

  test('a silent socket is pinged, stays open if it replies, and is closed if it does not', async () => {
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    engine = await startEngine({ activityTimeoutMs: 40, pongTimeoutMs: 40 });
    const client = await openEstablished();
    for (let round = 0; round < 3; round += 1) {
      now += 41;
      expect((await client.next()).event).toBe('pusher:ping');
      client.send('pusher:pong', {});
      // The reply to a second message says that the engine has read the first.
      client.send('pusher:ping', {});
      expect((await client.next()).event).toBe('pusher:pong');
    }
    now += 41;
    expect((await client.next()).event).toBe('pusher:ping');
    now += 40;
    expect(await client.closed).toBe(4201);
    expect(engine.realtime.engine?.stats()).toEqual({ connections: 0, channels: 0 });
  });

  test('a client that stops reading is closed, and its messages are not buffered', async () => {
    engine = await startEngine({ maxBufferedBytes: 200_000 });
    const slow = await openEstablished();
    slow.send('pusher:subscribe', { channel: 'venues.1' });
    await slow.next();
    slow.socket.pause();
    const payload = { message: 'x'.repeat(10_000) };
    for (let n = 0; n < 5_000 && engine.realtime.engine?.stats().connections === 1; n += 1) {
      await engine.realtime.broadcaster.broadcast(['venues.1'], 'Message', payload);
      await new Promise(setImmediate);
    }
    expect(engine.realtime.engine?.stats().connections).toBe(0);
  });

  test('closing the engine tells every socket to reconnect after a second', async () => {
    engine = await startEngine();
    const client = await openEstablished();
    await engine.close();
    expect(await client.closed).toBe(4100);
  });
});
