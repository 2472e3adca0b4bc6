/**
 * Runs the API for one command of `npm run foodhall -- … --offline`: on an address that only this machine reaches, on a database that no site
 * uses, without workers, with a session that runs every venue. It sends its address to the parent process and exits when the parent asks for it.
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
  // The lock of its directory protects the embedded database.
  await database.listener?.hold('none', () => void stop(), 0);
  await mkdir(storage.mediaDir, { recursive: true });
  await migrate(database.poolFor('migration'));
  const db = createKysely(database.pool);
  // A command makes no payments, but the mode decides which keys are valid. So the command uses 'live' if the site's mode is live (as
  // recorded, or as set before the first start), and otherwise 'test'.
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
  // Emails link to the site and not to the address of this process.
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

/** True if the Stitch client has this mode. A site that is about to go live may already have the live client set. */
function isStitchOf(environment: Environment, mode: 'test' | 'live'): boolean {
  const clientId = readText(environment, 'STITCH_CLIENT_ID') ?? '';
  return clientId.startsWith('test-') === (mode === 'test');
}

/** Creates an account for this run. The session plugin gives it every venue. It has no password, and no email reaches it. */
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

/** Ends the sessions of the account. The account stays if another row refers to it, such as a refund. */
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
