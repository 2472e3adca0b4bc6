// npm run release -- <app> [--to beta | --percent 10] [--stage] [--target PLACE] [--out DIR] [--source DIR]: builds one app and
// makes it live, for all visitors or for some. No other app changes.
// npm run release -- --all: releases every app whose sources here differ from the live ones, in one move of the pointer or none.
// --key FILE, or TEAM_KEY_FILE: signs with the key of the app's team.
// A team may have its remote in a repository of its own (--source). A site with a release service takes the build by RELEASE_TOKEN.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ownBudgets } from '../build/budgets';
import { type AppBuild, type BuildProgress, buildApps, buildLine } from '../build/build-apps';
import { dirtyLine } from '../build/source';
import type { ApiDescription } from '../fits/compare-calls';
import type { Audience, Snapshot } from '../model/schemas';
import type { ReleaseSource } from '../model/service';
import { filesOfFolder, withFile } from '../store/build-files';
import { requireReleasable } from '../store/check-build';
import { PROVENANCE } from '../store/provenance';
import { publishBuild, publishPage } from '../store/publish';
import { readLive } from '../store/read-live';
import { type BuildToRelease, releaseBuilds } from '../store/release';
import { audienceWords, limitedReleaseLine, limitedReleaseLines, newRootLine } from '../store/sentences';
import type { ReleaseServiceClient } from '../store/service-client';
import { authorityOf } from '../store/signing';
import { apiOfSite } from '../store/site-api';
import type { Build } from '../store/snapshot';
import type { Moved } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import type { Target } from '../store/targets/target';
import { acceptTeamMetadata, signBuilds } from '../store/team-metadata';
import type { Signer } from '../store/tuf-signer';
import { type ReleaseArguments, readArguments } from './arguments';
import { KNOWN_ROOTS } from './key-files';
import { type Provenances, signProvenance } from './provenance';
import { runCommand } from './run-command';
import { staysOut, unreleased } from './working-copy';

interface ReleaseAllOptions {
  /** The dist folder that apps are built into. */
  out: string;
  /** The site. By default, `out`. */
  target?: Target;
  report?: (progress: BuildProgress) => void;
  /** The keys with which a team signs its release. */
  signers?: readonly Signer[];
  /** The commit and the run of the builds, if they are known. */
  described?: ReleaseSource | undefined;
  /** The running API of the site, if it is known. */
  api?: ApiDescription | undefined;
  /** Replaces buildApps in tests. */
  build?: typeof buildApps;
}

interface ReleaseOptions extends Omit<ReleaseAllOptions, 'build'> {
  /** The folder with the app's sources, if it is not in this repository. */
  source?: string | undefined;
  /** The channel or rollout. By default, all visitors. */
  to?: Audience | undefined;
}

/**
 * Builds one app and makes it live.
 * @throws {ReleaseRefused} as `releaseBuilds`, without any change
 */
export async function release(
  app: string,
  { out, target = folderTarget(out), source, to, report, api, described, signers = [] }: ReleaseOptions,
): Promise<Moved & { version: string }> {
  if (source) requireSource(app, source);
  if (app === 'host' && to && target.isStaticHost) {
    throw new Error(`${target.place} has one page for all visitors: release a shell there without --to and --percent.`);
  }
  const [build] = await buildApps([app], { out, report, sources: source ? { [app]: source } : {} });
  if (!build) throw new Error(`${app} was not built.`);
  const signed = await acceptTeamMetadata(target, await signBuilds(target, [build.record], signers, KNOWN_ROOTS));
  const provenances = await signProvenance([build], { out, source, described, signers: withOwnKey(signers) });
  const options = { to, describeApi: api && (() => api), signed, budgets: await ownBudgets() };
  const moved = await releaseBuilds(target, buildsIn(out, target, [build], provenances), options);
  await publishPage(target);
  return { version: build.version, ...moved };
}

