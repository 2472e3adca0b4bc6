/**
 * Reads and publishes the metadata of a site's registry, in `registry/tuf` of its target. Files with a version in their name never change
 * once `timestamp.json` leads to them, and that file moves by compare-and-swap, as the pointer does.
 */
import { Metadata, MetadataKind, type Root, type Snapshot, type Targets, type Timestamp } from '@tufjs/models';
import { type Live, readLive } from './read-live';
import { buildsOf, textOf } from './snapshot';
import { PointerMoved, type Target, TargetFailed } from './targets/target';
import {
  appsOf,
  fileOf,
  type Head,
  LIVE,
  type RoleKeys,
  rootOf,
  type Signed,
  signAs,
  snapshotOf,
  type TopRole,
  targetsOf,
  timestampOf,
  type Vouched,
} from './tuf-roles';
import type { Signer } from './tuf-signer';

const FOLDER = 'registry/tuf';
const TIMESTAMP = `${FOLDER}/timestamp.json`;
const DAY_MS = 24 * 3_600_000;

/** How long metadata are valid, in milliseconds. They are signed again when half of it is over. */
export interface Lives {
  /** The root, and the roles of the apps. */
  rolesMs: number;
  snapshotMs: number;
  timestampMs: number;
}

export const LIVES: Lives = { rolesMs: 365 * DAY_MS, snapshotMs: DAY_MS, timestampMs: 3_600_000 };

export interface PublishOptions {
  signers: readonly Signer[];
  now?: Date;
  lives?: Lives;
}

const versioned = (name: string, version: number) => `${FOLDER}/${version}.${name}.json`;

const jsonOf = (text: string): Parameters<typeof Metadata.fromJSON>[1] => JSON.parse(text);

async function readTargets(target: Target, name: string, version: number): Promise<Metadata<Targets> | null> {
  const file = await target.read(versioned(name, version));
  return file && Metadata.fromJSON(MetadataKind.Targets, jsonOf(file.text));
}

/** Reads the newest root. Its versions count up by one. @returns null if the target has none */
export async function readRoot(target: Target): Promise<Metadata<Root> | null> {
  let newest: Metadata<Root> | null = null;
  for (let version = 1; ; version += 1) {
    const file = await target.read(versioned('root', version));
    if (!file) return newest;
    newest = Metadata.fromJSON(MetadataKind.Root, jsonOf(file.text));
  }
}

/** What the timestamp leads to. */
interface Published {
  timestamp: Metadata<Timestamp> | null;
  /** The tag of the timestamp's file, which the swap compares. */
  tag: string | null;
  snapshot: Metadata<Snapshot> | null;
}

async function readPublished(target: Target): Promise<Published> {
  const file = await target.read(TIMESTAMP);
  if (!file) return { timestamp: null, tag: null, snapshot: null };
  const timestamp = Metadata.fromJSON(MetadataKind.Timestamp, jsonOf(file.text));
  const name = versioned('snapshot', timestamp.signed.snapshotMeta.version);
  const stored = await target.read(name);
  if (!stored) throw new TargetFailed(`${name}, which timestamp.json names, is not in ${target.place}`);
  return { timestamp, tag: file.tag, snapshot: Metadata.fromJSON(MetadataKind.Snapshot, jsonOf(stored.text)) };
}

/**
 * Creates the root of a site that has not separated its keys: the keys that are here have every role.
 * @returns false if the site has a root already
 */
export async function createRoot(
  target: Target,
  { signers, now = new Date(), lives = LIVES }: PublishOptions,
): Promise<boolean> {
  const keys = { keys: signers.map(({ key }) => key), threshold: 1 };
  const roles = { root: keys, targets: keys, snapshot: keys, timestamp: keys };
  const root = rootOf({ version: 1, expires: new Date(now.getTime() + lives.rolesMs) }, roles);
  for (const { sign } of signers) root.sign(sign);
  return await target.writeIfAbsent(versioned('root', 1), fileOf(root));
}

/** True if less than half of its life is left. */
const isOld = ({ signed }: Signed, now: Date, lifeMs: number) =>
  Date.parse(signed.expires) - now.getTime() < lifeMs / 2;

interface Context {
  target: Target;
  root: Metadata<Root>;
  signers: readonly Signer[];
  now: Date;
  lives: Lives;
}

/**
 * Returns the head of the next file of a role. Its version is the next one that has no file: a process that ended before the timestamp moved has
 * left one that nothing leads to.
 */
async function nextHead({ target, now }: Context, name: string, before: number, lifeMs: number): Promise<Head> {
  let version = before + 1;
  while (await target.read(versioned(name, version))) version += 1;
  return { version, expires: new Date(now.getTime() + lifeMs) };
}

/** @throws {PointerMoved} if another process has written this version meanwhile */
async function writeNew(target: Target, name: string, metadata: Signed): Promise<void> {
  if (!(await target.writeIfAbsent(versioned(name, metadata.signed.version), fileOf(metadata))))
    throw new PointerMoved();
}

