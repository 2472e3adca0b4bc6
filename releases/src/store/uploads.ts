/** Receives builds file by file. A file is stored under its hash. Nothing goes live by that. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { type BuildRecord, buildRecordOf } from '../model/schemas';
import type { BuildUpload } from '../model/service';
import type { BuildFiles } from './build-files';
import { filesWithHashes, publishFiles, publishMaps, RECORD, type Source } from './publish';
import { readLive } from './read-live';
import { type Build, versionIn } from './snapshot';
import { mapsOf } from './source-maps';
import { ReleaseRefused } from './store';
import { folderTarget } from './targets/folder';
import type { Target } from './targets/target';

/** The most bytes of a build's record. Each page has the record in its snapshot, and each release reads it. A record of 8 KB is large. */
const MOST_RECORD_BYTES = 256 * 1024;

/**
 * The most bytes of files that wait for a release: of all owners together, and of one owner, so that none keeps the others from releasing.
 */
const MOST_BYTES = 1024 * 1024 * 1024;
const MOST_OWN_BYTES = 250 * 1024 * 1024;
/** The time between two sweeps of the files, in milliseconds. Files that are added between two sweeps are counted. */
const SWEEP_MS = 600_000;
/** The time after which a file is deleted if no release came for it, in milliseconds. */
const LIFETIME_MS = 24 * 3_600_000;
/** The time after which a file is deleted if its release was made, in milliseconds. */
const RELEASED_LIFETIME_MS = 3_600_000;

/** The most versions whose files are remembered by their hash: the live ones of a site, and those that are being released. */
const MOST_HASHED = 50;

type UploadedFile = BuildUpload['files'][number];

interface FoundFiles extends BuildFiles {
  /** @returns null if no place has the bytes of the file's hash. Damaged uploads are deleted by that. */
  find: (name: string) => Promise<Required<Source> | null>;
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

export class Uploads {
  private readonly folder: string;
  private swept: { at: number; bytes: Map<string, number> } | null = null;
  private readonly files;
  /** The hashes of the files of the versions that were compared last, by folder. */
  private readonly hashed = new Map<string, ReadonlyMap<string, string>>();

  /**
   * Each method names the owner, which is the folder of the uploads of one token.
   * @param site the folder of the site. Uploads are in a folder of it that no server serves
   */
  constructor(private readonly site: string) {
    this.folder = path.join(site, '.uploads');
    this.files = folderTarget(this.folder);
  }

  /**
   * @returns the hashes of the files that the site has neither as an upload nor in this build or the app's live build
   * @throws {ReleaseRefused} if the upload says another size of a file that the site has
   */
  async missing(target: Target, owner: string, upload: BuildUpload): Promise<string[]> {
    await this.sweep();
    const build = { part: upload.app, version: upload.version };
    const known = new Set(await readdir(path.join(this.folder, owner)).catch(() => []));
    const wanted = [...upload.files, ...upload.maps];
    let published = await this.publishedFiles(target, build);
    if (!(await areThere(published, wanted))) {
      this.forget(upload.app);
      published = await this.publishedFiles(target, build);
    }
    const missing = new Set<string>();
    for (const files of [upload.files, upload.maps]) {
      const isHere = ({ sha256 }: UploadedFile) => known.has(sha256) || published.has(sha256);
      const found = await this.filesOf(target, owner, { ...upload, files });
      const damaged = await withoutTheirBytes(found, files.filter(isHere));
      for (const file of [...files.filter((each) => !isHere(each)), ...damaged]) missing.add(file.sha256);
    }
    return [...missing];
  }

  /** @throws {ReleaseRefused} if the bytes have another hash, or too many are stored */
  async add(owner: string, sha256: string, content: Buffer): Promise<void> {
    if (hashOf(content) !== sha256) throw new ReleaseRefused([`The bytes sent as ${sha256} have another hash.`]);
    const bytes = await this.sweep();
    const own = bytes.get(owner) ?? 0;
    const all = [...bytes.values()].reduce((sum, each) => sum + each, 0);
    if (own + content.length > MOST_OWN_BYTES)
      throw new ReleaseRefused([
        `The files of this token that wait for a release would have more than ${MOST_OWN_BYTES / 1024 / 1024} MB. They are deleted an hour after their release, or after a day.`,
      ]);
    if (all + content.length > MOST_BYTES)
      throw new ReleaseRefused(['Too many uploaded files wait for a release. They are deleted after a day.']);
    // The bytes are counted before the file is written, since other files arrive meanwhile.
    bytes.set(owner, own + content.length);
    if (!(await this.files.writeIfAbsent(`${owner}/${sha256}`, content))) addTo(bytes, owner, -content.length);
  }

