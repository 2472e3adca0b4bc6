/**
 * Makes the bill of materials of a build: the packages that its bundle contains, with versions, licenses and the hashes of the lock file, in
 * the format of CycloneDX. It has no time and no random number, so that the same sources make the same bytes.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Factories } from '@cyclonedx/cyclonedx-library/Contrib/License';
import { ComponentType, HashAlgorithm } from '@cyclonedx/cyclonedx-library/Enums';
import { Bom, Component } from '@cyclonedx/cyclonedx-library/Models';
import { JSON as CycloneDx, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import parseLicense from 'spdx-expression-parse';
import { z } from 'zod';
import { type LockedPackage, lockedPackages, root } from './apps';

/** The longest name, version or license that is written. A longer one is no package that anyone knows. */
const MOST_LENGTH = 500;
const text = z.string().max(MOST_LENGTH);
/** Packages from before SPDX state an object, or a list of them. */
const statedLicense = z.union([text, z.object({ type: text }).transform(({ type }) => type)]);
const packageSchema = z.object({
  name: text,
  version: text,
  license: statedLicense.optional().catch(undefined),
  licenses: z.array(statedLicense).max(20).catch([]),
});

/** A package in a bundle, as its package.json describes it. */
export interface Package {
  name: string;
  version: string;
  licenses: readonly string[];
  /** The SHA-512 of the package's archive in base64, where a registry of packages has it. A workspace and a file have none. */
  sha512?: string | undefined;
}

/** @returns null for a folder without a package.json, or with one that only says how its files are read */
async function packageIn(folder: string): Promise<Package | null> {
  const file = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => null);
  if (file === null) return null;
  const { data } = packageSchema.safeParse(JSON.parse(file));
  if (!data) return null;
  const { name, version, license, licenses } = data;
  return { name, version, licenses: license === undefined ? licenses : [license] };
}

/** Returns a function that finds the nearest package around a file. It reads each package.json once. */
function packageFinder(locked: Readonly<Record<string, LockedPackage>>) {
  const known = new Map<string, Promise<Package | null>>();
  const find = async (folder: string): Promise<Package | null> => {
    // The bundler writes files of its own below this folder. They belong to no package.
    if (folder === root) return null;
    const found = await packageIn(folder);
    if (found) {
      const { integrity = '', resolved = '' } = locked[path.relative(root, folder).split(path.sep).join('/')] ?? {};
      const [, sha512] = /^sha512-(\S+)/.exec(integrity) ?? [];
      return { ...found, sha512: resolved.startsWith('file:') ? undefined : sha512 };
    }
    const parent = path.dirname(folder);
    return parent === folder ? null : await around(parent);
  };
  const around = (folder: string): Promise<Package | null> => {
    const finding = known.get(folder) ?? find(folder);
    known.set(folder, finding);
    return finding;
  };
  return (file: string) => around(path.dirname(file));
}

/**
 * Lists the packages whose files are in a bundle, sorted, without the app itself.
 * @param files the files of the bundle
 * @param app the name in the app's package.json
 */
export async function bundledPackages(files: Iterable<string>, app: string): Promise<Package[]> {
  const packageOf = packageFinder(lockedPackages(await readFile(path.join(root, 'package-lock.json'), 'utf8')));
  const found = new Map<string, Package>();
  for (const file of files) {
    const each = await packageOf(file);
    if (each && each.name !== app) found.set(nameOf(each), each);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

const nameOf = ({ name, version }: Package) => `${name}@${version}`;

/** The package's address in the form of package-url: 'pkg:npm/%40noble/ed25519@3.2.0'. */
const purlOf = ({ name, version }: Package) =>
  `pkg:npm/${name.split('/').map(encodeURIComponent).join('/')}@${encodeURIComponent(version)}`;

const licenses = new Factories.LicenseFactory(parseLicense);

function componentOf(each: Package): Component {
  const [scope, name] = each.name.startsWith('@') ? each.name.split('/') : [undefined, each.name];
  const component = new Component(ComponentType.Library, name ?? each.name, {
    group: scope,
    version: each.version,
    bomRef: nameOf(each),
    // A package with this address is another one than a workspace of the same name.
    ...(each.sha512 && { purl: purlOf(each) }),
  });
  for (const license of each.licenses) component.licenses.add(licenses.makeFromString(license));
  if (each.sha512) component.hashes.set(HashAlgorithm['SHA-512'], Buffer.from(each.sha512, 'base64').toString('hex'));
  return component;
}

/** Writes the bill of materials of an app. */
export function sbomText(app: { name: string; version: string }, packages: readonly Package[]): string {
  const bom = new Bom();
  bom.metadata.component = new Component(ComponentType.Application, app.name, {
    version: app.version,
    bomRef: `${app.name}@${app.version}`,
  });
  for (const each of packages) bom.components.add(componentOf(each));
  const serializer = new JsonSerializer(new CycloneDx.Normalize.Factory(Spec1dot6));
  return serializer.serialize(bom, { sortLists: true });
}
