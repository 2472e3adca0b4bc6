/** The metadata of a site that has separated its keys, for tests. They can be signed by anyone, so that a test can be an attacker. */
import { generateKeyPairSync } from 'node:crypto';
import {
  appsOf,
  type FileInfo,
  fileOf,
  LIVE,
  rootOf,
  type Signed,
  snapshotOf,
  targetsOf,
  timestampOf,
} from '../store/tuf-roles';
import { type Signer, signerOf } from '../store/tuf-signer';

const HOUR_MS = 3_600_000;

export const newSigner = (): Signer => signerOf(generateKeyPairSync('ed25519').privateKey);

const one = ({ key }: Signer) => ({ keys: [key], threshold: 1 });

function signed<Kind extends Signed>(metadata: Kind, ...signers: readonly Signer[]): Kind {
  for (const { sign } of signers) metadata.sign(sign);
  return metadata;
}

interface FileOptions {
  signer?: Signer | undefined;
  /** By default the next one. */
  version?: number;
  /** How many hours the file is valid for. By default a day. */
  hours?: number;
}

export class MetadataSite {
  /** The files of registry/tuf by name: '2.catalog.json'. */
  readonly files = new Map<string, string>();
  readonly roots: readonly [Signer, Signer, Signer] = [newSigner(), newSigner(), newSigner()];
  /** The key of timestamp, snapshot and live record. */
  service = newSigner();
  readonly teams: Readonly<Record<string, Signer>>;
  /** The newest version of each file that a snapshot lists, by role. */
  readonly versions: Record<string, number> = {};

  /** @param apps they get a key each, and vouch for nothing yet. Two of three keys of the root sign */
  constructor(apps: readonly string[]) {
    this.teams = Object.fromEntries(apps.map((app) => [app, newSigner()]));
    this.putRoot({ version: 1 });
    this.putTargets();
  }

  /** Names the keys of the apps, and of the live record. */
  putTargets(): void {
    const delegated = Object.fromEntries(Object.entries(this.teams).map(([app, signer]) => [app, one(signer)]));
    const head = this.head('targets', {});
    const targets = appsOf(head, delegated, one(this.service));
    this.put(`${head.version}.targets`, signed(targets, this.roots[0], this.roots[1]));
  }

  put(name: string, metadata: Signed): void {
    this.files.set(`${name}.json`, fileOf(metadata).toString());
  }

  /** @param signers by default two keys of the root */
  putRoot({ version, signers = this.roots.slice(0, 2) }: { version: number; signers?: readonly Signer[] }): void {
    const threshold = { keys: this.roots.map(({ key }) => key), threshold: 2 };
    const online = one(this.service);
    const root = rootOf(headOf(version, 24 * 365), {
      root: threshold,
      targets: threshold,
      snapshot: online,
      timestamp: online,
    });
    this.put(`${version}.root`, signed(root, ...signers));
  }

  /** An app, or the live record, vouches for these files and no others. */
  vouch(role: string, files: readonly FileInfo[], { signer, ...options }: FileOptions = {}): void {
    const head = this.head(role, options);
    const own = role === LIVE ? this.service : (this.teams[role] ?? this.service);
    this.put(`${head.version}.${role}`, signed(targetsOf(head, files), signer ?? own));
  }

  /** Signs a snapshot of the versions, and the timestamp that leads to it. */
  publish({ signer = this.service, hours = 24, version }: FileOptions = {}): void {
    const next = version ?? this.published + 1;
    this.published = next;
    const snapshot = signed(snapshotOf(headOf(next, hours), this.versions), signer);
    this.put(`${next}.snapshot`, snapshot);
    const timestamp = timestampOf(headOf(next, hours), { version: next, content: fileOf(snapshot) });
    this.put('timestamp', signed(timestamp, signer));
  }

  /** The version of the newest snapshot and timestamp. */
  private published = 0;

  private head(role: string, { version, hours = 24 }: FileOptions) {
    const next = version ?? (this.versions[role] ?? 0) + 1;
    this.versions[role] = next;
    return headOf(next, hours);
  }
}

const headOf = (version: number, hours: number) => ({ version, expires: new Date(Date.now() + hours * HOUR_MS) });
