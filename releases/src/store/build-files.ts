/** Reads the files of one build, in its folder or while they wait for a release. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Build } from './snapshot';
import type { Target } from './targets/target';

export interface BuildFiles {
  /** Lists the names of all files. */
  list(): Promise<readonly string[]>;
  /** @param name with / between folders @returns null if the build does not have the file */
  read(name: string): Promise<Buffer | null>;
  /** The number of bytes of a file. @returns null if the build does not have it */
  sizeOf(name: string): Promise<number | null>;
}

/** @returns null for a file that does not exist */
async function ifThere<Value>(value: Promise<Value>): Promise<Value | null> {
  try {
    return await value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Lists the files of a folder and of its subfolders, with / between folders. The list is empty if there is no such folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = (await ifThere(readdir(folder, { withFileTypes: true, recursive: true }))) ?? [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
    .map((file) => file.split(path.sep).join('/'));
}

/** @param folder the folder with the build's files */
export const filesOfFolder = (folder: string): BuildFiles => ({
  list: () => filesIn(folder),
  read: (name) => ifThere(readFile(path.join(folder, name))),
  sizeOf: async (name) => (await ifThere(stat(path.join(folder, name))))?.size ?? null,
});

/**
 * Shows a build with another file, or without it.
 * @param content null leaves the file out
 */
export const withFile = (files: BuildFiles, file: string, content: Buffer | null): BuildFiles => ({
  list: async () => [...(await files.list()).filter((name) => name !== file), ...(content ? [file] : [])],
  read: async (name) => (name === file ? content : files.read(name)),
  sizeOf: async (name) => (name === file ? (content?.length ?? null) : files.sizeOf(name)),
});

/**
 * Shows the target as it will be with these builds, for checks that read a build before any file is written.
 * @param builds with their files
 */
export function withFilesOf<Kind extends Target>(
  target: Kind,
  builds: readonly (Build & { files: BuildFiles })[],
): Kind {
  return {
    ...target,
    async read(name) {
      const build = builds.find(({ part, version }) => name.startsWith(`${part}/${version}/`));
      const body = build && (await build.files.read(name.slice(`${build.part}/${build.version}/`.length)));
      return body ? { body, text: body.toString(), tag: '' } : await target.read(name);
    },
  };
}
