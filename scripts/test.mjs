// npm test, and with --all npm run test:all: installs what is missing, then runs the tests. The last line is the total. Until the install
// is done, it uses only Node's own modules.
import { InstallError, installPackages, installPrograms, requireNode } from './lib/install.mjs';

try {
  requireNode();
  await installPackages();
  await installPrograms();
  // The checks, the build and the tests are TypeScript.
  const { register } = await import('tsx/esm/api');
  register();
  const { runStages } = await import('../testing/stages');
  process.exitCode = await runStages({ isAll: process.argv.includes('--all') });
} catch (error) {
  console.error(error instanceof InstallError ? error.message : error);
  process.exitCode = 1;
}
