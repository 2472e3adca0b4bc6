// Makes sites from this working copy: one for a start, which keeps the live versions, and one for tests, benches and screenshots.
import path from 'node:path';
import { root, workingVersions } from '../build/apps';
import { type BuildProgress, buildApps } from '../build/build-apps';
import { publishBuild } from '../store/publish';
import { readLive } from '../store/read-live';
import { newRootLine } from '../store/sentences';
import { versionIn } from '../store/snapshot';
import { goLive } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import { noticeOf, unreleased } from './working-copy';

interface PrepareOptions {
  report?: (progress: BuildProgress) => void;
  /** Replaces buildApps in tests. */
  build?: typeof buildApps;
  /** Replaces workingVersions in tests. */
  versions?: typeof workingVersions;
}

/**
 * Makes a dist folder with this working copy live and no other build. The builds come from `out`, whose registry is neither read nor
 * changed.
 */
export async function copyOfSite(
  distDir: string,
  {
    out = path.join(root, 'dist'),
    report,
    build = buildApps,
  }: Omit<PrepareOptions, 'versions'> & { out?: string } = {},
): Promise<void> {
  const builds = await build(undefined, { out, report });
  const target = folderTarget(distDir);
  for (const each of builds) await publishBuild(target, out, each);
  await goLive(
    target,
    builds.map(({ record }) => record),
  );
}

export interface PreparedSite {
  /** The apps that were built. */
  built: string[];
  /** The new snapshot, if the site had none before. */
  first: string | null;
  /** One line that names the parts of this working copy that are not live, or says that the first release made a root. */
  notice: string | null;
}

/**
 * Makes a site ready to be served. If no shell is live, it builds every app that is not live and makes it live. Otherwise no live version
 * changes, and it only builds missing files of live builds whose sources are here.
 * @param out the dist folder
 */
export async function prepareSite(
  out: string,
  { report, build = buildApps, versions = workingVersions }: PrepareOptions = {},
): Promise<PreparedSite> {
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
  const { name, hasNewRoot } = await goLive(
    target,
    builds.map(({ record }) => record),
  );
  return { built, first: name, notice: hasNewRoot ? newRootLine(target) : null };
}
