/**
 * Verifies the metadata of The Update Framework in registry/tuf, as its specification says (section 5): root, timestamp, snapshot, targets, and
 * the roles of the apps. It has no storage, no clock and no network, and runs in browsers.
 */
import {
  type FileMeta,
  type Head,
  type Keys,
  type ListFields,
  MetadataRefused,
  parseMetadata,
  type Role,
  type RootFields,
  requireSigned,
  type TargetsFields,
} from './metadata-signatures';
import { sha256 } from './sha256';

/** The name of the role that says which snapshot of the registry is live. No app has this name, since an app's name has no dot. */
export const LIVE = 'registry.live';

/** The most bytes of a file. Where the metadata have the length of a file, it is the limit. */
const MOST_BYTES = { root: 64 * 1024, timestamp: 8 * 1024, others: 256 * 1024 } as const;
/** The most new roots in one update. Keys change a few times a year. */
const MOST_ROOTS = 100;
/** The most files that a snapshot may list. A site has a few tens of apps. */
const MOST_FILES = 500;

/** What a browser remembers of the metadata that it has verified. */
export interface Trusted {
  /** The text of the newest root. */
  root: string;
  /** Versions, 0 if none was seen. A lower one is refused. */
  timestamp: number;
  snapshot: number;
  /** The version of each file that the snapshot lists, '<role>.json'. */
  files: Readonly<Record<string, number>>;
}

/** A file that a role vouches for. */
export interface Vouched {
  /** The length in bytes. */
  length: number;
  /** In hex. */
  sha256: string;
}

export interface Verified {
  trusted: Trusted;
  /** The files that the apps vouch for, by address without the first slash: 'parts/catalog/1.0.0-3f9a01c2/release.json'. */
  vouched: ReadonlyMap<string, Vouched>;
  /** The live snapshot of the registry. */
  live: Vouched & { path: string };
  /** The time in ms when timestamp and snapshot have to be newer ones. */
  expires: number;
}

export interface UpdateOptions {
  trusted: Trusted;
  /**
   * Reads a file of registry/tuf, such as 'timestamp.json'.
   * @returns undefined if there is no such file
   * @throws if it is longer than `mostBytes`, or cannot be read
   */
  read: (name: string, mostBytes: number) => Promise<string | undefined>;
  /** The time in ms. */
  now: number;
  /** For so many ms after their end, metadata are still used. */
  graceMs: number;
  /** Stores what is trusted by now. A new root counts even if what follows it is refused. */
  keep?: (trusted: Trusted) => void;
}

/**
 * Reads the newest metadata.
 * @throws {MetadataRefused} if they are not signed, older than what was trusted before, or over
 * @throws as `read`
 */
export async function updateMetadata({ trusted: before, keep, ...options }: UpdateOptions): Promise<Verified> {
  const source = { ...options, read: readEarly(options.read) };
  // It is requested with the next root, and verified after it.
  source.read('timestamp.json', MOST_BYTES.timestamp).catch(() => {});
  const trusted = await newestRoot(before, source);
  if (trusted.root !== before.root) keep?.(trusted);
  const root = parseMetadata<RootFields>(trusted.root, 'The root', 'root').signed;
  requireInTime(root, 'The root', source);
  const { timestamp, snapshot } = await readSnapshot(root, trusted, source);
  const files = versionsIn(snapshot, trusted);
  for (const [name, version] of Object.entries(files)) {
    source.read(`${version}.${name}`, MOST_BYTES.others).catch(() => {});
  }
  const next = { root: trusted.root, timestamp: timestamp.version, snapshot: snapshot.version, files };
  const found = await readTargets(root, snapshot, source);
  keep?.(next);
  const expires = Math.min(Date.parse(timestamp.expires), Date.parse(snapshot.expires));
  return { ...found, trusted: next, expires };
}

async function readSnapshot(
  root: RootFields,
  trusted: Trusted,
  source: Source,
): Promise<{ timestamp: ListFields; snapshot: ListFields }> {
  const limited = { ...source, mostBytes: MOST_BYTES.timestamp };
  const { roles } = root;
  const { signed: timestamp } = await readSigned<ListFields>(
    'timestamp.json',
    'timestamp',
    root,
    roles.timestamp,
    limited,
  );
  requireNotLower(timestamp.version, trusted.timestamp, 'timestamp.json');
  const listed = timestamp.meta['snapshot.json'];
  if (!listed) throw new MetadataRefused('timestamp.json names no snapshot.');
  requireNotLower(listed.version, trusted.snapshot, 'snapshot.json');
  return { timestamp, snapshot: await readListed<ListFields>('snapshot', listed, root, roles.snapshot, source) };
}

/** @returns the version of each file that the snapshot lists */
function versionsIn({ meta }: ListFields, trusted: Trusted): Trusted['files'] {
  const files = Object.fromEntries(Object.entries(meta).map(([name, { version }]) => [name, version]));
  if (Object.keys(files).length > MOST_FILES) throw new MetadataRefused('snapshot.json lists too many files.');
  // A file that is no longer listed has no version, and is refused as well.
  for (const [name, version] of Object.entries(trusted.files)) requireNotLower(files[name] ?? 0, version, name);
  return files;
}

