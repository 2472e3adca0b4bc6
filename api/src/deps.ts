/** The services that modules work with. They are created once and passed explicitly, so that a test can replace one. */

import { type AccountPasskeys, NO_PASSKEYS } from 'core/account-passkeys';
import { type Clock, systemClock } from 'core/clock';
import type { Config } from 'core/config';
import { createKysely, type Db } from 'core/database/kysely';
import type { DatabaseListener } from 'core/database/listener';
import type { Notifications } from 'core/database/notifications';
import type { OpenDatabase } from 'core/database/pool';
import { Departure } from 'core/http/departure';
import type { Module } from 'core/http/scope';
import type { Log } from 'core/log';
import { Workers } from 'core/workers';
import type { Pool } from 'pg';
import { createMailer, type Mailer } from './messages/mail/mailer';
import { Outbox } from './messages/outbox/outbox';
import { HttpsPushTransport, type PushTransport } from './messages/push/push-transport';
import { createRealtime, type Realtime } from './messages/realtime/realtime';
import type { SmsSender } from './messages/sms/sms-sender';
import { createSmsSender } from './messages/sms/twilio-sender';

export interface Deps {
  config: Config;
  log: Log;
  pool: Pool;
  db: Db;
  /** The pool for statements that may take as long as an export. */
  exportDb: Db;
  exportPool: Pool;
  engine: OpenDatabase['engine'];
  /** Carries messages between the processes on one database. */
  notifications: Notifications;
  /** The connection that knows about other processes; only on PostgreSQL. */
  listener: Pick<DatabaseListener, 'hasPeers'> | null;
  departure: Departure;
  /** The hash of the token of the one command that this process serves while the site is stopped. Null in the process of a site. */
  commandToken: Buffer | null;
  clock: Clock;
  mailer: Mailer;
  /** Checks passkeys for the release desk. The app sets it, since it has the accounts. */
  accountPasskeys: AccountPasskeys;
  realtime: Realtime;
  /** The function that calls push services. */
  pushTransport: PushTransport;
  /** Null where the site sends no text messages. */
  smsSender: SmsSender | null;
  /** Handles the work that follows a commit, such as events to browsers and refunds. */
  outbox: Outbox;
  /** Background loops register here. main starts them, and tests call their work directly. */
  workers: Workers;
}

export type ApiModule = Module<Deps>;

export interface DepsInput {
  config: Config;
  database: Pick<OpenDatabase, 'pool' | 'poolFor' | 'engine' | 'notifications' | 'listener'>;
  log: Log;
  overrides?: Partial<Deps>;
}

export function createDeps({ config, database, log, overrides = {} }: DepsInput): Deps {
  const db = createKysely(database.pool);
  const exportPool = database.poolFor('export');
  const clock = overrides.clock ?? systemClock;
  return {
    config,
    log,
    pool: database.pool,
    db,
    exportDb: createKysely(exportPool),
    exportPool,
    engine: database.engine,
    notifications: database.notifications,
    listener: database.listener,
    departure: new Departure(),
    commandToken: null,
    clock,
    mailer: createMailer(config),
    accountPasskeys: NO_PASSKEYS,
    realtime: createRealtime(config.realtime, log),
    pushTransport: new HttpsPushTransport(),
    smsSender: createSmsSender(config),
    outbox: new Outbox(db, clock, log),
    workers: new Workers(log),
    ...overrides,
  };
}
