// npm test, and with --all npm run test:all: installs what is missing, then runs the tests. The last line is the total. Only Node's
// own modules until the install is done.
import { InstallError, installPackages, installPrograms, requireNode } from './lib/install.mjs';

try {
  requireNode();
  await installPackages();
  await installPrograms();
  // What checks, builds and tests is TypeScript.
  const { register } = await import('tsx/esm/api');
  register();
  const { runStages } = await import('../testing/stages');
  process.exitCode = await runStages({ isAll: process.argv.includes('--all') });
} catch (error) {
  console.error(error instanceof InstallError ? error.message : error);
  process.exitCode = 1;
}
