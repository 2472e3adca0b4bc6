/**
 * Runs the API for one command of `npm run foodhall -- … --offline`: on an address of this machine alone, over a database that no site
 * holds, without workers, with a session that runs every venue. It sends its parent its address and exits when the parent asks.
 */

import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { ConfigError, type Environment, readConfig, readStoredConfig } from 'core/config';
import { DirectoryInUseError } from 'core/database/directory-lock';
import { createKysely, type Db } from 'core/database/kysely';
import { DatabaseInUseError } from 'core/database/listener';
import { migrate } from 'core/database/migrate';
import { openDatabase } from 'core/database/pool';
import { DatabaseUnavailableError } from 'core/database/unavailable';
import { hashToken } from 'core/http/session';
import { createLog } from 'core/log';
import { processEnv } from 'settings/environment';
import { readSetting, readText } from 'settings/read';
import { buildApp } from './app';
import { createDeps } from './deps';
import { paymentsModeOf } from './payments/core/payments-mode';

/** No command takes this long, in milliseconds. */
const SESSION_MS = 24 * 3_600_000;

async function run(environment: Environment): Promise<void> {
  const storage = readStoredConfig(environment);
  const log = createLog('silent');
  const database = await openDatabase(storage, log);
  // The embedded database is held by its directory.
  await database.listener?.hold('none', () => void stop(), 0);
  await mkdir(storage.mediaDir, { recursive: true });
  await migrate(database.poolFor('migration'));
  const db = createKysely(database.pool);
  // Nothing is paid here. The mode decides which keys are right, so it is that of the site, whose next start may be of another.
  const remembered = (await paymentsModeOf(db)) ?? readText(environment, 'PAYMENTS');
  const mode = remembered === 'live' ? 'live' : 'test';
  const read = readConfig({
    ...environment,
    ...(isStitchOf(environment, mode) ? {} : { STITCH_CLIENT_ID: '', STITCH_CLIENT_SECRET: '' }),
    PAYMENTS: mode,
    DEMO: '0',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
  // Emails link to the site, not to the address that this process takes.
  const siteUrl = readText(environment, 'SITE_URL')
    ? read.siteUrl
    : `http://localhost:${readSetting(environment, 'PORT')}`;
  const config = { ...read, siteUrl };
  const token = randomBytes(32).toString('base64url');
  const deps = createDeps({ config, database, log, overrides: { commandToken: hashToken(token) } });
  const app = await buildApp(deps);
  const userId = await openSession(db, token);

  let isStopping = false;
  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    await deps.workers.stopAll();
    await closeSession(db, userId);
    await app.close();
    await database.close();
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
  const url = await app.listen({ host: config.host, port: config.port });
  process.send?.({ url, token });
}

/** True when the client of Stitch has this mode: a site that is about to go live may have the live one set. */
function isStitchOf(environment: Environment, mode: 'test' | 'live'): boolean {
  const clientId = readText(environment, 'STITCH_CLIENT_ID') ?? '';
  return clientId.startsWith('test-') === (mode === 'test');
}

/** An account for this run; the session plugin gives it every venue. No email reaches it, and it has no password. */
async function openSession(db: Db, token: string): Promise<number> {
  const email = `command-line-${randomBytes(8).toString('hex')}@foodhall.invalid`;
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({ name: 'Command line', email, password_hash: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('tokens')
      .values({ user_id: id, token_hash: hashToken(token), expires_at: new Date(Date.now() + SESSION_MS) })
      .execute();
    return id;
  });
}

/** Ends the sessions of the account, which stays where something refers to it, such as a refund. */
async function closeSession(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('tokens').where('user_id', '=', userId).execute();
  await db
    .deleteFrom('users')
    .where('id', '=', userId)
    .execute()
    .catch(() => undefined);
}

run(processEnv).catch((error: unknown) => {
  console.error(sentence(error));
  process.exit(1);
});

function sentence(error: unknown): unknown {
  if (error instanceof DirectoryInUseError || error instanceof DatabaseInUseError) {
    return 'A site is running on this database. Stop it first; most commands can also ask it, without --offline.';
  }
  return error instanceof ConfigError || error instanceof DatabaseUnavailableError ? error.message : error;
}
