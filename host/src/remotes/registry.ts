/**
 * The registry's snapshot: which build of each part is live. The server writes it into the page; a static host has no
 * server, so there the pointer and its snapshot are fetched.
 */
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
}

export interface Snapshot {
  host: HostRelease;
  remotes: Readonly<Record<string, RemoteRelease>>;
}

/** A route, and the remote that owns it. */
export interface RemoteRoute extends RouteManifest {
  remote: string;
}

/** A filling of a slot, and the remote that brings it. */
export interface RemoteSlotFilling extends SlotManifest {
  remote: string;
}

/** The snapshot that the server wrote into the page; undefined on a static host. Throws on a block that is no JSON. */
export function readInlinedSnapshot(page: Document = document): Snapshot | undefined {
  const text = page.getElementById('registry')?.textContent?.trim();
  return text ? (JSON.parse(text) as Snapshot) : undefined;
}

async function fetchJson<T>(address: URL): Promise<T> {
  const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${address.pathname} answered ${response.status}.`);
  return (await response.json()) as T;
}

/** Pointer, then snapshot. Rejects when either cannot be had within 10 s. */
export async function fetchSnapshot(site: string): Promise<Snapshot> {
  const { current } = await fetchJson<{ current: string }>(new URL('/registry/pointer.json', site));
  return await fetchJson<Snapshot>(new URL(`/registry/${current}.json`, site));
}

/** Names of parameters do not tell paths apart: '/venues/:id' is '/venues/:venueId'. */
function shapeOf(path: string): string {
  return path.replace(/:[^/]+/g, ':').replace(/(.)\/+$/, '$1');
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
