/** The catalogue's version: differs after every commit that changed what visitors see of it (migration 0010). */
import type { App } from '../../api-module';
import type { Deps } from '../../deps';
import { borrowedVersion } from './borrowed-version';

/** The channel that the database notifies of each such commit. */
const CHANNEL = 'catalog_version';

/**
 * @returns a read of the version as it is now. On PostgreSQL another process may change the catalogue at any moment. The embedded
 * database has this process alone and notifies it, which costs a request nothing.
 */
export async function catalogVersion(
  app: App,
  { pool, engine, notifications }: Pick<Deps, 'pool' | 'engine' | 'notifications'>,
): Promise<() => Promise<string>> {
  // A notification of another process arrives a moment after the change.
  if (engine === 'postgres') return borrowedVersion(pool);
  let changes = 0;
  const stop = await notifications.listen(CHANNEL, () => {
    changes += 1;
  });
  app.addHook('onClose', async () => stop());
  return async () => String(changes);
}
