/** Publishes roots, roles of apps and builds of teams that were signed elsewhere: all of them, or none. */
import { isDeepStrictEqual } from 'node:util';
import { Metadata, MetadataKind, type Root, type Targets } from '@tufjs/models';
import { readLive } from './read-live';
import type { Authority } from './signing';
import { goLive } from './store';
import type { Target } from './targets/target';
import { planMetadata } from './tuf';
import { signaturesOf } from './tuf-ceremony';
import { falseKeyIdIn, jsonOf, listedIn, readPublished, readRole, readRoot, versioned } from './tuf-files';
import { roleKeysIn, wrongEnd } from './tuf-lists';
import { appsOf, fileOf, KeysMissing, LIVE, type RoleKeys, rolesOf, type Signed } from './tuf-roles';

/** A file that someone signed, with its name in messages. */
export interface SignedFile {
  file: string;
  text: string;
}

type Parsed = { file: string } & (
  | { kind: 'root'; metadata: Metadata<Root> }
  | { kind: 'targets'; metadata: Metadata<Targets> }
  | { kind: 'app'; app: string; metadata: Metadata<Targets> }
);

/**
 * Reads a signed file, or one that is to be signed.
 * @returns the metadata, and what they are about
 * @throws for any other file, for one in which a key has the id of another one, and for roles with other paths than those of each app
 */
export function parseSigned(signed: SignedFile): Parsed {
  const found = parseForm(signed);
  const id = falseKeyIdIn(found.metadata);
  if (id !== null)
    throw new Error(`${found.file} is forged: it gives the id ${id} to another key. Sign and publish nothing of it.`);
  if (found.kind === 'targets' && !hasUsualPaths(found.metadata))
    throw new Error(
      `${found.file} is forged: it has other paths than the builds of each app, or files of its own. Sign and publish nothing of it.`,
    );
  return found;
}

/** True if each role has the paths that `appsOf` gives it and nothing else is in the file, so that the list of roles and keys says all. */
function hasUsualPaths(metadata: Metadata<Targets>): boolean {
  const { signed } = metadata;
  const { [LIVE]: live, ...apps } = roleKeysIn(metadata);
  if (!live || Object.keys(signed.targets).length > 0) return false;
  const usual = appsOf({ version: signed.version, expires: new Date() }, apps, live);
  return isDeepStrictEqual(usual.signed.toJSON().delegations, signed.toJSON().delegations);
}

function parseForm({ file, text }: SignedFile): Parsed {
  try {
    const json = jsonOf(text);
    const type = (json.signed as { _type?: unknown })._type;
    if (type === 'root') return { file, kind: 'root', metadata: Metadata.fromJSON(MetadataKind.Root, json) };
    const metadata = Metadata.fromJSON(MetadataKind.Targets, json);
    if (metadata.signed.delegations) return { file, kind: 'targets', metadata };
    const [app] = [...new Set(Object.keys(metadata.signed.targets).map((name) => name.split('/')[1] ?? ''))];
    if (app) return { file, kind: 'app', app, metadata };
  } catch {
    // Its sentence would be about the form of JSON.
  }
  throw new Error(`${file} is no root, no roles of apps and no builds of a team. npm run keys lists what makes these.`);
}

/** The files by name in the target, in the order in which they can be written: a process that ends between them leaves the old root in force. */
type Pending = ReadonlyMap<string, { file: string; name: string; metadata: Signed }>;

/** Shows the target as it will be with the files. */
const withPending = (target: Target, pending: Pending): Target => ({
  ...target,
  async read(name) {
    const next = pending.get(name);
    if (!next) return await target.read(name);
    const body = fileOf(next.metadata);
    return { body, text: body.toString(), tag: '' };
  },
});

/** @throws unless enough of the keys signed the file */
function requireSignatures(file: string, whose: string, role: RoleKeys, metadata: Signed): void {
  const count = signaturesOf(role, metadata);
  if (count >= role.threshold) return;
  throw new Error(
    `${file} has ${count} of the ${role.threshold} signatures that ${whose} asks for. A holder of one of its keys adds one: npm run keys -- sign ${file} --key KEY`,
  );
}

/** @param next the version that the file must have */
function requireHead(file: string, { signed }: Signed, next: number, remake: string): void {
  if (signed.version !== next)
    throw new Error(
      `${file} has version ${signed.version}, and the next one of the site is ${next}. Make it from what the site has now: ${remake}`,
    );
  const end = wrongEnd(signed, new Date());
  if (end !== null) throw new Error(`The metadata in ${file} ${end}. Make it again: ${remake}`);
}

/**
 * Verifies the files against what the site has, and against each other.
 * @throws with a sentence for a file that a client would refuse
 */