/** Metadata that the next snapshot lists. */
interface Listed {
  metadata: Metadata<Targets>;
  /** False if it is only made here. A team may have written a file that it signed itself. */
  isWritten: boolean;
}

/**
 * Brings the metadata up to date with what the pointer says is live, and signs again what has used half of its life. Each change of the pointer
 * calls it. Several processes may call it at once.
 * @returns true if it published something. A site without a root has no metadata
 * @throws {KeysMissing} if a role has to be signed by a key that is not here
 * @throws {TargetFailed} if a file that is named is gone
 */
export async function publishMetadata(
  target: Target,
  { signers, now = new Date(), lives = LIVES }: PublishOptions,
): Promise<boolean> {
  for (;;) {
    const root = await readRoot(target);
    if (!root) return false;
    try {
      return await publishOnce({ target, root, signers, now, lives });
    } catch (error) {
      if (!(error instanceof PointerMoved)) throw error;
    }
  }
}

async function publishOnce(context: Context): Promise<boolean> {
  const { target, root, signers, now, lives } = context;
  const { timestamp, snapshot, tag } = await readPublished(target);
  const listed = await listTargets(context, snapshot);
  const isSnapshotNew = !snapshot || !listsAll(snapshot, listed) || isOld(snapshot, now, lives.snapshotMs);
  if (!isSnapshotNew && timestamp && !isOld(timestamp, now, lives.timestampMs)) return false;

  for (const [name, { metadata, isWritten }] of listed) if (!isWritten) await writeNew(target, name, metadata);
  const named = isSnapshotNew ? await makeSnapshot(context, snapshot, listed) : snapshot;
  if (isSnapshotNew) await writeNew(target, 'snapshot', named);
  const head = {
    version: (timestamp?.signed.version ?? 0) + 1,
    expires: new Date(now.getTime() + lives.timestampMs),
  };
  const next = timestampOf(head, { version: named.signed.version, content: fileOf(named) });
  await target.swap(TIMESTAMP, fileOf(signAs(next, topRole(root, 'timestamp'), signers)), tag);
  return true;
}

function listsAll({ signed }: Metadata<Snapshot>, listed: ReadonlyMap<string, Listed>): boolean {
  const isSame = ([name, { metadata }]: [string, Listed]) =>
    signed.meta[`${name}.json`]?.version === metadata.signed.version;
  return Object.keys(signed.meta).length === listed.size && [...listed].every(isSame);
}

async function makeSnapshot(
  context: Context,
  before: Metadata<Snapshot> | null,
  listed: ReadonlyMap<string, Listed>,
): Promise<Metadata<Snapshot>> {
  const head = await nextHead(context, 'snapshot', before?.signed.version ?? 0, context.lives.snapshotMs);
  const versions = Object.fromEntries([...listed].map(([name, { metadata }]) => [name, metadata.signed.version]));
  return signAs(snapshotOf(head, versions), topRole(context.root, 'snapshot'), context.signers);
}

/** The keys of a role, in the metadata that delegate to it. */
const topRole = (root: Metadata<Root>, name: TopRole) => roleNamed(name, root.signed.roles[name]);
const delegatedRole = (apps: Metadata<Targets>, name: string) =>
  roleNamed(name, apps.signed.delegations?.roles?.[name]);
const roleNamed = (name: string, role: { keyIDs: string[]; threshold: number } | undefined) => ({
  name,
  keyIds: role?.keyIDs ?? [],
  threshold: role?.threshold ?? 1,
});

/** Lists the roles of the apps, the builds of each app in the live snapshot, and the live record. */
async function listTargets(context: Context, published: Metadata<Snapshot> | null): Promise<Map<string, Listed>> {
  const { pointer, snapshot } = await readLive(context.target);
  const records = await recordsIn(context.target, snapshot);
  const versionOf = (name: string) => published?.signed.meta[`${name}.json`]?.version ?? 0;
  const apps = await listApps(context, [...records.keys()], versionOf('targets'));
  const listed = new Map<string, Listed>([['targets', apps]]);
  const list = async (name: string, files: readonly Vouched[]) =>
    listed.set(name, await listRole(context, { name, apps: apps.metadata, files, from: versionOf(name) }));
  for (const [app, files] of records) await list(app, files);
  // A client refuses a snapshot that no longer lists a file, so a retired app keeps its role and vouches for nothing.
  const retired = Object.keys(published?.signed.meta ?? {}).map((file) => file.replace(/\.json$/, ''));
  for (const app of retired) if (app !== LIVE && !listed.has(app)) await list(app, []);
  if (pointer) {
    await list(LIVE, [{ path: `registry/${pointer.current}.json`, content: Buffer.from(textOf(snapshot)) }]);
  }
  return listed;
}

