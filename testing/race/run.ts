// npm run test:race: lets two members of staff work on one order, 1,000 rounds over HTTP and a real PostgreSQL. `npm test` does 30.
import { runCommand } from 'releases/commands/run-command';
import { runJestOnPostgres } from '../postgres/jest';

await runCommand(import.meta.url, () =>
  runJestOnPostgres(['--selectProjects', 'node', '--testPathPatterns', 'queues/race.test'], { RACE_ROUNDS: '1000' }),
);
