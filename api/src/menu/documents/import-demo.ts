/** Imports the demo market into a database without a venue. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from 'core/config';
import { inTransaction, lockName, type Queryable } from 'core/database/kysely';
import { importAccounts } from './import-accounts';
import { type ImportReport, importDocuments } from './import-documents';

const DEMO = join(__dirname, '../../../demo');
const ACCOUNTS = join(DEMO, 'accounts.json');
const PASSWORD = 'foodhall-demo';

/** @returns null if the database has venues */
export async function importDemo(db: Queryable, mediaDir: string): Promise<ImportReport | null> {
  const names = (await readdir(join(DEMO, 'venues'))).filter((name) => name.endsWith('.json')).sort();
  const paths = names.map((name) => join(DEMO, 'venues', name));
  // The import is one transaction, so that an interrupted start begins again the next time.
  return inTransaction(db, async (trx) => {
    // If several processes start at once, one of them imports, and the others find its rows.
    await lockName(trx, 'import demo');
    if (await trx.selectFrom('venues').select('id').limit(1).executeTakeFirst()) return null;
    const report = await importDocuments(trx, paths, { mediaDir });
    // The database had no venue before.
    await trx.updateTable('venues').set({ is_demo: true }).execute();
    await importAccounts(trx, ACCOUNTS, PASSWORD);
    return report;
  });
}

/**
 * Refuses live payments for a database with the demo, because every reader of the README knows the passwords of its stalls.
 * @throws ConfigError if the database has an account of the demo
 */
export async function requireNoDemo(db: Queryable): Promise<void> {
  const demoUsers = await db.selectFrom('users').select('email').where('is_demo', '=', true).orderBy('email').execute();
  if (demoUsers.length === 0) return;
  const names = demoUsers.map(({ email }) => email).join(', ');
  throw new ConfigError(
    'PAYMENTS',
    'live',
    `sandbox or test for a database with accounts of the demo, whose passwords are published (${names}). To remove the demo: npm run foodhall -- demo remove --offline`,
  );
}
