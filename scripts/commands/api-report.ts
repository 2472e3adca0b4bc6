// npm run api-report: writes the exports of each package for other teams to its api-report.md, for reviews.

import { readOptions } from 'releases/commands/arguments';
import { runCommand } from 'releases/commands/run-command';
import { writeReports } from 'releases/pack/api-report';

await runCommand(import.meta.url, async () => {
  readOptions([]);
  for (const file of await writeReports()) console.log(`wrote ${file}`);
});
