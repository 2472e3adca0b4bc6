/**
 * Opens SOCKETS idle sockets to the engine at PORT of this machine, each on a separate channel. Measures the memory that they cost the process
 * ENGINE_PID, and the time that an event to one of them takes. Prints one line of JSON and ends, in any case after two minutes. It calls only
 * 127.0.0.1.
 */
import { readFile } from 'node:fs/promises';
import Pusher from 'pusher';
import { WebSocket } from 'ws';

const {
  PORT = '',
  SOCKETS = '10000',
  ENGINE_PID = '',
  PUSHER_APP_ID = '',
  PUSHER_KEY = '',
  PUSHER_SECRET = '',
} = process.env;
const count = Math.min(Number(SOCKETS), 10_000);
const EVENTS = 500;
const OPENED_AT_ONCE = 100;
setTimeout(() => process.exit(1), 120_000).unref();

const waiting = new Map<string, () => void>();

function open(channel: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${PORT}/app/${PUSHER_KEY}?protocol=7`, { perMessageDeflate: false });
    socket.on('error', reject);
    socket.on('message', (bytes) => {
      const { event } = JSON.parse(String(bytes)) as { event: string };
      if (event === 'pusher:connection_established') {
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel } }));
      } else if (event === 'pusher_internal:subscription_succeeded') resolve(socket);
      else if (event === 'pusher:ping') socket.send('{"event":"pusher:pong","data":{}}');
      else waiting.get(channel)?.();
    });
  });
}

/** Returns the kilobytes of memory that the engine's process uses. */
async function engineMemory(): Promise<number> {
  const status = await readFile(`/proc/${ENGINE_PID}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN);
}

async function main(): Promise<void> {
  // The first sockets load code and buffers that all sockets share.
  const early = await Promise.all(Array.from({ length: 50 }, (_, index) => open(`venues.${100_000 + index}`)));
  const before = await engineMemory();
  const startedAt = performance.now();
  const sockets: WebSocket[] = [];
  for (let first = 0; first < count; first += OPENED_AT_ONCE) {
    const length = Math.min(OPENED_AT_ONCE, count - first);
    sockets.push(...(await Promise.all(Array.from({ length }, (_, index) => open(`venues.${first + index + 1}`)))));
  }
  const openedMs = performance.now() - startedAt;
  const after = await engineMemory();

  const pusher = new Pusher({
    appId: PUSHER_APP_ID,
    key: PUSHER_KEY,
    secret: PUSHER_SECRET,
    host: '127.0.0.1',
    port: PORT,
    useTLS: false,
  });
  const times: number[] = [];
  for (let n = 0; n < EVENTS; n += 1) {
    const channel = `venues.${1 + ((n * 7_919) % count)}`;
    const received = new Promise<void>((resolve) => waiting.set(channel, resolve));
    const sentAt = performance.now();
    await pusher.trigger(channel, 'App\\Events\\StockUpdated', { item_id: n, vendor_id: 1 });
    await received;
    times.push(performance.now() - sentAt);
    waiting.delete(channel);
  }
  const openAtTheEnd = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
  console.info(JSON.stringify({ sockets: openAtTheEnd, openedMs, kilobytesEach: (after - before) / count, times }));
  for (const socket of [...early, ...sockets]) socket.terminate();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
