/**
 * Tests connections that break outside of a request: to a push service, a mail server, a caller of the webhooks, and a database under the
 * timers. Each failure affects only its own work. An uncaught error fails the test that causes it.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { recordingLog } from 'core/testing/logs';
import { Rounds, Workers } from 'core/workers';
import { z } from 'zod';
import { createMailer } from './messages/mail/mailer';
import { Outbox } from './messages/outbox/outbox';
import { startBrokenPushService } from './messages/push/push.testing';
import { HttpsPushTransport } from './messages/push/push-transport';
import { endLapsedListeners } from './messages/realtime/listener-check';
import { Readiness } from './operations/health/readiness';
import { withProviders } from './payments/providers/payment-deps';
import { Reconciler } from './payments/settle/reconciler';
import { withTestApp } from './testing/test-app';

const api = withTestApp();

afterEach(() => jest.restoreAllMocks());

describe('a push service that', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['hangs up at once', (socket) => socket.destroy()],
    ['resets the connection', (socket) => socket.once('data', () => socket.destroy(new Error('planted')))],
    ['responds with bytes other than HTTP', (socket) => socket.end(Buffer.from([0xff, 0x00, 0x0d, 0x0a]))],
    ['stops in the middle of the head', (socket) => socket.end('HTTP/1.1 201 Crea')],
    ['does not respond', () => undefined],
  ])('%s makes the push fail', async (_what, misbehave) => {
    const service = await startBrokenPushService(misbehave);
    const transport = new HttpsPushTransport({
      ca: service.ca,
      isAllowed: () => true,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      timeoutMs: 500,
    });
    await expect(
      transport.post({ endpoint: service.endpoint, headers: {}, body: Buffer.from('hello') }),
    ).rejects.toThrow();
    await service.close();
  });

  test('stops in the middle of the body counts as a service that has responded', async () => {
    const service = await startBrokenPushService((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 201 Created\r\nContent-Length: 1000000\r\n\r\nhalf');
        socket.destroySoon();
      }),
    );
    const transport = new HttpsPushTransport({
      ca: service.ca,
      isAllowed: () => true,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    expect(await transport.post({ endpoint: service.endpoint, headers: {}, body: Buffer.alloc(0) })).toBe(201);
    await service.close();
  });

  test.each(['', 'nothing', 'https:', 'https://', 'https:/x', 'https://[', 'https://a b/', 'https://%/'])(
    'has the address "%s" makes the push fail',
    async (endpoint) => {
      const transport = new HttpsPushTransport({ resolve: () => Promise.reject(new Error('no such name')) });
      await expect(transport.post({ endpoint, headers: {}, body: Buffer.alloc(0) })).rejects.toThrow();
    },
  );
});

describe('a mail server that', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['hangs up at once', (socket) => socket.destroy()],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['greets with bytes other than SMTP', (socket) => socket.end(Buffer.from([0xff, 0x00, 0x0d, 0x0a]))],
    [
      'hangs up in the middle of the session',
      (socket) => socket.write('220 mail.test\r\n', () => socket.once('data', () => socket.destroy())),
    ],
  ])('%s makes only its own email fail', async (_what, misbehave) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      misbehave(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const mailer = createMailer({ smtp: { url, from: 'hall@hall.example' }, dataDir: 'memory://' });
    await expect(mailer.send({ to: 'a@b.c', subject: 'x', text: 'x', html: 'x' })).rejects.toThrow();
    await new Promise((closed) => server.close(closed));
  });
});

test.each([
  [
    'throws at once',
    () => {
      throw new Error('planted');
    },
  ],
  ['rejects', () => Promise.reject(new Error('planted'))],
])('a background task that %s is logged, and the tasks after it run', async (_what, task: () => Promise<void>) => {
  const { log, entries } = recordingLog();
  const workers = new Workers(log);
  workers.run('email', task);
  await workers.idle();
  expect(entries).toMatchObject([{ msg: 'email failed', err: { message: 'planted' } }]);
  const ran = jest.fn(async () => undefined);
  workers.run('next', ran);
  await workers.idle();
  expect(ran).toHaveBeenCalled();
});

describe('a webhook client that', () => {
  const open = () => {
    const socket = connect((api.current.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const expectAlive = async () => expect((await api.current.app.inject('/api/v1/venues')).statusCode).toBe(200);
  const HEAD = 'POST /api/v1/webhooks/stripe/1 HTTP/1.1\r\nHost: hall\r\n';

  beforeEach(() => api.current.app.listen({ host: '127.0.0.1', port: 0 }));

  test.each([
    ['hangs up in the middle of its body', `${HEAD}Content-Length: 1000\r\n\r\n{"id":`],
    ['hangs up in the middle of its head', `${HEAD}Content-Le`],
    ['sends an invalid length', `${HEAD}Content-Length: minus\r\n\r\n`],
    ['sends invalid chunks', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['sends bytes other than HTTP', Buffer.from([0x16, 0x03, 0x01, 0xff, 0xff, 0x00])],
  ])('%s loses only its own connection', async (_what, bytes) => {
    const socket = open();
    const closed = once(socket, 'close');
    socket.resume();
    socket.end(bytes);
    await closed;
    await expectAlive();
  });

  test('resets the connection during a request does not stop the server', async () => {
    const socket = open();
    const asked = once(api.current.app.server, 'request');
    const closed = once(socket, 'close');
    socket.write(`${HEAD}Content-Length: 1000\r\n\r\n{"id":`);
    await asked;
    socket.resetAndDestroy();
    await closed;
    await expectAlive();
  });
});

describe('a database that fails during a timed round', () => {
  const broken = () =>
    jest.spyOn(api.current.deps.pool, 'connect').mockImplementation(() => {
      throw new Error('planted');
    });
  let rounds: (() => void)[];
  const roundsOf = (run: () => Promise<void>) =>
    new Rounds({ name: 'test', everyMs: 1, log: api.current.deps.log, run });

  beforeEach(() => {
    rounds = [];
    // The test calls the rounds itself.
    jest.spyOn(globalThis, 'setInterval').mockImplementation(((round: () => void) => {
      rounds.push(round);
      return setTimeout(() => undefined, 0);
    }) as typeof setInterval);
  });

  test.each<[string, () => { start(): void; stop(): Promise<void> }]>([
    [
      'outbox',
      () => {
        const outbox = new Outbox(api.current.deps.db, api.current.deps.clock, api.current.deps.log);
        outbox.handle('event', { schema: z.unknown(), handle: async () => undefined });
        return outbox;
      },
    ],
    [
      'listener check',
      () => {
        const { deps } = api.current;
        if (deps.realtime.engine) jest.spyOn(deps.realtime.engine, 'sessions').mockReturnValue([1]);
        return roundsOf(() => endLapsedListeners(deps));
      },
    ],
    ['readiness', () => new Readiness(api.current.deps.db, api.current.deps.log)],
    ['reconciler', () => roundsOf(() => new Reconciler(withProviders(api.current.deps)).reconcile())],
  ])('does not stop the rounds of the %s', async (_name, make) => {
    broken();
    const worker = make();
    worker.start();
    expect(rounds).toHaveLength(1);
    for (let turn = 0; turn < 3; turn += 1) {
      for (const round of rounds) round();
      await new Promise(setImmediate);
    }
    await worker.stop();
    expect(JSON.stringify(api.current.logged)).not.toContain('TypeError');
  });
});
