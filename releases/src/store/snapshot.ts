/**
 * Computes the next snapshot from the one before, and decides what must not go live. A snapshot never changes once it is written. This file
 * uses no disk: store.ts moves the pointer.
 */
import { createHash } from 'node:crypto';
import { type Claim, type PathGrants, problemsOfClaim } from '../model/claims';
import { describeMismatch, mismatchesOf, type Verdicts } from '../model/compatibility';
import {
  type Audience,
  type BuildRecord,
  type ChannelRelease,
  type HostRelease,
  type LimitedRelease,
  type PreviousRelease,
  type RemoteRelease,
  SCHEMA,
  type Snapshot,
  stylesOfFirstScreens,
} from '../model/schemas';
import { integrityOf } from './integrity';

/** A build of an app: 'host' or the name of a remote. */
export interface Build {
  part: string;
  version: string;
}

type RemoteBuild = Exclude<BuildRecord, { part: 'host' }>;

/** The number of previous releases that a snapshot lists for each remote, besides those that a shell of the last day needs. */
export const PREVIOUS_RELEASES = 3;

/** The most channels that an app may be in at once. Each page lists them. */
const MOST_CHANNELS = 10;

export const emptySnapshot = (): Snapshot => ({
  schema: SCHEMA,
  parent: null,
  at: '',
  host: null,
  remotes: {},
  since: {},
  offers: [],
  kept: {},
});

const isHostBuild = (build: BuildRecord): build is Extract<BuildRecord, { part: 'host' }> => build.part === 'host';

/**
 * Makes the entry of a build in a snapshot. It leaves out files with a fixed address, which only publish.ts needs, the surface, which
 * only verdicts.ts needs, and the bill of materials.
 */
export function releaseOf(build: RemoteBuild): RemoteRelease;
export function releaseOf(build: BuildRecord): HostRelease | RemoteRelease;
export function releaseOf({ part, fixed, surface, sbom, ...build }: BuildRecord & { fixed?: unknown }) {
  return { ...build, path: `/parts/${part}/${build.version}/` };
}

/** The text of `release.json`, which each build has in its folder: pages read a previous release from there. */
export const releaseText = (build: BuildRecord): string => JSON.stringify(releaseOf(build));

function previousOf(release: RemoteRelease): PreviousRelease {
  const { version, path, contract, packages, events, slots } = release;
  const record = integrityOf(JSON.stringify(release));
  return { version, path, record, contract, packages, events, slots: [...new Set(slots.map(({ slot }) => slot))] };
}

const channelReleaseOf = (release: RemoteRelease): ChannelRelease => ({
  ...previousOf(release),
  paths: pathsOf(release),
  styles: stylesOfFirstScreens(release),
});

const pathsOf = (release: RemoteRelease | ChannelRelease): readonly string[] =>
  'routes' in release ? release.routes.map(({ path }) => path) : release.paths;

const sorted = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Lists the newest three previous releases, and of the older ones those that a shell of an open page needs because no newer one fits it.
 */
function neededPrevious(
  remote: string,
  live: RemoteRelease | undefined,
  previous: readonly PreviousRelease[],
  { shells, verdicts }: { shells: readonly HostRelease[]; verdicts: Verdicts },
): PreviousRelease[] {
  const isCompatible = (release: RemoteRelease | PreviousRelease, shell: HostRelease) =>
    mismatchesOf(remote, release, shell, verdicts).length === 0;
  const needed = new Set(previous.slice(0, PREVIOUS_RELEASES));
  for (const shell of shells) {
    const candidates = [...(live ? [live] : []), ...needed];
    if (candidates.some((release) => isCompatible(release, shell))) continue;
    const older = previous.find((release) => isCompatible(release, shell));
    if (older) needed.add(older);
  }
  return previous.filter((release) => needed.has(release));
}

const isSameAudience = (
  a: Pick<LimitedRelease, 'channel' | 'percent'>,
  b: Pick<LimitedRelease, 'channel' | 'percent'>,
) => a.channel === b.channel && (a.percent === undefined) === (b.percent === undefined);

/** The snapshot that the next one follows, and the time of the change. */
export interface Origin {
  /** The name of the snapshot before. */
  parent?: string | null;
  /** ISO 8601. */
  at?: string;
}

export interface BuildOptions extends Origin {
  /** The channel or rollout. By default, all visitors. */
  to?: Audience | undefined;
  /** Recalled releases, 'catalog@1.0.0-3f9a01c2'. The next snapshot must not list them. */
  recalled?: readonly string[];
  /** The shells of the last day. */
  shells?: readonly HostRelease[];
}

