// npm run build [app…]: builds what is missing or stale. What is live stays so: only a release moves the registry's pointer.
import { fileURLToPath } from 'node:url';
import { readLive } from 'registry/node/store';
import { folderTarget } from 'registry/node/targets/folder';
import { apps } from '../build/apps';
import { buildApps, buildLine } from '../build/build-apps';
import { noticeOf, unreleased } from '../site/working-copy';
import { readArguments, runCommand } from './arguments';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runCommand(async () => {
    const { out, positionals } = readArguments(['out']);
    const builds = await buildApps(positionals.length > 0 ? positionals : apps, {
      out,
      report: (line) => console.log(buildLine(line)),
    });
    if (!builds.some(({ isFresh }) => isFresh)) console.log('Nothing to build.');
    const live = await readLive(folderTarget(out));
    const notice = live.snapshot.host
      ? noticeOf(unreleased(builds, live))
      : 'Nothing is live here yet: npm start, or npm run release -- --all, makes this working copy live.';
    if (notice) console.log(notice);
  });
}
