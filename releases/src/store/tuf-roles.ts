/**
 * Makes the metadata of The Update Framework (TUF): who may release which app, and what is released. docs/reference/registry.md describes
 * the roles. This file uses no disk and no clock.
 */
import { createHash } from 'node:crypto';
import { type Key, Metadata, MetaFile, Root, Snapshot, TargetFile, Targets, Timestamp } from '@tufjs/models';
import { LIVE } from '../model/metadata';
import type { Signer } from './tuf-signer';

export { LIVE };

/** The version of the specification that the metadata follow. */
const SPEC_VERSION = '1.0.31';

/** Any metadata of a role. */
export type Signed = Metadata<Root> | Metadata<Targets> | Metadata<Snapshot> | Metadata<Timestamp>;

/** The roles that a root names. */
export const TOP_ROLES = ['root', 'targets', 'snapshot', 'timestamp'] as const;
export type TopRole = (typeof TOP_ROLES)[number];

/** The keys of a role, and how many of them have to sign. */
export interface RoleKeys {
  keys: readonly Key[];
  threshold: number;
}

export interface Head {
  version: number;
  expires: Date;
}

/** The specification wants a time without fractions of a second. */
const timeOf = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

const headOf = ({ version, expires }: Head) => ({ version, specVersion: SPEC_VERSION, expires: timeOf(expires) });

/** The form of these fields in a file, for the classes that the library does not export. */
const jsonHeadOf = ({ version, expires }: Head) => ({
  version,
  spec_version: SPEC_VERSION,
  expires: timeOf(expires),
});

const roleOf = ({ keys, threshold }: RoleKeys) => ({ keyids: keys.map(({ keyID }) => keyID), threshold });

const keysOf = (roles: readonly RoleKeys[]) =>
  Object.fromEntries(roles.flatMap(({ keys }) => keys.map((key) => [key.keyID, key.toJSON()])));

/** The root: it names the keys of all other roles. */
export const rootOf = (head: Head, roles: Readonly<Record<TopRole, RoleKeys>>): Metadata<Root> =>
  new Metadata(
    Root.fromJSON({
      _type: 'root',
      ...jsonHeadOf(head),
      keys: keysOf(Object.values(roles)),
      roles: Object.fromEntries(TOP_ROLES.map((name) => [name, roleOf(roles[name])])),
      consistent_snapshot: true,
    }),
  );

/** Returns the keys of all roles of a root. */
export function rolesOf({ signed }: Metadata<Root>): Record<TopRole, RoleKeys> {
  const keysOfRole = (name: TopRole): RoleKeys => {
    const { keyIDs = [], threshold = 1 } = signed.roles[name] ?? {};
    return { keys: keyIDs.flatMap((id) => signed.keys[id] ?? []), threshold };
  };
  return {
    root: keysOfRole('root'),
    targets: keysOfRole('targets'),
    snapshot: keysOfRole('snapshot'),
    timestamp: keysOfRole('timestamp'),
  };
}

/** A role for each app, by the app's name: its keys sign for this app and for no other. */
export function appsOf(head: Head, apps: Readonly<Record<string, RoleKeys>>, live: RoleKeys): Metadata<Targets> {
  const delegated = (name: string, role: RoleKeys, path: string) => ({
    ...roleOf(role),
    name,
    terminating: true,
    paths: [path],
  });
  return new Metadata(
    Targets.fromJSON({
      _type: 'targets',
      ...jsonHeadOf(head),
      targets: {},
      delegations: {
        keys: keysOf([...Object.values(apps), live]),
        roles: [
          ...Object.entries(apps).map(([app, role]) => delegated(app, role, `parts/${app}/*/release.json`)),
          delegated(LIVE, live, 'registry/*.json'),
        ],
      },
    }),
  );
}