/** Makes the snapshot that follows `snapshot` when these builds go live. */
export function withBuilds(
  snapshot: Snapshot,
  builds: readonly BuildRecord[],
  { parent = null, at = '', to, recalled = [], shells = [] }: BuildOptions = {},
): Snapshot {
  let { host } = snapshot;
  const remotes: Record<string, RemoteRelease> = { ...snapshot.remotes };
  const since: Record<string, string> = { ...snapshot.since };
  let offers: LimitedRelease[] = [...snapshot.offers];
  const kept: Record<string, readonly PreviousRelease[]> = { ...snapshot.kept };
  for (const build of builds) {
    const { part } = build;
    const release = releaseOf(build);
    if (to) {
      const known = offers.find((each) => each.part === part && isSameAudience(each, to));
      const limitedSince = known?.release.version === release.version ? known.since : at;
      const listed =
        to.channel === undefined || isHostBuild(build) ? release : channelReleaseOf(release as RemoteRelease);
      offers = [...offers.filter((each) => each !== known), { part, ...to, since: limitedSince, release: listed }];
      continue;
    }
    const before = part === 'host' ? host : remotes[part];
    if (before?.version !== release.version) since[part] = at;
    if (isHostBuild(build)) host = release as HostRelease;
    else {
      const live = remotes[part];
      const previous = (live ? [previousOf(live)] : []).concat(kept[part] ?? []);
      remotes[part] = release as RemoteRelease;
      kept[part] = previous.filter(
        ({ version }, index) =>
          version !== release.version && previous.findIndex((each) => each.version === version) === index,
      );
    }
    // A build for all visitors no longer has a release for some of them.
    offers = offers.filter((each) => each.part !== part || each.release.version !== release.version);
  }
  const isRecalled = (part: string, { version }: { version: string }) => recalled.includes(`${part}@${version}`);
  offers = offers.filter(({ part, release }) => !isRecalled(part, release));
  const running = [...shells, ...hostsOf({ host, offers })];
  for (const [part, previous] of Object.entries(kept)) {
    const listed = previous.filter((release) => !isRecalled(part, release));
    kept[part] = neededPrevious(part, remotes[part], listed, { shells: running, verdicts: snapshot.verdicts });
  }
  return {
    ...snapshot,
    parent,
    at,
    host,
    remotes: sorted(remotes),
    since: sorted(since),
    offers,
    kept: sorted(kept),
  };
}

type Next = Required<Origin>;

/** Makes a snapshot in which the app has no release for this channel, or no rollout. */
export function withoutAudience(snapshot: Snapshot, app: string, audience: Audience, { parent, at }: Next): Snapshot {
  const offers = snapshot.offers.filter((each) => each.part !== app || !isSameAudience(each, audience));
  return { ...snapshot, parent, at, offers };
}

/** Makes a snapshot in which no visitor has the remote. */
export function withoutRemote(snapshot: Snapshot, remote: string, { parent, at }: Next): Snapshot {
  const without = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(record).filter(([name]) => name !== remote));
  const { remotes, since, kept } = snapshot;
  const offers = snapshot.offers.filter(({ part }) => part !== remote);
  return { ...snapshot, parent, at, offers, remotes: without(remotes), since: without(since), kept: without(kept) };
}

/** Returns the version of an app that is live for all visitors. */
export const versionIn = (snapshot: Pick<Snapshot, 'host' | 'remotes'>, app: string): string | undefined =>
  app === 'host' ? snapshot.host?.version : snapshot.remotes[app]?.version;

/** Lists every app that a visitor gets, the shell first. */
export function appsIn({ host, remotes, offers }: Pick<Snapshot, 'host' | 'remotes' | 'offers'>): string[] {
  const named = new Set([...(host ? ['host'] : []), ...offers.map(({ part }) => part), ...Object.keys(remotes)]);
  return [...named].sort((a, b) => Number(b === 'host') - Number(a === 'host') || (a < b ? -1 : 1));
}

const limitedTo = ({ offers }: Pick<Snapshot, 'offers'>, app: string) =>
  offers.filter(({ part }) => part === app).map(({ release }) => release);

