/**
 * Without an outside engine one process must have a PostgreSQL to itself: events, log-outs of sockets and limits of a second
 * one would not reach the first one's visitors. An advisory lock ensures it. The lock belongs to a connection, so it ends
 * with the process, and is acquired again after a lost connection.
 */
import { Client } from 'pg';
import { messageOf } from '../errors';
import type { Log } from '../log';
import { DatabaseUnavailableError } from './unavailable';

/** Any fixed number that migrations do not use. */
const ADVISORY_LOCK = 730_002;
/** A predecessor on its way down, or a server that has not noticed yet that the other side is gone. */
const WAIT_MS = 15_000;
const RETRY_MS = 250;
/** How often the connection is asked for a sign of life, and how long that may take. */
const CHECK_MS = 5_000;
const PATIENCE_MS = 10_000;

/** The database is held by another process. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
  constructor(isShared: boolean) {
    super(
      isShared
        ? 'The database is in use by a process that has no outside engine; stop that one, or set its PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET.'
        : 'The database is in use by another process; stop that one, or set PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET for all of them, as several processes need an outside engine.',
    );
  }
}

export interface ExclusiveUseOptions {
  databaseUrl: string;
  /** With an outside engine: beside others that have one, too. */
  isShared: boolean;
  log: Log;
  /** Called when the lock is lost (false), and when this process has it again (true). */
  onChange: (isHeld: boolean) => void;
  /** Called when another process took the database while the connection was lost: this one must end. */
  onTaken: (error: DatabaseInUseError) => void;
  waitMs?: number;
  checkMs?: number;
}

export class ExclusiveUse {
  private client: Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private isReleased = false;
  private isLost = false;
  private renewing: Promise<void> | null = null;

  private constructor(private readonly options: ExclusiveUseOptions) {}

  /** @throws DatabaseInUseError while another process has it, after some patience; DatabaseUnavailableError when it does not respond */
  static async take(options: ExclusiveUseOptions): Promise<ExclusiveUse> {
    const use = new ExclusiveUse(options);
    await use.acquire();
    use.timer = setInterval(() => use.check(), options.checkMs ?? CHECK_MS);
    use.timer.unref();
    return use;
  }

  /** False from the loss of the connection until it is replaced: another process may have the database meanwhile. */
  get isHeld(): boolean {
    return this.client !== null;
  }

  async release(): Promise<void> {
    this.isReleased = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  /** A connection with the lock. */
  private async acquire(): Promise<void> {
    const client = new Client({
      connectionString: this.options.databaseUrl,
      application_name: 'foodhall lock',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
    });
    // What is under way fails by itself; without a listener a lost connection would end the process.
    client.on('error', () => undefined);
    client.on('end', () => {
      if (this.client === client) this.lose();
    });
    try {
      await client.connect();
      // The server, too, should notice soon that this machine is gone: it holds the lock until then.
      await client.query('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3');
      const giveUpAt = performance.now() + (this.options.waitMs ?? WAIT_MS);
      while (!(await this.tryLock(client))) {
        if (performance.now() >= giveUpAt) throw new DatabaseInUseError(this.options.isShared);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      this.client = client;
      if (this.isReleased) await client.end();
      else if (this.isLost) this.recover();
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error instanceof DatabaseInUseError ? error : new DatabaseUnavailableError(error);
    }
  }

  private lose(): void {
    this.client = null;
    if (this.isReleased) return;
    this.isLost = true;
    this.options.log.error('database: the lock on it is lost; this process is not ready until it is held again');
    this.options.onChange(false);
  }

  private recover(): void {
    this.isLost = false;
    this.options.log.warn('database: the lock on it is held again');
    this.options.onChange(true);
  }

  private async tryLock(client: Client): Promise<boolean> {
    const lock = this.options.isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    const { rows } = await client.query<{ has: boolean }>(`select ${lock}($1) as has`, [ADVISORY_LOCK]);
    return rows[0]?.has ?? false;
  }

  /** Checks once whether the connection is alive, and tries to open another if it is not. */
  private check(): void {
    this.renewing ??= this.renew()
      .catch((error: unknown) => {
        if (error instanceof DatabaseInUseError) this.options.onTaken(error);
        else
          this.options.log.error({ reason: messageOf(error) }, 'database: the lock on it could not be acquired again');
      })
      .finally(() => {
        this.renewing = null;
      });
  }

  private async renew(): Promise<void> {
    const { client } = this;
    if (client) {
      const isAlive = await client.query('select 1').then(
        () => true,
        () => false,
      );
      if (isAlive) return;
      // With a statement pending this cuts the connection, and the lock goes with it.
      void client.end().catch(() => undefined);
      if (this.client === client) this.lose();
    }
    if (!this.isReleased) await this.acquire();
  }
}
