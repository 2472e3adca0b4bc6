/** Deletes builds that no open page runs, that no visitor gets, and that a rollback only returns to by name. */

import { readHistory, readRecent, SESSION_HOURS } from './read-live';
import { type Build, buildsOf, PREVIOUS_RELEASES, versionIn } from './snapshot';
import type { Target } from './targets/target';

const nameOf = ({ part, version }: Build) => `${part}@${version}`;

/** Finds the builds that stay: those that the snapshots of the last day name, and the last four live versions of every app. */
async function neededIn(target: Target, now: number): Promise<ReadonlySet<string>> {
  const needed = new Set<string>();
  for (const { snapshot } of await readRecent(target, SESSION_HOURS, now)) {
    for (const build of buildsOf(snapshot)) needed.add(nameOf(build));
  }
  const versions = new Map<string, Set<string>>();
  for await (const { snapshot } of readHistory(target)) {
    for (const part of ['host', ...Object.keys(snapshot.remotes)]) {
      const version = versionIn(snapshot, part);
      const latest = versions.get(part) ?? new Set();
      versions.set(part, latest);
      if (version && latest.size <= PREVIOUS_RELEASES) latest.add(version);
    }
  }
  for (const [part, latest] of versions) for (const version of latest) needed.add(nameOf({ part, version }));
  return needed;
}

/**
 * Deletes the builds that no page can need, and the files that an ended process left beside them. A build of the last day stays, since its
 * release may follow. Snapshots stay, since they are small and are the history.
 * @returns the deleted builds
 * @throws for a static host, which does not list its files
 */
export async function prune(target: Target, now = Date.now()): Promise<Build[]> {
  if (!target.builds || !target.remove)
    throw new Error(`${target.place} does not list its files: prune on the machine that has them.`);
  const yesterday = now - SESSION_HOURS * 3_600_000;
  await target.removeLeftovers?.(yesterday);
  const builds = await target.builds();
  const needed = await neededIn(target, now);
  // Without a registry, no build is known to be unneeded.
  if (needed.size === 0) return [];
  const old = builds.filter((build) => build.builtAt < yesterday && !needed.has(nameOf(build)));
  for (const build of old) await target.remove(build);
  return old;
}
