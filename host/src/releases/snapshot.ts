/** What a page runs of the registry: one release of each remote, with its routes and slots. */
import type { HostRelease, Snapshot as PublishedSnapshot, RemoteRelease } from 'registry/model';
import { claimsOf, shapeOf } from 'registry/paths';
import type { RouteManifest, SlotManifest, SlotName } from 'shared-contracts/remote';

/** What a page runs: one release of each remote, chosen when it opened and kept for as long as it is open. */
export interface Snapshot {
  host: HostRelease;
  remotes: Readonly<Record<string, RemoteRelease>>;
}

/** The registry's snapshot as a page has it: a page is of a live shell. */
export type RegistrySnapshot = PublishedSnapshot & { host: HostRelease };

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

export interface ClaimedRoutes {
  routes: RemoteRoute[];
  /** One route for each path that several remotes claim. */
  contested: RemoteRoute[];
  problems: string[];
}

/**
 * Every route of every remote. A release is rejected if two remotes claim one path; a developer's own build may do so. No
 * remote gets such a path, since the choice would be a guess, and everything else works.
 */
export function routesOf(snapshot: Snapshot): ClaimedRoutes {
  const claimed = Object.entries(snapshot.remotes).flatMap(([remote, { routes }]) =>
    routes.map((route) => ({ ...route, remote })),
  );
  const claims = [...claimsOf(claimed).values()];
  const contests = claims.filter((claim) => claim.length > 1);
  return {
    routes: claims.filter((claim) => claim.length === 1).flat(),
    contested: contests.flatMap((claim) => claim.slice(0, 1)),
    problems: contests.map((claim) => {
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
