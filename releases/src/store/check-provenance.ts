/** Checks the provenance of a build at the site that releases it. */
import type { Key } from '@tufjs/models';
import type { BuildFiles } from './build-files';
import {
  digestsOf,
  MOST_PROVENANCE_BYTES,
  PROVENANCE,
  type Provenance,
  problemsWithRun,
  type RunClaims,
  verifyProvenance,
} from './provenance';
import type { Build } from './snapshot';
import type { Target } from './targets/target';
import { provenanceKeysOf } from './team-metadata';

interface ProvenanceOptions {
  /** The site's own keys, for a site whose metadata do not name them yet. */
  own: readonly Key[];
  /** As in `readKnownRoot`. */
  knownRoots?: string | null | undefined;
}

/** Reads and verifies the provenance of a build, with the keys that the target names. */
export async function readProvenance(
  target: Target,
  { part, version }: Build,
  files: BuildFiles,
  { own, knownRoots = null }: ProvenanceOptions,
): Promise<Provenance> {
  const size = await files.sizeOf(PROVENANCE);
  if (size === null) return { state: 'missing' };
  if (size > MOST_PROVENANCE_BYTES)
    return { state: 'wrong', problem: `has ${size} bytes, of at most ${MOST_PROVENANCE_BYTES}` };
  return verifyProvenance(await files.read(PROVENANCE), {
    build: { part, version },
    digests: await digestsOf(files),
    keys: await provenanceKeysOf(target, part, { own, knownRoots }),
  });
}

export interface CheckedProvenance extends ProvenanceOptions {
  /** What the issuer states of the CI run that sent the build, if a run did. */
  claims?: RunClaims | undefined;
}

/** Lists the reasons why a build must not be released with its provenance. It may have none. */
export async function problemsOfProvenance(
  target: Target,
  build: Build,
  files: BuildFiles,
  { claims, ...options }: CheckedProvenance,
): Promise<string[]> {
  const found = await readProvenance(target, build, files, options);
  switch (found.state) {
    case 'missing':
      return [];
    case 'wrong':
      return [`${PROVENANCE} of ${build.part} ${build.version} ${found.problem}.`];
    case 'signed':
      return claims ? problemsWithRun(build, found.origin, claims) : [];
  }
}
