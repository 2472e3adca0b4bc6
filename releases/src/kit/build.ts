// foodhall-remote build: builds this remote into a folder of its version, with build.json, which a release reads.
import path from 'node:path';
import { root } from '../build/apps';
import { buildApps, buildLine } from '../build/build-apps';
import { readArguments } from '../commands/arguments';
import { runCommand } from '../commands/run-command';

await runCommand(import.meta.url, async () => {
  const { out } = readArguments(['out']);
  const builds = await buildApps(undefined, { out, report: (progress) => console.log(buildLine(progress)) });
  for (const { part, version, isFresh } of builds) {
    const folder = path.relative(root, path.join(out, part, version));
    console.log(isFresh ? `It is in ${folder}.` : `Nothing to build: ${folder} is of these sources.`);
  }
});
