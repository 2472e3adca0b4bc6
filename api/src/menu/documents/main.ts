/** `npm run import -w api -- <documents>`: imports venue documents into the database that the environment names. */

import { resolve } from 'node:path';
import { ConfigError, readStorageConfig } from 'core/config';
import { DirectoryInUseError } from 'core/database/directory-lock';
import { createKysely } from 'core/database/kysely';
import { migrate } from 'core/database/migrate';
import { openDatabase } from 'core/database/pool';
import { DatabaseUnavailableError } from 'core/database/unavailable';
import { createLog } from 'core/log';
import { processEnv } from 'settings/environment';
import { importDocuments } from './import-documents';
import { ImportError } from './import-error';

const USAGE = `npm run import -w api -- path/to/venue.json …

Brings venue documents into the database that DATA_DIR or DATABASE_URL names: all of them or none.
An embedded database is one process's alone: stop the site first.`;

async function main(paths: readonly string[]): Promise<void> {
  if (paths.some((path) => path === '--help' || path === '-h')) {
    console.info(USAGE);
    return;
  }
  if (paths.length === 0) {
    throw new ImportError(['Name the documents to import: npm run import -w api -- path/to/venue.json …']);
  }
  // npm runs this in the folder of the workspace, but the paths are relative to the folder of the caller.
  const from = processEnv.INIT_CWD ?? process.cwd();
  process.chdir(from);
  const config = readStorageConfig(processEnv);
  const database = await openDatabase(config, createLog('warn'));
  try {
    await migrate(database.poolFor('migration'));
    const report = await importDocuments(
      createKysely(database.poolFor('import')),
      paths.map((path) => resolve(path)),
      { ...config, environment: processEnv },
    );
    const { venues, vendors, items, changed } = report;
    console.info(`Imported ${venues} venues with ${vendors} vendors and ${items} items; ${changed} rows changed.`);
  } finally {
    await database.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected =
    error instanceof ImportError ||
    error instanceof ConfigError ||
    error instanceof DirectoryInUseError ||
    error instanceof DatabaseUnavailableError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
});
