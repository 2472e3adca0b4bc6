/** Makes the next root and the next roles of the apps, which the holders of the keys then sign. This file uses no disk and no clock. */
import type { Key, Metadata, Root, Signature, Targets } from '@tufjs/models';
import { roleKeysIn } from './tuf-lists';
import { appsOf, type Head, LIVE, type RoleKeys, rolesOf, rootOf, type Signed } from './tuf-roles';

/** The old key and the new one, in each role that has the old one. */
export type Replacement = readonly [old: Key, next: Key];

const replacedIn = ({ keys, threshold }: RoleKeys, replaced: readonly Replacement[]): RoleKeys => {
  const next = keys.map((key) => replaced.find(([old]) => old.keyID === key.keyID)?.[1] ?? key);
  return { keys: [...new Map(next.map((key) => [key.keyID, key])).values()], threshold };
};

export interface RootChanges {
  root?: RoleKeys | undefined;
  /** By default those of the root, if these are given, or else the ones before. */
  targets?: RoleKeys | undefined;
  /** The keys of snapshot and timestamp. */
  online?: RoleKeys | undefined;
  replaced?: readonly Replacement[];
}

/**
 * Makes the root that follows `before`.
 * @throws if a first root lacks keys
 */
export function nextRoot(
  before: Metadata<Root> | null,
  { root, targets, online, replaced = [] }: RootChanges,
  expires: Date,
): Metadata<Root> {
  const known = before && rolesOf(before);
  const wanted = {
    root: root ?? known?.root,
    targets: targets ?? root ?? known?.targets,
    snapshot: online ?? known?.snapshot,
    timestamp: online ?? known?.timestamp,
  };
  const keysOf = (name: keyof typeof wanted): RoleKeys => {
    const role = wanted[name];
    if (!role) throw new Error('The first root of a site needs --root KEYS and --online KEYS.');
    return replacedIn(role, replaced);
  };
  const roles = {
    root: keysOf('root'),
    targets: keysOf('targets'),
    snapshot: keysOf('snapshot'),
    timestamp: keysOf('timestamp'),
  };
  for (const [name, { keys, threshold }] of Object.entries(roles)) requireReachable(name, keys.length, threshold);
  return rootOf({ version: (before?.signed.version ?? 0) + 1, expires }, roles);
}

/** @throws if a role asks for more signatures than it has keys */
function requireReachable(name: string, keys: number, threshold: number): void {
  if (keys < threshold) throw new Error(`${name} would need ${threshold} signatures, and has ${keys} keys.`);
}

export interface AppChanges {
  /** The keys of these apps. Other apps keep theirs. */
  apps?: Readonly<Record<string, RoleKeys>>;
  /** The keys that say what is live. */
  live?: RoleKeys | undefined;
  replaced?: readonly Replacement[];
}

/**
 * Makes the roles of the apps that follow `before`.
 * @param version of the newest file, also of one without enough signatures
 * @throws if a first file lacks the keys of the live record
 */
export function nextApps(
  before: Metadata<Targets> | null,
  version: number,
  { apps = {}, live, replaced = [] }: AppChanges,
  expires: Date,
): Metadata<Targets> {
  const { [LIVE]: knownLive, ...known } = before ? roleKeysIn(before) : {};
  const says = live ?? knownLive;
  if (!says) throw new Error('The first roles of a site need --live KEYS, the keys that say what is live.');
  const next = Object.fromEntries(
    Object.entries({ ...known, ...apps }).map(([app, role]) => [app, replacedIn(role, replaced)]),
  );
  for (const [app, { keys, threshold }] of Object.entries(next)) requireReachable(app, keys.length, threshold);
  const head: Head = { version: version + 1, expires };
  return appsOf(head, next, replacedIn(says, replaced));
}

/** Counts the keys of a role that signed the metadata. */
export const signaturesOf = ({ keys }: RoleKeys, metadata: Signed): number =>
  keys.filter((key) => {
    try {
      key.verifySignature(metadata as { signed: Signed['signed']; signatures: Record<string, Signature> });
      return true;
    } catch {
      return false;
    }
  }).length;