/** A file that a role vouches for. */
export interface FileInfo {
  /** Its address without the first slash: 'parts/catalog/1.0.0-3f9a01c2/release.json'. */
  path: string;
  /** In bytes. */
  length: number;
  /** In hex. */
  sha256: string;
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

export const infoOf = (path: string, content: Buffer): FileInfo => ({
  path,
  length: content.length,
  sha256: hashOf(content),
});

/** The metadata of an app, or of the live record: the files that it vouches for. */
export const targetsOf = (head: Head, files: readonly FileInfo[]): Metadata<Targets> =>
  new Metadata(
    new Targets({
      ...headOf(head),
      targets: Object.fromEntries(
        files.map(({ path, length, sha256 }) => [path, new TargetFile({ path, length, hashes: { sha256 } })]),
      ),
    }),
  );

/** Lists the version of each metadata file of targets, so that no mix of old and new files is consistent. */
export const snapshotOf = (head: Head, versions: Readonly<Record<string, number>>): Metadata<Snapshot> =>
  new Metadata(
    new Snapshot({
      ...headOf(head),
      meta: Object.fromEntries(
        Object.entries(versions).map(([role, version]) => [`${role}.json`, new MetaFile({ version })]),
      ),
    }),
  );

/** Names the newest snapshot. It is the only file with a fixed address that a client trusts for a short time. */
export const timestampOf = (head: Head, snapshot: { version: number; content: Buffer }): Metadata<Timestamp> =>
  new Metadata(
    new Timestamp({
      ...headOf(head),
      snapshotMeta: new MetaFile({
        version: snapshot.version,
        length: snapshot.content.length,
        hashes: { sha256: hashOf(snapshot.content) },
      }),
    }),
  );

/** The keys that sign a role, and how many of them have to. */
export interface SigningRole {
  name: string;
  keyIds: readonly string[];
  threshold: number;
}

/** Too few of a role's keys are here to sign it. */
export class KeysMissing extends Error {
  /** @param lacking the apps or files that the role does not name yet */
  constructor({ name, keyIds, threshold }: SigningRole, signers: readonly Signer[], lacking: readonly string[] = []) {
    const present = signers.filter(({ key }) => keyIds.includes(key.keyID)).length;
    super(
      `${name} needs the signatures of ${threshold} of its keys, and ${present} of them can sign here. ${remedyOf(name, lacking)}`,
    );
    this.name = 'KeysMissing';
  }
}

/** Says who can sign, and how. */
function remedyOf(name: string, lacking: readonly string[]): string {
  if (name === 'targets')
    return lacking.length > 0
      ? `The holders of these keys have to name ${lacking.join(', ')}: npm run keys -- apps FILE --app ${lacking[0]}=KEY`
      : 'The holders of these keys have to sign the roles of the apps: npm run keys -- apps FILE';
  if (name === LIVE || name === 'snapshot' || name === 'timestamp')
    return 'REGISTRY_KEY or REGISTRY_KEY_FILE has to hold a key that the roles of this site name for it: npm run keys -- show';
  const builds = lacking.map((path) => path.split('/')[2]).filter((version) => version !== undefined);
  const what = builds.length > 0 ? ` They have not signed ${builds.join(', ')}.` : '';
  return `The team of ${name} has these keys: release with --key FILE, or TEAM_KEY_FILE.${what}`;
}

/**
 * Signs with those of the keys that the role has.
 * @param role its keys and threshold, in the metadata that delegates to it
 * @throws {KeysMissing} if they are too few
 */
export function signAs<Kind extends Signed>(metadata: Kind, role: SigningRole, signers: readonly Signer[]): Kind {
  const own = signers.filter(({ key }) => role.keyIds.includes(key.keyID));
  if (own.length < role.threshold) throw new KeysMissing(role, signers);
  for (const { sign } of own) metadata.sign(sign);
  return metadata;
}

/** The stored form of metadata. */
export const fileOf = (metadata: Signed): Buffer => Buffer.from(JSON.stringify(metadata.toJSON()));
