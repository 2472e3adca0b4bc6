// Which builds may be deleted: those that no open page runs, nobody is given, and no rollback would go to by itself.
import { buildsOf, KEPT, versionIn } from './registry.mjs';
import { readHistory, readRecent, SESSION_HOURS } from './registry-store.mjs';

const nameOf = ({ part, version }) => `${part}@${version}`;

/** What the snapshots of the last day name, and of every part the live version with the three before it. */
async function neededIn(target, now) {
  const needed = new Set();
  for (const { snapshot } of await readRecent(target, SESSION_HOURS, now)) {
    for (const build of buildsOf(snapshot)) needed.add(nameOf(build));
  }
  const versions = new Map();
  for await (const { snapshot } of readHistory(target)) {
    for (const part of ['host', ...Object.keys(snapshot.remotes)]) {
      const version = versionIn(snapshot, part);
      const earlier = versions.get(part) ?? new Set();
      versions.set(part, earlier);
      if (version && earlier.size <= KEPT) earlier.add(version);
    }
  }
  for (const [part, earlier] of versions) for (const version of earlier) needed.add(nameOf({ part, version }));
  return needed;
}

/**
 * Deletes the builds that nobody can need any more. One that was built within the last day stays, since somebody may be
 * about to release it. Snapshots stay: they are the history, and small.
 * @param {import('./targets.mjs').Target} target
 * @returns {Promise<{part: string, version: string}[]>} what was deleted
 * @throws for a static host, which does not say what lies there
 */
export async function prune(target, now = Date.now()) {
  if (!target.builds) throw new Error(`${target.place} is no folder: prune where its files lie.`);
  const builds = await target.builds();
  const needed = await neededIn(target, now);
  // Without a registry nothing is known to be superfluous.
  if (needed.size === 0) return [];
  const old = builds.filter((build) => build.builtAt < now - SESSION_HOURS * 3_600_000 && !needed.has(nameOf(build)));
  for (const build of old) await target.remove(build);
  return old;
}
