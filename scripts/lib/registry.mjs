// The rules of the registry, without a disk: a snapshot says which releases of each part are live, for whom, and what
// stands ready behind them. It is never changed once written. Moving the pointer is registry-store.mjs.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { describe, mismatchesOf, shapeOf } from 'shared-contracts/registry-rules';

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
 * @property {string[]} events those it publishes or hears
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
 * @property {Record<string, string>} packages their versions
 * @property {string[]} events
 * @property {string[]} slots
 * @property {string[]} [keys] those it trusts; builds from before they were recorded name none
 *
 * @typedef {{channel: string} | {percent: number}} Audience
 * @typedef {import('shared-contracts/registry-rules').Offer<HostRelease | RemoteRelease>} Offer
 * @typedef {import('shared-contracts/registry-rules').KeptRelease} KeptRelease
 *
 * @typedef {object} Snapshot
 * @property {2} schema
 * @property {string | null} parent name of the snapshot before
 * @property {string} at when it was made, ISO 8601
 * @property {HostRelease | null} host everybody's
 * @property {Record<string, RemoteRelease>} remotes everybody's
 * @property {Record<string, string>} since since when each of them is live, by part
 * @property {Offer[]} offers what is live for a channel or a share of the visitors
 * @property {Record<string, KeptRelease[]>} kept earlier releases of each remote, newest first
 *
 * @typedef {object} Pointer
 * @property {string} current name of the live snapshot
 * @property {string | null} previous
 * @property {string} at when it moved
 * @property {string[]} recalled 'catalog@1.0.0-3f9a01c2': open pages leave it at once
 * @property {string} signature of the JSON of everything above
 */

export const SCHEMA = 2;
/** Earlier releases of a remote that stand ready, besides those that a shell of the last day needs. */
export const KEPT = 3;

/** @returns {Snapshot} */
export const emptySnapshot = () => ({
  schema: SCHEMA,
  parent: null,
  at: '',
  host: null,
  remotes: {},
  since: {},
  offers: [],
  kept: {},
});

/** What build.json says of a build, as a release names it. Files at a fixed address are for whoever publishes the page. */
export function releaseOf({ part, fixed, ...build }) {
  return { ...build, path: `/parts/${part}/${build.version}/` };
}

/** The text of `release.json`, which lies in the folder of every build: a release that is only kept is read from there. */
export const releaseText = (build) => JSON.stringify(releaseOf(build));

export const integrityOf = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** @returns {KeptRelease} */
function keptOf(release) {
  const { version, path, contract, packages, events, slots } = release;
  const record = integrityOf(JSON.stringify(release));
  return { version, path, record, contract, packages, events, slots: [...new Set(slots.map(({ slot }) => slot))] };
}

const byName = (record) => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
const fits = (remote, shell) => mismatchesOf(remote, shell, satisfy).length === 0;

/** The newest three, and of the older ones those without which a shell that pages may still run on would have none. */
function worthKeeping(live, earlier, shells) {
  const kept = new Set(earlier.slice(0, KEPT));
  for (const shell of shells) {
    if ([live, ...kept].some((release) => fits(release, shell))) continue;
    const older = earlier.find((release) => fits(release, shell));
    if (older) kept.add(older);
  }
  return earlier.filter((release) => kept.has(release));
}

const isSameAudience = (a, b) => a.channel === b.channel && (a.percent === undefined) === (b.percent === undefined);

/**
 * The snapshot that follows `snapshot` when these builds go live.
 * @param {Snapshot} snapshot
 * @param {object[]} builds records of build.json
 * @param {{parent?: string | null, at?: string, to?: Audience, recalled?: string[], shells?: HostRelease[]}} [options]
 *   `to`: for whom, if not for everybody; `recalled`: what must not stand ready; `shells`: those of the last day
 * @returns {Snapshot}
 */
export function withBuilds(snapshot, builds, { parent = null, at = '', to, recalled = [], shells = [] } = {}) {
  const next = {
    ...snapshot,
    parent,
    at,
    remotes: { ...snapshot.remotes },
    since: { ...snapshot.since },
    offers: [...snapshot.offers],
    kept: { ...snapshot.kept },
  };
  for (const build of builds) {
    const { part } = build;
    const release = releaseOf(build);
    if (to) {
      const known = next.offers.find((offer) => offer.part === part && isSameAudience(offer, to));
      const since = known?.release.version === release.version ? known.since : at;
      next.offers = [...next.offers.filter((offer) => offer !== known), { part, ...to, since, release }];
      continue;
    }
    const before = part === 'host' ? next.host : next.remotes[part];
    if (before?.version !== release.version) next.since[part] = at;
    if (part === 'host') next.host = release;
    else {
      next.remotes[part] = release;
      const earlier = (before ? [keptOf(before)] : []).concat(next.kept[part] ?? []);
      next.kept[part] = earlier.filter(
        ({ version }, index) =>
          version !== release.version && earlier.findIndex((each) => each.version === version) === index,
      );
    }
    // What everybody has is no longer offered to some.
    next.offers = next.offers.filter((offer) => offer.part !== part || offer.release.version !== release.version);
  }
  const isRecalled = (part, { version }) => recalled.includes(`${part}@${version}`);
  next.offers = next.offers.filter(({ part, release }) => !isRecalled(part, release));
  const running = [...shells, ...hostsOf(next)];
  for (const [part, kept] of Object.entries(next.kept)) {
    const ready = kept.filter((release) => !isRecalled(part, release));
    next.kept[part] = worthKeeping(next.remotes[part], ready, running);
  }
  return { ...next, remotes: byName(next.remotes), since: byName(next.since), kept: byName(next.kept) };
}