/** The keys of a team, and that of the site, which signs here. */
const withOwnKey = (signers: readonly Signer[]): Signer[] => [...signers, ...authorityOf().signers];

/** The builds in a folder, with the target that receives them. */
const buildsIn = (
  out: string,
  target: Target,
  builds: readonly AppBuild[],
  provenances: Provenances,
): BuildToRelease[] =>
  builds.map((build) => {
    const provenance = provenances.get(build.part) ?? null;
    return {
      record: build.record,
      files: withFile(filesOfFolder(path.join(out, build.part, build.version)), PROVENANCE, provenance),
      publish: () => publishBuild(target, out, build, provenance),
    };
  });

/** @throws for a folder without a package.json */
function requireSource(app: string, source: string): void {
  if (!existsSync(path.join(source, 'package.json')))
    throw new Error(`--source is '${source}'; it must be a folder with the sources of ${app}.`);
}

interface ReleasedAll {
  /** The apps that went live. */
  released: string[];
  /** Versions that stay out because they were rolled back or retired. */
  heldBack: Build[];
  /** The name of the live snapshot. It stays the same if no app differs. */
  live: string | null;
  snapshot: Snapshot;
  hasNewRoot?: boolean | undefined;
}

/**
 * Releases every app whose build is not live for all visitors, in one move. A version that was rolled back or retired stays out until a
 * release names the app.
 * @throws {ReleaseRefused} as `release`, without any change
 */
export async function releaseAll({
  out,
  target = folderTarget(out),
  report,
  signers = [],
  described,
  api,
  build = buildApps,
}: ReleaseAllOptions): Promise<ReleasedAll> {
  const builds = await build(undefined, { out, report });
  const live = await readLive(target);
  const { differing, heldBack } = unreleased(builds, live);
  const wanted = builds.filter(({ part }) => differing.some((each) => each.part === part));
  const records = wanted.map(({ record }) => record);
  const provenances = await signProvenance(wanted, { out, described, signers: withOwnKey(signers) });
  const { name, snapshot, hasNewRoot } = await releaseBuilds(target, buildsIn(out, target, wanted, provenances), {
    signed: await acceptTeamMetadata(target, await signBuilds(target, records, signers, KNOWN_ROOTS)),
    describeApi: api && (() => api),
    budgets: await ownBudgets(),
  });
  await publishPage(target);
  return { released: wanted.map(({ part }) => part), heldBack, live: name, snapshot, hasNewRoot };
}

/** The lines that describe a release of all apps. */
export function releasedLines({ released, heldBack, live, snapshot }: ReleasedAll): string[] {
  const lines: string[] = [];
  if (released.length > 0) lines.push(`${released.join(', ')}: live ${audienceWords()} in snapshot ${live}.`);
  else if (heldBack.length > 0) lines.push('Nothing was changed.');
  else lines.push('What is live is what this working copy has. Nothing was changed.');
  if (heldBack.length > 0) lines.push(staysOut(heldBack));
  return [...lines, ...released.flatMap((app) => limitedReleaseLines(snapshot, app))];
}

