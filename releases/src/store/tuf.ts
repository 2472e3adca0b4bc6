/**
 * Publishes the metadata of a site's registry, in `registry/tuf` of its target. Files with a version in their name never change once
 * `timestamp.json` leads to them, and that file moves by compare-and-swap, as the pointer does.
 */
import type { Metadata, Root, Snapshot, Timestamp } from '@tufjs/models';
import { readLive } from './read-live';
import { PointerMoved, type Target } from './targets/target';
import { listedIn, type Published, readPublished, readRole, readRoot, TIMESTAMP, versioned } from './tuf-files';
import {
  type Context,
  headAfter,
  isOld,
  LIVES,
  type Listed,
  type LiveRecord,
  type Lives,
  listTargets,
  type TeamMetadata,
  topRole,
} from './tuf-lists';
import { fileOf, KeysMissing, rolesOf, rootOf, type Signed, signAs, snapshotOf, timestampOf } from './tuf-roles';
import type { Signer } from './tuf-signer';

export interface PublishOptions {
  signers: readonly Signer[];
  now?: Date;
  lives?: Lives;
}

/** Metadata that are signed and not yet written. */
export interface Plan {
  /** New metadata of apps and roles. */
  targets: readonly (readonly [name: string, metadata: Signed])[];
  /** Null if the published one stays. */
  snapshot: Metadata<Snapshot> | null;
  /** Null if everything is up to date. */
  timestamp: Metadata<Timestamp> | null;
  tag: string | null;
}

/**
 * Creates the root of a site that has not separated its keys: the first key that is here has every role.
 * @returns false if the site has a root already
 */
export async function createRoot(
  target: Target,
  { signers, now = new Date(), lives = LIVES }: PublishOptions,
): Promise<boolean> {
  const [signer] = signers;
  if (!signer) throw new Error('A root needs a key.');
  const keys = { keys: [signer.key], threshold: 1 };
  const roles = { root: keys, targets: keys, snapshot: keys, timestamp: keys };
  const root = rootOf({ version: 1, expires: new Date(now.getTime() + lives.rolesMs) }, roles);
  root.sign(signer.sign);
  return await target.writeIfAbsent(versioned('root', 1), fileOf(root));
}

/**
 * Signs what the metadata will be when `live` is live. Nothing is written.
 * @param signed metadata that teams signed for this release
 * @returns null for a site without a root, which has no metadata
 * @throws {KeysMissing} if a role has to be signed by a key that is not here
 * @throws {TargetFailed} if a file that is named is gone
 */
export async function planMetadata(
  target: Target,
  live: LiveRecord,
  { signers, now = new Date(), lives = LIVES }: PublishOptions,
  signed: TeamMetadata = new Map(),
): Promise<Plan | null> {
  const root = await readRoot(target);
  if (!root) return null;
  const context = { target, root, signers, now, lives, live, signed };
  const published = await readPublished(target, root);
  return await planOf(context, published, await listTargets(context, published.snapshot));
}

async function planOf(context: Context, published: Published, listed: ReadonlyMap<string, Listed>): Promise<Plan> {
  const versions = new Map([...listed].map(([name, { metadata }]) => [name, metadata.signed.version]));
  const targets = [...listed].flatMap(([name, { metadata, isWritten }]) =>
    isWritten ? [] : [[name, metadata] as const],
  );
  return { targets, ...(await headsOf(context, published, versions)) };
}

/** Signs the snapshot, if it lists other versions or is old, and the timestamp. */
async function headsOf(
  context: Context,
  { timestamp, snapshot, tag }: Published,
  versions: ReadonlyMap<string, number>,
): Promise<Omit<Plan, 'targets'>> {
  const { root, signers, now, lives } = context;
  const isSnapshotNew = !snapshot || !listsAll(snapshot, versions) || isOld(snapshot, now, lives.snapshotMs);
  if (!isSnapshotNew && timestamp && !isOld(timestamp, now, lives.timestampMs))
    return { snapshot: null, timestamp: null, tag };
  const namedBy = timestamp?.signed.snapshotMeta.version ?? 0;
  const named = isSnapshotNew
    ? await newSnapshot(context, Math.max(snapshot?.signed.version ?? 0, namedBy), versions)
    : snapshot;
  const head = headAfter(timestamp?.signed.version ?? 0, now, lives.timestampMs);
  const next = timestampOf(head, { version: named.signed.version, content: fileOf(named) });
  return {
    snapshot: isSnapshotNew ? named : null,
    timestamp: signAs(next, topRole(root, 'timestamp'), signers),
    tag,
  };
}

const listsAll = ({ signed }: Metadata<Snapshot>, versions: ReadonlyMap<string, number>): boolean =>
  Object.keys(signed.meta).length === versions.size &&
  [...versions].every(([name, version]) => signed.meta[`${name}.json`]?.version === version);

async function newSnapshot(
  context: Context,
  before: number,
  versions: ReadonlyMap<string, number>,
): Promise<Metadata<Snapshot>> {
  const { target, root, signers, now, lives } = context;
  let version = before;
  // A process that ended before the timestamp moved has left a file that nothing leads to.
  while (await target.read(versioned('snapshot', version + 1))) version += 1;
  const next = snapshotOf(headAfter(version, now, lives.snapshotMs), Object.fromEntries(versions));
  return signAs(next, topRole(root, 'snapshot'), signers);
}

