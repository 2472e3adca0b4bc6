/** The process: settings, database, app, port; and the way down again. */
import { mkdir, rm } from 'node:fs/promises';
import { buildApp } from './app';
import { ConfigError, MEMORY, readConfig } from './config';
import { DirectoryInUseError } from './database/directory-lock';
import { migrate } from './database/migrate';
import { openDatabase } from './database/pool';
import { createDeps, type Deps } from './deps';
import { importDemo } from './importer/import-demo';

/**
 * Runs until it is told to stop; one sentence and exit 1 when it cannot start.
 * @param overrides parts that are not the product's own, for runs that test it
 */
export function serve(overrides: Partial<Deps> = {}): void {
  run(overrides).catch((error: unknown) => {
    console.error(sentence(error, 0));
    process.exit(1);
  });
}

async function run(overrides: Partial<Deps>): Promise<void> {
  const config = readConfig(process.env);
  await mkdir(config.mediaDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    const found = config.dataDir === MEMORY ? config.mediaDir : config.dataDir;
    throw new ConfigError('DATA_DIR', found, `a directory that this process may write to (${error.code})`);
  });
  const database = await openDatabase(config);
  await migrate(database.pool);
  const deps = createDeps({ config, database, overrides });
  if (config.isDemo) {
    const report = await importDemo(deps.db, config.mediaDir);
    if (report) console.info(`api: imported the demo market (${report.vendors} vendors, ${report.items} items)`);
  }
  const app = await buildApp(deps, { logger: { level: process.env.LOG_LEVEL ?? 'warn' } });

  let isStopping = false;
  const stop = async (code: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    // A request that hangs must not keep the process: the database is safe either way.
    setTimeout(() => process.exit(code || 1), 10_000).unref();
    await deps.workers.stopAll();
    await app.close();
    await database.close();
    if (config.dataDir === MEMORY) await rm(config.mediaDir, { recursive: true, force: true });
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));

  try {
    await app.listen({ port: config.port, host: '::' });
  } catch (error) {
    console.error(sentence(error, config.port));
    await stop(1);
  }
  deps.workers.startAll();
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  console.info(`api: listening on http://localhost:${port}`);
}

function sentence(error: unknown, port: number): string {
  if (error instanceof ConfigError || error instanceof DirectoryInUseError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `Port ${port} is in use by another process; stop that one, or set PORT to another number.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
