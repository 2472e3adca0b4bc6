/** Takes the source maps out of a build. No visitor requests them, but reports of errors are read with them. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { filesIn } from '../store/build-files';
import { mapsOf } from '../store/source-maps';
import { root } from './apps';
import type { BuildOrder } from './build-apps';

const mapSchema = z.looseObject({ sources: z.array(z.string()) });

/**
 * @param source webpack's name for it: 'webpack://foodhall/catalog/./src/menu/menu.tsx'
 * @param folder the app's folder in its repository, 'remotes/catalog'; '' where the app is a repository of its own
 * @returns the path in the repository; a source outside it keeps its name
 */
export function sourcePath(source: string, folder: string): string {
  const [, name = source] = /^webpack:\/\/foodhall\/[^/]+\/([^?]*)/.exec(source) ?? [];
  if (!name.startsWith('.')) return name;
  return path.posix.join(folder, name).replace(/^(\.\.\/)+/, '');
}

/**
 * Moves the maps of the scripts into the folder for maps, and deletes the maps of styles.
 * @param output the folder with the new build
 */
export async function takeMaps({ part, version, out, directory }: BuildOrder, output: string): Promise<void> {
  const maps = path.join(out, mapsOf({ part, version }));
  const draft = path.join(path.dirname(maps), `.${version}-${process.pid}`);
  const relative = path.relative(root, directory).split(path.sep).join('/');
  const folder = relative.startsWith('..') ? '' : relative;
  await mkdir(draft, { recursive: true });
  try {
    for (const file of await filesIn(output)) {
      if (!file.endsWith('.map')) continue;
      if (file.endsWith('.js.map')) {
        const map = mapSchema.parse(JSON.parse(await readFile(path.join(output, file), 'utf8')));
        const sources = map.sources.map((source) => sourcePath(source, folder));
        await mkdir(path.dirname(path.join(draft, file)), { recursive: true });
        await writeFile(path.join(draft, file), JSON.stringify({ ...map, sources }));
      }
      await rm(path.join(output, file));
    }
    // Another process may have built the same sources meanwhile; its maps are as good.
    await rename(draft, maps).catch((error) => {
      if (!existsSync(maps)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
