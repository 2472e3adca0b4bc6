// npm run build [app…]: builds the missing and stale apps, and names those that are not live.

import { buildApps, buildLine } from '../build/build-apps';
import { readLive } from '../store/read-live';
import { folderTarget } from '../store/targets/folder';
import { readArguments } from './arguments';
import { runCommand } from './run-command';
import { noticeOf, unreleased } from './working-copy';

await runCommand(import.meta.url, async () => {
  const { out, positionals } = readArguments(['out']);
  const builds = await buildApps(positionals.length > 0 ? positionals : undefined, {
    out,
    report: (progress) => console.log(buildLine(progress)),
  });
  if (!builds.some(({ isFresh }) => isFresh)) console.log('Nothing to build.');
  const live = await readLive(folderTarget(out));
  const notice = live.snapshot.host
    ? noticeOf(unreleased(builds, live))
    : 'Nothing is live here yet: npm start, or npm run release -- --all, makes this working copy live.';
  if (notice) console.log(notice);
});
