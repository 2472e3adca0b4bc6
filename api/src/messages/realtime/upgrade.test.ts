/** Tests that any bytes on the upgrade and socket paths break only their own connection. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type LogEntry, recordingLog } from 'core/testing/logs';
import { WebSocket } from 'ws';
import { CREDENTIALS, type RunningEngine, startEngine } from './engine.testing';

let engine: RunningEngine;
let sockets: Socket[] = [];
let entries: LogEntry[];

beforeEach(async () => {
  const { log, entries: logged } = recordingLog();
  entries = logged;
  engine = await startEngine({}, { log });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  jest.restoreAllMocks();
  await engine.close();
});

function open(): Socket {
  const socket = connect(engine.port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  sockets.push(socket);
  return socket;
}

/** Sends `lines`. @returns the whole response until the server closed */
async function ask(lines: readonly string[], body = ''): Promise<string> {
  const socket = open();
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
  return text(socket);
}

/** Checks that the engine still serves others. */
async function expectAlive(): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${engine.port}/app/${CREDENTIALS.key}?protocol=7`);
  const [frame] = await once(socket, 'message');
  expect(String(frame)).toContain('pusher:connection_established');
  socket.terminate();
}

const H2C = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'];
const WEBSOCKET = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
];

describe('a request that offers an upgrade to another protocol is handled like any other', () => {
  test('if curl --http2 sends it', async () => {
    const response = await ask(['GET /hello?to=all HTTP/1.1', 'Host: hall', ...H2C]);
    expect(response).toMatch(/^HTTP\/1.1 200 /);
    expect(response).toContain('{"hello":"all"}');
  });

  test('if a part of its body arrives later', async () => {
    const form = 'socket_id=1.2&channel_name=private-users.5';
    const socket = open();
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const length = `Content-Length: ${form.length}`;
    const lines = ['POST /auth HTTP/1.1', 'Host: hall', type, length, ...H2C, 'Connection: close'];
    const asked = once(engine.server, 'request');
    socket.write(`${lines.join('\r\n')}\r\n\r\n${form.slice(0, 10)}`);
    await asked;
    socket.write(form.slice(10));
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1.1 200 /);
    expect(response).toContain(`"auth":"${CREDENTIALS.key}:`);
  });

  test('if its body has chunks', async () => {
    const form = 'socket_id=1.2&channel_name=private-users.5';
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const lines = ['POST /auth HTTP/1.1', 'Host: hall', type, 'Transfer-Encoding: chunked', ...H2C];
    expect(await ask(lines, `${form.length.toString(16)}\r\n${form}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });

  test('if it asks for a WebSocket at another path', async () => {
    expect(await ask(['GET /hello HTTP/1.1', 'Host: hall', ...WEBSOCKET])).toMatch(/^HTTP\/1.1 200 /);
    expect(await ask(['GET /somewhere HTTP/1.1', 'Host: hall', ...WEBSOCKET])).toMatch(/^HTTP\/1.1 404 /);
  });

  test('if it asks for another protocol at the path of the sockets', async () => {
    expect(await ask([`GET /app/${CREDENTIALS.key}?protocol=7 HTTP/1.1`, 'Host: hall', ...H2C])).toMatch(/ 404 /);
  });
});

describe('an upgrade request does not stop the server', () => {
  test.each(['//', '//[', '/%', '/app/', '/app/%E0%A4%A', '/app/a/b', '*'])('if its address is %s', async (address) => {
    expect(await ask([`GET ${address} HTTP/1.1`, 'Host: hall', ...WEBSOCKET])).toMatch(/^HTTP\/1.1 (4\d\d|101) /);
    await expectAlive();
  });

  test.each([
    ['an invalid key', 'Sec-WebSocket-Key: x'],
    ['an unsupported version', 'Sec-WebSocket-Version: 99'],
    ['an invalid list of protocols', 'Sec-WebSocket-Protocol: ,,,'],
    ['an invalid extension', 'Sec-WebSocket-Extensions: ;;;'],
  ])('if it has %s', async (_what, line) => {
    const [name] = line.split(':');
    const rest = WEBSOCKET.filter((header) => !header.startsWith(`${name}:`));
    const socket = open();
    const lines = [`GET /app/${CREDENTIALS.key}?protocol=7 HTTP/1.1`, 'Host: hall', ...rest, line];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    await expectAlive();
  });

  test('if its connection is reset', async () => {
    for (const path of ['/app/wrong', `/app/${CREDENTIALS.key}?protocol=7`, '/elsewhere']) {
      const arrived = Promise.race([once(engine.server, 'upgrade'), once(engine.server, 'request')]);
      const socket = open();
      const closed = once(socket, 'close');
      socket.write(`${[`GET ${path} HTTP/1.1`, 'Host: hall', ...WEBSOCKET].join('\r\n')}\r\n\r\n`);
      await arrived;
      socket.resetAndDestroy();
      await closed;
    }
    await expectAlive();
  });

  test('if its handler throws', async () => {
    const refusal = jest.spyOn(engine.embedded, 'handleUpgrade').mockImplementationOnce(() => {
      throw new Error('planted');
    });
    expect(await ask([`GET /app/${CREDENTIALS.key}?protocol=7 HTTP/1.1`, 'Host: hall', ...WEBSOCKET])).toBe('');
    expect(refusal).toHaveBeenCalledTimes(1);
    await expectAlive();
  });
});

describe('an established socket', () => {
  async function established(): Promise<Socket> {
    const socket = open();
    const lines = [`GET /app/${CREDENTIALS.key}?protocol=7 HTTP/1.1`, 'Host: hall', ...WEBSOCKET];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    return socket;
  }

  test.each([
    ['bytes that are not a frame', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a frame without a mask', Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
    ['a text that is not UTF-8', Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe])],
    ['a reserved bit', Buffer.from([0xf1, 0x80, 0, 0, 0, 0])],
    ['an invalid close code', Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x00, 0x01])],
    [
      'a length of nine exabytes',
      Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
    ],
  ])('is closed after %s', async (_what, bytes) => {
    const socket = await established();
    socket.write(bytes);
    socket.resume();
    await once(socket, 'close');
    await expectAlive();
    expect(engine.embedded.stats().channels).toBe(0);
  });

  test.each([
    ['an empty text', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['an event name that is not a text', '{"event":{}}'],
    ['a subscription without a channel', '{"event":"pusher:subscribe"}'],
    ['invalid JSON as data', '{"event":"pusher:signin","data":"{"}'],
    ['a list with 9,000 levels', '['.repeat(9_000)],
  ])('gets an error for %s', async (_what, message) => {
    const socket = new WebSocket(`ws://127.0.0.1:${engine.port}/app/${CREDENTIALS.key}?protocol=7`);
    await once(socket, 'message');
    socket.send(message);
    const [reply] = await once(socket, 'message');
    expect(JSON.parse(String(reply)).event).toMatch(/error$/);
    socket.terminate();
  });

  test('can be reset during an event without harm to the server', async () => {
    const socket = await established();
    const closed = once(socket, 'close');
    socket.resetAndDestroy();
    await engine.realtime.broadcaster.broadcast(['venues.1'], 'StockUpdated', { item_id: 1 });
    await closed;
    await expectAlive();
  });

  test('is closed if sending to it throws, and other sockets receive the event', async () => {
    const join = async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${engine.port}/app/${CREDENTIALS.key}?protocol=7`);
      await once(socket, 'message');
      socket.send('{"event":"pusher:subscribe","data":{"channel":"venues.1"}}');
      await once(socket, 'message');
      return socket;
    };
    const [broken, sound] = [await join(), await join()];
    jest.spyOn(WebSocket.prototype, 'send').mockImplementationOnce(() => {
      throw new Error('planted');
    });
    const received = once(sound, 'message');
    const closed = once(broken, 'close');
    await engine.realtime.broadcaster.broadcast(['venues.1'], 'StockUpdated', { item_id: 1 });
    await Promise.all([received, closed]);
    expect(entries).toContainEqual(
      expect.objectContaining({ msg: 'realtime: a socket was closed after an error', reason: 'planted' }),
    );
    sound.terminate();
    await expectAlive();
  });
});
