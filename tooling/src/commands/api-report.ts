// npm run api-report: writes what shared-contracts exports to shared-contracts/api-report.md, for reviews.
import path from 'node:path';
import { root } from '../build/apps';
import { REPORT, writeReport } from '../check/api-report';
import { readOptions } from './arguments';
import { runCommand } from './run-command';

await runCommand(import.meta.url, async () => {
  readOptions([]);
  await writeReport();
  console.log(`wrote ${path.relative(root, REPORT)}`);
});
