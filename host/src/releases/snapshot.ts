/** The releases that a page runs: one of each remote, with its routes and slots. */
import type { Verdicts } from 'releases/model/compatibility';
import { claimsOf, overlap } from 'releases/model/paths';
import type { HostRelease, Snapshot as PublishedSnapshot, RemoteRelease } from 'releases/model/schemas';
import type { RouteManifest, SlotManifest, SlotName } from 'shared-contracts/remote';

/** One release of each remote, chosen when the page opens. It never changes while the page is open. */
export interface Snapshot {
  host: HostRelease;
  remotes: Readonly<Record<string, RemoteRelease>>;
  /** The names that the remotes lack in each shell. */
  verdicts?: Verdicts;
}

/** The registry's snapshot as a page has it: there is no page without a live shell. */
export type RegistrySnapshot = PublishedSnapshot & { host: HostRelease };

/** A route with the remote that owns it. */
export interface RemoteRoute extends RouteManifest {
  remote: string;
}

/** A filling of a slot with the remote that owns it. */
export interface RemoteSlotFilling extends SlotManifest {
  remote: string;
}

/**
 * A path may belong to another remote since a previous release was live. If that release runs again, the path stays
 * with its present owner.
 * @param previous names of the remotes that run a previous release
 */
export function withoutLostPaths(remotes: Snapshot['remotes'], previous: ReadonlySet<string>): Snapshot['remotes'] {
  const live = Object.entries(remotes).filter(([name]) => !previous.has(name));
  const claimed = live.flatMap(([, { routes }]) => routes.map(({ path }) => path));
  return Object.fromEntries(
    Object.entries(remotes).map(([name, release]) => [
      name,
      previous.has(name)
        ? { ...release, routes: release.routes.filter(({ path }) => !claimed.some((each) => overlap(path, each))) }
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
 * Every route of every remote. A release is rejected if two remotes claim one path; a developer's own build may do so.
 * No remote gets such a path, since the choice would be a guess, and everything else works.
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

/**
 * Lists the fillings of a slot, in the order of the remotes' names. The names are compared by code units, since the
 * first `localeCompare` of a page takes 25 ms to load its tables.
 */
export function fillingsOf(snapshot: Snapshot, slot: SlotName): RemoteSlotFilling[] {
  return Object.entries(snapshot.remotes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([remote, { slots }]) => slots.map((filling) => ({ ...filling, remote })))
    .filter((filling) => filling.slot === slot);
}
