/**
 * Reads the metadata of a site's registry, in `registry/tuf` of its target. A file that is malformed, or that the keys of its role did not sign,
 * or in which a key has the id of another one, counts as absent, so write access to the target alone does not stop the site from publishing.
 */
import {
  type Key,
  Metadata,
  MetadataKind,
  type Root,
  type Snapshot,
  type Targets,
  type Timestamp,
} from '@tufjs/models';
import type { Target } from './targets/target';
import { infoOf, type Signed } from './tuf-roles';
import { keyOf } from './tuf-signer';

const FOLDER = 'registry/tuf';
export const TIMESTAMP = `${FOLDER}/timestamp.json`;

/** @returns the name of a metadata file in a target: 'registry/tuf/2.catalog.json' */
export const versioned = (name: string, version: number) => `${FOLDER}/${version}.${name}.json`;

/** @throws if the text is no JSON. The library checks the form */
export const jsonOf = (text: string): Parameters<typeof Metadata.fromJSON>[1] => JSON.parse(text);

/**
 * Finds a key that has the id of another one. A person who compares ids would take an attacker's key for one that he knows.
 * @returns the id, or null if each key has its own
 */
export function falseKeyIdIn({ signed }: Metadata<Root> | Metadata<Targets>): string | null {
  const keys = 'roles' in signed ? signed.keys : (signed.delegations?.keys ?? {});
  const isFalse = ([id, key]: [string, Key]) => {
    const own = keyOf(Buffer.from(key.keyVal.public ?? '', 'hex').toString('base64'));
    return own.keyID !== id || !own.equals(key);
  };
  return Object.entries(keys).find(isFalse)?.[0] ?? null;
}

/** @returns null if the text is malformed, or a key has the id of another one */
function parsedKeys<Kind extends Metadata<Root> | Metadata<Targets>>(
  text: string,
  parse: (json: ReturnType<typeof jsonOf>) => Kind,
): Kind | null {
  const metadata = parsed(text, parse);
  return metadata && falseKeyIdIn(metadata) === null ? metadata : null;
}

/** True if the keys that `delegator` names for the role signed the metadata. */
export function isSignedFor(delegator: Metadata<Root> | Metadata<Targets>, name: string, metadata: Signed): boolean {
  try {
    delegator.verifyDelegate(name, metadata);
    return true;
  } catch {
    return false;
  }
}

/** @returns null if the text is malformed */
function parsed<Kind>(text: string, parse: (json: ReturnType<typeof jsonOf>) => Kind): Kind | null {
  try {
    return parse(jsonOf(text));
  } catch {
    return null;
  }
}

/** A root of a site. */
export interface StoredRoot {
  metadata: Metadata<Root>;
  /** The hash of its file, in hex. */
  sha256: string;
}

/** Reads all roots, the first one first. Their versions count up by one, and the keys of each root sign the next one. */
export async function readRoots(target: Target): Promise<StoredRoot[]> {
  const roots: StoredRoot[] = [];
  for (let version = 1; ; version += 1) {
    const file = await target.read(versioned('root', version));
    const next = file && parsedKeys(file.text, (json) => Metadata.fromJSON(MetadataKind.Root, json));
    if (!file || next?.signed.version !== version || !isSignedFor(next, 'root', next)) return roots;
    const before = roots.at(-1)?.metadata;
    if (before && !isSignedFor(before, 'root', next)) return roots;
    roots.push({ metadata: next, sha256: infoOf('', file.body).sha256 });
  }
}

/** @returns the newest root, or null if the target has none */
export const readRoot = async (target: Target): Promise<Metadata<Root> | null> =>
  (await readRoots(target)).at(-1)?.metadata ?? null;

/** What the timestamp leads to. The snapshot is null if its file is gone or malformed, and both if the keys of the root did not sign it, as after a change of these keys. */
export interface Published {
  timestamp: Metadata<Timestamp> | null;
  snapshot: Metadata<Snapshot> | null;
  /** The tag of the timestamp's file, which the swap compares. */
  tag: string | null;
}

/** A snapshot that is gone or malformed counts as none. */
export async function readPublished(target: Target, root: Metadata<Root>): Promise<Published> {
  const file = await target.read(TIMESTAMP);
  const none = { timestamp: null, snapshot: null, tag: file?.tag ?? null };
  const timestamp = file && parsed(file.text, (json) => Metadata.fromJSON(MetadataKind.Timestamp, json));
  if (!timestamp || !isSignedFor(root, 'timestamp', timestamp)) return none;
  const name = versioned('snapshot', timestamp.signed.snapshotMeta.version);
  const stored = await target.read(name);
  const snapshot = stored && parsed(stored.text, (json) => Metadata.fromJSON(MetadataKind.Snapshot, json));
  // The next snapshot heals this. The timestamp stays, since clients refuse a lower version.
  if (!snapshot) return { timestamp, snapshot: null, tag: file.tag };
  return isSignedFor(root, 'snapshot', snapshot) ? { timestamp, snapshot, tag: file.tag } : none;
}

/** @returns the version of a role's file that a snapshot lists, or 0 */
export const listedIn = (snapshot: Metadata<Snapshot> | null, name: string): number =>
  snapshot?.signed.meta[`${name}.json`]?.version ?? 0;

/** The files of a role in a target. */
export interface RoleFiles {
  /** The newest that the keys of the role signed. */
  newest: Metadata<Targets> | null;
  /** The version of the newest file, also of one without enough signatures, or 0. */
  version: number;
}

/**
 * Reads the newest metadata of an app, of the live record, or of `targets`.
 * @param from the version that the published snapshot lists, or 0. A stolen key of the snapshot may have listed any
 */
export async function readRole(
  target: Target,
  delegator: Metadata<Root> | Metadata<Targets>,
  name: string,
  from: number,
): Promise<RoleFiles> {
  const found = await readRoleFrom(target, delegator, name, Math.max(from, 1));
  return found.newest || from <= 1 ? found : await readRoleFrom(target, delegator, name, 1);
}

async function readRoleFrom(
  target: Target,
  delegator: Metadata<Root> | Metadata<Targets>,
  name: string,
  first: number,
): Promise<RoleFiles> {
  let newest: Metadata<Targets> | null = null;
  for (let version = first; ; version += 1) {
    const file = await target.read(versioned(name, version));
    if (!file) return { newest, version: version - 1 };
    const next = parsedKeys(file.text, (json) => Metadata.fromJSON(MetadataKind.Targets, json));
    if (next?.signed.version === version && isSignedFor(delegator, name, next)) newest = next;
  }
}
