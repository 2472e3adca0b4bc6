// npm run test:postgres: every test of the API that has a database, on a PostgreSQL of its own.
import { spawn } from 'node:child_process';
import { root } from 'tooling/build/apps';
import { runCommand } from 'tooling/commands/run-command';
import { findPostgres, startPostgres } from 'tooling/site/postgres';
import { WITH_DATABASE } from './tests';

await runCommand(import.meta.url, async () => {
  const bin = findPostgres();
  if (!bin) throw new Error('The programs of PostgreSQL are not on this machine.');
  const postgres = await startPostgres(bin);
  try {
    process.exitCode = await new Promise<number>((resolve) => {
      const child = spawn(
        'npx',
        [
          '--no-install',
          'jest',
          '--testTimeout=30000',
          '--maxWorkers=100%',
          ...WITH_DATABASE,
          ...process.argv.slice(2),
        ],
        {
          cwd: root,
          stdio: 'inherit',
          env: {
            ...process.env,
            NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
            TEST_DATABASE_URL: postgres.url,
          },
        },
      );
      child.on('close', (code) => resolve(code ?? 1));
    });
  } finally {
    await postgres.stop();
  }
});
