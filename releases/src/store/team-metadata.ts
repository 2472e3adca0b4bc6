/** The metadata with which a team vouches for the builds of its app: made where the team's key is, and verified where they are published. */
import { type Key, Metadata, MetadataKind, type Root, type Targets } from '@tufjs/models';
import type { BuildRecord } from '../model/schemas';
import { readKnownRoot } from './known-roots';
import type { ProvenanceKeys } from './provenance';
import { readLive } from './read-live';
import { releaseText } from './snapshot';
import { ReleaseRefused } from './store';
import type { Target } from './targets/target';
import { signaturesOf } from './tuf-ceremony';
import { jsonOf, listedIn, type RoleFiles, readPublished, readRole, readRoot } from './tuf-files';
import { headAfter, LIVES, pathsByApp, recordPath, roleKeysIn, type TeamMetadata, wrongEnd } from './tuf-lists';
import { type FileInfo, fileOf, infoOf, type RoleKeys, rolesOf, targetsOf } from './tuf-roles';
import type { Signer } from './tuf-signer';

interface AppRole extends RoleFiles {
  /** Undefined if the roles of the site do not name the app. */
  role: RoleKeys | undefined;
  roles: Metadata<Targets>;
}

/**
 * @param root the newest one of the site, or null
 * @returns null for a site without roles
 */
async function readAppRole(target: Target, app: string, root: Metadata<Root> | null): Promise<AppRole | null> {
  if (!root) return null;
  const { snapshot } = await readPublished(target, root);
  const { newest: roles } = await readRole(target, root, 'targets', listedIn(snapshot, 'targets'));
  if (!roles) return null;
  return { roles, role: roleKeysIn(roles)[app], ...(await readRole(target, roles, app, listedIn(snapshot, app))) };
}

/**
 * Reads the keys that may sign the provenance of an app's builds: those that release the app, and those of the site.
 * @param options `own` are the site's keys where the target has no metadata yet; `knownRoots` as in `readKnownRoot`
 */
export async function provenanceKeysOf(
  target: Target,
  app: string,
  { own, knownRoots }: { own: readonly Key[]; knownRoots: string | null },
): Promise<ProvenanceKeys> {
  const root = await readKnownRoot(target, knownRoots);
  const site = root ? rolesOf(root).snapshot.keys : own;
  const role = (await readAppRole(target, app, root))?.role;
  return { site, app: role ?? { keys: site, threshold: 1 } };
}

interface VouchOptions {
  signers: readonly Signer[];
  /** The file with the roots that this repository has seen. The site's root has to follow from them. */
  knownRoots: string | null;
  now?: Date;
}

const signedBy = (metadata: Metadata<Targets>, signers: readonly Signer[]) => {
  for (const { sign } of signers) metadata.sign(sign);
  return metadata;
};

/**
 * Signs builds with the keys of their teams, where these are here.
 * @param signers an empty list signs nothing
 * @param knownRoots the file with the roots that this repository has seen, from which the site's root has to follow
 * @returns the text of the signed file, by app
 * @throws for one build whose app has other keys. Of several builds, those of other teams are left out
 */
export async function signBuilds(
  target: Target,
  records: readonly BuildRecord[],
  signers: readonly Signer[],
  knownRoots: string | null,
): Promise<Record<string, string>> {
  const signed: Record<string, string> = {};
  for (const record of signers.length > 0 ? records : []) {
    const { part, version } = record;
    const build = infoOf(recordPath(part, version), Buffer.from(releaseText(record)));
    const text = await vouchForRelease(target, part, [build], {
      signers,
      knownRoots,
      isOptional: records.length > 1,
    });
    if (text !== null) signed[part] = text;
  }
  return signed;
}

/**
 * Vouches for new builds of an app, and again for those that these keys have signed before and that a visitor still gets. A build that another
 * key made live is not added: who signs here has not seen it.
 * @param options `isOptional` leaves out an app of other keys
 * @returns the text of the signed file, or null for a site without roles
 * @throws if the site does not name these keys for the app
 */
