/** Says whether browsers can verify what is live in the folder of a site, and which roles people have to sign again soon. */
import { folderTarget } from '../store/targets/folder';
import { endingRoles } from '../store/tuf';
import { readPublished, readRoot } from '../store/tuf-files';

/** The state of a site's metadata, for an operator. */
export interface MetadataState {
  /** False for a site whose first release with metadata has yet to come. */
  hasRoot: boolean;
  /** The end of the timestamp, ISO 8601. Null if no key of the root signed one. */
  signedUntil: string | null;
  /** One sentence for each problem, with the step that mends it. */
  problems: string[];
}

/** @throws if the folder cannot be read */
export async function metadataStateIn(distDir: string, now: Date): Promise<MetadataState> {
  const target = folderTarget(distDir);
  const root = await readRoot(target);
  if (!root) return { hasRoot: false, signedUntil: null, problems: [] };
  const { timestamp } = await readPublished(target, root);
  const signedUntil = timestamp?.signed.expires ?? null;
  const problems = (await endingRoles(target, now)).map(
    ({ role, expires }) =>
      `The role ${role} ends on ${expires.slice(0, 10)}: its holders sign it again (docs/release-keys.md, Renewal).`,
  );
  if (signedUntil === null)
    problems.unshift(
      'No timestamp is signed by a key of the root, so clients refuse what is live: npm run keys -- renew',
    );
  else if (Date.parse(signedUntil) <= now.getTime())
    problems.unshift(
      `The timestamp ended at ${signedUntil}, so clients refuse what is live after the grace time. The API renews it while it runs: look for 'registry' in its log. By hand: npm run keys -- renew`,
    );
  return { hasRoot: true, signedUntil, problems };
}
