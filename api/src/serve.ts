/** Runs the process: it reads the settings, opens the database, starts the app on its port, and stops them. */

import { access, constants, mkdir, rm } from 'node:fs/promises';
import { type Config, ConfigError, MEMORY, readConfig, readProductionConfig } from 'core/config';
import { DirectoryInUseError } from 'core/database/directory-lock';
import { createKysely } from 'core/database/kysely';
import { DatabaseInUseError } from 'core/database/listener';
import { migrate } from 'core/database/migrate';
import { type OpenDatabase, openDatabase } from 'core/database/pool';
import { sharedSecret } from 'core/database/shared-secret';
import { DatabaseUnavailableError } from 'core/database/unavailable';
import type { App } from 'core/http/scope';
import { createLog, type Log } from 'core/log';
import { registrySiteProblem } from 'releases/live/registry-site';
import { type Environment, processEnv } from 'settings/environment';
import { z } from 'zod';
import { buildApp } from './app';
import { createDeps, type Deps } from './deps';
import { importDemo, requireNoDemo } from './menu/documents/import-demo';
import { tellWhatBreaks } from './operations/description/live-fit';
import { newSetupLink } from './operations/setup/setup-links';
import { rememberPaymentsMode } from './payments/core/payments-mode';
import { missingKeysOf } from './payments/core/venue-keys';

interface ServeOptions {
  /** True for a site for customers: it has no demo, and requires every setting of such a site (readProductionConfig). */
  isProduction?: boolean;
  /** Dependencies that replace the product's own in test runs. */
  overrides?: Partial<Deps>;
}

/** Runs until it is asked to stop. If it cannot start, it prints the reasons and exits with 1. */
export function serve({ isProduction = false, overrides = {} }: ServeOptions = {}): void {
  run(isProduction, overrides).catch((error: unknown) => {
    console.error(sentence(error));
    process.exit(1);
  });
}

async function run(isProduction: boolean, overrides: Partial<Deps>): Promise<void> {
  const config = isProduction ? await productionConfig(processEnv) : readConfig(processEnv);
  await requireDataDir(config);
  const log = createLog(config.logLevel);
  const database = await openDatabase(config, log);
  const running: Running = { config, log, database, deps: null, app: null };
  // This lock is only for PostgreSQL. The embedded database is locked by its directory (lockDirectory).
  await database.listener?.hold(config.realtime.isEmbedded ? 'embedded' : 'outside', (error) => {
    log.fatal(error.message);
    stop(running, 1);
  });
  await migrate(database.poolFor('migration'));
  if (config.realtime.isEmbedded) config.realtime.secret = await realtimeSecret(database, config);
  const deps = createDeps({ config, database, log, overrides });
  running.deps = deps;
  if (config.payments.mode === 'live') await requireNoDemo(deps.db);
  await rememberPaymentsMode(deps.db, config.payments.mode);
  // If no other process runs, this process takes over the messages of a killed one at once, without waiting for their leases.
  if (!(await database.listener?.hasPeers())) await deps.outbox.takeOver();
  if (config.isDemo) {
    const report = await importDemo(deps.db, config.mediaDir);
    if (report) console.info(`api: imported the demo market (${report.vendors} vendors, ${report.items} items)`);
  }
  const signedElsewhere = await registrySiteProblem(config);
  if (signedElsewhere) log.error(signedElsewhere);
  const app = await buildApp(deps);
  running.app = app;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(running, 0));
  await app.ready();
  await tellWhatBreaks(app, deps);

  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    console.error(sentence(error, config));
    stop(running, 1);
    return;
  }
  deps.workers.startAll();
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  console.info(`api: listening on http://localhost:${port}`);
  if (config.isProduction) await printSetupLink(deps);
}

/** Creates the folder of the pictures. The embedded database also writes to its own folder. @throws ConfigError */
async function requireDataDir({ dataDir, mediaDir, databaseUrl }: Config): Promise<void> {
  try {
    await mkdir(mediaDir, { recursive: true });
    if (databaseUrl === null && dataDir !== MEMORY) await access(dataDir, constants.W_OK);
  } catch (error) {
    const folder = dataDir === MEMORY ? mediaDir : dataDir;
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError('DATA_DIR', folder, `a directory that this process may write to (${code})`);
  }
}

/**
 * Reads the production settings, and adds the database's missing keys to an error, so that the operator reads all missing settings at once.
 * @throws ConfigError
 */
async function productionConfig(environment: Environment): Promise<Config> {
  try {
    return readProductionConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError([...error.sentences, ...(await missingKeysOf(environment))]);
  }
}

/** Prints the link that opens the setup if the site has no venue and no operator. A reader of this log can open it. */
async function printSetupLink(deps: Deps): Promise<void> {
  const link = await newSetupLink(deps);
  if (link) {
    console.info(`api: this site has no venue yet. Open this link within the hour, once, to set it up:\n\n  ${link}\n`);
  }
}

/**
 * Returns the secret that signs private channels. All processes share it, because a page may get a signature from one process and show it to
 * another.
 */
async function realtimeSecret({ pool }: OpenDatabase, { realtime }: Config): Promise<string> {
  return z.string().parse(await sharedSecret(createKysely(pool), 'realtime', async () => realtime.secret));
}

/** The parts that must be stopped. */
interface Running {
  config: Config;
  log: Log;
  database: OpenDatabase;
  deps: Deps | null;
  app: App | null;
}

let isStopping = false;

function stop(running: Running, code: number): void {
  if (isStopping) return;
  isStopping = true;
  // A hanging request must not delay the exit. The database is safe in any case.
  setTimeout(() => process.exit(code || 1), running.config.drainMs + 10_000).unref();
  stopAll(running).then(
    () => process.exit(code),
    (error: unknown) => {
      running.log.fatal({ err: error }, 'api: it could not stop cleanly');
      process.exit(code || 1);
    },
  );
}

async function stopAll({ config, database, deps, app }: Running): Promise<void> {
  if (deps && app?.server.listening) {
    deps.departure.begin();
    await new Promise((resolve) => setTimeout(resolve, config.drainMs));
  }
  // The last requests may have started background work, so the workers stop after the app.
  await app?.close();
  await deps?.workers.stopAll();
  await database.close();
  if (config.dataDir === MEMORY) await rm(config.mediaDir, { recursive: true, force: true });
}

function sentence(error: unknown, { host, port }: Pick<Config, 'host' | 'port'> = { host: '', port: 0 }): string {
  if (EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another process; stop that one, or set PORT to another number.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ConfigError('HOST', host, 'an address of this machine').message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const EXPECTED = [ConfigError, DirectoryInUseError, DatabaseInUseError, DatabaseUnavailableError] as const;
