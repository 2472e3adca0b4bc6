/** Releases in a fixed order: it refuses what does not fit, then writes the files, and only then moves the pointer to them. */
import type { ApiDescription } from '../fits/compare-calls';
import type { BuildRecord } from '../model/schemas';
import type { Budgets } from './budgets';
import { type BuildFiles, withFilesOf } from './build-files';
import { requireReleasable } from './check-build';
import { problemsOfCalls } from './check-calls';
import { type CheckedProvenance, problemsOfProvenance } from './check-provenance';
import { authorityOf } from './signing';
import { goLive, type LiveOptions, type Moved, ReleaseRefused } from './store';
import type { Target } from './targets/target';

export interface BuildToRelease {
  record: BuildRecord;
  /** The folder of the built files, before they are in the target. */
  files: BuildFiles;
  /** Writes them to the target. */
  publish: () => Promise<void>;
}

interface ComparedWith {
  /** The budgets of the releasing repository. The site's own file replaces the apps that it names. */
  budgets?: Budgets | undefined;
  /** Describes the API of the site. Without it, the calls of the builds are not compared. */
  describeApi?: (() => ApiDescription) | undefined;
}

interface CheckOptions extends ComparedWith, CheckedProvenance {}

interface ReleaseOptions extends ComparedWith, Omit<LiveOptions, 'released' | 'publish'> {}

/**
 * Checks builds, writes their files, and makes them live in one move.
 * @returns as `goLive`
 * @throws {ReleaseRefused} and nothing is written
 */
export async function releaseBuilds(
  target: Target,
  builds: readonly BuildToRelease[],
  { budgets, describeApi, ...options }: ReleaseOptions = {},
): Promise<Moved> {
  if (options.to?.channel !== undefined && target.isStaticHost) {
    throw new ReleaseRefused([
      `${target.place} has no server that asks a visitor to join a channel: release there without --to, or with --percent.`,
    ]);
  }
  const { signers } = options.authority ?? authorityOf();
  await requireAllReleasable(target, builds, { budgets, describeApi, own: signers.map(({ key }) => key) });
  return await makeLive(target, builds, options);
}

/**
 * @throws {ReleaseRefused} as `requireReleasable`, for the first build that is refused, for its provenance, and for calls that the API does
 *   not take
 */
export async function requireAllReleasable(
  target: Target,
  builds: readonly Pick<BuildToRelease, 'record' | 'files'>[],
  { budgets, describeApi, ...provenance }: CheckOptions,
): Promise<void> {
  for (const { record, files } of builds) {
    await requireReleasable(target, record, files, budgets);
    const problems = [
      ...(await problemsOfProvenance(target, record, files, provenance)),
      ...(describeApi ? await problemsOfCalls(record, files, describeApi) : []),
    ];
    if (problems.length > 0) throw new ReleaseRefused(problems);
  }
}

/** `releaseBuilds` without its checks, for builds that `requireAllReleasable` has checked. */
export async function makeLive(
  target: Target,
  builds: readonly BuildToRelease[],
  options: Omit<ReleaseOptions, keyof ComparedWith>,
): Promise<Moved> {
  const unpublished = builds.map(({ record: { part, version }, files }) => ({ part, version, files }));
  const publish = async () => {
    for (const build of builds) await build.publish();
  };
  const records = builds.map(({ record }) => record);
  const moved = await goLive(withFilesOf(target, unpublished), records, { ...options, publish });
  // A deleted file of a live build is written again.
  if (!moved.changed && !options.isTrial) await publish();
  return moved;
}
