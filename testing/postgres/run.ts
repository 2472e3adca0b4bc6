// npm run test:postgres: runs every API test with a database on a PostgreSQL of its own.
import { runCommand } from 'releases/commands/run-command';
import { runJestOnPostgres } from './jest';
import { WITH_DATABASE } from './tests';

await runCommand(import.meta.url, () => runJestOnPostgres([...WITH_DATABASE, ...process.argv.slice(2)]));
