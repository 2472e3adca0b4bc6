/**
 * Remembers the newest root of each site in a file of the team's repository: `{"https://food.example/": {"version": 3, "sha256": "…"}}`. So
 * who owns a site's server cannot give a team's machine a root of his own, and with it keys that no holder of the root's keys has named.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { Metadata, Root } from '@tufjs/models';
import { z } from 'zod';
import type { Target } from './targets/target';
import { readRoots } from './tuf-files';

const knownRoots = z.record(
  z.string(),
  z.strictObject({ version: z.int().positive(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
);

/** @throws with a sentence for a file that is malformed, since without it any root would be accepted */
async function readKnown(file: string): Promise<z.infer<typeof knownRoots>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    return knownRoots.parse(JSON.parse(text));
  } catch {
    throw new Error(`${file} is malformed. Take it from the history of the repository.`);
  }
}

/**
 * Reads the newest root of a site, and remembers it.
 * @param file the file of known roots. Null asks for no memory, as where the site itself reads its root. A folder needs none: who can change
 *   it can change this file
 * @returns null for a site that never had a root
 * @throws if the root that was seen last is not among those that lead to the newest one
 */
export async function readKnownRoot(target: Target, file: string | null): Promise<Metadata<Root> | null> {
  const roots = await readRoots(target);
  const newest = roots.at(-1);
  if (file === null || !target.isStaticHost) return newest?.metadata ?? null;
  const all = await readKnown(file);
  const known = all[target.place];
  if (known && roots[known.version - 1]?.sha256 !== known.sha256)
    throw new Error(
      `The root of ${target.place} does not follow from root ${known.version}, which ${file} remembers. Nothing was signed. Ask the operator by another way than the site. Only if it was set up anew, delete its entry.`,
    );
  if (!newest) return null;
  const { sha256, metadata } = newest;
  const { version } = metadata.signed;
  if (known?.version !== version)
    await writeFile(file, `${JSON.stringify({ ...all, [target.place]: { version, sha256 } }, null, 2)}\n`);
  return metadata;
}
