/**
 * Runs `npm run foodhall -- backup`, `restore` and `doctor`. They work directly on the database with the settings of the site, and send the
 * outcome to the parent process.
 */

import { ConfigError, type Environment, MEMORY, readStorageConfig, readStoredConfig } from 'core/config';
import { DirectoryInUseError } from 'core/database/directory-lock';
import { DatabaseInUseError } from 'core/database/listener';
import { type OpenDatabase, openDatabase } from 'core/database/pool';
import { DatabaseUnavailableError, statementError } from 'core/database/unavailable';
import { createLog } from 'core/log';
import { processEnv } from 'settings/environment';
import { backUp } from './operations/backup/backup';
import { BackupError } from './operations/backup/backup-file';
import { refundsToLookUp } from './operations/backup/refunds-to-look-up';
import { checkBackup, restore } from './operations/backup/restore';
import { examine } from './operations/doctor/doctor';

// A signal ends a process without its 'exit' handlers, which remove incomplete files.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

type Work = (environment: Environment, args: readonly string[]) => Promise<unknown>;

const WORK: Readonly<Record<string, Work>> = {
  backup: async (environment, [path = '']) => {
    const storage = readStoredConfig(environment);
    return withDatabase(storage, ({ poolFor }) =>
      backUp({ pool: poolFor('migration'), mediaDir: storage.mediaDir }, path),
    );
  },
  check: async (_environment, [path = '']) => checkBackup(path),
  doctor: (environment) => examine(environment),
  restore: async (environment, [path = '']) => {
    const storage = readStorageConfig(environment);
    if (storage.databaseUrl === null && storage.dataDir === MEMORY) {
      throw new ConfigError('DATA_DIR', MEMORY, 'a folder, where DATABASE_URL is not set');
    }
    // The file is checked first, so that no folder is created for a file that cannot be restored.
    const checked = await checkBackup(path);
    return withDatabase(storage, async ({ poolFor, listener }) => {
      // No site may start on the database meanwhile. The lock of its directory protects the embedded database.
      await listener?.hold('none', () => process.exit(1), 0);
      const pool = poolFor('migration');
      await restore({ pool, mediaDir: storage.mediaDir }, path, checked);
      return { ...checked, refundsToLookUp: await refundsToLookUp(pool) };
    });
  },
};

async function withDatabase<T>(
  storage: ReturnType<typeof readStorageConfig>,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(storage, createLog('silent'));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function sentence(error: unknown): unknown {
  if (error instanceof DirectoryInUseError || error instanceof DatabaseInUseError) {
    return 'A site is running on this database: stop it first. Only a backup of PostgreSQL can be made while the site runs.';
  }
  const known = statementError(error);
  const isExpected = [ConfigError, BackupError, DatabaseUnavailableError].some((kind) => known instanceof kind);
  return isExpected ? (known as Error).message : known;
}

const [, , name = '', ...args] = process.argv;

Promise.resolve(WORK[name]?.(processEnv, args)).then(
  (result) => process.send?.(result, () => process.exit(0)),
  (error: unknown) => {
    console.error(sentence(error));
    process.exit(1);
  },
);
