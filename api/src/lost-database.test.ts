/** Tests a PostgreSQL that fails, comes back, or hangs while the API runs. */
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { readConfig } from 'core/config';
import { createKysely, inTransaction } from 'core/database/kysely';
import { DatabaseInUseError, DatabaseListener, type EngineKind, type ListenerOptions } from 'core/database/listener';
import { migrate } from 'core/database/migrate';
import { notify } from 'core/database/notifications';
import { type OpenDatabase, openPostgres } from 'core/database/pool';
import type { App } from 'core/http/scope';
import { type LogEntry, recordingLog, silentLog } from 'core/testing/logs';
import { sql } from 'kysely';
import { Client } from 'pg';
import { findPostgres, type Postgres, startPostgres } from 'scripts/site/postgres';
import { z } from 'zod';
import { buildApp } from './app';
import { createDeps, type Deps } from './deps';
import { enqueue } from './messages/outbox/enqueue';
import { announce } from './messages/realtime/events';
import { addPayload } from './ordering/carts/market.testing';
import { storeUser, storeVenue, type TestUser, type TestVenue } from './testing/stored';

const programs = findPostgres();
const onPostgres = programs ? describe : describe.skip;

jest.setTimeout(60_000);

const ENVIRONMENT = {
  PAYMENTS: 'sandbox',
  STRIPE_API_BASE: 'http://localhost:1',
  STRIPE_SCRIPT_URL: 'http://localhost:1/stripe.js',
  PAYSTACK_API_BASE: 'http://localhost:1',
  PAYSTACK_SCRIPT_URL: 'http://localhost:1/paystack/inline.js',
  GLOBAL_HPP_URL: 'http://localhost:1/pay',
  GLOBAL_API_URL: 'http://localhost:1/epage-remote.cgi',
  DATA_DIR: 'memory://',
};
const STATEMENT_MS = { request: 500, export: 1_000, import: 60_000, migration: 60_000 };

let postgres: Postgres;
let database: OpenDatabase;

beforeAll(async () => {
  if (!programs) return;
  postgres = await startPostgres(programs);
  database = await openPostgres(postgres.url, silentLog, { statementMs: STATEMENT_MS });
  await migrate(database.poolFor('migration'));
});
afterAll(async () => {
  await database?.close();
  await postgres?.stop();
});
/** Runs one statement beside the API. */
async function asAdmin(statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: postgres.url, application_name: 'admin' });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const cutAll = (application = 'foodhall') =>
  asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${application}'`);

