// npm test: installs what is missing, then runs everything. Its last line is the total. Only Node's own modules until the
// install is done.
import { InstallError, installPackages, installPrograms, requireNode } from './lib/install.mjs';

try {
  requireNode();
  await installPackages();
  await installPrograms();
  // What checks, builds and tests is TypeScript.
  const { register } = await import('tsx/esm/api');
  register();
  const { runStages } = await import('../testing/stages');
  process.exitCode = await runStages();
} catch (error) {
  console.error(error instanceof InstallError ? error.message : error);
  process.exitCode = 1;
}
