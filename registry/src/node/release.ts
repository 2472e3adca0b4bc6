/** A release in its order: what is refused is refused before a file is written, and the files are there before they are live. */
import type { BuildRecord } from '../model';
import type { Budgets } from './budgets';
import { type BuildFiles, withFilesOf } from './build-files';
import { requireReleasable } from './check-build';
import { goLive, type LiveOptions, type Moved } from './store';
import type { Target } from './targets/target';

export interface BuildToRelease {
  record: BuildRecord;
  /** Where they are before they are in the target. */
  files: BuildFiles;
  /** Writes them to the target. */
  publish: () => Promise<void>;
}

interface ReleaseOptions extends Omit<LiveOptions, 'released' | 'publish'> {
  /** Of the repository that releases; the site's own file replaces what it names. */
  budgets?: Budgets | undefined;
}

/**
 * Checks builds, writes their files, and makes them live in one move.
 * @returns as `goLive`
 * @throws {ReleaseRefused} and nothing is written
 */
export async function releaseBuilds(
  target: Target,
  builds: readonly BuildToRelease[],
  { budgets, ...options }: ReleaseOptions = {},
): Promise<Moved> {
  for (const { record, files } of builds) await requireReleasable(target, record, files, budgets);
  const unpublished = builds.map(({ record: { part, version }, files }) => ({ part, version, files }));
  const publish = async () => {
    for (const build of builds) await build.publish();
  };
  const records = builds.map(({ record }) => record);
  const moved = await goLive(withFilesOf(target, unpublished), records, { ...options, publish });
  // A file of a live build that was deleted comes back.
  if (!moved.changed) await publish();
  return moved;
}