/** Releases by the service of a site. `app` is null for every app that differs. */
async function releaseByService(
  app: string | null,
  service: ReleaseServiceClient,
  { describe, target, out, source, to, stage, report, signers }: ReleaseArguments & Pick<ReleaseOptions, 'report'>,
): Promise<string[]> {
  const described = await describe();
  const built = await buildApps(app ? [app] : undefined, {
    out,
    report,
    sources: app && source ? { [app]: source } : {},
  });
  const { differing, heldBack } = app ? { differing: built, heldBack: [] } : unreleased(built, await readLive(target));
  const builds = built.filter(({ part }) => differing.some((each) => each.part === part));
  const lines = [dirtyLine(described), heldBack.length > 0 ? staysOut(heldBack) : null].filter((line) => line !== null);
  if (builds.length === 0) return [...lines, 'Nothing was changed.'];
  // The service enforces the budgets of its site. These are the repository's.
  const [own, budgets, keys] = [folderTarget(out), await ownBudgets(), await signers()];
  for (const { record, files } of buildsIn(out, own, builds, new Map()))
    await requireReleasable(own, record, files, budgets);
  const records = builds.map(({ record }) => record);
  const signed = await signBuilds(target, records, keys, KNOWN_ROOTS);
  // The keys of one team do not vouch for the apps of another.
  const signable = builds.filter(({ part }) => part in signed);
  const provenances = await signProvenance(signable, { out, source, described, signers: keys });
  const change = { source: described, to, signed, provenances };
  if (stage) return [...lines, ...(await staged(service, out, builds, change))];
  const { snapshot, changed, limited } = await service.release(out, builds, change);
  const state = changed ? `live ${audienceWords(to)} in snapshot ${snapshot}` : `live ${audienceWords(to)} already`;
  const verb = changed ? 'is' : 'was';
  return [
    ...lines,
    ...builds.map(({ part, version }) => `${part} ${version} ${verb} ${state}.`),
    ...limited.map(limitedReleaseLine),
  ];
}

/** Lets builds wait for people at the site. */
async function staged(
  service: ReleaseServiceClient,
  out: string,
  builds: readonly Build[],
  change: Parameters<ReleaseServiceClient['stage']>[2],
): Promise<string[]> {
  const { expires_at, persons } = await service.stage(out, builds, change);
  const names = builds.map(({ part, version }) => `${part} ${version}`).join(', ');
  const people = persons === 1 ? 'a person approves' : `${persons} people approve`;
  return [
    `${names} is staged ${audienceWords(change.to)}. It goes live when ${people} it at ${service.place}desk, until ${expires_at}.`,
  ];
}

await runCommand(import.meta.url, async () => {
  const given = readArguments(['all', 'stage', 'to', 'percent', 'target', 'source', 'out', 'message', 'key']);
  const { positionals, to, all, source, target, out } = given;
  const report = (progress: BuildProgress) => console.log(buildLine(progress));
  if (all) {
    if (positionals.length > 0 || to || source)
      throw new Error(
        '--all is every app of this working copy, for all visitors: it takes only --target, --out and --key.',
      );
    const service = await given.service();
    if (service) {
      for (const line of await releaseByService(null, service, { ...given, report })) console.log(line);
      return;
    }
    if (given.stage) throw new Error(`${target.place} has no release service: people approve only there.`);
    const { api, problem } = await apiOfSite();
    if (problem) console.log(problem);
    const described = await given.describe();
    const releasedApps = await releaseAll({ out, target, report, api, described, signers: await given.signers() });
    for (const line of releasedLines(releasedApps)) console.log(line);
    if (releasedApps.hasNewRoot) console.log(newRootLine(target));
    return;
  }
  const [app, ...others] = positionals;
  if (!app || others.length > 0)
    throw new Error(
      'Name the one app to release: npm run release -- catalog. Or release all that differ: npm run release -- --all',
    );
  if (source) requireSource(app, source);
  const service = await given.service();
  if (service) {
    for (const line of await releaseByService(app, service, { ...given, report })) console.log(line);
    return;
  }
  if (given.stage) throw new Error(`${target.place} has no release service: people approve only there.`);
  const described = await given.describe();
  const dirty = dirtyLine(described);
  if (dirty) console.log(dirty);
  const { api, problem } = await apiOfSite();
  if (problem) console.log(problem);
  const options = { out, target, source, to, report, api, described, signers: await given.signers() };
  const { version, name, changed, snapshot, hasNewRoot } = await release(app, options);
  const state = changed ? `is live ${audienceWords(to)} in snapshot ${name}` : `was live ${audienceWords(to)} already`;
  console.log(`${app} ${version} ${state}.`);
  if (!to) for (const line of limitedReleaseLines(snapshot, app)) console.log(line);
  if (hasNewRoot) console.log(newRootLine(target));
});
