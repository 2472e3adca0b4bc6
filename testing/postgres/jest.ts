/** Runs Jest on a PostgreSQL of its own. */

import { spawn } from 'node:child_process';
import { root } from 'releases/build/apps';
import { findPostgres, startPostgres } from 'scripts/site/postgres';
import { processEnv } from 'settings/environment';

/**
 * Sets the exit code of this process to Jest's.
 * @param args the arguments for Jest
 * @param env settings that the environment of this process may replace
 * @throws if PostgreSQL is not installed
 */
export async function runJestOnPostgres(args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const bin = findPostgres();
  if (!bin)
    throw new Error('The programs of PostgreSQL (initdb, postgres) are not on this machine: install them first.');
  const postgres = await startPostgres(bin);
  try {
    process.exitCode = await new Promise<number>((resolve) => {
      const child = spawn('npx', ['--no-install', 'jest', ...args], {
        cwd: root,
        stdio: 'inherit',
        env: {
          ...env,
          ...processEnv,
          NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
          TEST_DATABASE_URL: postgres.url,
        },
      });
      child.on('close', (code) => resolve(code ?? 1));
    });
  } finally {
    await postgres.stop();
  }
}
