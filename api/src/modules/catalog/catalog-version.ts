/** The catalogue's version: differs after every commit that changed what visitors see of it (migration 0010). */
import type { App } from '../../api-module';
import type { Deps } from '../../deps';

/** The channel that the database notifies of each such commit. */
const CHANNEL = 'catalog_version';

/**
 * @returns a read of the version as it is now. On PostgreSQL it asks the database, as another process may have changed the catalogue a
 * moment ago. The embedded database has this process alone and notifies it, which costs a request nothing.
 */
export async function catalogVersion(
  app: App,
  { db, listen }: Pick<Deps, 'db' | 'listen'>,
): Promise<() => Promise<string>> {
  if (!listen) {
    const query = db.selectFrom('catalog_version').select('version').compile();
    return async () => (await db.executeQuery(query)).rows[0]?.version ?? '';
  }
  let changes = 0;
  const stop = await listen(CHANNEL, () => {
    changes += 1;
  });
  app.addHook('onClose', async () => stop());
  return async () => String(changes);
}