/** Without the offers of `part` to that audience. @returns {Snapshot} */
export function withoutOffers(snapshot, part, to, { parent, at }) {
  const offers = snapshot.offers.filter((offer) => offer.part !== part || !isSameAudience(offer, to));
  return { ...snapshot, parent, at, offers };
}

/** Without a remote, for everybody and for some. @returns {Snapshot} */
export function withoutPart(snapshot, part, { parent, at }) {
  const without = (record) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== part));
  const { remotes, since, kept } = snapshot;
  const offers = snapshot.offers.filter((offer) => offer.part !== part);
  return { ...snapshot, parent, at, offers, remotes: without(remotes), since: without(since), kept: without(kept) };
}

export const versionIn = (snapshot, part) =>
  part === 'host' ? snapshot.host?.version : snapshot.remotes[part]?.version;

/** Every part that somebody gets, the shell first. */
export const partsIn = ({ host, remotes, offers }) => {
  const named = new Set([...(host ? ['host'] : []), ...offers.map(({ part }) => part), ...Object.keys(remotes)]);
  return [...named].sort((a, b) => Number(b === 'host') - Number(a === 'host') || (a < b ? -1 : 1));
};

const offered = (snapshot, part) =>
  snapshot.offers.filter((offer) => offer.part === part).map(({ release }) => release);

/** Every build that a page of this snapshot may run. @returns {{part: string, version: string}[]} */
export function buildsOf({ host, remotes, offers, kept }) {
  const named = (part, releases) => releases.map(({ version }) => ({ part, version }));
  return [
    ...named('host', host ? [host] : []),
    ...Object.entries(remotes).flatMap(([part, release]) => named(part, [release])),
    ...offers.flatMap(({ part, release }) => named(part, [release])),
    ...Object.entries(kept).flatMap(([part, releases]) => named(part, releases)),
  ];
}

/** Every shell that somebody gets. */
export const hostsOf = (snapshot) => [...(snapshot.host ? [snapshot.host] : []), ...offered(snapshot, 'host')];

/** Every release of a remote that somebody gets. */
const releasesOf = (snapshot, part) => [
  ...(snapshot.remotes[part] ? [snapshot.remotes[part]] : []),
  ...offered(snapshot, part),
];

/**
 * Why this snapshot must not go live; empty when it may. Channels and shares combine freely, so every live shell is
 * compared with every live release of every remote, and each remote's paths with those of every other.
 * @param {Snapshot} snapshot
 * @param {string} [key] the public key of what signs it: a shell that does not trust it would not start
 * @returns {string[]} sentences
 */
export function problemsOf(snapshot, key) {
  const hosts = hostsOf(snapshot);
  const problems = hosts
    .filter(({ keys }) => key && keys && !keys.includes(key))
    .map(
      ({ version }) =>
        `The shell ${version} does not trust the key that this would be signed with. REGISTRY_KEY or REGISTRY_KEY_FILE has to hold the site's own.`,
    );
  const names = partsIn(snapshot).filter((part) => part !== 'host');
  const claimed = new Map();
  for (const name of names) {
    for (const release of releasesOf(snapshot, name)) {
      for (const host of hosts) {
        const shell = host === snapshot.host ? 'the live shell' : `the offered shell ${host.version}`;
        for (const mismatch of mismatchesOf(release, host, satisfy)) {
          const remedy = mismatch.what === 'contract' ? ` Rebuild ${name} or release the shell first.` : '';
          problems.push(describe(name, release.version, mismatch, shell) + remedy);
        }
      }
      for (const { path } of release.routes) {
        const owner = claimed.get(shapeOf(path)) ?? name;
        claimed.set(shapeOf(path), owner);
        if (owner !== name) problems.push(`Remotes '${owner}' and '${name}' both claim the path ${path}.`);
      }
    }
  }
  return [...new Set(problems)];
}

/** A snapshot's file. The page holds it byte for byte, so it has nothing in it that could end a block of HTML. */
export const textOf = (snapshot) => JSON.stringify(snapshot).replaceAll('<', '\\u003c');

/** Snapshots are named by what they hold. */
export function nameOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
