// npm start: brings a fresh clone to the whole site on one address. Until the install is done, it uses only Node's own modules.
import { installPackages, requireNode } from './lib/install.mjs';

try {
  requireNode();
  await installPackages();
  // The build, the release and the server are TypeScript.
  const { register } = await import('tsx/esm/api');
  register();
  const { start } = await import('./commands/start');
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
