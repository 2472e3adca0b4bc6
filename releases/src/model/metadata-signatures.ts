/** Reads one file of the metadata in registry/tuf, and tells whether the keys of its role signed it. */
import { canonicalJson } from './canonical-json';
import { fromHex } from './sha256';
import { isSignedBy } from './verify';

/** The metadata were not used: they are malformed, not signed, older than others that were used, or their time is over. */
export class MetadataRefused extends Error {
  override readonly name = 'MetadataRefused';
}

/** The keys of a role by id, and how many of them have to sign. */
export interface Role {
  keyids: readonly string[];
  threshold: number;
}

/** Public keys by id, as root and targets have them. */
export type Keys = Readonly<Record<string, { keytype: string; keyval: { public: string } }>>;

/** The fields that the metadata of every role have. */
export interface Head {
  _type: string;
  spec_version: string;
  version: number;
  /** ISO 8601. */
  expires: string;
}

export interface RootFields extends Head {
  keys: Keys;
  roles: Readonly<Record<'root' | 'timestamp' | 'snapshot' | 'targets', Role>>;
}

/** What a file says of another one. */
export interface FileMeta {
  version: number;
  length?: number;
  hashes?: { sha256?: string };
}

export interface ListFields extends Head {
  meta: Readonly<Record<string, FileMeta>>;
}

export interface TargetsFields extends Head {
  targets: Readonly<Record<string, { length: number; hashes: { sha256?: string } }>>;
  delegations?: { keys: Keys; roles: readonly (Role & { name: string; paths?: readonly string[] })[] };
}

interface File<Fields> {
  signed: Fields;
  signatures: readonly { keyid: string; sig: string }[];
}

/**
 * Parses a file.
 * @param name of the file, for the message
 * @param type 'root', 'timestamp', 'snapshot' or 'targets'
 * @throws {MetadataRefused} if it is malformed. Fields other than the head are checked where they are used
 */
export function parseMetadata<Fields extends Head>(text: string, name: string, type: string): File<Fields> {
  const file = jsonOf(text) as Partial<File<Fields>> | null | undefined;
  const { signed, signatures } = file ?? {};
  const isWhole =
    signed?._type === type &&
    /^1\./.test(signed.spec_version) &&
    Number.isSafeInteger(signed.version) &&
    signed.version > 0 &&
    Number.isFinite(Date.parse(signed.expires)) &&
    Array.isArray(signatures);
  if (!isWhole || !signatures) throw new MetadataRefused(`${name} is malformed.`);
  return { signed, signatures };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param role its keys and threshold, as the delegating role names them
 * @throws {MetadataRefused} if too few of the keys signed the file
 */
export async function requireSigned(
  { signed, signatures }: File<Head>,
  name: string,
  keys: Keys,
  role: Role | undefined,
): Promise<void> {
  const { keyids = [], threshold = 0 } = role ?? {};
  const bytes = new TextEncoder().encode(canonicalJson(signed));
  // One key under two ids counts once.
  const signers = new Set<string>();
  for (const keyid of new Set(keyids)) {
    const key = keys[keyid];
    const signature = signatures.find((each) => each.keyid === keyid)?.sig;
    if (key?.keytype !== 'ed25519' || signature === undefined) continue;
    if (await isSignedInHex(key.keyval.public, signature, bytes)) signers.add(key.keyval.public.toLowerCase());
  }
  if (!Number.isSafeInteger(threshold) || threshold < 1 || signers.size < threshold)
    throw new MetadataRefused(`${name} is signed by ${signers.size} of its keys, and needs ${threshold}.`);
}

async function isSignedInHex(key: string, signature: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [keyBytes, signatureBytes] = [fromHex(key), fromHex(signature)];
  return (
    keyBytes?.length === 32 && signatureBytes?.length === 64 && (await isSignedBy(keyBytes, signatureBytes, bytes))
  );
}
