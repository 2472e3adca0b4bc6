// npm run promote -- <app> [version] --from PLACE --target PLACE [--to beta | --percent 10]: releases the very bytes that another site has,
// without a build. By default it takes the version that is live there.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Key } from '@tufjs/models';
import type { Audience } from '../model/schemas';
import type { ReleaseSource } from '../model/service';
import { type BuildFiles, filesOfFolder, withFile } from '../store/build-files';
import { problemsOfProvenance } from '../store/check-provenance';
import { PROVENANCE } from '../store/provenance';
import { publishBuild, publishPage } from '../store/publish';
import { readBuild } from '../store/read-live';
import { releaseBuilds } from '../store/release';
import { audienceWords } from '../store/sentences';
import type { ReleaseServiceClient } from '../store/service-client';
import { authorityOf } from '../store/signing';
import { apiOfSite } from '../store/site-api';
import type { Build } from '../store/snapshot';
import { folderTarget } from '../store/targets/folder';
import type { Target } from '../store/targets/target';
import { acceptTeamMetadata, signBuilds } from '../store/team-metadata';
import type { Signer } from '../store/tuf-signer';
import { readArguments } from './arguments';
import { KNOWN_ROOTS } from './key-files';
import { runCommand } from './run-command';
import { takeBuild } from './take-build';

interface PromoteOptions {
  /** By default, the version that is live at `from`. */
  version?: string | undefined;
  /** A folder, or the address of a site with a release service. */
  from: string;
  target: Target;
  /** The release service of the target, if it has one. */
  service: ReleaseServiceClient | null;
  to?: Audience | undefined;
  source: ReleaseSource;
  /** The keys with which a team signs its release. */
  signers?: readonly Signer[];
}

/**
 * Makes a build of another site live at the target, with the same bytes.
 * @returns the build, and the name of the live snapshot
 * @throws if there is no such build, and as a release
 */
export async function promote(
  app: string,
  { version, from, target, service, to, source, signers = [] }: PromoteOptions,
): Promise<Build & { live: string | null }> {
  const copy = await mkdtemp(path.join(tmpdir(), 'promote-'));
  try {
    const { out, build } = await takeBuild(app, { version, from, copy, target: target.place });
    const record = await readBuild(folderTarget(out), build);
    if (!record) throw new Error(`There is no ${app} ${build.version} in ${from}.`);
    const texts = await signBuilds(target, [record], signers, KNOWN_ROOTS);
    const built = filesOfFolder(path.join(out, app, build.version));
    const own = service ? [] : authorityOf().signers.map(({ key }) => key);
    const { provenance, problem: left } = await provenanceFor(target, build, built, own);
    if (left) console.log(left);
    if (service) {
      const provenances = new Map(provenance ? [[app, provenance]] : []);
      const { snapshot } = await service.release(out, [build], { source, to, signed: texts, provenances });
      return { ...build, live: snapshot };
    }
    const files = withFile(built, PROVENANCE, provenance);
    const publish = () => publishBuild(target, out, build, provenance);
    const { api, problem } = await apiOfSite();
    if (problem) console.log(problem);
    const signed = await acceptTeamMetadata(target, texts);
    const { name } = await releaseBuilds(target, [{ record, files, publish }], {
      to,
      describeApi: api && (() => api),
      signed,
    });
    await publishPage(target);
    return { ...build, live: name };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/**
 * Reads the provenance that goes along with a build. One that only the keys of the other site signed stays there: nobody at the target knows
 * these.
 */
async function provenanceFor(target: Target, build: Build, files: BuildFiles, own: readonly Key[]) {
  const problems = await problemsOfProvenance(target, build, files, { own, knownRoots: KNOWN_ROOTS });
  if (problems.length === 0) return { provenance: await files.read(PROVENANCE), problem: null };
  return { provenance: null, problem: `The build goes without its provenance: ${problems.join(' ')}` };
}

await runCommand(import.meta.url, async () => {
  const { positionals, from, target, to, service, describe, signers } = readArguments([
    'from',
    'target',
    'out',
    'to',
    'percent',
    'message',
    'key',
  ]);
  const [app, version] = positionals;
  if (!app || positionals.length > 2 || !from) {
    throw new Error('Name the app and where its build is: npm run promote -- catalog --from PLACE --target PLACE');
  }
  const { message } = await describe();
  // The commit belongs to the build. This working copy may not have it.
  const promoted = await promote(app, {
    version,
    from,
    target,
    to,
    service: await service(),
    source: { message },
    signers: await signers(),
  });
  console.log(`${app} ${promoted.version} of ${from} is live ${audienceWords(to)} in snapshot ${promoted.live}.`);
});