  /**
   * Checks that all files have arrived. Nothing is written.
   * @returns the record, and the waiting files
   * @throws {ReleaseRefused} with every reason
   */
  async open(target: Target, owner: string, upload: BuildUpload): Promise<{ record: BuildRecord; files: BuildFiles }> {
    const { app: part, version, maps } = upload;
    const files = await this.filesOf(target, owner, upload);
    await requireArrived(files, upload.files);
    await requireArrived(await this.filesOf(target, owner, { ...upload, files: maps }), maps);
    return { record: recordIn(await files.read(RECORD), { part, version }), files };
  }

  /**
   * Writes the source maps of the build, and then the build, to the target. Nothing goes live by that.
   * @throws {ReleaseRefused} if a file has gone meanwhile, or the target has other bytes
   */
  async publish(target: Target, owner: string, upload: BuildUpload): Promise<void> {
    const { app: part, version, maps } = upload;
    const build = { part, version };
    const namesOf = (listed: BuildUpload['files']) => listed.map(({ name }) => name);
    const sourcesOf = async (listed: BuildUpload['files']) => {
      const files = await this.filesOf(target, owner, { ...upload, files: listed });
      return async (name: string) => {
        const found = await files.find(name);
        if (!found) throw absent([name]);
        return found;
      };
    };
    await publishMaps(target, build, namesOf(maps), await sourcesOf(maps));
    await publishFiles(target, build, namesOf(upload.files), await sourcesOf(upload.files));
  }

  /** Finds the files of a build where they are now. A file with other bytes than its hash says counts as missing. */
  private async filesOf(target: Target, owner: string, { app, version, files }: BuildUpload): Promise<FoundFiles> {
    const published = await this.publishedFiles(target, { part: app, version });
    const hashes = new Map(files.map(({ name, sha256 }) => [name, sha256]));
    const placesOf = (name: string) => {
      const sha256 = hashes.get(name);
      if (sha256 === undefined) return [];
      const known = published.get(sha256);
      return [path.join(this.folder, owner, sha256), ...(known ? [known] : [])];
    };
    const find = async (name: string) => {
      for (const file of placesOf(name)) {
        const content = await readFile(file).catch(() => null);
        if (content && hashOf(content) === hashes.get(name)) return { content, file };
        // The damaged file is deleted, so that its sender is asked for it again. The folder of a version keeps its own link.
        if (content && path.dirname(file) === path.join(this.folder, owner)) await rm(file, { force: true });
      }
      // A published file with other bytes than it had is asked for again in the same way.
      if (published.has(hashes.get(name) ?? '')) this.forget(app);
      return null;
    };
    return {
      find,
      list: async () => files.map(({ name }) => name),
      async read(name) {
        if (!hashes.has(name)) return null;
        const found = await find(name);
        // The sender can send the file again.
        if (!found) throw absent([name]);
        return found.content;
      },
      async sizeOf(name) {
        for (const place of placesOf(name)) {
          const found = await stat(place).catch(() => null);
          if (found) return found.size;
        }
        return null;
      },
    };
  }

  /** Lets the files of a build that waits for people stay for a whole day from now. */
  async retain(owner: string, { files, maps }: BuildUpload, now = new Date()): Promise<void> {
    for (const sha256 of new Set([...files, ...maps].map((file) => file.sha256)))
      await utimes(path.join(this.folder, owner, sha256), now, now).catch(() => {});
  }

  /**
   * Lets the files of a live build be deleted in an hour, since the folder of its version has them. They stay for that hour, because
   * another release of the owner that shares a file may be under way.
   */
  async release(owner: string, { files, maps }: BuildUpload, now = Date.now()): Promise<void> {
    const since = new Date(now - LIFETIME_MS + RELEASED_LIFETIME_MS);
    for (const sha256 of new Set([...files, ...maps].map((file) => file.sha256)))
      await utimes(path.join(this.folder, owner, sha256), since, since).catch(() => {});
  }

