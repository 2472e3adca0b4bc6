/** The registry's snapshot: which releases of each part are live, and for whom; and what a page makes of it. */
import { type KeptRelease, type Offer, shapeOf } from 'shared-contracts/registry-rules';
import type { RouteManifest, SlotManifest, SlotName } from 'shared-contracts/remote';

export interface RemoteRelease {
  /** Package version and the hash of the sources: '1.0.0-3f9a01c2'. */
  version: string;
  /** Where its files are served: '/parts/catalog/1.0.0-3f9a01c2/'. */
  path: string;
  entry: string;
  /** Subresource integrity by file. */
  integrity: Readonly<Record<string, string>>;
  /** Semver range of shared-contracts. */
  contract: string;
  /** Semver ranges of the packages it takes from the shell. */
  packages: Readonly<Record<string, string>>;
  /** Events that it publishes or hears. */
  events: readonly string[];
  routes: readonly RouteManifest[];
  slots: readonly SlotManifest[];
  /** The files that a screen or slot needs besides the entry, by its id. */
  modules: Readonly<Record<string, readonly string[]>>;
}

export interface HostRelease {
  version: string;
  path: string;
  html: string;
  embed: string;
  integrity: Readonly<Record<string, string>>;
  contract: string;
  packages: Readonly<Record<string, string>>;
  events: readonly string[];
  slots: readonly string[];
}

/** What a page runs: one release of each remote, chosen when it opened and kept for as long as it is open. */
export interface Snapshot {
  host: HostRelease;
  remotes: Readonly<Record<string, RemoteRelease>>;
}

/** What was released, as it is signed. Decision 0009 describes it. */
export interface RegistrySnapshot extends Snapshot {
  schema: 2;
  parent: string | null;
  /** ISO 8601; `since` by part. */
  at: string;
  since: Readonly<Record<string, string>>;
  offers: readonly Offer<HostRelease | RemoteRelease>[];
  kept: Readonly<Record<string, readonly KeptRelease[]>>;
}

/** A route, and the remote that owns it. */
export interface RemoteRoute extends RouteManifest {
  remote: string;
}

/** A filling of a slot, and the remote that brings it. */
export interface RemoteSlotFilling extends SlotManifest {
  remote: string;
}

/**
 * A path may have gone to another remote since a release was live. Where that release is taken again, being kept, it stays
 * with whoever has it now.
 * @param kept names of the remotes whose release is a kept one
 */
export function withoutLostPaths(remotes: Snapshot['remotes'], kept: ReadonlySet<string>): Snapshot['remotes'] {
  const live = Object.entries(remotes).filter(([name]) => !kept.has(name));
  const claimed = new Set(live.flatMap(([, { routes }]) => routes.map(({ path }) => shapeOf(path))));
  return Object.fromEntries(
    Object.entries(remotes).map(([name, release]) => [
      name,
      kept.has(name)
        ? { ...release, routes: release.routes.filter(({ path }) => !claimed.has(shapeOf(path))) }
        : release,
    ]),
  );
}

/**
 * Every route of every remote. Two remotes with one path are a mistake that a release refuses; should it reach a page
 * all the same, that path is refused to both, since opening either would be a guess, and everything else works.
 */
export function routesOf(snapshot: Snapshot): { routes: RemoteRoute[]; problems: string[] } {
  const claims = new Map<string, RemoteRoute[]>();
  for (const [remote, { routes }] of Object.entries(snapshot.remotes)) {
    for (const route of routes) {
      const shape = shapeOf(route.path);
      claims.set(shape, [...(claims.get(shape) ?? []), { ...route, remote }]);
    }
  }
  const all = [...claims.values()];
  return {
    routes: all.filter((claim) => claim.length === 1).flat(),
    problems: all
      .filter((claim) => claim.length > 1)
      .map((claim) => {
        const names = claim.map(({ remote }) => `'${remote}'`).join(' and ');
        return `Remotes ${names} both claim the path ${claim[0]?.path}. Neither gets it; release one of them without it.`;
      }),
  };
}

/** Who fills a slot, in the order of the remotes' names. */
export function fillingsOf(snapshot: Snapshot, slot: SlotName): RemoteSlotFilling[] {
  return Object.entries(snapshot.remotes)
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([remote, { slots }]) => slots.map((filling) => ({ ...filling, remote })))
    .filter((filling) => filling.slot === slot);
}
