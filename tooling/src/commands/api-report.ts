// npm run api-report: writes the exports of each package for other teams to its api-report.md, for reviews.
import { writeReports } from '../check/api-report';
import { readOptions } from './arguments';
import { runCommand } from './run-command';

await runCommand(import.meta.url, async () => {
  readOptions([]);
  for (const file of await writeReports()) console.log(`wrote ${file}`);
});
