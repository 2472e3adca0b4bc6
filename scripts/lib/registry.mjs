// The rules of the registry, without a disk: a snapshot says which build of each part is live, and is never changed
// once written. Moving the pointer is registry-store.mjs.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

// The very function with which the shell decides at run time.
const { satisfy } = createRequire(import.meta.url)('@module-federation/runtime');

/**
 * @typedef {object} RemoteRelease
 * @property {string} version version and hash of the sources, '1.0.0-3f9a01c2'
 * @property {string} path where its files are served, '/parts/catalog/1.0.0-3f9a01c2/'
 * @property {string} entry
 * @property {Record<string, string>} integrity by file
 * @property {string} contract the range of contract versions it works with
 * @property {Record<string, string>} packages ranges of the packages it takes from the shell
 * @property {object[]} routes
 * @property {object[]} slots
 * @property {Record<string, string[]>} modules the files that each screen and slot needs besides the entry
 *
 * @typedef {object} HostRelease
 * @property {string} version
 * @property {string} path
 * @property {string} html
 * @property {string} embed
 * @property {Record<string, string>} integrity
 * @property {string} contract the contract version it provides
 * @property {Record<string, string>} packages
 *
 * @typedef {{schema: 1, parent: string | null, host: HostRelease | null, remotes: Record<string, RemoteRelease>}} Snapshot
 * @typedef {{current: string, previous: string | null, channels: Record<string, string>, recalled: string[]}} Pointer
 */

/** @returns {Snapshot} */
export const emptySnapshot = () => ({ schema: 1, parent: null, host: null, remotes: {} });

/** What build.json says of a build, as a release names it. */
export function releaseOf({ part, ...build }) {
  return { ...build, path: `/parts/${part}/${build.version}/` };
}

/** The snapshot that follows `snapshot` (named `parent`) when these builds go live. */
export function withBuilds(snapshot, parent, builds) {
  const next = { ...snapshot, parent, remotes: { ...snapshot.remotes } };
  for (const build of builds) {
    if (build.part === 'host') next.host = releaseOf(build);
    else next.remotes[build.part] = releaseOf(build);
  }
  next.remotes = Object.fromEntries(Object.entries(next.remotes).sort(([a], [b]) => (a < b ? -1 : 1)));
  return next;
}

export const versionIn = (snapshot, part) =>
  part === 'host' ? snapshot.host?.version : snapshot.remotes[part]?.version;

/** '/venues/:venueId' and '/venues/:id' are one path: names of parameters do not tell paths apart. */
const shapeOf = (path) => path.replace(/:[^/]+/g, ':').replace(/(.)\/+$/, '$1');

/**
 * Why this snapshot must not go live; empty when it may.
 * @param {Snapshot} snapshot
 * @returns {string[]} sentences
 */
export function problemsOf(snapshot) {
  const problems = [];
  const { host } = snapshot;
  const claimed = new Map();
  for (const [name, remote] of Object.entries(snapshot.remotes)) {
    if (host && !satisfy(host.contract, remote.contract)) {
      problems.push(
        `Remote '${name}' needs contract ${remote.contract}; the live shell provides ${host.contract}. Rebuild ${name} or release the shell first.`,
      );
    }
    for (const [dependency, range] of Object.entries(remote.packages)) {
      const provided = host?.packages[dependency];
      if (provided && !satisfy(provided, range)) {
        problems.push(`Remote '${name}' needs ${dependency} ${range}; the live shell provides ${provided}.`);
      }
    }
    for (const { path } of remote.routes) {
      const owner = claimed.get(shapeOf(path));
      if (owner) problems.push(`Remotes '${owner}' and '${name}' both claim the path ${path}.`);
      else claimed.set(shapeOf(path), name);
    }
  }
  return problems;
}

/** Snapshots are named by what they hold. */
export function nameOf(snapshot) {
  return createHash('sha256').update(JSON.stringify(snapshot)).digest('hex').slice(0, 16);
}

/** The pointer after `snapshot` (named `current`) went live. */
export function movedPointer(pointer, current, recalled = pointer?.recalled ?? []) {
  return { current, previous: pointer?.current ?? null, channels: pointer?.channels ?? {}, recalled };
}