/** Reads each file once, so that one can be requested before its turn. */
function readEarly(read: UpdateOptions['read']): UpdateOptions['read'] {
  const reads = new Map<string, Promise<string | undefined>>();
  return (name, mostBytes) => {
    const reading = reads.get(name) ?? read(name, mostBytes);
    reads.set(name, reading);
    return reading;
  };
}

type Source = Pick<UpdateOptions, 'read' | 'now' | 'graceMs'>;

/**
 * Follows the chain of roots: the keys of each root, and its own, sign the next one. If the keys of timestamp or snapshot have changed, the
 * versions begin again, since someone with the keys before may have raised them.
 */
async function newestRoot(before: Trusted, { read }: Source): Promise<Trusted> {
  let { signed: root } = parseMetadata<RootFields>(before.root, 'The root', 'root');
  let text = before.root;
  const keysOf = ({ roles }: RootFields) => JSON.stringify([roles.timestamp.keyids, roles.snapshot.keyids]);
  const known = keysOf(root);
  for (let count = 0; count < MOST_ROOTS; count += 1) {
    const name = `${root.version + 1}.root.json`;
    const nextText = await read(name, MOST_BYTES.root);
    if (nextText === undefined) break;
    const next = parseMetadata<RootFields>(nextText, name, 'root');
    await requireSigned(next, name, root.keys, root.roles.root);
    await requireSigned(next, name, next.signed.keys, next.signed.roles?.root);
    if (next.signed.version !== root.version + 1) throw new MetadataRefused(`${name} has another version.`);
    ({ signed: root } = next);
    text = nextText;
  }
  return keysOf(root) === known ? { ...before, root: text } : { root: text, timestamp: 0, snapshot: 0, files: {} };
}

/** Reads the role `targets` and the roles that it delegates to. */
async function readTargets(
  root: RootFields,
  { meta }: ListFields,
  source: Source,
): Promise<Pick<Verified, 'vouched' | 'live'>> {
  const top = await readListed<TargetsFields>('targets', meta['targets.json'], root, root.roles.targets, source);
  const { keys = {}, roles = [] } = top.delegations ?? {};
  const delegated = await Promise.all(
    roles
      .filter(({ name }) => meta[`${name}.json`])
      .map(async (role) => {
        const { targets } = await readListed<TargetsFields>(
          role.name,
          meta[`${role.name}.json`],
          { keys },
          role,
          source,
        );
        return { name: role.name, targets };
      }),
  );
  // A path belongs to the first role whose patterns match it. So no app vouches for the files of another one.
  const ownerOf = (path: string) => roles.find(({ paths = [] }) => paths.some((each) => matches(each, path)))?.name;
  const own = delegated.flatMap(({ name, targets }) =>
    Object.entries(targets).flatMap(([path, { length, hashes }]) =>
      ownerOf(path) === name && hashes.sha256 ? [{ name, path, length, sha256: hashes.sha256 }] : [],
    ),
  );
  const lives = own.filter(({ name }) => name === LIVE);
  const [live] = lives;
  if (!live || lives.length > 1)
    throw new MetadataRefused(`${LIVE} vouches for ${lives.length} snapshots, and not for one.`);
  const { path, length, sha256: hash } = live;
  return {
    vouched: new Map(own.flatMap((each) => (each.name === LIVE ? [] : [[each.path, each]]))),
    live: { path, length, sha256: hash },
  };
}

/** '*' stands for any text without a slash. */
function matches(pattern: string, path: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]*')}$`).test(path);
}

/** Reads a file in the version that another file lists. */
async function readListed<Fields extends Head>(
  role: string,
  listed: FileMeta | undefined,
  { keys }: { keys: Keys },
  signers: Role | undefined,
  source: Source,
): Promise<Fields> {
  if (!listed || !Number.isSafeInteger(listed.version)) throw new MetadataRefused(`${role}.json is not listed.`);
  const type = role === 'snapshot' ? role : 'targets';
  const { signed, text } = await readSigned<Fields>(`${listed.version}.${role}.json`, type, { keys }, signers, {
    ...source,
    mostBytes: Math.min(listed.length ?? MOST_BYTES.others, MOST_BYTES.others),
  });
  const hash = listed.hashes?.sha256;
  if (signed.version !== listed.version || (hash && hash !== (await sha256(text))))
    throw new MetadataRefused(`${role}.json is not the file that is listed.`);
  return signed;
}

async function readSigned<Fields extends Head>(
  name: string,
  type: string,
  { keys }: { keys: Keys },
  signers: Role | undefined,
  { read, mostBytes, ...time }: Source & { mostBytes: number },
): Promise<{ signed: Fields; text: string }> {
  const text = await read(name, mostBytes);
  if (text === undefined) throw new MetadataRefused(`${name} is missing.`);
  const file = parseMetadata<Fields>(text, name, type);
  await requireSigned(file, name, keys, signers);
  requireInTime(file.signed, name, time);
  return { signed: file.signed, text };
}

function requireInTime(
  { expires }: Head,
  name: string,
  { now, graceMs }: Pick<UpdateOptions, 'now' | 'graceMs'>,
): void {
  if (Date.parse(expires) + graceMs < now) throw new MetadataRefused(`${name} was valid until ${expires}.`);
}

function requireNotLower(version: number, before: number, name: string): void {
  if (version >= before) return;
  throw new MetadataRefused(`${name} has version ${version}, and version ${before} was used before.`);
}
