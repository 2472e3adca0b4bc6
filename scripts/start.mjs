// npm start: from a fresh clone to the whole site on one address. Only Node's own modules until the install is done.
import { installPackages, requireNode } from './lib/install.mjs';

try {
  requireNode();
  await installPackages();
  // What builds, releases and starts is TypeScript.
  const { register } = await import('tsx/esm/api');
  register();
  const { start } = await import('../tooling/src/commands/start');
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
