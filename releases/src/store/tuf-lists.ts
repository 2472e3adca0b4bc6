/** Decides which metadata of targets the next snapshot lists: the roles of the apps, the builds of each app, and the live record. */
import type { Metadata, Snapshot as PublishedList, Root, Targets } from '@tufjs/models';
import type { Snapshot } from '../model/schemas';
import { buildsOf, textOf } from './snapshot';
import type { Target } from './targets/target';
import { isSignedFor, listedIn, type RoleFiles, readRole } from './tuf-files';
import {
  appsOf,
  type FileInfo,
  type Head,
  infoOf,
  KeysMissing,
  LIVE,
  type RoleKeys,
  type Signed,
  type SigningRole,
  signAs,
  type TopRole,
  targetsOf,
} from './tuf-roles';
import type { Signer } from './tuf-signer';

/** How long metadata are valid, in milliseconds. They are signed again when half of it is over. */
export interface Lives {
  /** The root, and the roles of the apps. */
  rolesMs: number;
  snapshotMs: number;
  timestampMs: number;
}

const DAY_MS = 24 * 3_600_000;
export const LIVES: Lives = { rolesMs: 365 * DAY_MS, snapshotMs: DAY_MS, timestampMs: 3_600_000 };

/**
 * Says what is wrong with the end of a file that people sign. A file without an end would be valid for ever, also after its key was lost.
 * @returns null for a time in UTC that is a day ahead or more, and at most the life of a role and a day, for clocks that differ
 */
export function wrongEnd({ expires }: Signed['signed'], now: Date): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(expires) || Number.isNaN(Date.parse(expires)))
    return `end at '${expires}', which is no time such as 2027-01-31T12:00:00Z`;
  const left = Date.parse(expires) - now.getTime();
  if (left <= 0) return `expired on ${expires}`;
  if (left < DAY_MS) return `expire on ${expires}, in less than a day`;
  return left > LIVES.rolesMs + DAY_MS ? `are valid until ${expires}, and a year is the longest` : null;
}

/** What the metadata say is live. */
export interface LiveRecord {
  /** The name of the live snapshot. Null before the first release. */
  name: string | null;
  snapshot: Snapshot;
}

/** Metadata of apps that their teams signed for this release, by app. */
export type TeamMetadata = ReadonlyMap<string, Metadata<Targets>>;

export interface Context {
  target: Target;
  root: Metadata<Root>;
  signers: readonly Signer[];
  now: Date;
  lives: Lives;
  live: LiveRecord;
  signed: TeamMetadata;
}

/** Metadata that the next snapshot lists. */
export interface Listed {
  metadata: Metadata<Targets>;
  /** True if the target has the file. */
  isWritten: boolean;
}

/** True if less than half of its life is left. */
export const isOld = ({ signed }: Signed, now: Date, lifeMs: number) =>
  Date.parse(signed.expires) - now.getTime() < lifeMs / 2;

/** The head of the file that follows a version. */
export const headAfter = (version: number, now: Date, lifeMs: number): Head => ({
  version: version + 1,
  expires: new Date(now.getTime() + lifeMs),
});

const roleNamed = (name: string, role: { keyIDs: string[]; threshold: number } | undefined) => ({
  name,
  keyIds: role?.keyIDs ?? [],
  threshold: role?.threshold ?? 1,
});
/** The keys of a role, in the metadata that delegate to it. */
export const topRole = (root: Metadata<Root>, name: TopRole) => roleNamed(name, root.signed.roles[name]);
const delegatedRole = (apps: Metadata<Targets>, name: string) =>
  roleNamed(name, apps.signed.delegations?.roles?.[name]);

const canSignAs = (signers: readonly Signer[], { keyIds, threshold }: SigningRole): boolean =>
  signers.filter(({ key }) => keyIds.includes(key.keyID)).length >= threshold;

/**
 * Lists the metadata by role. A role that once had metadata stays in the list, since a client refuses a snapshot without it.
 * @throws {KeysMissing} if a role has to be signed by a key that is not here
 */
export async function listTargets(
  context: Context,
  published: Metadata<PublishedList> | null,
): Promise<ReadonlyMap<string, Listed>> {
  const { target, live } = context;
  const versionOf = (name: string) => listedIn(published, name);
  const builds = pathsByApp(live.snapshot);
  const apps = await listApps(context, [...builds.keys()], versionOf('targets'));
  const names = Object.keys(apps.metadata.signed.delegations?.roles ?? {});
  const listed = await Promise.all(
    names.map(async (name): Promise<[string, Listed] | null> => {
      const files = await readRole(target, apps.metadata, name, versionOf(name));
      const paths = name === LIVE ? [] : (builds.get(name) ?? []);
      // A role that never had anything to vouch for needs no file.
      if (paths.length === 0 && name !== LIVE && files.version === 0) return null;
      const wanted = name === LIVE ? liveFiles(live) : await infosOf(context, paths, files.newest);
      return [name, await listRole(context, { name, apps: apps.metadata, wanted, files })];
    }),
  );
  return new Map([['targets', apps], ...listed.filter((each) => each !== null)]);
}

