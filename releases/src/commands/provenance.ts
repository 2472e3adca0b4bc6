/** Signs the provenance of builds that were made here, where a key of their app is. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../build/apps';
import { buildSourceOf, sourceOf } from '../build/source';
import type { ReleaseSource } from '../model/service';
import { filesOfFolder } from '../store/build-files';
import { digestsOf, provenanceOf } from '../store/provenance';
import { RECORD } from '../store/publish';
import type { Build } from '../store/snapshot';
import type { Signer } from '../store/tuf-signer';

/** The content of the files, by app. */
export type Provenances = ReadonlyMap<string, Buffer>;

interface ProvenanceOptions {
  /** The folder with the builds. */
  out: string;
  /** The folder with the sources, if it is not this repository. */
  source?: string | undefined;
  /** The commit and the run. By default, git and the environment are asked. */
  described?: ReleaseSource | undefined;
  /** The keys that sign. Without one there is no provenance. */
  signers: readonly Signer[];
}

/** Signs from which source and by which run builds were made. */
export async function signProvenance(
  builds: readonly Build[],
  { out, source = root, described, signers }: ProvenanceOptions,
): Promise<Provenances> {
  const signed = new Map<string, Buffer>();
  if (signers.length === 0 || builds.length === 0) return signed;
  const from = described ?? (await sourceOf(source, undefined));
  const origin = await buildSourceOf(source, from, path.join(root, 'package-lock.json'));
  for (const build of builds) {
    const folder = path.join(out, build.part, build.version);
    const { mtime } = await stat(path.join(folder, RECORD));
    const digests = await digestsOf(filesOfFolder(folder));
    const made = { build, digests, origin: { ...origin, finishedAt: mtime.toISOString() } };
    signed.set(build.part, Buffer.from(provenanceOf(made, signers)));
  }
  return signed;
}
