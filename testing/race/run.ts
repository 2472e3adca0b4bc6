// npm run test:race: two members of staff on one order, 1,000 rounds over HTTP and a real PostgreSQL. `npm test` does 30.
import { spawn } from 'node:child_process';
import { root } from 'tooling/build/apps';
import { findPostgres, startPostgres } from 'tooling/site/postgres';

const bin = findPostgres();
if (!bin) {
  console.error('The race needs the programs of PostgreSQL (initdb, postgres): install them first.');
  process.exit(1);
}
const postgres = await startPostgres(bin);
try {
  process.exitCode = await new Promise((resolve) => {
    const child = spawn(
      'npx',
      ['--no-install', 'jest', '--selectProjects', 'node', '--testPathPatterns', 'queues/race.test'],
      {
        cwd: root,
        stdio: 'inherit',
        env: {
          RACE_ROUNDS: '1000',
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