const liveFiles = ({ name, snapshot }: LiveRecord): FileInfo[] =>
  name === null ? [] : [infoOf(`registry/${name}.json`, Buffer.from(textOf(snapshot)))];

/** Lists the records of the builds that a page may run, by app: 'parts/catalog/1.0.0-3f9a01c2/release.json'. */
export function pathsByApp(snapshot: Snapshot): ReadonlyMap<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { part, version } of buildsOf(snapshot)) {
    const known = paths.get(part) ?? [];
    paths.set(part, [...new Set([...known, recordPath(part, version)])]);
  }
  return paths;
}

export const recordPath = (app: string, version: string): string => `parts/${app}/${version}/release.json`;

/**
 * Returns length and hash of these records, from their bytes: a team may have vouched for a version before it had these. Those of earlier
 * metadata stand in for a record that is gone, and one that no metadata name is left out.
 */
async function infosOf(
  { target, live: { snapshot } }: Context,
  paths: readonly string[],
  earlier: Metadata<Targets> | null,
): Promise<FileInfo[]> {
  const { host, remotes, offers } = snapshot;
  // The snapshot has most records whole. It only names those of previous releases and of channels.
  const whole = new Map(
    [host, ...Object.values(remotes), ...offers.map(({ release }) => release)].flatMap((release) =>
      release && 'integrity' in release ? [[`${release.path}release.json`.slice(1), JSON.stringify(release)]] : [],
    ) as [string, string][],
  );
  const infos = await Promise.all(
    paths.map(async (path): Promise<FileInfo | null> => {
      const content = whole.get(path) ?? (await target.read(path.slice('parts/'.length)))?.body;
      if (content !== undefined) return infoOf(path, Buffer.from(content));
      const known = earlier?.signed.targets[path];
      return known?.hashes.sha256 ? { path, length: known.length, sha256: known.hashes.sha256 } : null;
    }),
  );
  return infos.filter((info) => info !== null);
}

interface WantedRole {
  name: string;
  apps: Metadata<Targets>;
  wanted: readonly FileInfo[];
  files: RoleFiles;
}

/** Returns the metadata that a team signed now, or the newest if they vouch for the files, or else signs new ones. */
async function listRole(context: Context, { name, apps, wanted, files }: WantedRole): Promise<Listed> {
  const { signers, now, lives, signed } = context;
  const role = delegatedRole(apps, name);
  const canSign = canSignAs(signers, role);
  const given = signed.get(name);
  const newest = given ?? files.newest;
  if (newest && isSignedFor(apps, name, newest) && vouches(newest, wanted, canSign && !given)) {
    // A team whose key is not here signs again with its next release.
    if (given || !canSign || !isOld(newest, now, lives.rolesMs)) return { metadata: newest, isWritten: !given };
  }
  if (!canSign) throw new KeysMissing(role, signers, missingIn(newest, wanted));
  const head = headAfter(files.version, now, lives.rolesMs);
  return { metadata: signAs(targetsOf(head, wanted), role, signers), isWritten: false };
}

/** Lists the files that the metadata do not vouch for. */
const missingIn = (metadata: Metadata<Targets> | null, wanted: readonly FileInfo[]): string[] =>
  wanted.filter(({ path, sha256 }) => metadata?.signed.targets[path]?.hashes.sha256 !== sha256).map(({ path }) => path);

/** True if the metadata vouch for the files. @param isExact if true, they may vouch for no other file */
const vouches = (metadata: Metadata<Targets>, wanted: readonly FileInfo[], isExact: boolean): boolean =>
  missingIn(metadata, wanted).length === 0 &&
  (!isExact || Object.keys(metadata.signed.targets).length === wanted.length);

/**
 * Returns the roles of the apps. An app that no role names yet gets the key that says what is live, as the site's own apps have.
 * @throws {KeysMissing} if the keys that add an app are not here
 */
async function listApps(context: Context, wanted: readonly string[], from: number): Promise<Listed> {
  const { target, root, signers, now, lives } = context;
  const { newest, version } = await readRole(target, root, 'targets', from);
  const known = newest ? roleKeysIn(newest) : {};
  const added = wanted.filter((app) => !(app in known));
  const role = topRole(root, 'targets');
  const canSign = canSignAs(signers, role);
  if (newest && added.length === 0 && !(canSign && isOld(newest, now, lives.rolesMs))) {
    return { metadata: newest, isWritten: true };
  }
  if (!canSign) throw new KeysMissing(role, signers, newest ? added : []);
  const { [LIVE]: live = { keys: signers.map(({ key }) => key), threshold: 1 }, ...apps } = known;
  const head = headAfter(version, now, lives.rolesMs);
  const next = appsOf(head, { ...apps, ...Object.fromEntries(added.map((app) => [app, live])) }, live);
  return { metadata: signAs(next, role, signers), isWritten: false };
}

/** Returns the keys of each app, and of the live record. */
export function roleKeysIn({ signed }: Metadata<Targets>): Record<string, RoleKeys> {
  const { keys = {}, roles = {} } = signed.delegations ?? {};
  return Object.fromEntries(
    Object.entries(roles).map(([name, { keyIDs, threshold }]) => [
      name,
      { keys: keyIDs.flatMap((id) => keys[id] ?? []), threshold },
    ]),
  );
}
