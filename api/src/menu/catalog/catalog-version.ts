/** The catalogue's version: differs after every commit that changed what visitors see of it (migration 0010). */

import { DatabaseUnavailableError } from 'core/database/unavailable';
import type { App } from 'core/http/scope';
import type { Pool } from 'pg';
import type { Deps } from '../../deps';

/** The channel that the database notifies of each such commit. */
const CHANNEL = 'catalog_version';

/**
 * @returns a read of the version as it is now. On PostgreSQL it asks the database, as another process may have changed the catalogue a
 * moment ago. The embedded database has this process alone and notifies it, which costs a request nothing.
 */
export async function catalogVersion(
  app: App,
  { pool, engine, notifications }: Pick<Deps, 'pool' | 'engine' | 'notifications'>,
): Promise<() => Promise<string>> {
  // A notification of another process arrives a moment after the change.
  if (engine === 'postgres') return () => readVersion(pool);
  let changes = 0;
  const stop = await notifications.listen(CHANNEL, () => {
    changes += 1;
  });
  app.addHook('onClose', async () => stop());
  return async () => String(changes);
}

/** By the driver itself: each request for the market waits for this, and the query builder takes longer than the query. */
async function readVersion(pool: Pool): Promise<string> {
  try {
    const text = 'select version from catalog_version';
    const { rows } = await pool.query<{ version: string }>({ name: 'catalog_version', text });
    return rows[0]?.version ?? '';
  } catch (error) {
    // The statement is always the same, so it fails only with the database.
    throw new DatabaseUnavailableError(error);
  }
}
