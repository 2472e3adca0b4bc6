// npm run verify -- <app>[@version] --from PLACE [--source DIR]: builds the app again and compares every byte with the site's build, and
// verifies who signed where it comes from. By default it takes the version that is live there.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processEnv } from 'settings/environment';
import { buildApps } from '../build/build-apps';
import { filesOfFolder } from '../store/build-files';
import { readProvenance } from '../store/check-provenance';
import { PROVENANCE, type Provenance } from '../store/provenance';
import { filesWithHashes } from '../store/publish';
import { readBuild } from '../store/read-live';
import type { Build } from '../store/snapshot';
import { folderTarget } from '../store/targets/folder';
import { targetOf } from '../store/targets/place';
import { readArguments } from './arguments';
import { KNOWN_ROOTS } from './key-files';
import { runCommand } from './run-command';
import { takeBuild } from './take-build';

interface VerifyOptions {
  /** By default, the version that is live at `from`. */
  version?: string | undefined;
  /** A folder, or the address of a site with a release service. */
  from: string;
  /** The folder with the app's sources, if it is not in this repository. */
  source?: string | undefined;
  /** Replaces buildApps in tests. */
  build?: typeof buildApps;
}

const hashesIn = async (folder: string) =>
  new Map((await filesWithHashes(folder)).map(({ name, sha256 }) => [name, sha256]));

interface Verified {
  version: string;
  /** The number of the files that are compared. */
  files: number;
  /** The sorted names of the files that differ or exist on one side only. */
  differing: string[];
  provenance: Provenance;
}

/**
 * @returns the comparison of the files, and the provenance, which no sources make again
 * @throws if the site has no such build, or these sources make another version
 */
export async function verify(
  app: string,
  { version, from, source, build = buildApps }: VerifyOptions,
): Promise<Verified> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verify-'));
  try {
    const { out, build: stored } = await takeBuild(app, { version, from, copy: path.join(folder, 'stored') });
    const own = path.join(folder, 'built');
    const record = await readBuild(folderTarget(out), stored);
    // A shell contains the keys that it trusts, and the person who verifies has no private key for them.
    if (record && 'keys' in record && record.keys) processEnv.REGISTRY_TRUSTED_KEYS = record.keys.join();
    const [built] = await build([app], { out: own, sources: source ? { [app]: source } : {} });
    if (built?.version !== stored.version) {
      throw new Error(
        `These sources make ${app} ${built?.version}, and the build to verify is ${stored.version}. Check out the commit that it was released from, and run npm ci.`,
      );
    }
    const theirs = await hashesIn(path.join(out, app, stored.version));
    const ours = await hashesIn(path.join(own, app, stored.version));
    const names = [...new Set([...theirs.keys(), ...ours.keys()])].filter((name) => name !== PROVENANCE).sort();
    const files = filesOfFolder(path.join(out, app, stored.version));
    return {
      version: stored.version,
      files: names.length,
      differing: names.filter((name) => theirs.get(name) !== ours.get(name)),
      provenance: await readProvenance(targetOf(from), stored, files, { own: [], knownRoots: KNOWN_ROOTS }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Says in sentences what the provenance of a build is worth. @throws for one that is wrong */
export function provenanceLines({ part, version }: Build, provenance: Provenance): string[] {
  const name = `${part} ${version}`;
  switch (provenance.state) {
    case 'missing':
      return [`${name} has no provenance: nobody signed from which commit it was built.`];
    case 'wrong':
      throw new Error(`The provenance of ${name} ${provenance.problem}.`);
    case 'signed': {
      const { origin, keys, isBySite } = provenance;
      const ids = keys.map(({ keyID }) => keyID.slice(0, 8)).join(', ');
      const signer = isBySite ? `the site's own key (${ids})` : `a key of ${part} (${ids})`;
      const commit = origin.commit ? `commit ${origin.commit}` : 'sources in no commit';
      const state = origin.isClean === false ? ' and changes that no commit has' : '';
      const repository = origin.repository ? ` of ${origin.repository}` : '';
      const verb = origin.isSentByRun ? 'a CI run sent it, which its CI system names for' : 'it was built from';
      return [
        `Its provenance is signed by ${signer}: ${verb} ${commit}${state}${repository}.`,
        ...(origin.run ? [`The CI run is ${origin.run}.`] : []),
      ];
    }
  }
}

await runCommand(import.meta.url, async () => {
  const { positionals, from, source } = readArguments(['from', 'source']);
  const [named, ...others] = positionals;
  const [app, version, ...more] = named?.split('@') ?? [];
  if (!app || others.length > 0 || more.length > 0 || !from) {
    throw new Error(
      'Name the app and where its build is: npm run verify -- catalog@1.0.0-3f9a01c2 --from PLACE [--source DIR]',
    );
  }
  const { differing, files, provenance, ...found } = await verify(app, { version, from, source });
  if (differing.length > 0) {
    throw new Error(
      `${app} ${found.version} in ${from} has other bytes than its sources make: ${differing.join(', ')}.`,
    );
  }
  console.log(`${app} ${found.version} in ${from} is what its sources make: all ${files} files have the same bytes.`);
  for (const line of provenanceLines({ part: app, version: found.version }, provenance)) console.log(line);
});
