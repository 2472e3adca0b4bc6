/** Copies the files of a build to a target, and writes the shell's page on a static host. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HostRelease } from '../model/schemas';
import { type Brand, WEB_MANIFEST, webManifest } from '../model/web-manifest';
import { filesIn } from './build-files';
import { PROVENANCE } from './provenance';
import { readLive } from './read-live';
import { requireReleased } from './released-files';
import type { Build } from './snapshot';
import { mapsOf } from './source-maps';
import { ReleaseRefused } from './store';
import { PointerMoved, type Target } from './targets/target';

/** Returns the sentence for a version of which the target has another build. */
export const otherBytesIn = ({ place }: Target, { part, version }: Build) =>
  `${part} ${version} is in ${place} already, with other bytes. A version never changes: raise it, or release the build that is there.`;

/**
 * Copies a build to the target. Its source maps go only to a folder, since a static host would serve them.
 * @param out the folder with the build, which may be the target's own
 * @param provenance the content of the file, which takes the place of the one in the folder: that may be for another site
 * @throws if the target has this version with other bytes
 */
export async function publishBuild(
  target: Target,
  out: string,
  build: Build,
  provenance: Buffer | null = null,
): Promise<void> {
  if (target.place !== out) {
    const folder = path.join(out, build.part, build.version);
    if (!target.isStaticHost) {
      const maps = path.join(out, mapsOf(build));
      await publishMaps(target, build, await filesIn(maps), sourcesIn(maps));
    }
    const names = (await filesIn(folder)).filter((name) => name !== PROVENANCE);
    await publishFiles(target, build, names, sourcesIn(folder));
  }
  if (provenance) await publishProvenance(target, build, { content: provenance });
}

/** A file of a build before it is in the target. */
export interface Source {
  content: Buffer;
  /** The file with this content, if it is on this machine and never changes. A target may link to it. */
  file?: string;
}

type SourceOf = (name: string) => Promise<Source>;

const add = async (target: Target, name: string, { content, file }: Source): Promise<boolean> =>
  file !== undefined && target.linkIfAbsent
    ? await target.linkIfAbsent(name, file)
    : await target.writeIfAbsent(name, content);

/** Writes the missing source maps. They come before the build, so a complete build has its maps. */
export async function publishMaps(
  target: Target,
  build: Build,
  names: readonly string[],
  sourceOf: SourceOf,
): Promise<void> {
  for (const name of names) await add(target, `${mapsOf(build)}/${name}`, await sourceOf(name));
}

/** Reads files of a working copy. These are copied, since they may change. */
const sourcesIn =
  (folder: string): SourceOf =>
  async (name) => ({ content: await readFile(path.join(folder, name)) });

/** Lists the files of a folder, each with its SHA-256 in hex and its size in bytes. */
export async function filesWithHashes(folder: string): Promise<{ name: string; sha256: string; size: number }[]> {
  return await Promise.all(
    (await filesIn(folder)).map(async (name) => {
      const content = await readFile(path.join(folder, name));
      return { name, sha256: createHash('sha256').update(content).digest('hex'), size: content.length };
    }),
  );
}

/** The file of a build that describes it. */
export const RECORD = 'build.json';

/**
 * Writes the missing files of a build, since the folder of a version never changes. build.json, which has the hash of every file, is
 * written last, so it proves that the folder is complete. The provenance follows it, since it names the record.
 * @throws {ReleaseRefused} if the target has this version with other bytes
 */
