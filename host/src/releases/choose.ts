/** Chooses the release of each remote that this page runs, before any of their code is requested. */
import { choose } from 'releases/model/choose';
import type { Cohort } from 'releases/model/cohort';
import { describeMismatch, type Provided } from 'releases/model/compatibility';
import type { RemoteRelease } from 'releases/model/schemas';
import { type RegistrySnapshot, type Snapshot, withoutLostPaths } from './snapshot';

export interface ChooseOptions {
  cohort: Cohort;
  /** The offer of the running shell, which may be another shell than the snapshot's. */
  provides: Provided;
  /** Origin that serves the remotes' files. */
  site: string;
}

/**
 * Chooses for each remote the release of the visitor's channel or rollout, else the live one; if that is incompatible
 * with the shell, the newest previous release that is compatible. If none is, the live one stays, and the loader
 * refuses it by name.
 */
export async function chooseReleases(registry: RegistrySnapshot, options: ChooseOptions): Promise<Snapshot> {
  const names = [...new Set([...Object.keys(registry.remotes), ...registry.offers.map(({ part }) => part)])];
  const chosen = await Promise.all(
    names
      .filter((name) => name !== 'host')
      .map(async (name) => [name, await releaseOf(registry, name, options)] as const),
  );
  const remotes = chosen.flatMap(([name, release]) => (release ? [[name, release] as const] : []));
  const previous = remotes.filter(([name, { version }]) =>
    registry.kept[name]?.some((each) => each.version === version),
  );
  return {
    host: registry.host,
    remotes: withoutLostPaths(Object.fromEntries(remotes), new Set(previous.map(([name]) => name))),
    verdicts: registry.verdicts,
  };
}

async function releaseOf(
  registry: RegistrySnapshot,
  name: string,
  { cohort, provides, site }: ChooseOptions,
): Promise<RemoteRelease | undefined> {
  const live = registry.remotes[name];
  const { release, refused } = choose(registry, name, cohort, provides);
  for (const { version, mismatches } of refused) {
    const reasons = mismatches.map((mismatch) => describeMismatch(name, version, mismatch, 'this shell'));
    console.warn(
      [...reasons, release ? `${release.version} is used in its place.` : 'No previous release is compatible.'].join(
        ' ',
      ),
    );
  }
  if (!release || !('record' in release)) return release ?? live;
  try {
    // The registry has the record's hash, so the browser refuses other bytes.
    const record = await fetch(new URL(`${release.path}release.json`, site), {
      integrity: release.record,
      signal: AbortSignal.timeout(10_000),
    });
    return (await record.json()) as RemoteRelease;
  } catch (error) {
    console.error(`release.json of ${name} ${release.version} cannot be loaded, or is not what was released`, error);
    return live;
  }
}