  /** Deletes the files that no release came for. @returns the number of stored bytes, by owner */
  private async sweep(now = Date.now()): Promise<Map<string, number>> {
    if (this.swept && now - this.swept.at < SWEEP_MS) return this.swept.bytes;
    const bytes = new Map<string, number>();
    this.swept = { at: now, bytes };
    for (const entry of await readdir(this.folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const found = await stat(file).catch(() => null);
      if (found && found.mtimeMs < now - LIFETIME_MS) await rm(file, { force: true });
      else addTo(bytes, path.relative(this.folder, entry.parentPath), found?.size ?? 0);
    }
    return bytes;
  }

  /** Finds the files and maps of the app's live build, and of this build if it was released before, by their hash. */
  private async publishedFiles(target: Target, { part, version }: Build): Promise<Map<string, string>> {
    const live = versionIn((await readLive(target)).snapshot, part);
    const found = new Map<string, string>();
    for (const each of new Set(live === undefined ? [version] : [live, version]))
      for (const [sha256, file] of await this.filesOfVersion({ part, version: each })) found.set(sha256, file);
    return found;
  }

  /** Makes the versions of the app be hashed again, since one of their files was lost or has other bytes. */
  private forget(app: string): void {
    for (const folder of this.hashed.keys())
      if (path.dirname(folder) === path.join(this.site, app)) this.hashed.delete(folder);
  }

  /**
   * Hashes the files of a version. A version with its record never changes, and its maps come before the record, so the hashes of all files
   * are remembered.
   */
  private async filesOfVersion({ part, version }: Build): Promise<ReadonlyMap<string, string>> {
    const folder = path.join(this.site, part, version);
    const isWhole = await stat(path.join(folder, 'build.json')).then(
      () => true,
      () => false,
    );
    const known = this.hashed.get(folder);
    if (isWhole && known) return known;
    const files = new Map<string, string>();
    for (const each of [folder, path.join(this.site, mapsOf({ part, version }))]) {
      const listed = await filesWithHashes(each).catch(() => []);
      for (const { name, sha256 } of listed) files.set(sha256, path.join(each, name));
    }
    this.hashed.delete(folder);
    const [oldest] = this.hashed.keys();
    if (oldest && this.hashed.size >= MOST_HASHED) this.hashed.delete(oldest);
    if (isWhole) this.hashed.set(folder, files);
    return files;
  }
}

/** Tells whether each wanted file that was published still has its size. */
async function areThere(published: ReadonlyMap<string, string>, wanted: readonly UploadedFile[]): Promise<boolean> {
  const found = await Promise.all(
    wanted.map(async ({ sha256, size }) => {
      const file = published.get(sha256);
      return file === undefined || (await stat(file).catch(() => null))?.size === size;
    }),
  );
  return found.every(Boolean);
}

const addTo = (sums: Map<string, number>, key: string, more: number) => sums.set(key, (sums.get(key) ?? 0) + more);

const absent = (names: readonly string[]) =>
  new ReleaseRefused([`Not all files have arrived: ${names.join(', ')}. Send them again.`]);

/** @throws {ReleaseRefused} with the names of files that are missing, or have another size than the upload says */
async function requireArrived(files: FoundFiles, listed: readonly UploadedFile[]): Promise<void> {
  const missing = await withoutTheirBytes(files, listed);
  if (missing.length > 0) throw absent(missing.map(({ name }) => name));
}

/**
 * Finds the files that have to be sent, again or for the first time.
 * @throws {ReleaseRefused} if the bytes of a file are here, and their number is not the one that the upload says: sending them again would
 *   change nothing
 */
async function withoutTheirBytes(files: FoundFiles, listed: readonly UploadedFile[]): Promise<UploadedFile[]> {
  const sizes = await Promise.all(listed.map(({ name }) => files.sizeOf(name)));
  const missing: UploadedFile[] = [];
  const mistaken: string[] = [];
  // The bytes are read one file at a time, since a build may have 60 MB.
  for (const [index, file] of listed.entries()) {
    if (sizes[index] === file.size) continue;
    const found = await files.find(file.name);
    if (!found) missing.push(file);
    else if (found.content.length !== file.size)
      mistaken.push(`${file.name} has ${found.content.length} bytes, and not ${file.size} as the upload says.`);
  }
  if (mistaken.length > 0) throw new ReleaseRefused(mistaken);
  return missing;
}

function recordIn(content: Buffer | null, { part, version }: Build): BuildRecord {
  if (!content) throw new ReleaseRefused([`The build of ${part} has no build.json.`]);
  if (content.length > MOST_RECORD_BYTES)
    throw new ReleaseRefused([
      `build.json of ${part} ${version} has ${content.length} bytes, of at most ${MOST_RECORD_BYTES}.`,
    ]);
  let record: BuildRecord;
  try {
    record = buildRecordOf(JSON.parse(content.toString()), 'build.json');
  } catch (error) {
    throw new ReleaseRefused([(error as Error).message]);
  }
  if (record.part === part && record.version === version) return record;
  throw new ReleaseRefused([`build.json is of ${record.part} ${record.version}, and not of ${part} ${version}.`]);
}