async function vouchForRelease(
  target: Target,
  app: string,
  builds: readonly FileInfo[],
  { signers, knownRoots, now = new Date(), isOptional }: VouchOptions & { isOptional: boolean },
): Promise<string | null> {
  const found = await readAppRole(target, app, await readKnownRoot(target, knownRoots));
  if (!found) return null;
  const { role, newest, version } = found;
  if (isOptional && !role?.keys.some(({ keyID }) => signers.some(({ key }) => key.keyID === keyID))) return null;
  if (!role)
    throw new Error(
      `No role of ${target.place} names ${app}. The holders of the targets keys add it: npm run keys -- apps FILE --app ${app}=KEY`,
    );
  const own = signers.filter(({ key }) => role.keys.some(({ keyID }) => keyID === key.keyID));
  if (own.length < role.threshold)
    throw new Error(
      `${own.length} of the keys that sign here are keys of ${app} at ${target.place}, and ${role.threshold} have to be. npm run keys -- show lists them.`,
    );
  const live = pathsByApp((await readLive(target)).snapshot).get(app) ?? [];
  // A file of other keys is what the site says, and not what these keys have signed before.
  const earlier = newest && signaturesOf({ keys: own.map(({ key }) => key), threshold: 1 }, newest) > 0 ? newest : null;
  const signed = live.flatMap((path): FileInfo[] => {
    const file = earlier?.signed.targets[path];
    const isNew = builds.some((build) => build.path === path);
    return file?.hashes.sha256 && !isNew ? [{ path, length: file.length, sha256: file.hashes.sha256 }] : [];
  });
  return fileOf(signedBy(targetsOf(headAfter(version, now, LIVES.rolesMs), [...builds, ...signed]), own)).toString();
}

/**
 * Vouches for builds that the target has: all that a visitor gets, or the named versions.
 * @returns the signed file, and the versions
 * @throws if the target has no such build
 */
export async function vouchForLive(
  target: Target,
  app: string,
  { signers, knownRoots, versions, now = new Date() }: VouchOptions & { versions?: readonly string[] | undefined },
): Promise<{ text: string; versions: string[] }> {
  const live = pathsByApp((await readLive(target)).snapshot).get(app) ?? [];
  const paths = versions?.map((version) => `parts/${app}/${version}/release.json`) ?? live;
  if (paths.length === 0) throw new Error(`No visitor of ${target.place} gets ${app}. Name builds with --builds.`);
  const infos = await Promise.all(
    paths.map(async (path) => {
      const file = await target.read(path.slice('parts/'.length));
      if (!file) throw new Error(`${path} is not in ${target.place}.`);
      return infoOf(path, file.body);
    }),
  );
  const version = (await readAppRole(target, app, await readKnownRoot(target, knownRoots)))?.version ?? 0;
  const metadata = signedBy(targetsOf(headAfter(version, now, LIVES.rolesMs), infos), signers);
  return { text: fileOf(metadata).toString(), versions: paths.map((path) => path.split('/')[2] ?? '') };
}

/**
 * Verifies what teams sent with a release.
 * @param sent the text of the signed file, by app
 * @returns the metadata by app. Whether they vouch for the builds is decided when the release is planned
 * @throws {ReleaseRefused} if the keys of the app did not sign it, it skips a version, or it vouches for something else
 */
export async function acceptTeamMetadata(
  target: Target,
  sent: Readonly<Record<string, string>>,
  now = new Date(),
): Promise<TeamMetadata> {
  const accepted = new Map<string, Metadata<Targets>>();
  for (const [app, text] of Object.entries(sent)) {
    const found = await readAppRole(target, app, await readRoot(target));
    if (found) accepted.set(app, acceptedOf(app, text, found, now));
  }
  return accepted;
}

function acceptedOf(app: string, text: string, { roles, version, newest }: AppRole, now: Date): Metadata<Targets> {
  const refuse = (reason: string): never => {
    throw new ReleaseRefused([`The signed metadata of ${app} ${reason}`]);
  };
  const parse = (): Metadata<Targets> => {
    try {
      const metadata = Metadata.fromJSON(MetadataKind.Targets, jsonOf(text));
      roles.verifyDelegate(app, metadata);
      return metadata;
    } catch {
      return refuse('are not signed by enough of its keys.');
    }
  };
  const metadata = parse();
  const { signed } = metadata;
  const isRepeated = newest !== null && fileOf(newest).equals(fileOf(metadata));
  if (signed.version !== version + 1 && !isRepeated)
    refuse(`have version ${signed.version}, and the next is ${version + 1}. Release again, which signs them again.`);
  if (signed.delegations) refuse('name other keys.');
  const end = wrongEnd(signed, now);
  if (end !== null) refuse(`${end}. Release again, which signs them again.`);
  const other = Object.keys(signed.targets).find((path) => !path.startsWith(`parts/${app}/`));
  if (other !== undefined) refuse(`vouch for ${other}, which is not of ${app}.`);
  return metadata;
}
