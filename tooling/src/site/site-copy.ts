// Sites of this working copy: one for a start, which keeps what is live, and one for tests, benches and pictures.
import path from 'node:path';
import { publishBuild } from 'registry/node/publish';
import { versionIn } from 'registry/node/snapshot';
import { goLive, readLive } from 'registry/node/store';
import { folderTarget } from 'registry/node/targets/folder';
import { apps, root, workingVersions } from '../build/apps';
import { buildApps } from '../build/build-apps';
import { noticeOf, unreleased } from './working-copy';

/**
 * A dist folder with this working copy live and nothing else, for what tries the working copy. The builds are those of
 * `out`, whose registry is neither read nor changed.
 * @param {string} distDir
 * @param {{out?: string, report?: Function, build?: typeof buildApps}} [options] `report` as in buildApps; `build`
 *   stands in for it in tests
 */
export async function copyOfSite(distDir, { out = path.join(root, 'dist'), report, build = buildApps } = {}) {
  const builds = await build(apps, { out, report });
  const target = folderTarget(distDir);
  for (const each of builds) await publishBuild(target, out, each);
  await goLive(
    target,
    builds.map(({ record }) => record),
  );
}

/**
 * Makes a site ready to be served. Where no shell is live, every part that is not is built and made live; where one is,
 * nothing of it changes, and only files of live builds that are missing and have their sources here are built.
 * @param {string} out the dist folder
 * @param {{report?: Function, build?: typeof buildApps, versions?: typeof workingVersions}} [options] `report` as in
 *   buildApps; the others stand in for it and for workingVersions in tests
 * @returns {Promise<{built: string[], first: string | null, notice: string | null}>} `first`: the snapshot of a site that
 *   had none; `notice`: one line that tells what of this working copy is not live
 */
export async function prepareSite(out, { report, build = buildApps, versions = workingVersions } = {}) {
  const target = folderTarget(out);
  const live = await readLive(target);
  const here = await versions();
  const { differing, heldBack } = unreleased(here, live);
  const isFirst = !live.snapshot.host;
  const wanted = isFirst
    ? differing.filter((each) => !each.live)
    : here.filter(({ part, version }) => versionIn(live.snapshot, part) === version);
  const builds = await build(
    wanted.map(({ part }) => part),
    { out, report },
  );
  const built = builds.filter(({ isFresh }) => isFresh).map(({ part }) => part);
  if (!isFirst) return { built, first: null, notice: noticeOf({ differing, heldBack }, out) };
  const { name } = await goLive(
    target,
    builds.map(({ record }) => record),
  );
  return { built, first: name, notice: null };
}
