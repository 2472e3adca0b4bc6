/** The demo market, for a database that has no venue yet. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inTransaction, type Queryable } from '../database/kysely';
import { importAccounts } from './import-accounts';
import { type ImportReport, importDocuments } from './import-documents';

const DEMO = join(__dirname, '../../demo');
const PASSWORD = 'foodhall-demo';

/** @returns null where there are venues already */
export async function importDemo(db: Queryable, mediaDir: string): Promise<ImportReport | null> {
  const venue = await db.selectFrom('venues').select('id').limit(1).executeTakeFirst();
  if (venue) return null;
  const names = (await readdir(join(DEMO, 'venues'))).filter((name) => name.endsWith('.json')).sort();
  const paths = names.map((name) => join(DEMO, 'venues', name));
  // In one transaction: a start that is interrupted here begins again the next time.
  return inTransaction(db, async (trx) => {
    const report = await importDocuments(trx, paths, { mediaDir });
    await importAccounts(trx, join(DEMO, 'accounts.json'), PASSWORD);
    return report;
  });
}
