/** Decides which builds need provenance, and signs that of builds that a run of a CI system sent without one of its own. */
import { createHash } from 'node:crypto';
import type { BuildUpload } from '../model/service';
import { PROVENANCE, provenanceOfRun, type RunClaims } from '../store/provenance';
import { ReleaseRefused } from '../store/store';
import type { Signer } from '../store/tuf-signer';

interface RunProvenance {
  claims: RunClaims;
  /** The site's own keys. */
  signers: readonly Signer[];
  /** Adds a file to the uploads. */
  add: (sha256: string, content: Buffer) => Promise<void>;
}

const hasProvenance = ({ files }: BuildUpload) => files.some(({ name }) => name === PROVENANCE);

/**
 * @param needing the apps that need provenance; '*' is every app
 * @throws {ReleaseRefused} for builds of these without
 */
export function requireProvenance(
  builds: readonly BuildUpload[],
  needing: readonly string[],
  place: string,
): readonly BuildUpload[] {
  const missing = builds.filter(
    (build) => !hasProvenance(build) && (needing.includes('*') || needing.includes(build.app)),
  );
  if (missing.length === 0) return builds;
  throw new ReleaseRefused(
    missing.map(
      ({ app, version }) =>
        `${app} ${version} has no provenance, which ${place} asks for: sign with a key of ${app} (--key), or release from a trusted workflow.`,
    ),
  );
}

/**
 * Adds to each build the statement that this run sent it. Its digests are those of the upload, with which the bytes are compared before
 * anything is written.
 */
export async function withRunProvenance(
  builds: readonly BuildUpload[],
  { claims, signers, add }: RunProvenance,
): Promise<BuildUpload[]> {
  return await Promise.all(
    builds.map(async (upload) => {
      const { app: part, version, files } = upload;
      if (hasProvenance(upload)) return upload;
      const digests = new Map(files.map(({ name, sha256 }) => [name, sha256]));
      const content = Buffer.from(provenanceOfRun({ build: { part, version }, digests, claims }, signers));
      const sha256 = createHash('sha256').update(content).digest('hex');
      await add(sha256, content);
      return { ...upload, files: [...files, { name: PROVENANCE, sha256, size: content.length }] };
    }),
  );
}
