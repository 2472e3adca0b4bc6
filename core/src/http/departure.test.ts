import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { silentLog } from '../testing/logs';
import { Departure, registerDeparture } from './departure';
import type { App } from './scope';

let app: App;
let departure: Departure;
let arrived: Promise<void>;
let respond: () => void;
/** The arguments with which the engine was closed: whether another process takes its sockets. */
let ended: boolean[];
let hasPeers: () => Promise<boolean>;

beforeEach(async () => {
  ended = [];
  hasPeers = async () => true;
  departure = new Departure();
  const server = fastify({ forceCloseConnections: true, return503OnClosing: false });
  app = server as unknown as App;
  const engine = { close: async (isTaken: boolean) => void ended.push(isTaken) };
  registerDeparture(app, {
    departure,
    log: silentLog,
    listener: { hasPeers: () => hasPeers() },
    realtime: { engine } as unknown as Parameters<typeof registerDeparture>[1]['realtime'],
  });
  const answer = new Promise<void>((resolve) => {
    respond = resolve;
  });
  arrived = new Promise<void>((resolve) => {
    server.get('/slow', async () => {
      resolve();
      await answer;
      return 'whole';
    });
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
});

const ask = async (agent?: Agent): Promise<IncomingMessage> => {
  const { port } = app.server.address() as AddressInfo;
  const [response] = await once(get({ port, host: '127.0.0.1', path: '/slow', agent }), 'response');
  return response;
};

test('a request under way is finished, its connection is not kept, and no new connection is accepted', async () => {
  const agent = new Agent({ keepAlive: true });
  const { port } = app.server.address() as AddressInfo;
  const underWay = ask(agent);
  await arrived;
  const closed = app.close();
  while (app.server.listening) await new Promise(setImmediate);
  expect(departure.hasBegun).toBe(true);
  await expect(once(get({ port, host: '127.0.0.1' }), 'response')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  respond();
  const response = await underWay;
  expect([response.statusCode, await text(response)]).toEqual([200, 'whole']);
  await closed;
  agent.destroy();
});

test.each([true, false])('sockets learn whether another process takes them: %s', async (isTaken) => {
  hasPeers = async () => isTaken;
  await app.close();
  expect(ended).toEqual([isTaken]);
});

test('a lost database does not stop the close: sockets learn that no process takes them', async () => {
  hasPeers = async () => {
    throw new Error('connection lost');
  };
  await app.close();
  expect(ended).toEqual([false]);
});