/** Lists every build that a page of this snapshot may run. */
export function buildsOf({
  host,
  remotes,
  offers,
  kept,
}: Pick<Snapshot, 'host' | 'remotes' | 'offers' | 'kept'>): Build[] {
  const named = (part: string, releases: readonly { version: string }[]) =>
    releases.map(({ version }) => ({ part, version }));
  return [
    ...named('host', host ? [host] : []),
    ...Object.entries(remotes).flatMap(([part, release]) => named(part, [release])),
    ...offers.flatMap(({ part, release }) => named(part, [release])),
    ...Object.entries(kept).flatMap(([part, releases]) => named(part, releases)),
  ];
}

/** Lists every shell that a visitor gets. */
export const hostsOf = (snapshot: Pick<Snapshot, 'host' | 'offers'>): HostRelease[] => [
  ...(snapshot.host ? [snapshot.host] : []),
  ...(limitedTo(snapshot, 'host') as HostRelease[]),
];

/** Lists every release of a remote that a visitor gets. */
const releasesOf = (snapshot: Snapshot, remote: string): (RemoteRelease | ChannelRelease)[] => {
  const live = snapshot.remotes[remote];
  return [...(live ? [live] : []), ...(limitedTo(snapshot, remote) as (RemoteRelease | ChannelRelease)[])];
};

/** Lists the paths of every app that a visitor gets. */
function claimsIn(snapshot: Snapshot): Claim[] {
  const shell = { app: 'host', paths: hostsOf(snapshot).flatMap(({ paths = [] }) => paths) };
  const remotes = appsIn(snapshot)
    .filter((app) => app !== 'host')
    .map((app) => ({ app, paths: releasesOf(snapshot, app).flatMap(pathsOf) }));
  return [shell, ...remotes].map(({ app, paths }) => ({ app, paths: [...new Set(paths)] }));
}

export interface Rules {
  /** The public key of the key that signs the snapshot. A shell that does not trust it would not start. */
  key?: string | undefined;
  /** The builds that the snapshot makes live. By default, all. Only the paths of these builds are compared with those of all other apps. */
  released?: readonly Build[] | undefined;
  /** The exceptions that the site grants. */
  grants?: PathGrants | undefined;
}

/**
 * Explains why this snapshot must not go live. The list is empty if it may. Channels and rollouts combine freely, so every live shell is
 * compared with every live release of every remote, and the paths of the released builds with those of every other app.
 * @returns sentences
 */
export function problemsOf(snapshot: Snapshot, { key, released, grants }: Rules = {}): string[] {
  const hosts = hostsOf(snapshot);
  const problems = hosts
    .filter(({ keys }) => key && !keys.includes(key))
    .map(
      ({ version }) =>
        `The shell ${version} does not trust the key that this would be signed with. REGISTRY_KEY or REGISTRY_KEY_FILE has to hold the site's own.`,
    );
  for (const name of appsIn(snapshot).filter((app) => app !== 'host')) {
    for (const release of releasesOf(snapshot, name)) {
      for (const host of hosts) {
        const shell = host === snapshot.host ? 'the live shell' : `the limited shell ${host.version}`;
        for (const mismatch of mismatchesOf(name, release, host, snapshot.verdicts)) {
          const remedy =
            'what' in mismatch && mismatch.what === 'contract' ? ` Rebuild ${name} or release the shell first.` : '';
          problems.push(describeMismatch(name, release.version, mismatch, shell) + remedy);
        }
      }
    }
  }
  for (const { part } of released ?? []) {
    const channels = snapshot.offers.filter((each) => each.part === part && each.channel !== undefined).length;
    if (channels > MOST_CHANNELS)
      problems.push(
        `${part} would be in ${channels} channels, of at most ${MOST_CHANNELS}. End the release in one of them.`,
      );
  }
  const claims = claimsIn(snapshot);
  const claiming = claims.filter(({ app }) => !released || released.some(({ part }) => part === app));
  problems.push(
    ...claiming.flatMap((claim, index) => {
      // Two apps that are released together are compared once: the conflict is reported at the second one.
      const later = claiming.slice(index + 1);
      return problemsOfClaim(
        claim,
        claims.filter((other) => !later.includes(other)),
        grants,
      );
    }),
  );
  return [...new Set(problems)];
}

/** Writes a snapshot as the text of its file. The page contains these bytes unchanged, so nothing in them can end a block of HTML. */
export const textOf = (snapshot: Snapshot): string => JSON.stringify(snapshot).replaceAll('<', '\\u003c');

/** Computes the name of a snapshot: the first 16 hex digits of the SHA-256 of its text. */
export const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
