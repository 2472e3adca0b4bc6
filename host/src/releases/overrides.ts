/**
 * A developer's own build of a remote in a deployed shell: `?remote=catalog@http://localhost:3001`. It is allowed if
 * this browser was granted it, or for the origins of config.json. It applies to this tab alone, and each page shows a
 * badge. `remote.json` at the origin's root describes the build, as `npm run dev <remote> -- --shell` serves it.
 */

import type { RemoteRelease } from 'releases/model/schemas';
import type { SiteConfig } from 'shared-contracts/types';
import { OVERRIDES_KEY } from './end-grants';
import type { Snapshot } from './snapshot';

export type Overrides = Readonly<Record<string, string>>;

const FETCH_TIMEOUT_MS = 10_000;

/** @param allowed origins; 'http://localhost:*' allows every port */
export function isAllowed(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((each) =>
    each.endsWith(':*') ? origin === each.slice(0, -2) || isPortOf(origin, each.slice(0, -1)) : origin === each,
  );
}

const isPortOf = (origin: string, start: string) =>
  origin.startsWith(start) && /^\d+$/.test(origin.slice(start.length));

/** Reads 'catalog@http://localhost:3001'; empty for other text. */
function parse(text: string): [string, string][] {
  const [, name = '', address = ''] = /^([a-z][a-z0-9-]*)@(.+)$/.exec(text) ?? [];
  return URL.canParse(address) ? [[name, new URL(address).origin]] : [];
}

function storedOverrides(): Overrides {
  try {
    return JSON.parse(window.sessionStorage.getItem(OVERRIDES_KEY) ?? '{}') as Overrides;
  } catch {
    return {};
  }
}

function store(overrides: Overrides): void {
  try {
    window.sessionStorage.setItem(OVERRIDES_KEY, JSON.stringify(overrides));
  } catch {
    // Without storage the overrides apply to this page alone.
  }
}

type Allowed = Pick<SiteConfig, 'override_origins' | 'overrides'>;

/**
 * Takes the address's overrides and removes them from the address. `?remote=` ends all overrides.
 * @returns the overrides that apply to this page; those that the browser was granted and this tab has not asked for; and
 *   whether the address asked for one that is not allowed
 */
export function takeOverrides({ override_origins: origins = [], overrides: granted = {} }: Allowed): {
  overrides: Overrides;
  waiting: Overrides;
  isRefused: boolean;
} {
  const { location, history } = window;
  const address = new URL(location.href);
  const requested = address.searchParams.getAll('remote');
  const added = requested.flatMap(parse);
  const wanted: Overrides = requested.includes('') ? {} : { ...storedOverrides(), ...Object.fromEntries(added) };
  const mayHave = ([name, origin]: readonly [string, string]) => granted[name] === origin || isAllowed(origin, origins);
  if (requested.length > 0) {
    store(wanted);
    address.searchParams.delete('remote');
    history.replaceState(history.state, '', address);
  }
  const overrides = Object.fromEntries(Object.entries(wanted).filter(mayHave));
  const waiting = Object.fromEntries(Object.entries(granted).filter(([name]) => !overrides[name]));
  return { overrides, waiting, isRefused: !added.every(mayHave) };
}

/** The address at which this tab runs them. */
export function addressWith(overrides: Overrides): string {
  const address = new URL(window.location.href);
  for (const [name, origin] of Object.entries(overrides)) address.searchParams.append('remote', `${name}@${origin}`);
  return address.href;
}

export interface Overridden {
  snapshot: Snapshot;
  /** Origins of the builds that responded, by remote; the other remotes are as released. */
  applied: Overrides;
  /** Origins that did not respond. */
  missing: Overrides;
  /** Overrides that the browser was granted and this tab has not asked for, such as one that was left before its first page had loaded. */
  waiting?: Overrides;
}

/** The snapshot with these builds. If an origin does not respond within 10 s, the released build stays. */
export async function withOverrides(snapshot: Snapshot, overrides: Overrides): Promise<Overridden> {
  const results = await Promise.all(
    Object.entries(overrides).map(async ([name, origin]) => {
      try {
        return { name, origin, release: await fetchRelease(name, origin) };
      } catch (error) {
        console.error(`${name} at ${origin} is not used`, error);
        return { name, origin, release: undefined };
      }
    }),
  );
  const named = (isApplied: boolean) =>
    Object.fromEntries(
      results.filter(({ release }) => Boolean(release) === isApplied).map(({ name, origin }) => [name, origin]),
    );
  const releases = results.flatMap(({ name, release }) => (release ? [[name, release] as const] : []));
  return {
    snapshot: { ...snapshot, remotes: { ...snapshot.remotes, ...Object.fromEntries(releases) } },
    applied: named(true),
    missing: named(false),
  };
}

/** Fields of a build's remote.json. The remote.json among the sources has routes and slots alone. */
const FIELDS = [
  'version',
  'entry',
  'integrity',
  'contract',
  'packages',
  'events',
  'routes',
  'slots',
  'modules',
] as const;

async function fetchRelease(name: string, origin: string): Promise<RemoteRelease> {
  const response = await fetch(new URL('/remote.json', origin), {
    cache: 'no-store',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`remote.json responded with ${response.status}.`);
  const { name: served, ...release } = (await response.json()) as RemoteRelease & { name: string };
  if (served !== name) throw new Error(`It serves '${served}'.`);
  const lacking = FIELDS.filter((field) => release[field] === undefined);
  if (lacking.length > 0) throw new Error(`Its remote.json describes no build: it lacks ${lacking.join(', ')}.`);
  return { ...release, path: `${origin}/` };
}
