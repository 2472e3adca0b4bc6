/** The commands that read or change the metadata of a site. */
import { readFile, writeFile } from 'node:fs/promises';
import { readLive } from '../store/read-live';
import { serviceAt } from '../store/service-client';
import { authorityOf } from '../store/signing';
import { goLive } from '../store/store';
import type { Target } from '../store/targets/target';
import { vouchForLive } from '../store/team-metadata';
import { createRoot, publishMetadata } from '../store/tuf';
import { readRoot } from '../store/tuf-files';
import { publishSignedFiles } from '../store/tuf-publish';
import { KNOWN_ROOTS, teamSigners } from './key-files';
import type { KeyValues } from './keys-options';

/** @throws for a site that takes only releases over HTTP */
async function requireWritable({ place }: Target): Promise<void> {
  if (!(await serviceAt(place))) return;
  throw new Error(
    `${place} has a release service. Run this on its server, with --target and the folder that it serves.`,
  );
}

export async function init(_given: KeyValues, target: Target): Promise<string[]> {
  await requireWritable(target);
  const authority = authorityOf();
  const isNew = await createRoot(target, authority);
  // The next snapshot names the root, so that browsers find it.
  if ((await readLive(target)).pointer) await goLive(target, [], { authority });
  await publishMetadata(target, authority);
  return [
    isNew
      ? `${target.place} has a root: one key has every role. From now on, each release signs registry/tuf as well.`
      : `${target.place} had a root already. Its metadata are up to date.`,
  ];
}

export async function vouch({ values, positionals }: KeyValues, target: Target): Promise<string[]> {
  const [app, file, ...others] = positionals;
  if (!app || !file || others.length > 0)
    throw new Error('Name the app and the file to write: npm run keys -- vouch catalog catalog.json --key catalog.pem');
  const signers = await teamSigners(values.key);
  if (signers.length === 0) throw new Error(`Name your key: npm run keys -- vouch ${app} ${file} --key FILE`);
  const { text, versions } = await vouchForLive(target, app, {
    signers,
    knownRoots: KNOWN_ROOTS,
    versions: values.builds?.split(','),
  });
  await writeFile(file, `${text}\n`);
  return [
    `${file} vouches for ${app} ${versions.join(', ')}. Sign no build that is not yours: --builds names others.`,
    `Publish it: npm run keys -- publish ${file}`,
  ];
}

export async function publish({ positionals }: KeyValues, target: Target): Promise<string[]> {
  if (positionals.length === 0) throw new Error('Name the signed files: npm run keys -- publish root.json apps.json');
  await requireWritable(target);
  const files = await Promise.all(
    positionals.map(async (file) => ({
      file,
      text: await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new Error(`${file} cannot be read (${error.code}).`);
      }),
    })),
  );
  const { published, present } = await publishSignedFiles(target, files, authorityOf());
  return [
    ...(published.length > 0 ? [`Published in ${target.place}: ${published.join(', ')}.`] : []),
    ...present.map(
      ({ file, name }) =>
        `${file} is published already, as ${name} in ${target.place}: it changed nothing. If it should change something, make it again.`,
    ),
  ];
}

export async function renew(_given: KeyValues, target: Target): Promise<string[]> {
  await requireWritable(target);
  if (!(await readRoot(target))) throw new Error(`${target.place} has no root: npm run keys -- init`);
  const isNew = await publishMetadata(target, authorityOf());
  return [isNew ? `The metadata of ${target.place} are signed again.` : 'Nothing is old. Nothing was changed.'];
}
