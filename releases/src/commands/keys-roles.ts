/** The commands that make and sign roles. They need no network where the present file is at hand. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Metadata, Root, Targets } from '@tufjs/models';
import type { Target } from '../store/targets/target';
import { nextApps, nextRoot, signaturesOf } from '../store/tuf-ceremony';
import { listedIn, readPublished, readRole, readRoot } from '../store/tuf-files';
import { LIVES, roleKeysIn } from '../store/tuf-lists';
import { parseSigned } from '../store/tuf-publish';
import { fileOf, type RoleKeys, rolesOf, type Signed } from '../store/tuf-roles';
import { makeKeyFile, readKey, readSigner, textOf } from './key-files';
import { type KeyValues, readAppKeys, readReplacements, readRoleKeys, rootThreshold } from './keys-options';

const inAYear = () => new Date(Date.now() + LIVES.rolesMs);
/** The whole id. Other keys with the same first characters can be made. */
const idOf = ({ keyID }: { keyID: string }) => keyID;
const wordsOf = ({ keys, threshold }: RoleKeys) => `${threshold} of ${keys.map(idOf).join(', ')}`;

const readSigned = async (file: string) =>
  parseSigned({
    file,
    text: await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new Error(`${file} cannot be read (${error.code}).`);
    }),
  });

/** Writes a file that others sign. */
const writeSigned = (file: string, metadata: Signed) => writeFile(file, `${fileOf(metadata)}\n`);

function requireOne(positionals: readonly string[], what: string): string {
  const [first, ...others] = positionals;
  if (!first || others.length > 0) throw new Error(`Name ${what}.`);
  return first;
}

export async function make({ values, positionals }: KeyValues): Promise<string[]> {
  const file = requireOne(positionals, 'the file of the new key');
  const key = await makeKeyFile(file, values.passphrase === true);
  return [
    `${file} is the key ${idOf(key)}. Keep it, with a copy elsewhere.`,
    `${file}.pub is its public half, ${textOf(key)}: give that to others.`,
  ];
}

/** The present roles of a site, or of the file that --from names. */
async function presentRoot(target: Target, from: string | undefined): Promise<Metadata<Root> | null> {
  if (!from) return await readRoot(target);
  const found = await readSigned(from);
  if (found.kind !== 'root') throw new Error(`${from} is no root.`);
  return found.metadata;
}

async function presentApps(
  target: Target,
  from: string | undefined,
): Promise<{ roles: Metadata<Targets> | null; version: number }> {
  if (from) {
    const found = await readSigned(from);
    if (found.kind !== 'targets') throw new Error(`${from} has no roles of apps.`);
    return { roles: found.metadata, version: found.metadata.signed.version };
  }
  const site = await readRoot(target);
  if (!site) return { roles: null, version: 0 };
  const { snapshot } = await readPublished(target, site);
  const { newest, version } = await readRole(target, site, 'targets', listedIn(snapshot, 'targets'));
  return { roles: newest, version };
}

export async function root({ values, positionals }: KeyValues, target: Target): Promise<string[]> {
  const file = requireOne(positionals, 'the file to write: npm run keys -- root root.json --root a.pub,b.pub,c.pub');
  const before = await presentRoot(target, values.from);
  if (!before && !(values.root && values.online))
    throw new Error(
      `${target.place} has no root. The first one of a site needs --root KEYS and --online KEYS. For another site: --target PLACE, or FOODHALL_TARGET.`,
    );
  const keys = before ? Object.values(rolesOf(before)).flatMap((role) => role.keys) : [];
  const next = nextRoot(
    before,
    {
      root: values.root === undefined ? undefined : await readRoleKeys(values.root, keys, rootThreshold),
      targets: values.targets === undefined ? undefined : await readRoleKeys(values.targets, keys),
      online: values.online === undefined ? undefined : await readRoleKeys(values.online, keys),
      replaced: await readReplacements(values.replace, keys),
    },
    inAYear(),
  );
  await writeSigned(file, next);
  const who = before
    ? `${wordsOf(rolesOf(before).root)} (root ${before.signed.version}) and ${wordsOf(rolesOf(next).root)}`
    : wordsOf(rolesOf(next).root);
  return [...describe(file, next), `It needs the signatures of ${who}: npm run keys -- sign ${file} --key KEY`];
}

export async function apps({ values, positionals }: KeyValues, target: Target): Promise<string[]> {
  const file = requireOne(positionals, 'the file to write: npm run keys -- apps apps.json --app catalog=catalog.pub');
  const { roles, version } = await presentApps(target, values.from);
  const keys = roles ? Object.values(roleKeysIn(roles)).flatMap((role) => role.keys) : [];
  const next = nextApps(
    roles,
    version,
    {
      apps: await readAppKeys(values.app, keys),
      live: values.live === undefined ? undefined : await readRoleKeys(values.live, keys),
      replaced: await readReplacements(values.replace, keys),
    },
    inAYear(),
  );
  await writeSigned(file, next);
  return [...describe(file, next), `The holders of the targets keys sign it: npm run keys -- sign ${file} --key KEY`];
}

export async function sign({ values, positionals }: KeyValues): Promise<string[]> {
  const file = requireOne(positionals, 'the file to sign: npm run keys -- sign root.json --key a.pem');
  if (!values.key) throw new Error(`Name your key: npm run keys -- sign ${file} --key FILE`);
  const { metadata, kind } = await readSigned(file);
  const signer = await readSigner(values.key);
  const before = fileOf(metadata);
  metadata.sign(signer.sign);
  const isSame = fileOf(metadata).equals(before);
  await writeSigned(file, metadata);
  const own = kind === 'root' ? rolesOf(metadata).root : null;
  const count = own
    ? ` It has ${signaturesOf(own, metadata)} of the ${own.threshold} signatures that the new root asks for.`
    : '';
  const isNew = own === null || own.keys.some(({ keyID }) => keyID === signer.key.keyID);
  return [
    isSame
      ? `${file} had the signature of ${idOf(signer.key)} already. Nothing was changed.${count}`
      : `${file} is signed by ${idOf(signer.key)}.${count}`,
    ...(isNew ? [] : ['This key is none of the new root: it counts if it is one of the root before.']),
    ...describe(file, metadata),
  ];
}

/** Says what the signatures are for, so that a holder of a key reads it before signing. */
function describe(file: string, metadata: Signed): string[] {
  const { signed } = metadata;
  const head = `${file}: version ${signed.version}, until ${signed.expires.slice(0, 10)}`;
  const names = 'roles' in signed ? rolesOf(metadata as Metadata<Root>) : roleKeysIn(metadata as Metadata<Targets>);
  const paths = 'targets' in signed ? Object.keys(signed.targets) : [];
  return [
    head,
    ...Object.entries(names).map(([name, keys]) => `  ${name}: ${wordsOf(keys)}`),
    ...paths.map((path) => `  ${path}`),
  ];
}

export async function show({ positionals }: KeyValues, target: Target): Promise<string[]> {
  const [file] = positionals;
  if (file) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.trimStart().startsWith('{')) return describe(file, (await readSigned(file)).metadata);
    const key = await readKey(file);
    return [`${file}: ${idOf(key)}, ${textOf(key)}`];
  }
  const site = await readRoot(target);
  if (!site) return [`${target.place} has no root: npm run keys -- init`];
  const { roles } = await presentApps(target, undefined);
  return [...describe('root', site), ...(roles ? describe('apps', roles) : [])];
}