onPostgres('a connection in use', () => {
  test('fails its transaction when it breaks between two statements, and the next transaction gets a new connection', async () => {
    const db = createKysely(database.pool);
    const failing = inTransaction(db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await asAdmin(`select pg_terminate_backend(${rows[0]?.pid})`);
      // The transaction sends no statement meanwhile: it may be waiting for a payment provider.
      await lineOf(rows[0]?.pid);
      await sql`select 1`.execute(trx);
    });
    await expect(failing).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  test('is not reused while its statement is pending', async () => {
    const db = createKysely(database.pool);
    postgres.freeze();
    try {
      await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
    } finally {
      postgres.thaw();
    }
    expect((await sql`select 2 as two`.execute(db)).rows).toEqual([{ two: 2 }]);
  });

  test('fails a statement that takes longer than its purpose allows', async () => {
    await expect(database.pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
    const [row] = (await database.poolFor('import').query('select pg_sleep(0.6), 1 as done')).rows;
    expect(row.done).toBe(1);
  });
});

/** Resolves when the server no longer has a process with this number. */
async function lineOf(pid: number | undefined): Promise<void> {
  while ((await asAdmin(`select 1 from pg_stat_activity where pid = ${pid}`)).length > 0) await nextTurn();
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

onPostgres('a request', () => {
  test('waits less than 10 seconds for a connection and the statement on it', async () => {
    const own = await openPostgres(postgres.url, silentLog);
    const { connectionTimeoutMillis = 0, query_timeout = 0 } = own.pool.options;
    await own.close();
    expect(connectionTimeoutMillis + query_timeout).toBeLessThan(10_000);
  });
});

onPostgres('the API', () => {
  let app: App;
  let deps: Deps;
  let origin: string;
  let user: TestUser;
  let sent: unknown[];
  let venue: TestVenue;

  beforeEach(async () => {
    sent = [];
    deps = createDeps({ config: readConfig({ ...ENVIRONMENT, DATABASE_URL: postgres.url }), database, log: silentLog });
    deps.realtime.broadcaster.broadcast = async (_channels, _event, payload) => void sent.push(payload);
    app = await buildApp(deps, { isStrict: true });
    await app.listen({ host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;
    venue = await storeVenue(deps.db);
    user = await storeUser(deps.db);
    deps.workers.startAll();
  });
  afterEach(async () => {
    await deps.workers.stopAll();
    await app.close();
  });

  const get = (path: string) => fetch(`${origin}${path}`, { headers: user.headers });

  /** Repeats the request until it gets this status. */
  async function until(path: string, status: number): Promise<void> {
    for (;;) {
      const response = await get(path);
      await response.arrayBuffer();
      if (response.status === status) return;
      expect([200, 503]).toContain(response.status);
    }
  }

  async function expect503(path: string): Promise<void> {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 503]);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await response.json()).toEqual({
      message: 'Our database is not available right now. Please try again in a moment.',
      code: 'DATABASE_UNAVAILABLE',
    });
  }

  test('keeps every confirmed order while its connections are cut under traffic, and fails only with 503', async () => {
    let isOver = false;
    const statuses = new Set<number>();
    let stored = 0;
    const visitor = async ({ headers }: TestUser) => {
      const write = () =>
        fetch(`${origin}/carts`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(addPayload({ venue })),
        });
      while (!isOver) {
        for (const response of await Promise.all([get(`/venues/${venue.id}`), write()])) {
          statuses.add(response.status);
          if (response.status === 503) expect(response.headers.get('retry-after')).not.toBeNull();
          await response.arrayBuffer();
          if (response.status === 201) stored += 1;
        }
      }
    };
    const users = [user, await storeUser(deps.db), await storeUser(deps.db), await storeUser(deps.db)];
    const visitors = users.map(visitor);
    for (let cut = 0; cut < 5; cut += 1) {
      const before = stored;
      while (stored < before + 4) await nextTurn();
      await cutAll();
    }
    isOver = true;
    await Promise.all(visitors);
    expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    // The database may have more orders, because a connection may break between the commit and the response.
    const [row] = await asAdmin('select sum(quantity)::integer as quantity from order_items');
    expect(row?.quantity).toBeGreaterThanOrEqual(stored);
    await until(`/venues/${venue.id}`, 200);
  });

  test('responds 503 while PostgreSQL is down, then recovers and sends the waiting messages', async () => {
    await postgres.down();
    try {
      await expect503(`/venues/${venue.id}`);
      await until('/ready', 503);
      await expect503('/me');
      expect((await get('/health')).status).toBe(200);
    } finally {
      await postgres.up();
    }
    await until('/ready', 200);
    await until(`/venues/${venue.id}`, 200);
    const message = { message: 'back again' };
    await deps.outbox.transaction((trx) =>
      announce(trx, [{ name: 'Message', channels: ['private-users.1'], payload: message }]),
    );
    // The previous test may have left some of its messages.
    const isSent = () => sent.some((payload) => isDeepStrictEqual(payload, message));
    while (!isSent()) await nextTurn();
  });

  test('sends a claimed message as soon as a lost database is back, before the lease ends', async () => {
    let isDown = false;
    const handle = async () => {
      if (isDown) return;
      isDown = true;
      await postgres.down();
      await postgres.up();
    };
    // A slow machine needs seconds to start the database again. Within the time limit of the test only a later lease tells the two apart.
    deps.outbox.handle('outage', { schema: z.unknown(), handle, leaseMs: 45_000 });
    await deps.outbox.transaction((trx) => enqueue(trx, [{ kind: 'outage', payload: {} }]));
    const isDone = async () => {
      const rows = await deps.db.selectFrom('outbox').select('done_at').orderBy('id', 'desc').limit(1).execute();
      return rows[0]?.done_at ?? null;
    };
    while ((await isDone().catch(() => null)) === null) await nextTurn();
    const [row] = await asAdmin(
      "select done_at - created_at < interval '45 seconds' as is_before_lease_end from outbox order by id desc limit 1",
    );
    expect(row).toEqual({ is_before_lease_end: true });
  });

  test('responds 503 to every request while PostgreSQL hangs', async () => {
    postgres.freeze();
    try {
      await Promise.all([expect503(`/venues/${venue.id}`), expect503('/me'), until('/ready', 503)]);
      // There are more requests than connections.
      await Promise.all(Array.from({ length: 25 }, () => expect503('/me')));
    } finally {
      postgres.thaw();
    }
    await until('/ready', 200);
    await until('/me', 200);
  });

  test('responds 503 to an export that cannot begin, and sends no partial text', async () => {
    const vendorId = (await storeVenue(deps.db)).vendor.id;
    await deps.db
      .insertInto('vendor_members')
      .values({ vendor_id: vendorId, user_id: user.id, role: 'owner' })
      .execute();
    const lock = new Client({ connectionString: postgres.url, application_name: 'admin' });
    await lock.connect();
    await lock.query('begin; lock table orders in access exclusive mode');
    try {
      await expect503(`/vendors/${vendorId}/orders`);
    } finally {
      await lock.query('rollback');
      await lock.end();
    }
    expect(await (await get(`/vendors/${vendorId}/orders`)).json()).toEqual({ data: [] });
  });
});

onPostgres('the connection that listens to other processes', () => {
  const listeners: DatabaseListener[] = [];
  /** The log of the latest listener. */
  let logged: LogEntry[] = [];
  const listener = (options: ListenerOptions = {}) => {
    const { log, entries } = recordingLog();
    logged = entries;
    const made = new DatabaseListener(postgres.url, log, { waitMs: 0, ...options });
    listeners.push(made);
    return made;
  };
  const atWork = async (kind: EngineKind, options?: ListenerOptions, onTaken: () => void = () => undefined) => {
    const made = listener(options);
    await made.hold(kind, onTaken);
    return made;
  };
  afterEach(async () => {
    for (const each of listeners.splice(0)) await each.close();
    while ((await lines()).length > 0) await nextTurn();
  });

  /** Returns the connections that hold the lock of an embedded engine. */
  const lines = async () =>
    (await asAdmin("select pid from pg_locks where locktype = 'advisory' and objid = 730003 and granted")).map(
      ({ pid }) => Number(pid),
    );

  test('receives a notification of any process at its commit', async () => {
    const received: string[] = [];
    await listener().listen('news', (payload) => received.push(payload));
    const db = createKysely(database.pool);
    await inTransaction(db, async (trx) => {
      await notify(trx, 'news', 'rolled back');
      throw new Error('no');
    }).catch(() => undefined);
    await inTransaction(db, (trx) => notify(trx, 'news', 'committed'));
    while (received.length === 0) await nextTurn();
    expect(received).toEqual(['committed']);
  });

  test('tells pages to fetch again after an unreadable notification, and keeps listening', async () => {
    const received: unknown[] = [];
    const made = listener();
    made.onGap(() => received.push('look again'));
    await made.listen('news', (payload) => received.push(JSON.parse(payload)));
    const db = createKysely(database.pool);
    await notify(db, 'news', '{of another version');
    await notify(db, 'news', '1');
    while (received.length < 2) await nextTurn();
    expect(received).toEqual(['look again', 1]);
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'database: a notification could not be read' }));
  });

  test.each<[EngineKind, EngineKind, string]>([
    [
      'embedded',
      'outside',
      'The database is in use by a process that has no outside engine; stop that one, or set its',
    ],
    ['outside', 'embedded', 'The database is in use by a process that has an outside engine, or by a command;'],
  ])(
    'finds other processes with the %s engine, and refuses a process with the %s engine',
    async (kind, other, sentence) => {
      const first = await atWork(kind);
      expect(await first.hasPeers()).toBe(false);
      const second = await atWork(kind, { waitMs: 15_000 });
      expect([await first.hasPeers(), await second.hasPeers()]).toEqual([true, true]);
      await expect(atWork(other)).rejects.toThrow(sentence);
    },
  );

  test('gives a command the whole database while the site is stopped, and refuses it while the site runs', async () => {
    const site = await atWork('embedded');
    await expect(atWork('none')).rejects.toBeInstanceOf(DatabaseInUseError);
    await site.close();
    await atWork('none', { waitMs: 15_000 });
    await expect(atWork('embedded')).rejects.toBeInstanceOf(DatabaseInUseError);
  });

  test('makes a successor with another engine wait until its predecessor ends', async () => {
    const first = await atWork('embedded');
    let isIn = false;
    const successor = atWork('outside', { waitMs: 30_000 }).then(() => {
      isIn = true;
    });
    await first.hasPeers();
    expect(isIn).toBe(false);
    await first.close();
    await successor;
  });

  test('reports its loss, returns with its locks, receives notifications again, and reports that some may be missing', async () => {
    const received: string[] = [];
    let gaps = 0;
    const first = await atWork('embedded', { checkMs: 20 });
    await first.listen('news', (payload) => received.push(payload));
    first.onGap(() => {
      gaps += 1;
    });
    expect(first.isListening).toBe(true);
    const [before] = await lines();
    await cutAll('foodhall listener');
    await lineOf(before);
    while (gaps === 0) await nextTurn();
    expect(first.isListening).toBe(true);
    expect(logged.map(({ msg }) => msg)).toEqual([
      'database: the connection that hears other processes is lost; this process is not ready until it is back',
      'database: other processes are heard again',
    ]);
    await notify(createKysely(database.pool), 'news', 'after');
    while (received.length === 0) await nextTurn();
    expect(received).toEqual(['after']);
    await expect(atWork('outside')).rejects.toBeInstanceOf(DatabaseInUseError);
  });

  test('ends the process if a process with another engine has taken the database after a loss', async () => {
    let reportTaken: () => void = () => undefined;
    const databaseTaken = new Promise<void>((resolve) => {
      reportTaken = resolve;
    });
    const blocker = new Client({ connectionString: postgres.url, application_name: 'admin' });
    await blocker.connect();
    await atWork('embedded', { checkMs: 100 }, () => reportTaken());
    try {
      // A process with an outside engine holds this lock.
      const taken = blocker.query('select pg_advisory_lock_shared(730004)');
      await taken;
      await cutAll('foodhall listener');
      await databaseTaken;
    } finally {
      await blocker.end();
    }
  });
});
