/**
 * The one connection on which a process hears the other processes of its PostgreSQL database. It also holds the locks that say which
 * real-time engine this process uses: all processes of a database need the same one. The locks end with the connection, and are taken again
 * when a lost connection comes back.
 */
import { Client, escapeIdentifier } from 'pg';
import { messageOf } from '../errors';
import type { Log } from '../log';
import type { Notifications, OnMessage } from './notifications';
import { DatabaseUnavailableError } from './unavailable';

/** 'none' is a command that works on the database of a stopped site. No site may start meanwhile. */
export type EngineKind = 'embedded' | 'outside' | 'none';

/** Advisory locks, other numbers than the migrations use. Each process holds the shared lock of its kind of engine. */
const ENGINE_LOCKS = { embedded: 730_003, outside: 730_004 } as const;
/** Every process of a site holds this lock shared. A command of kind 'none' holds it exclusively. */
const SITE_LOCK = 730_002;
/** How long a start waits for the locks. A predecessor may still be going down, or the server has not yet noticed that it is gone. */
const WAIT_MS = 15_000;
const RETRY_MS = 250;
/** The interval at which the connection is checked. PATIENCE_MS is the time that a response may take. */
const CHECK_MS = 1_000;
const PATIENCE_MS = 5_000;

/** Processes with another real-time engine are at work on the database. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
  constructor(kind: EngineKind) {
    super(
      kind === 'outside'
        ? 'The database is in use by a process that has no outside engine; stop that one, or set its PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET.'
        : 'The database is in use by a process that has an outside engine, or by a command; stop that one, or set its PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET here too.',
    );
  }
}

export interface ListenerOptions {
  waitMs?: number;
  checkMs?: number;
}

export class DatabaseListener implements Notifications {
  private readonly listeners = new Map<string, Set<OnMessage>>();
  private readonly lookers = new Set<() => void>();
  private client: Client | null = null;
  private opening: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private kind: EngineKind | null = null;
  private onTaken: (error: DatabaseInUseError) => void = () => undefined;
  private waitMs = WAIT_MS;
  private isClosed = false;
  private isLost = false;

  constructor(
    private readonly connectionString: string,
    private readonly log: Log,
    private readonly options: ListenerOptions = {},
  ) {}

  get isListening(): boolean {
    return !this.isLost;
  }

  async listen(channel: string, onMessage: OnMessage): Promise<() => void> {
    const listeners = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, listeners.add(onMessage));
    await this.open();
    await this.client?.query(`listen ${escapeIdentifier(channel)}`);
    return () => listeners.delete(onMessage);
  }

  onGap(look: () => void): () => void {
    this.lookers.add(look);
    return () => this.lookers.delete(look);
  }

  /**
   * Takes the lock of the engine that this process uses.
   * @param onTaken called when processes with another engine took the database while the connection was lost; this process must then end
   * @param waitMs how long to wait for a process that is going down
   * @throws DatabaseInUseError while a process with another engine runs; DatabaseUnavailableError
   */
  async hold(
    kind: EngineKind,
    onTaken: (error: DatabaseInUseError) => void,
    waitMs = this.options.waitMs ?? WAIT_MS,
  ): Promise<void> {
    this.kind = kind;
    this.waitMs = waitMs;
    this.onTaken = onTaken;
    if (this.client) await this.lock(this.client);
    else await this.open();
  }

  /** True when another process holds the same engine's lock on this database. */
  async hasPeers(): Promise<boolean> {
    if (!this.client || this.kind === null || this.kind === 'none') return false;
    const { rows } = await this.client.query<{ count: number }>(
      `select count(*)::integer as count from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and objid = $1 and granted and datname = current_database()`,
      [ENGINE_LOCKS[this.kind]],
    );
    return (rows[0]?.count ?? 0) > 1;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.opening?.catch(() => undefined);
    await this.client?.end().catch(() => undefined);
  }

  private async open(): Promise<void> {
    if (this.client) return;
    this.opening ??= this.connect().finally(() => {
      this.opening = null;
    });
    await this.opening;
  }

  private async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.connectionString,
      application_name: 'foodhall listener',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
    });
    // Queries under way fail by themselves. Without a listener a lost connection would end the process.
    client.on('error', () => undefined);
    client.on('end', () => {
      if (this.client === client) this.lose();
    });
    client.on('notification', ({ channel, payload = '' }) => {
      for (const onMessage of this.listeners.get(channel) ?? []) this.tell(channel, onMessage, payload);
    });
    try {
      await client.connect();
      // The server, too, should notice soon that this machine is gone: it holds the locks until then.
      await client.query('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3');
      await this.lock(client);
      for (const channel of this.listeners.keys()) await client.query(`listen ${escapeIdentifier(channel)}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error instanceof DatabaseInUseError ? error : new DatabaseUnavailableError(error);
    }
    this.client = client;
    this.timer ??= setInterval(() => void this.check(), this.options.checkMs ?? CHECK_MS).unref();
    if (this.isClosed) await client.end();
    else if (this.isLost) this.recover();
  }

  /** An unreadable payload, for example from a process of another version, may mean anything, so every listener looks again. */
  private tell(channel: string, onMessage: OnMessage, payload: string): void {
    try {
      onMessage(payload);
    } catch (error) {
      this.log.error({ channel, reason: messageOf(error) }, 'database: a notification could not be read');
      for (const look of this.lookers) look();
    }
  }

  private async lock(client: Client): Promise<void> {
    if (this.kind === null) return;
    const giveUpAt = performance.now() + this.waitMs;
    while (!(await tryLocks(client, this.kind))) {
      if (performance.now() >= giveUpAt) throw new DatabaseInUseError(this.kind);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  private lose(): void {
    this.client = null;
    if (this.isClosed) return;
    this.isLost = true;
    this.log.error(
      'database: the connection that hears other processes is lost; this process is not ready until it is back',
    );
    void this.check();
  }

  private recover(): void {
    this.isLost = false;
    this.log.warn('database: other processes are heard again');
    for (const look of this.lookers) look();
  }

  /** Checks once whether the connection is alive, and tries to open another if it is not. */
  private async check(): Promise<void> {
    const { client } = this;
    if (this.isClosed || this.opening) return;
    if (client) {
      const isAlive = await client.query('select 1').then(
        () => true,
        () => false,
      );
      if (isAlive || this.isClosed) return;
      // A statement is pending, so this cuts the connection. Its locks end with it.
      void client.end().catch(() => undefined);
      if (this.client === client) this.lose();
      return;
    }
    await this.open().catch((error: unknown) => {
      if (error instanceof DatabaseInUseError) this.onTaken(error);
    });
  }
}

/** Takes all the locks of this kind, or none. */
async function tryLocks(client: Client, kind: EngineKind): Promise<boolean> {
  const isTaken = async (text: string, number: number) => {
    const { rows } = await client.query<{ has: boolean }>(`select ${text}($1) as has`, [number]);
    return rows[0]?.has ?? false;
  };
  if (kind === 'none') return isTaken('pg_try_advisory_lock', SITE_LOCK);
  const { [kind]: own, [kind === 'embedded' ? 'outside' : 'embedded']: other } = ENGINE_LOCKS;
  if (!(await isTaken('pg_try_advisory_lock_shared', SITE_LOCK))) return false;
  if (await isTaken('pg_try_advisory_lock_shared', own)) {
    // If this process gets the other engine's lock exclusively, no process uses that engine. The lock is given back at once.
    if (await isTaken('pg_try_advisory_lock', other)) {
      await client.query('select pg_advisory_unlock($1)', [other]);
      return true;
    }
  }
  await client.query('select pg_advisory_unlock_all()');
  return false;
}
