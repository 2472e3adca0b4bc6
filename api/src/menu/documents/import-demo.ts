/** The demo market, for a database that has no venue yet. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from 'core/config';
import { inTransaction, type Queryable } from 'core/database/kysely';
import { sql } from 'kysely';
import { importAccounts } from './import-accounts';
import { type ImportReport, importDocuments } from './import-documents';

const DEMO = join(__dirname, '../../../demo');
const ACCOUNTS = join(DEMO, 'accounts.json');
const PASSWORD = 'foodhall-demo';

/** @returns null where there are venues already */
export async function importDemo(db: Queryable, mediaDir: string): Promise<ImportReport | null> {
  const names = (await readdir(join(DEMO, 'venues'))).filter((name) => name.endsWith('.json')).sort();
  const paths = names.map((name) => join(DEMO, 'venues', name));
  // In one transaction: a start that is interrupted here begins again the next time.
  return inTransaction(db, async (trx) => {
    // When several processes start at once, one imports, and the others find what it has imported.
    await sql`select pg_advisory_xact_lock(hashtext('import demo'))`.execute(trx);
    if (await trx.selectFrom('venues').select('id').limit(1).executeTakeFirst()) return null;
    const report = await importDocuments(trx, paths, { mediaDir });
    // There was no venue before.
    await trx.updateTable('venues').set({ is_demo: true }).execute();
    await importAccounts(trx, ACCOUNTS, PASSWORD);
    return report;
  });
}

/**
 * A database that a trial has filled must not take real money: its stalls are open to every reader of our README.
 * @throws ConfigError when there is an account of the demo
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
