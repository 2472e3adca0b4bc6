/** Says whether browsers can verify what is live in the folder of a site, and which roles people have to sign again soon. */
import { updateMetadata } from '../model/metadata';
import { MetadataRefused } from '../model/metadata-signatures';
import type { Snapshot } from '../model/schemas';
import { sha256 } from '../model/sha256';
import { requireVouched } from '../model/vouched-builds';
import { hasIntegrity } from '../store/integrity';
import { readLive } from '../store/read-live';
import { folderTarget } from '../store/targets/folder';
import type { Target } from '../store/targets/target';
import { endingRoles } from '../store/tuf';
import { readPublished, readRoot, versioned } from '../store/tuf-files';

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
  const isOver = signedUntil !== null && Date.parse(signedUntil) <= now.getTime();
  if (signedUntil === null)
    problems.unshift(
      'No timestamp is signed by a key of the root, so clients refuse what is live: npm run keys -- renew',
    );
  // A timestamp that is over has its own sentence, so the rest is verified as if it were not.
  else problems.unshift(...(await verificationProblems(target, isOver ? 0 : now.getTime())));
  if (isOver)
    problems.unshift(
      `The timestamp ended at ${signedUntil}, so clients refuse what is live after the grace time. The API renews it while it runs: look for 'registry' in its log. By hand: npm run keys -- renew`,
    );
  return { hasRoot: true, signedUntil, problems };
}

/** Verifies the live snapshot by the metadata, as a browser does on its first visit. @param now the time in ms */
async function verificationProblems(target: Target, now: number): Promise<string[]> {
  const { pointer, snapshot } = await readLive(target);
  if (!pointer) return [];
  try {
    const first = await firstRoot(target, snapshot);
    const { live, vouched } = await updateMetadata({
      trusted: { root: first, timestamp: 0, snapshot: 0, files: {} },
      read: async (name, mostBytes) => {
        const file = await target.read(`registry/tuf/${name}`);
        if (file && file.body.length > mostBytes)
          throw new MetadataRefused(`${name} has more than ${mostBytes} bytes.`);
        return file?.text;
      },
      now,
      graceMs: 0,
    });
    const name = `registry/${pointer.current}.json`;
    const text = (await target.read(name))?.text ?? '';
    if (live.path !== name || live.sha256 !== (await sha256(text)))
      throw new MetadataRefused(`They name ${live.path}, and not ${name} as it is.`);
    await requireVouched(JSON.parse(text), vouched);
    return [];
  } catch (error) {
    if (!(error instanceof MetadataRefused)) throw error;
    return [
      `Browsers refuse the metadata of what is live: ${error.message} If the check 'registry' is wrong, mend that first. Then: npm run keys -- renew`,
    ];
  }
}

/** A first visit trusts the root that the snapshot names, if it names one. */
async function firstRoot(target: Target, { root }: Pick<Snapshot, 'root'>): Promise<string> {
  const name = versioned('root', root?.version ?? 1);
  const file = await target.read(name);
  if (!file || (root && !hasIntegrity(file.body, root.integrity)))
    throw new MetadataRefused(`${name} is not the root that the live snapshot names.`);
  return file.text;
}