/** @throws {PointerMoved} if the target has other bytes in this version */
export async function writeVersion(target: Target, name: string, metadata: Signed): Promise<void> {
  const file = versioned(name, metadata.signed.version);
  if (await target.writeIfAbsent(file, fileOf(metadata))) return;
  if (!(await target.read(file))?.body.equals(fileOf(metadata))) throw new PointerMoved();
}

/**
 * Writes what a plan has.
 * @returns true if it published something
 * @throws {PointerMoved} if another process has published meanwhile
 */
async function publishPlan(target: Target, { targets, snapshot, timestamp, tag }: Plan): Promise<boolean> {
  if (!timestamp) return false;
  for (const [name, metadata] of targets) await writeVersion(target, name, metadata);
  if (snapshot) await writeVersion(target, 'snapshot', snapshot);
  await target.swap(TIMESTAMP, fileOf(timestamp), tag);
  return true;
}

const MOST_RENEWAL_MS = 5 * 60_000;

/** The time between two looks at the metadata: a timestamp has to be signed again before the second half of its life is over. */
export const renewalMsOf = ({ timestampMs }: Lives): number => Math.min(MOST_RENEWAL_MS, timestampMs / 8);

/**
 * Brings the metadata up to date with what the pointer says is live, and signs again what has used half of its life. Each change of the pointer
 * calls it, and a timer. Several processes may call it at once.
 * @param planned a plan for what is live, which is tried first
 * @returns true if it published something. A site without a root has no metadata
 * @throws {KeysMissing} if a role has to be signed by a key that is not here. What is published stays valid: its snapshot and its timestamp have
 *   been signed again by then, if they were old
 * @throws {TargetFailed} if a file that is named is gone
 */
export async function publishMetadata(
  target: Target,
  { signers, now = new Date(), lives = LIVES }: PublishOptions,
  planned: Plan | null = null,
): Promise<boolean> {
  for (let plan = planned; ; plan = null) {
    try {
      if (plan) return await publishPlan(target, plan);
      const root = await readRoot(target);
      if (!root) return false;
      const { pointer, snapshot } = await readLive(target);
      const live = { name: pointer?.current ?? null, snapshot };
      return await publishOnce({ target, root, signers, now, lives, live, signed: new Map() });
    } catch (error) {
      if (!(error instanceof PointerMoved)) throw error;
    }
  }
}

async function publishOnce(context: Context): Promise<boolean> {
  const { target } = context;
  const root = await renewedRoot(context);
  if (root !== context.root) return await publishOnce({ ...context, root });
  const published = await readPublished(target, root);
  try {
    return await publishPlan(target, await planOf(context, published, await listTargets(context, published.snapshot)));
  } catch (error) {
    if (error instanceof KeysMissing && published.snapshot) {
      const { meta } = published.snapshot.signed;
      const versions = new Map(Object.entries(meta).map(([file, { version }]) => [file.slice(0, -5), version]));
      await publishPlan(target, { targets: [], ...(await headsOf(context, published, versions)) });
    }
    throw error;
  }
}

/**
 * Signs the root again when half of its life is over, on a site that has not separated its keys. It stays if something else has the name of the
 * next one: another process's, or a file that no key signed, which must not stop the renewal of the rest.
 */
async function renewedRoot({ target, root, signers, now, lives }: Context): Promise<Metadata<Root>> {
  const { keyIds, threshold } = topRole(root, 'root');
  const isHere = signers.filter(({ key }) => keyIds.includes(key.keyID)).length >= threshold;
  if (!isHere || !isOld(root, now, lives.rolesMs)) return root;
  const head = headAfter(root.signed.version, now, lives.rolesMs);
  const next = signAs(rootOf(head, rolesOf(root)), topRole(root, 'root'), signers);
  return (await target.writeIfAbsent(versioned('root', head.version), fileOf(next))) ? next : root;
}

/** The time before its end in which a role is told of, in milliseconds. */
const ENDING_MS = 30 * 24 * 3_600_000;

/** Lists the roles that people sign and that end within a month: the root, the roles of the apps, and the builds of each app. */
export async function endingRoles(target: Target, now: Date): Promise<{ role: string; expires: string }[]> {
  const root = await readRoot(target);
  if (!root) return [];
  const { snapshot } = await readPublished(target, root);
  const { newest: apps } = await readRole(target, root, 'targets', listedIn(snapshot, 'targets'));
  const names = Object.keys(apps?.signed.delegations?.roles ?? {});
  const read = async (name: string) => apps && (await readRole(target, apps, name, listedIn(snapshot, name))).newest;
  const roles: [string, Signed | null][] = [
    ['root', root],
    ['targets', apps],
  ];
  for (const name of names) roles.push([name, await read(name)]);
  return roles.flatMap(([role, metadata]) =>
    metadata && Date.parse(metadata.signed.expires) - now.getTime() < ENDING_MS
      ? [{ role, expires: metadata.signed.expires }]
      : [],
  );
}
