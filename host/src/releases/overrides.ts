/**
 * A developer's own build of a remote in a deployed shell: `?remote=catalog@http://localhost:3001`. Only from origins that
 * the deployment names (config.json), for this tab alone, and said on every page. What it serves is described by
 * `remote.json` at its root, as `npm run dev <remote> -- --shell` does.
 */

import type { RemoteRelease } from 'registry/model';
import { OVERRIDES_KEY } from './end-overrides';
import type { Snapshot } from './snapshot';

export type Overrides = Readonly<Record<string, string>>;

const FETCH_TIMEOUT_MS = 10_000;

/** @param allowed origins; 'http://localhost:*' is any port of it */
export function isAllowed(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((each) =>
    each.endsWith(':*') ? origin === each.slice(0, -2) || isPortOf(origin, each.slice(0, -1)) : origin === each,
  );
}

const isPortOf = (origin: string, start: string) =>
  origin.startsWith(start) && /^\d+$/.test(origin.slice(start.length));

/** 'catalog@http://localhost:3001'; none for anything else. */
function parse(text: string): [string, string][] {
  const [, name = '', address = ''] = /^([a-z][a-z0-9-]*)@(.+)$/.exec(text) ?? [];
  return URL.canParse(address) ? [[name, new URL(address).origin]] : [];
}

function kept(): Overrides {
  try {
    return JSON.parse(window.sessionStorage.getItem(OVERRIDES_KEY) ?? '{}') as Overrides;
  } catch {
    return {};
  }
}

function keep(overrides: Overrides): void {
  try {
    window.sessionStorage.setItem(OVERRIDES_KEY, JSON.stringify(overrides));
  } catch {
    // A browser that remembers nothing: for this page alone.
  }
}

/** Takes over what the address asks for, and shows the address without it. `?remote=` ends all overrides. */
export function overridesOf(allowed: readonly string[]): Overrides {
  if (allowed.length === 0) return {};
  const { location, history } = window;
  const address = new URL(location.href);
  const asked = address.searchParams.getAll('remote');
  const added = Object.fromEntries(asked.flatMap(parse));
  const wanted: Overrides = asked.includes('') ? {} : { ...kept(), ...added };
  const overrides = Object.fromEntries(Object.entries(wanted).filter(([, origin]) => isAllowed(origin, allowed)));
  if (asked.length > 0) {
    keep(overrides);
    address.searchParams.delete('remote');
    history.replaceState(history.state, '', address);
  }
  return overrides;
}

export interface Overridden {
  snapshot: Snapshot;
  /** Whose build answered, by remote; the others are as released. */
  applied: Overrides;
  /** Whose did not. */
  missing: Overrides;
}

/** The snapshot with these remotes from elsewhere. One that does not answer within 10 s leaves the released one in place. */
export async function withOverrides(snapshot: Snapshot, overrides: Overrides): Promise<Overridden> {
  const answers = await Promise.all(
    Object.entries(overrides).map(async ([name, origin]) => {
      try {
        return { name, origin, release: await fetchRelease(name, origin) };
      } catch (error) {
        console.error(`${name} at ${origin} is not used`, error);
        return { name, origin, release: undefined };
      }
    }),
  );
  const named = (isTaken: boolean) =>
    Object.fromEntries(
      answers.filter(({ release }) => Boolean(release) === isTaken).map(({ name, origin }) => [name, origin]),
    );
  const releases = answers.flatMap(({ name, release }) => (release ? [[name, release] as const] : []));
  return {
    snapshot: { ...snapshot, remotes: { ...snapshot.remotes, ...Object.fromEntries(releases) } },
    applied: named(true),
    missing: named(false),
  };
}

/** The manifest among the sources has routes and slots alone. */
const FACTS = [
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
  if (!response.ok) throw new Error(`remote.json answered ${response.status}.`);
  const { name: found, ...release } = (await response.json()) as RemoteRelease & { name: string };
  if (found !== name) throw new Error(`It serves '${found}'.`);
  const lacking = FACTS.filter((fact) => release[fact] === undefined);
  if (lacking.length > 0) throw new Error(`Its remote.json is of no build: it lacks ${lacking.join(', ')}.`);
  return { ...release, path: `${origin}/` };
}