/**
 * Returns the records of the builds that a page may run, by app. The snapshot has most of them. It only names those of previous releases and
 * of channels; one whose file is gone cannot be loaded by a page either.
 */
async function recordsIn(target: Target, snapshot: Live['snapshot']): Promise<ReadonlyMap<string, Vouched[]>> {
  const { host, remotes, offers } = snapshot;
  const whole = [host, ...Object.values(remotes), ...offers.map(({ release }) => release)].flatMap((release) =>
    release && 'integrity' in release
      ? [[`${release.path}release.json`.slice(1), JSON.stringify(release)] as const]
      : [],
  );
  const known = new Map(whole);
  const records = new Map<string, Vouched[]>();
  for (const { part, version } of buildsOf(snapshot)) {
    const path = `parts/${part}/${version}/release.json`;
    const content = known.get(path) ?? (await target.read(`${part}/${version}/release.json`))?.body;
    const files = records.get(part) ?? [];
    if (content && files.every((file) => file.path !== path)) files.push({ path, content: Buffer.from(content) });
    records.set(part, files);
  }
  return records;
}

interface WantedRole {
  name: string;
  apps: Metadata<Targets>;
  files: readonly Vouched[];
  /** The version that the published snapshot lists, or 0. */
  from: number;
}

/** Returns the newest metadata of a role if they vouch for the files, or else signs new ones. */
async function listRole(context: Context, { name, apps, files, from }: WantedRole): Promise<Listed> {
  const { target, signers, now, lives } = context;
  const role = delegatedRole(apps, name);
  const newest = await newestTargets(target, name, from);
  const canSign = signers.filter(({ key }) => role.keyIds.includes(key.keyID)).length >= role.threshold;
  if (newest && isSignedFor(apps, name, newest) && vouches(newest, files, canSign)) {
    // A team whose key is not here signs again with its next release.
    if (!canSign || !isOld(newest, now, lives.rolesMs)) return { metadata: newest, isWritten: true };
  }
  const head = await nextHead(context, name, newest?.signed.version ?? 0, lives.rolesMs);
  return { metadata: signAs(targetsOf(head, files), role, signers), isWritten: false };
}

/**
 * Returns the roles of the apps. An app that no role names yet gets the keys that are here, as the site's own apps have.
 * @throws {KeysMissing} if the keys that add an app are not here
 */
async function listApps(context: Context, wanted: readonly string[], from: number): Promise<Listed> {
  const { target, root, signers, now, lives } = context;
  const newest = await newestTargets(target, 'targets', from);
  const known = newest ? appsIn(newest) : {};
  const added = wanted.filter((app) => !(app in known));
  const role = topRole(root, 'targets');
  const canSign = signers.filter(({ key }) => role.keyIds.includes(key.keyID)).length >= role.threshold;
  if (newest && added.length === 0 && !(canSign && isOld(newest, now, lives.rolesMs))) {
    return { metadata: newest, isWritten: true };
  }
  const own: RoleKeys = { keys: signers.map(({ key }) => key), threshold: 1 };
  const { [LIVE]: live = own, ...apps } = known;
  const head = await nextHead(context, 'targets', newest?.signed.version ?? 0, lives.rolesMs);
  const next = appsOf(head, { ...apps, ...Object.fromEntries(added.map((app) => [app, own])) }, live);
  return { metadata: signAs(next, role, signers), isWritten: false };
}

/** Returns the keys of each app, and of the live record. */
function appsIn({ signed }: Metadata<Targets>): Record<string, RoleKeys> {
  const { keys = {}, roles = {} } = signed.delegations ?? {};
  return Object.fromEntries(
    Object.entries(roles).map(([name, { keyIDs, threshold }]) => [
      name,
      { keys: keyIDs.flatMap((id) => keys[id] ?? []), threshold },
    ]),
  );
}

/** Reads the newest file of a role, from the version that is published on. */
async function newestTargets(target: Target, name: string, from: number): Promise<Metadata<Targets> | null> {
  let newest = from > 0 ? await readTargets(target, name, from) : null;
  for (let version = from + 1; ; version += 1) {
    const next = await readTargets(target, name, version);
    if (!next) return newest;
    newest = next;
  }
}

function isSignedFor(apps: Metadata<Targets>, name: string, metadata: Metadata<Targets>): boolean {
  try {
    apps.verifyDelegate(name, metadata);
    return true;
  } catch {
    return false;
  }
}

/** True if the metadata vouch for the files, with the same bytes. @param isExact if true, they may vouch for no other file */
function vouches({ signed }: Metadata<Targets>, files: readonly Vouched[], isExact: boolean): boolean {
  const wanted = targetsOf({ version: 1, expires: new Date(0) }, files).signed.targets;
  const paths = Object.keys(wanted);
  if (isExact && Object.keys(signed.targets).length !== paths.length) return false;
  return paths.every((path) => signed.targets[path]?.hashes.sha256 === wanted[path]?.hashes.sha256);
}
