/** npm run roles: prints docs/reference/roles.md and extension-points.md from the policies and the routes that name them. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from 'core/config';
import { migrate } from 'core/database/migrate';
import { openDatabase } from 'core/database/pool';
import { createLog } from 'core/log';
import { rolesPage } from 'core/policy/roles-page';
import { buildApp } from './app';
import { createDeps } from './deps';
import { extensionPointsPage } from './operations/description/extension-points';

async function print(): Promise<void> {
  // A key is set, because the release service also has routes.
  const REGISTRY_KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const config = readConfig({ DATA_DIR: 'memory://', PAYMENTS: 'test', REGISTRY_KEY });
  const log = createLog('silent');
  const database = await openDatabase(config, log);
  await migrate(database.poolFor('migration'));
  const app = await buildApp(createDeps({ config, database, log }));
  const folder = join(__dirname, '../../docs/reference');
  await writeFile(join(folder, 'roles.md'), rolesPage(app.routePolicies));
  await writeFile(join(folder, 'extension-points.md'), extensionPointsPage(app.routePolicies));
  await app.close();
  await database.close();
}

print().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
