/** Sends messages of a browser's socket, right and wrong. */
import fc from 'fast-check';
import WebSocket from 'ws';
import { ANSWER_MS } from './site';
import { fits, type JsonSchema, mutated } from './values';

const text: JsonSchema = { type: 'string' };
const message = (event: string, properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties: { event: { const: event }, data: { type: 'object', properties, required: Object.keys(properties) } },
  required: ['event', 'data'],
});

/** The messages that a client of Pusher's protocol may send. */
const MESSAGES: readonly JsonSchema[] = [
  message('pusher:ping', {}),
  message('pusher:pong', {}),
  message('pusher:subscribe', { channel: { const: 'private-users.1' }, auth: text }),
  message('pusher:subscribe', { channel: { const: 'venues' }, auth: text, channel_data: text }),
  message('pusher:unsubscribe', { channel: { const: 'venues' } }),
  message('pusher:signin', { auth: text, user_data: text }),
  message('client-anything', { a: text }),
];

const BROKEN_FRAMES: readonly (string | Buffer)[] = [
  '',
  '{',
  'null',
  '[]',
  '1',
  '"pusher:ping"',
  '['.repeat(8_000),
  '{"event":"__proto__","data":{}}',
  '{"event":"pusher:subscribe","data":"{\\"channel\\":\\"venues\\"}"}',
  Buffer.from([0, 1, 2, 255]),
  Buffer.alloc(16_000),
  'x'.repeat(17_000),
];

export const frames: fc.Arbitrary<string | Buffer> = fc.oneof(
  { weight: 4, arbitrary: mutated(fc.oneof(...MESSAGES.map(fits))).map((value) => JSON.stringify(value) ?? '') },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN_FRAMES) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
);

/** The largest frame, in bytes. A larger one ends the socket, and the connection may end before the code has arrived. */
const MAX_FRAME = 16_384;

/**
 * Sends the frames on a new socket, and then a ping.
 * @returns 'pong', or the server's close code: both are responses
 * @throws when neither comes within ANSWER_MS, or the connection ends although no frame is over MAX_FRAME
 */
export function converse(url: string, all: readonly (string | Buffer)[]): Promise<string> {
  const mayBeCut = all.some((frame) => Buffer.byteLength(frame) > MAX_FRAME);
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/app/foodhall?protocol=7&client=js&version=8.4.0`);
    const timer = setTimeout(() => {
      socket.terminate();
      reject(new Error(`The socket answered nothing within ${ANSWER_MS / 1000} s.`));
    }, ANSWER_MS);
    const finish = (answer: string) => {
      clearTimeout(timer);
      socket.terminate();
      resolve(answer);
    };
    socket.on('open', () => {
      for (const frame of all) socket.send(frame);
      socket.send('{"event":"pusher:ping","data":{}}');
    });
    socket.on('message', (data) => {
      if (String(data).includes('pusher:pong')) finish('pong');
    });
    socket.on('close', (code) => {
      clearTimeout(timer);
      if (code === 1006 && !mayBeCut) reject(new Error('The line was cut without a code.'));
      else finish(String(code));
    });
    socket.on('error', (error) => {
      clearTimeout(timer);
      if (mayBeCut) finish('cut');
      else reject(error);
    });
  });
}
