/**
 * Runs SQL statements in the database of DATABASE_URL or DATA_DIR while no API uses it, and prints the rows of the last one as one line of JSON.
 * Benches fill the embedded database and PostgreSQL with it.
 */
import { openDatabase } from 'core/database/pool';
import { silentLog } from 'core/testing/logs';

async function main(): Promise<void> {
  const { SQL = '', DATA_DIR = '', DATABASE_URL } = process.env;
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL || null }, silentLog);
  try {
    const results = [await database.poolFor('migration').query(SQL)].flat();
    console.info(JSON.stringify(results.at(-1)?.rows ?? []));
  } finally {
    await database.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
