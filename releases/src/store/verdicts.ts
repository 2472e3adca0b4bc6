/**
 * Computes the names that each remote lacks in each shell when a release goes live, and stores them in the snapshot, where the page and the
 * server read them. A pair that a snapshot has a verdict for is not compared again.
 */

import { type Compiler, NotCompared, type PendingComparison } from '../fits/compiler';
import { compareNames, type Surface, surfaceSchema } from '../fits/surface';
import type { Verdicts } from '../model/compatibility';
import type { HostRelease, Lack, Snapshot } from '../model/schemas';
import { integrityOf } from './integrity';
import type { Build } from './snapshot';
import { type Target, TargetFailed } from './targets/target';

/** The file of a build that lists what it takes or offers. */
export const SURFACE = 'surface.json';

/** The number of missing names for each pair that a page gets, which is enough for a sentence. A refused release lists all of them. */
const LACKS_IN_PAGE = 3;
/** The most characters of the compiler's reason that a page gets. */
const REASON_IN_PAGE = 160;

interface Pair {
  /** The shell's version. */
  shell: string;
  /** The remote's build. */
  remote: Build;
}

const keyOf = ({ part, version }: Build) => `${part}@${version}`;

type Releases = Pick<Snapshot, 'remotes' | 'offers' | 'kept'>;

/** Lists every shell that a page of the snapshot may run on, with every release of a remote that it may run. */
function pairsOf({ remotes, offers, kept }: Releases, shells: readonly Pick<HostRelease, 'version'>[]): Pair[] {
  const named = (part: string, releases: readonly { version: string }[]) =>
    releases.map(({ version }) => ({ part, version }));
  const builds = [
    ...Object.entries(remotes).flatMap(([part, release]) => named(part, [release])),
    ...offers.filter(({ part }) => part !== 'host').flatMap(({ part, release }) => named(part, [release])),
    ...Object.entries(kept).flatMap(([part, releases]) => named(part, releases)),
  ];
  const unique = [...new Map(builds.map((build) => [keyOf(build), build])).values()];
  const versions = [...new Set(shells.map(({ version }) => version))];
  return versions.flatMap((shell) => unique.map((remote) => ({ shell, remote })));
}

/**
 * Reads what a build takes or offers.
 * @returns undefined if the target has no record of the build, or one in another format than this version reads
 * @throws if the file has other bytes than were built
 */
export async function readSurface(target: Target, { part, version }: Build): Promise<Surface | undefined> {
  const record = await target.read(`${part}/${version}/build.json`);
  const { surface } = (record ? JSON.parse(record.text) : {}) as { surface?: string };
  if (!surface) return undefined;
  const name = `${part}/${version}/${SURFACE}`;
  const file = await target.read(name);
  if (!file || integrityOf(file.body) !== surface) {
    throw new Error(`${name} in ${target.place} is missing, or is not what was built. Release ${part} again.`);
  }
  return surfaceSchema.safeParse(JSON.parse(file.text)).data;
}

/**
 * Adds the verdicts of the snapshot's pairs to the known ones. It returns the same object if no pair is missing. It throws `NotCompared`
 * with all pairs for which the compiler throws that error.
 * @param shells the shells that a page may run
 */
export type Judge = (
  snapshot: Releases,
  shells: readonly Pick<HostRelease, 'version'>[],
  known: Verdicts,
) => Promise<Verdicts>;

interface JudgeOptions {
  /** Decides about a name that both declare in different words. */
  compiler: Pick<Compiler, 'compare'>;
  /** Called for a build that cannot be compared. Unless it throws, the pair gets no verdict, so version ranges decide. */
  failed: (build: Build, error: Error) => void;
}

/** Makes a judge that compares each pair once and reads each build once. */
export function judgeOf(target: Target, { compiler, failed }: JudgeOptions): Judge {
  const surfaces = new Map<string, Promise<Surface | undefined>>();
  const compared = new Map<string, Promise<readonly Lack[] | undefined>>();
  const once = <Value>(map: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>) => {
    const made = map.get(key) ?? make();
    map.set(key, made);
    return made;
  };
  const surfaceOf = (build: Build) => once(surfaces, keyOf(build), () => readSurface(target, build));

  async function lacksOf({ shell, remote }: Pair): Promise<readonly Lack[] | undefined> {
    const host = { part: 'host', version: shell };
    const offered = await tried(host, () => surfaceOf(host));
    const taken = offered && (await tried(remote, () => surfaceOf(remote)));
    if (!taken) return undefined;
    const { missing, undecided } = compareNames(taken, offered);
    if (Object.keys(undecided).length === 0) return missing;
    const comparison = { taken, offered, names: undecided };
    const decided = await tried(remote, () => compiler.compare(comparison, `${shell} ${keyOf(remote)}`));
    return decided && [...missing, ...decided];
  }

  async function tried<Value>(build: Build, work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof TargetFailed || error instanceof NotCompared) throw error;
      failed(build, error as Error);
      return undefined;
    }
  }

  return async (snapshot, shells, known) => {
    let verdicts = known;
    const pending: PendingComparison[] = [];
    for (const pair of pairsOf(snapshot, shells)) {
      const { shell } = pair;
      const remote = keyOf(pair.remote);
      if (known?.[shell]?.[remote]) continue;
      const lacks = await once(compared, `${shell} ${remote}`, () => lacksOf(pair)).catch((error: unknown) => {
        if (!(error instanceof NotCompared)) throw error;
        pending.push(...error.pending);
        return undefined;
      });
      if (lacks) verdicts = { ...verdicts, [shell]: { ...verdicts?.[shell], [remote]: lacks } };
    }
    if (pending.length > 0) throw new NotCompared(pending);
    return verdicts;
  };
}

const shortened = ({ why, ...lack }: Lack): Lack =>
  why === undefined ? lack : { ...lack, why: why.slice(0, REASON_IN_PAGE) };

/** Returns the snapshot with the verdicts of its own pairs, in the length that a page needs. */
export function withShortVerdicts({ verdicts, ...snapshot }: Snapshot, shells: readonly HostRelease[]): Snapshot {
  const short: Record<string, Record<string, readonly Lack[]>> = {};
  for (const { shell, remote } of pairsOf(snapshot, shells)) {
    const lacks = verdicts?.[shell]?.[keyOf(remote)];
    if (lacks) short[shell] = { ...short[shell], [keyOf(remote)]: lacks.slice(0, LACKS_IN_PAGE).map(shortened) };
  }
  return Object.keys(short).length > 0 ? { ...snapshot, verdicts: short } : snapshot;
}
