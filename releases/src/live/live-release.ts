/** Reads the live release from the registry on disk. The registry has a pointer that moves, and snapshots that never change. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from 'core/errors';
import type { Log } from 'core/log';
import {
  type HostRelease,
  type LimitedRelease,
  type Pointer,
  pointerOf,
  type RemoteRelease,
  remoteReleaseSchema,
  type Snapshot,
  snapshotOf,
} from '../model/schemas';
import { hasIntegrity } from '../store/integrity';
import { requireReleased } from '../store/released-files';
import { buildsOf } from '../store/snapshot';

/** A snapshot with a shell. Without a shell there is no page. */
export type LiveSnapshot = Snapshot & { host: HostRelease };

export interface Release {
  name: string;
  /** The unchanged text of the snapshot's file. `signature` is its signature in base64. */
  text: string;
  signature: string;
  snapshot: LiveSnapshot;
  /** The recalled builds, 'catalog@1.0.0-3f9a01c2'. No page may run them any more. */
  recalled: readonly string[];
  /** The releases that attacked visitors. It is undefined if none has. */
  malicious: Pointer['malicious'];
  /** Reads the page of a shell, before anything is put into it. */
  pageOf: (host: HostRelease) => Promise<string>;
  /** The folder of the live shell. */
  hostDirectory: string;
  /** The version in the page's label and in meta.json, '2.2.63'. */
  version: string;
}

/** The most snapshots whose answer is remembered: as many as the pages of a busy day come from. Others are read again each time. */
const MAX_JUDGED = 200;

export class LiveRelease {
  /** The release for the visitors of each channel that the snapshot names. */
  private readonly ofChannels = new WeakMap<Release, Map<string, Promise<Release>>>();
  private readonly judged = new WeakMap<Release, Map<string, Promise<boolean>>>();
  private stamp: string | null = null;
  private release: Promise<Release | null> = Promise.resolve(null);
  /** The last release that could be read. */
  private known: Release | null = null;

  constructor(
    private readonly distDir: string,
    private readonly log: Log,
  ) {}

  /**
   * Reads the live release again whenever the pointer has changed, so that a release or a rollback needs no restart. While a snapshot
   * cannot be read, it returns the release before.
   * @returns null before the first release
   */
  async current(): Promise<Release | null> {
    const pointer = join(this.distDir, 'registry/pointer.json');
    const file = await stat(pointer).catch(() => null);
    if (!file) return null;
    // A release writes another file and renames it into place, so the inode tells two releases of one millisecond apart.
    const stamp = `${file.ino} ${file.mtimeMs} ${file.size}`;
    if (stamp !== this.stamp) {
      this.stamp = stamp;
      const release = this.read(pointer);
      this.release = release;
      // If a release is only half copied, the next visitor reads it again.
      release.then(
        (read) => {
          this.known = read;
        },
        () => {
          if (this.release === release) this.stamp = null;
        },
      );
    }
    return this.release.catch((error: unknown) => {
      if (!this.known) throw error;
      this.log.error(
        { snapshot: this.known.name, reason: messageOf(error) },
        'site: the live snapshot cannot be read, so the one before it is served',
      );
      return this.known;
    });
  }

  /** Returns the release as a visitor of this channel gets it. The snapshot itself only refers to the records of a channel's releases. */
  async inChannel(release: Release, channel: string | undefined): Promise<Release> {
    const offers = release.snapshot.offers.filter((each) => channel !== undefined && each.channel === channel);
    if (channel === undefined || offers.every((each) => !('record' in each.release))) return release;
    const known = this.ofChannels.get(release) ?? new Map<string, Promise<Release>>();
    this.ofChannels.set(release, known);
    const made = known.get(channel) ?? this.withRecords(release, new Set(offers));
    known.set(channel, made);
    return await made;
  }

  private async withRecords(release: Release, wanted: ReadonlySet<LimitedRelease>): Promise<Release> {
    const offers = await Promise.all(
      release.snapshot.offers.map(async (each) => (wanted.has(each) ? await this.withRecord(each) : each)),
    );
    return { ...release, snapshot: { ...release.snapshot, offers } };
  }

  /** Adds the record of a channel's release. If the record cannot be read, the page gets none and reports that. */
  private async withRecord(limited: LimitedRelease): Promise<LimitedRelease> {
    const { part, release } = limited;
    if (!('record' in release)) return limited;
    try {
      const file = join(this.distDir, part, release.version, 'release.json');
      const content = await readFile(file);
      if (!hasIntegrity(content, release.record)) throw new Error(`${file} has other bytes than were released.`);
      const record = JSON.parse(content.toString()) as RemoteRelease;
      // The record is used as it is stored, so fields that this version does not know stay in it, as in a snapshot.
      remoteReleaseSchema.parse(record);
      return { ...limited, release: record };
    } catch (error) {
      this.log.warn({ remote: part, reason: messageOf(error) }, 'site: a release of a channel cannot be read');
      return limited;
    }
  }

  /**
   * Tells whether a page of this snapshot may run a recalled build. It returns true if the snapshot is unknown here.
   * @param name the name of a snapshot that is live or was live before
   */
  async isRecalled(name: string, release: Release): Promise<boolean> {
    if (name === release.name) return false;
    const known = this.judged.get(release) ?? new Map<string, Promise<boolean>>();
    this.judged.set(release, known);
    const verdict = known.get(name) ?? this.namesRecalled(name, release);
    if (known.size < MAX_JUDGED) known.set(name, verdict);
    return verdict;
  }

  private async namesRecalled(name: string, { recalled }: Release): Promise<boolean> {
    if (!/^[\w-]{1,64}$/.test(name)) return true;
    try {
      const { snapshot } = await this.snapshotNamed(name);
      return buildsOf(snapshot).some(({ part, version }) => recalled.includes(`${part}@${version}`));
    } catch {
      return true;
    }
  }

  private async snapshotNamed(name: string): Promise<{ text: string; snapshot: Snapshot }> {
    const file = join(this.distDir, 'registry', `${name}.json`);
    const text = await readFile(file, 'utf8');
    return { text, snapshot: snapshotOf(JSON.parse(text), file) };
  }

  private async read(pointer: string): Promise<Release | null> {
    const { current: name, recalled, malicious } = pointerOf(JSON.parse(await readFile(pointer, 'utf8')), pointer);
    const [{ text, snapshot: stored }, signature] = await Promise.all([
      this.snapshotNamed(name),
      readFile(join(this.distDir, 'registry', `${name}.sig`), 'utf8'),
    ]);
    const { host, ...snapshot } = stored;
    if (!host) return null;
    const directoryOf = ({ version }: HostRelease) => join(this.distDir, 'host', version);
    const pageOf = async (shell: HostRelease) => {
      const page = await readFile(join(directoryOf(shell), shell.html));
      requireReleased(shell, shell.html, page);
      return page.toString('utf8');
    };
    // Visitors must not get a shell whose page is missing.
    await pageOf(host);
    return {
      name,
      text,
      signature,
      snapshot: { ...snapshot, host },
      recalled,
      malicious,
      pageOf,
      hostDirectory: directoryOf(host),
      version: host.version.replace(/-[0-9a-f]+$/, ''),
    };
  }
}