export async function publishFiles(
  target: Target,
  { part, version }: Build,
  names: readonly string[],
  sourceOf: SourceOf,
): Promise<void> {
  const published = await target.read(`${part}/${version}/${RECORD}`);
  if (published && !published.body.equals((await sourceOf(RECORD)).content))
    throw new ReleaseRefused([otherBytesIn(target, { part, version })]);
  const listed = names.filter((name) => name !== RECORD && name !== PROVENANCE);
  for (const file of published ? [] : [...listed, RECORD]) {
    const name = `${part}/${version}/${file}`;
    const { content, ...source } = await sourceOf(file);
    // The record is copied, so its file has the time of its release, by which builds are pruned.
    if (await add(target, name, file === RECORD ? { content } : { content, ...source })) continue;
    // A release that ended before its build.json left this file.
    if (!(await target.read(name))?.body.equals(content))
      throw new ReleaseRefused([otherBytesIn(target, { part, version })]);
  }
  if (names.includes(PROVENANCE)) await publishProvenance(target, { part, version }, await sourceOf(PROVENANCE));
}

/** Writes the provenance of a published build, unless it has one: the first one stays, since addresses of files never change their content. */
const publishProvenance = (target: Target, { part, version }: Build, source: Source): Promise<boolean> =>
  add(target, `${part}/${version}/${PROVENANCE}`, source);

/**
 * Writes the shell's page on a static host, which has no server for that. Each release does so, since the one before may have ended between
 * the pointer and the page. It writes the page of the live shell, also if another shell goes live meanwhile. The page contains no snapshot
 * and requests the pointer. If the page is a moment older than the pointer, it takes the previous releases that are compatible with it.
 * @throws if the page cannot be written. The release is live by then
 */
export async function publishPage(target: Target): Promise<void> {
  if (!target.isStaticHost) return;
  const liveHost = async () => (await readLive(target)).snapshot.host;
  try {
    let written: string | undefined;
    for (let host = await liveHost(); host && host.version !== written; host = await liveHost()) {
      await writePage(target, host);
      written = host.version;
    }
  } catch (error) {
    const reason = (error as { reason?: string }).reason ?? (error as Error).message;
    throw new Error(
      `The registry has moved, and the shell's page was not written: ${reason} The next release of any app writes it, also of a version that is live.`,
      { cause: error },
    );
  }
}

/**
 * Writes the page after the files that it names, and meta.json, which announces its version, after the page. A tab that finds a newer
 * version empties its caches and reloads once, and must not get the page before.
 */
async function writePage(target: Target, host: HostRelease): Promise<void> {
  const { version, html, embed } = host;
  const record = await target.read(`host/${version}/build.json`);
  const { fixed = [] } = record ? (JSON.parse(record.text) as { fixed?: string[] }) : {};
  const files: Record<string, string | undefined> = {
    ...Object.fromEntries([...fixed, 'sw.js'].map((name) => [name, name])),
    // embed.js finds the files of its version by itself, wherever it is served.
    'embed.js': embed,
    'index.html': html,
  };
  const bodies: [name: string, body: Buffer][] = [];
  for (const [name, file] of Object.entries(files)) {
    const found = file && (await target.read(`host/${version}/${file}`));
    if (!found) continue;
    requireReleased(host, file, found.body);
    bodies.push([name, found.body]);
  }
  for (const [name, body] of bodies) await replace(target, name, body);
  await replace(target, WEB_MANIFEST, Buffer.from(JSON.stringify(webManifest(await brandOf(target)))));
  await replace(target, 'meta.json', Buffer.from(JSON.stringify({ version: version.replace(/-[0-9a-f]+$/, '') })));
}

/** Reads the operator's config.json. An unreadable file stops no release, since the page itself reports it. */
async function brandOf(target: Target): Promise<Brand> {
  try {
    return JSON.parse((await target.read('config.json'))?.text ?? '{}') as Brand;
  } catch {
    return {};
  }
}

async function replace(target: Target, name: string, body: Buffer): Promise<void> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const known = await target.read(name);
    if (known?.body.equals(body)) return;
    try {
      await target.swap(name, body, known?.tag ?? null);
      return;
    } catch (error) {
      if (!(error instanceof PointerMoved)) throw error;
    }
  }
  throw new Error(`${name} was written by another process at the same moment, five times in a row.`);
}
