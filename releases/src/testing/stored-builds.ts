/** Writes builds into a folder for tests, with what they take or offer. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildRecord } from '../model/schemas';

/**
 * Writes a build into a folder, as a build process does.
 * @param surface the content of its `surface.json`; by default, it has none
 * @returns its record
 */
export async function writeBuild<Build extends BuildRecord>(
  folder: string,
  build: Build,
  surface?: object,
): Promise<Build> {
  const text = surface && JSON.stringify(surface);
  const record = text ? { ...build, surface: `sha256-${createHash('sha256').update(text).digest('base64')}` } : build;
  const directory = path.join(folder, build.part, build.version);
  await mkdir(directory, { recursive: true });
  if (text) await writeFile(path.join(directory, 'surface.json'), text);
  await writeFile(path.join(directory, 'build.json'), JSON.stringify(record));
  return record;
}
