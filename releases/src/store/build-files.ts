/** The files of one build, in its folder or where they wait for a release. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Build } from './snapshot';
import type { Target } from './targets/target';

export interface BuildFiles {
  /** The name of every file. */
  list(): Promise<readonly string[]>;
  /** @param name with / between folders @returns null: the build does not have it */
  read(name: string): Promise<Buffer | null>;
  /** Bytes of a file. @returns null: the build does not have it */
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

/** The files of a folder and of those in it, with / between folders; none where there is no such folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = (await ifThere(readdir(folder, { withFileTypes: true, recursive: true }))) ?? [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
    .map((file) => file.split(path.sep).join('/'));
}

/** @param folder the one with the build's files */
export const filesOfFolder = (folder: string): BuildFiles => ({
  list: () => filesIn(folder),
  read: (name) => ifThere(readFile(path.join(folder, name))),
  sizeOf: async (name) => (await ifThere(stat(path.join(folder, name))))?.size ?? null,
});

/**
 * The target as it will be with these builds, for what has to be read of them before any file is written.
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
