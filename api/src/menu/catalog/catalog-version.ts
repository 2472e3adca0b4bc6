/** The version of the catalogue. It differs after every commit that changes the public catalogue (migration 0010). */

import { DatabaseUnavailableError } from 'core/database/unavailable';
import type { App } from 'core/http/scope';
import type { Pool } from 'pg';
import type { Deps } from '../../deps';

/** The channel on which the database announces each such commit. */
const CHANNEL = 'catalog_version';

/**
 * @returns a function that reads the current version. On PostgreSQL it queries the database, because another process may have just changed the
 * catalogue. The embedded database has only this process and notifies it, so a request needs no query.
 */
export async function catalogVersion(
  app: App,
  { pool, engine, notifications }: Pick<Deps, 'pool' | 'engine' | 'notifications'>,
): Promise<() => Promise<string>> {
  // The notification of another process arrives shortly after the change.
  if (engine === 'postgres') return () => readVersion(pool);
  let changes = 0;
  const stop = await notifications.listen(CHANNEL, () => {
    changes += 1;
  });
  app.addHook('onClose', async () => stop());
  return async () => String(changes);
}

/** Uses the driver directly, because each request for the market waits for this and the query builder takes longer than the query. */
async function readVersion(pool: Pool): Promise<string> {
  try {
    const text = 'select version from catalog_version';
    const { rows } = await pool.query<{ version: string }>({ name: 'catalog_version', text });
    return rows[0]?.version ?? '';
  } catch (error) {
    // The statement is always the same, so it fails only if the database fails.
    throw new DatabaseUnavailableError(error);
  }
}
