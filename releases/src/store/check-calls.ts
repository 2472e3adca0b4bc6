/** Compares the calls of builds with the API of their site: of a build before it goes live, and of all that pages may run. */
import { z } from 'zod';
import { type Calls, callsSchema } from '../fits/calls';
import { type ApiDescription, brokenCalls } from '../fits/compare-calls';
import type { BuildFiles } from './build-files';
import { readLive, readRecent, SESSION_HOURS } from './read-live';
import { type Build, buildsOf } from './snapshot';
import type { Target } from './targets/target';
import { SURFACE } from './verdicts';

/** Only the calls of the file are read. */
const recordSchema = z.object({ calls: callsSchema.optional().catch(undefined) });

/** @returns undefined for a build of the baseline, which has no record of its calls, and for a record in another format */
function callsIn(surface: Buffer | string | undefined | null): Calls | undefined {
  if (!surface) return undefined;
  return recordSchema.safeParse(JSON.parse(surface.toString())).data?.calls;
}

/**
 * Explains why a build does not fit the API that it would call, one sentence for each operation and field. A build without a record of its
 * calls passes.
 * @param describe describes the API, which takes a second. It is called if the build has such a record
 */
export async function problemsOfCalls(
  { part, version }: Build,
  files: Pick<BuildFiles, 'read'>,
  describe: () => ApiDescription,
): Promise<string[]> {
  const calls = callsIn(await files.read(SURFACE));
  const problems = calls ? brokenCalls(calls, describe()) : [];
  return problems.map((problem) => `${part} ${version} does not fit the API. ${problem}`);
}

/** A comparison of an API with the builds that pages may run. */
export interface ApiFit {
  /** The builds that the API breaks, each with a sentence for each operation and field. */
  broken: readonly (Build & { problems: readonly string[] })[];
  /** The number of compared builds. */
  compared: number;
  /** The builds without a record of their calls. */
  unknown: readonly Build[];
}

/**
 * Compares an API with each build that a page of the last day may run: live and previous releases, channels and rollouts.
 * @param describe describes the API, which takes a second. It is called if there is a build to compare
 * @throws if the registry cannot be read
 */
export async function apiFitOf(target: Target, describe: () => ApiDescription): Promise<ApiFit> {
  const snapshots = [await readLive(target), ...(await readRecent(target, SESSION_HOURS))];
  const builds = snapshots.flatMap(({ snapshot }) => buildsOf(snapshot));
  const unique = [...new Map(builds.map((build) => [`${build.part}@${build.version}`, build])).values()];
  const results = await Promise.all(
    unique.map(async ({ part, version }) => {
      const file = await target.read(`${part}/${version}/${SURFACE}`);
      const calls = callsIn(file?.body);
      return { part, version, problems: calls && brokenCalls(calls, describe()) };
    }),
  );
  const known = results.flatMap(({ problems, ...build }) => (problems ? [{ ...build, problems }] : []));
  return {
    broken: known.filter(({ problems }) => problems.length > 0),
    compared: known.length,
    unknown: results.flatMap(({ problems, ...build }) => (problems ? [] : [build])),
  };
}
