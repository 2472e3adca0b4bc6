// npm run release -- <part> [--to beta | --percent 10] [--target PLACE] [--out DIR] [--source DIR]: builds one part and
// makes it live, for everybody or for some, without touching any other.
// npm run release -- --all: every part whose sources here differ from what is live, in one move of the pointer or none.
// The sources may lie elsewhere: a team may keep its remote in a repository of its own.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishBuild, publishPage } from 'registry/node/publish';
import { audienceWords, limitedReleaseLines } from 'registry/node/sentences';
import { goLive, readLive } from 'registry/node/store';
import { folderTarget } from 'registry/node/targets/folder';
import { buildApps, buildLine } from '../build/build-apps';
import { staysOut, unreleased } from '../site/working-copy';
import { readArguments, runCommand } from './arguments';

/**
 * @param {string} part
 * @param {{out: string, target?: import('registry/node/targets/target').Target, source?: string,
 *   to?: import('registry/model').Audience, report?: Function}} options `out`: where it is built; `target`: where
 *   the site lies, if not there; `source`: the folder with the part's sources; `to`: for whom, if not for everybody
 * @returns {Promise<{version: string, live: string, changed: boolean, snapshot: import('registry/model').Snapshot}>}
 * @throws ReleaseRefused when a live shell and a live remote would not fit, or two remotes claim one path
 */
export async function release(part, { out, target = folderTarget(out), source, to, report }) {
  if (source && !existsSync(path.join(source, 'package.json')))
    throw new Error(`--source is '${source}'; it must be a folder with the sources of ${part}.`);
  if (part === 'host' && to && target.isStaticHost) {
    throw new Error(
      `${target.place} has one page for everybody: there a shell is released without --to and --percent.`,
    );
  }
  const [build] = await buildApps([part], { out, report, sources: source ? { [part]: source } : {} });
  await publishBuild(target, out, build);
  const { name, snapshot, changed } = await goLive(target, [build.record], { to });
  await publishPage(target);
  return { version: build.version, live: name, changed, snapshot };
}

/**
 * Makes every part whose build is not what everybody has live for everybody, all at once. A version that was rolled back
 * or retired stays out: a release that names the part brings it back.
 * @param {{out: string, target?: import('registry/node/targets/target').Target, report?: Function,
 *   build?: typeof buildApps}} options as in release; `build` stands in for buildApps in tests
 * @returns {Promise<{released: string[], heldBack: string[], live: string | null,
 *   snapshot: import('registry/model').Snapshot}>} parts; `live`: the snapshot, which is the one before where nothing
 *   differs
 * @throws ReleaseRefused as release; nothing has changed then
 */
export async function releaseAll({ out, target = folderTarget(out), report, build = buildApps }) {
  const builds = await build(undefined, { out, report });
  const live = await readLive(target);
  const { differing, heldBack } = unreleased(builds, live);
  const wanted = builds.filter(({ part }) => differing.some((each) => each.part === part));
  for (const each of wanted) await publishBuild(target, out, each);
  const records = wanted.map(({ record }) => record);
  const { name, snapshot } =
    records.length > 0 ? await goLive(target, records) : { name: live.pointer?.current ?? null, ...live };
  await publishPage(target);
  return { released: wanted.map(({ part }) => part), heldBack, live: name, snapshot };
}

async function runAll(options) {
  const { released, heldBack, live, snapshot } = await releaseAll(options);
  if (released.length > 0) console.log(`${released.join(', ')}: live for everybody in snapshot ${live}.`);
  else console.log('What is live is what this working copy has. Nothing was changed.');
  if (heldBack.length > 0) console.log(staysOut(heldBack));
  for (const part of released) for (const line of limitedReleaseLines(snapshot, part)) console.log(line);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runCommand(async () => {
    const { positionals, to, all, ...options } = readArguments(['all', 'to', 'percent', 'target', 'source', 'out']);
    const report = (line) => console.log(buildLine(line));
    if (all) {
      if (positionals.length > 0 || to || options.source)
        throw new Error('--all is every part of this working copy, for everybody: it takes --target and --out alone.');
      await runAll({ ...options, report });
      return;
    }
    if (positionals.length !== 1)
      throw new Error(
        'Name the one part to release: npm run release -- catalog. Or all that differ: npm run release -- --all',
      );
    const [part] = positionals;
    const { version, live, changed, snapshot } = await release(part, { ...options, to, report });
    const state = changed
      ? `is live ${audienceWords(to)} in snapshot ${live}`
      : `was live ${audienceWords(to)} already`;
    console.log(`${part} ${version} ${state}.`);
    if (!to) for (const line of limitedReleaseLines(snapshot, part)) console.log(line);
  });
}