async function verified(target: Target, files: readonly SignedFile[]): Promise<Pending> {
  const parsed = files.map(parseSigned);
  let root = await readRoot(target);
  const roots: Pending extends ReadonlyMap<string, infer Each> ? Each[] : never = [];
  for (const each of parsed.filter(({ kind }) => kind === 'root').sort((a, b) => versionOf(a) - versionOf(b))) {
    const { file, metadata } = each as Extract<Parsed, { kind: 'root' }>;
    const before = root;
    requireHead(file, metadata, (before?.signed.version ?? 0) + 1, `npm run keys -- root ${file}`);
    if (before) requireSignatures(file, `root ${before.signed.version}`, rolesOf(before).root, metadata);
    requireSignatures(file, `root ${metadata.signed.version}`, rolesOf(metadata).root, metadata);
    roots.push({ file, name: 'root', metadata });
    root = metadata;
  }
  if (!root) throw new Error(`${target.place} has no root: npm run keys -- init, or publish one with these files.`);
  const published = await readPublished(target, (await readRoot(target)) ?? root);
  const listed = (name: string) => listedIn(published.snapshot, name);
  const present = await readRole(target, root, 'targets', listed('targets'));
  let roles = present.newest;
  const apps: typeof roots = [];
  for (const { file, kind, metadata } of parsed) {
    if (kind !== 'targets') continue;
    requireHead(file, metadata, present.version + 1, `npm run keys -- apps ${file}`);
    requireSignatures(file, `the role targets of root ${root.signed.version}`, rolesOf(root).targets, metadata);
    apps.push({ file, name: 'targets', metadata });
    roles = metadata;
  }
  const teams: typeof roots = [];
  for (const each of parsed) {
    if (each.kind !== 'app') continue;
    const { file, app, metadata } = each;
    const role = roles && roleKeysIn(roles)[app];
    if (!role) throw new Error(`${file} is of ${app}, which the roles of the site do not name.`);
    const { version } = await readRole(target, root, app, listed(app));
    requireHead(file, metadata, version + 1, `npm run keys -- vouch ${app} ${file} --key KEY`);
    requireSignatures(file, `the role ${app}`, role, metadata);
    teams.push({ file, name: app, metadata });
  }
  return new Map(
    [...teams, ...apps, ...roots].map((each) => [versioned(each.name, each.metadata.signed.version), each]),
  );
}

const versionOf = ({ metadata }: Parsed) => metadata.signed.version;

/**
 * Publishes files that the holders of keys signed. Everything is verified before anything is written: the signatures, the versions, and that
 * the key here can sign what the site then has.
 * @returns the names of the new files in the target, and the given files that it had before
 * @throws with a sentence for each mistake, and nothing is written
 */
export async function publishSignedFiles(
  target: Target,
  files: readonly SignedFile[],
  authority: Authority,
): Promise<{ published: string[]; present: PresentFile[] }> {
  const { left, present } = await withoutPresent(target, files);
  const pending = await verified(target, left);
  const next = withPending(target, pending);
  const { pointer, snapshot } = await readLive(target);
  try {
    if (pointer) await goLive(next, [], { authority, isTrial: true });
    await planMetadata(next, { name: pointer?.current ?? null, snapshot }, authority);
  } catch (error) {
    if (!(error instanceof KeysMissing)) throw error;
    throw new Error(
      `Nothing was published, since clients would refuse what the site then has. ${error.message} Publish the files that belong together with one command.`,
    );
  }
  for (const [name, { file, metadata }] of pending) {
    if (!(await target.writeIfAbsent(name, fileOf(metadata))))
      throw new Error(`Another process has published ${name} meanwhile. Make ${file} again.`);
  }
  // The next snapshot names the root, so that browsers find it. Without a pointer there is nothing to publish yet.
  if (pointer) await goLive(target, [], { authority });
  return { published: [...pending.keys()], present };
}

/** A given file, and the file of the target with the same bytes. */
interface PresentFile {
  file: string;
  name: string;
}

/** Leaves out files that an earlier command has written already. */
async function withoutPresent(
  target: Target,
  files: readonly SignedFile[],
): Promise<{ left: SignedFile[]; present: PresentFile[] }> {
  const left: SignedFile[] = [];
  const present: PresentFile[] = [];
  for (const each of files) {
    const { kind, metadata, ...rest } = parseSigned(each);
    const role = 'app' in rest ? rest.app : kind;
    const name = versioned(role, metadata.signed.version);
    const there = await target.read(name);
    if (there?.body.equals(fileOf(metadata))) present.push({ file: each.file, name });
    else left.push(each);
  }
  return { left, present };
}
