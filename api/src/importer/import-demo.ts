/** The demo market, for a database that has no venue yet. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ConfigError } from '../config';
import { inTransaction, type Queryable } from '../database/kysely';
import { importAccounts } from './import-accounts';
import { type ImportReport, importDocuments } from './import-documents';

const DEMO = join(__dirname, '../../demo');
const ACCOUNTS = join(DEMO, 'accounts.json');
const PASSWORD = 'foodhall-demo';

/** @returns null where there are venues already */
export async function importDemo(db: Queryable, mediaDir: string): Promise<ImportReport | null> {
  const names = (await readdir(join(DEMO, 'venues'))).filter((name) => name.endsWith('.json')).sort();
  const paths = names.map((name) => join(DEMO, 'venues', name));
  // In one transaction: a start that is interrupted here begins again the next time.
  return inTransaction(db, async (trx) => {
    // Of processes that start at once one imports, and the others find what it has imported.
    await sql`select pg_advisory_xact_lock(hashtext('import demo'))`.execute(trx);
    if (await trx.selectFrom('venues').select('id').limit(1).executeTakeFirst()) return null;
    const report = await importDocuments(trx, paths, { mediaDir });
    await importAccounts(trx, ACCOUNTS, PASSWORD);
    return report;
  });
}

/**
 * A database that a trial has filled must not take real money: its stalls are open to every reader of our README.
 * An account counts where it works for a vendor. A stranger may register one of these addresses as a customer, and must not
 * be able to keep a site from starting.
 * @throws ConfigError when an account of the demo works for a vendor
 */
export async function requireNoDemo(db: Queryable): Promise<void> {
  const accounts = JSON.parse(await readFile(ACCOUNTS, 'utf8')) as { email: string }[];
  const emails = accounts.map(({ email }) => email);
  const found = await db
    .selectFrom('users')
    .innerJoin('vendor_members', 'vendor_members.user_id', 'users.id')
    .select('users.email')
    .distinct()
    .where('users.email', 'in', emails)
    .orderBy('users.email')
    .execute();
  if (found.length === 0) return;
  const names = found.map(({ email }) => email).join(', ');
  throw new ConfigError(
    'PAYMENTS',
    'live',
    `sandbox or test for a database with the demo's vendors, whose passwords are published (${names}); live needs a database without the demo`,
  );
}
