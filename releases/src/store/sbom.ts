/** Reads the bill of materials of a build: the packages in its bundle, in the format of CycloneDX. */
import { z } from 'zod';
import type { BuildRecord } from '../model/schemas';
import type { BuildFiles } from './build-files';
import { hasIntegrity } from './integrity';

/** The file of a build that lists the packages in its bundle. */
export const SBOM = 'sbom.cdx.json';
/** The most bytes of the file. The shell's has 20 KB. */
const MOST_SBOM_BYTES = 1024 * 1024;
const MOST_PACKAGES = 5_000;
const text = z.string().max(1_000);

const licenseSchema = z.union([
  z.object({ expression: text }),
  z.object({ license: z.object({ id: text.optional(), name: text.optional() }) }),
]);
const componentSchema = z.object({
  name: text,
  group: text.optional(),
  version: text.optional(),
  licenses: z.array(licenseSchema).max(20).default([]),
});
/** The fields that a site reads. The file has more, which other programs read. */
const sbomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: text,
  metadata: z.object({ component: componentSchema }),
  components: z.array(componentSchema).max(MOST_PACKAGES).default([]),
});

/** A package in a bundle. */
export interface BundledPackage {
  /** '@noble/ed25519' */
  name: string;
  version: string;
  /** 'MIT', or an expression. It is empty if the package states none. */
  license: string;
}

function packageOf({ group, name, version = '', licenses }: z.output<typeof componentSchema>): BundledPackage {
  const named = licenses.map((each) =>
    'expression' in each ? each.expression : (each.license.id ?? each.license.name ?? ''),
  );
  return { name: group ? `${group}/${name}` : name, version, license: named.filter(Boolean).join(', ') };
}

/**
 * @param body the content of the file
 * @returns the app and its packages, or null if it is no bill of materials
 */
export function packagesInSbom(body: Buffer): { app: BundledPackage; packages: BundledPackage[] } | null {
  let found: unknown;
  try {
    found = JSON.parse(body.toString());
  } catch {
    return null;
  }
  const { data } = sbomSchema.safeParse(found);
  return data ? { app: packageOf(data.metadata.component), packages: data.components.map(packageOf) } : null;
}

/** @returns the packages in the bundle of a build, or null if it has no list, or one with other bytes than were built */
export async function readPackages({ sbom }: BuildRecord, files: BuildFiles): Promise<BundledPackage[] | null> {
  const body = sbom === undefined ? null : await files.read(SBOM);
  return body && sbom !== undefined && hasIntegrity(body, sbom) ? (packagesInSbom(body)?.packages ?? null) : null;
}

/** Lists the reasons why a build must not be released with its bill of materials. A build of an earlier recipe has none. */
export async function problemsOfSbom({ part, version, sbom }: BuildRecord, files: BuildFiles): Promise<string[]> {
  const name = `${SBOM} of ${part} ${version}`;
  const size = await files.sizeOf(SBOM);
  if (sbom === undefined) return size === null ? [] : [`${name} has no integrity in build.json.`];
  if (size === null) return [`${name} is missing.`];
  if (size > MOST_SBOM_BYTES) return [`${name} has ${size} bytes, of at most ${MOST_SBOM_BYTES}.`];
  const body = await files.read(SBOM);
  if (!body || !hasIntegrity(body, sbom)) return [`${name} is not what was built.`];
  const found = packagesInSbom(body);
  if (!found) return [`${name} is not a list of packages in the format of CycloneDX.`];
  return found.app.name === part && found.app.version === version
    ? []
    : [`${name} is of ${found.app.name} ${found.app.version}.`];
}
