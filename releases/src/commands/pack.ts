// npm run pack [-- --out DIR]: writes the tarballs of shared-contracts, the remote kit and create-remote into packages/. It also writes the
// reports of their exports, which the tarballs contain.
import path from 'node:path';
import { root } from '../build/apps';
import { writeReports } from '../pack/api-report';
import { PACKAGES, pack } from '../pack/pack';
import { readOptions } from './arguments';
import { runCommand } from './run-command';

await runCommand(import.meta.url, async () => {
  const { values } = readOptions(['out']);
  const out = path.resolve(values.out ?? path.join(root, PACKAGES));
  await writeReports();
  for (const file of await pack(out)) console.log(`wrote ${path.relative(root, file)}`);
});
