// npm run test:race: two members of staff work on one order, for 1,000 rounds over HTTP and on a real PostgreSQL. `npm test` plays 30
// rounds.
import { runCommand } from 'releases/commands/run-command';
import { runJestOnPostgres } from '../postgres/jest';

await runCommand(import.meta.url, () =>
  runJestOnPostgres(['--selectProjects', 'node', '--testPathPatterns', 'queues/race.test'], { RACE_ROUNDS: '1000' }),
);
