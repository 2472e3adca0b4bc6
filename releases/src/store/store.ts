/**
 * Changes the registry of a target: immutable snapshots with their signatures, and one small pointer that moves by
 * compare-and-swap.
 */

import { setTimeout } from 'node:timers/promises';
import { processEnv } from 'settings/environment';
import { z } from 'zod';
import { type Compiler, startCompiler } from '../fits/compiler';
import { PATH_GRANTS, type PathGrants } from '../model/claims';
import type { Audience, BuildRecord, HostRelease, LimitedRelease, Pointer, Snapshot } from '../model/schemas';
import { POINTER, readHistory, readLive, readRecent, SESSION_HOURS } from './read-live';
import { rootOfSite } from './root-of-site';
import { type Authority, authorityOf, siteNameOf } from './signing';
import { type Build, buildsOf, hostsOf, nameOf, problemsOf, textOf, versionIn, withBuilds } from './snapshot';
import { PointerMoved, type Target, TargetFailed } from './targets/target';
import { createRoot, planMetadata, publishMetadata, writeVersion } from './tuf';
import type { LiveRecord, TeamMetadata } from './tuf-lists';
import { KeysMissing } from './tuf-roles';
import { type Judge, judgeOf, withShortVerdicts } from './verdicts';

/** How long a release tries to move the pointer while others move it, in milliseconds. */
const MOVE_LIMIT_MS = 30_000;
/**
 * The longest pause before the next try, in milliseconds. Pauses are random, so that releases that lost to the same one do not collide
 * again.
 */
const MOVE_PAUSE_MS = 250;

/** The most reasons in a message: as many as a person reads at once. */
const MOST_REASONS = 20;

/** A release was refused. The message contains the first reasons and the number of further ones. */
export class ReleaseRefused extends Error {
  /** @param problems every reason */
  constructor(readonly problems: readonly string[]) {
    const more = problems.length - MOST_REASONS;
    super([...problems.slice(0, MOST_REASONS), ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n'));
    this.name = 'ReleaseRefused';
  }
}

/** The most characters of a snapshot, which each page has in itself. */
const MOST_SNAPSHOT = 1024 * 1024;

const grantsSchema = z.record(z.string(), z.array(z.string()));

/** Reads the paths that the site grants. @throws if its file is malformed */
async function readGrants(target: Target): Promise<PathGrants> {
  const file = await target.read(PATH_GRANTS);
  if (!file) return {};
  const { success, data } = grantsSchema.safeParse(jsonOf(file.text));
  if (!success)
    throw new TargetFailed(`${PATH_GRANTS} in ${target.place} is malformed: it has lists of paths by remote`);
  return data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Makes the pointer with its signature, which covers the JSON of its other fields. */
export const signedPointer = (pointer: Omit<Pointer, 'signature'>, { sign }: Authority = authorityOf()): Pointer => ({
  ...pointer,
  signature: sign(JSON.stringify(pointer)),
});

/**
 * Returns the present time, or the moment after `at` if this machine's clock is behind. A page refuses a pointer that is older than one it
 * has seen.
 */
const later = (at?: string) => new Date(Math.max(Date.now(), at ? Date.parse(at) + 1 : 0)).toISOString();

/** The state before a change: the live snapshot, and the parent and the time of the next snapshot. */
export interface Change {
  snapshot: Snapshot;
  parent: string | null;
  /** ISO 8601. */
  at: string;
  /** The versions that the pointer will recall. */
  recalled: string[];
  /** True if these differ from the versions that the live pointer recalls. */
  recallsDiffer: boolean;
  /** True if the next snapshot names another site or another root than the live one. */
  isRenamed: boolean;
  /** The shells of the last day. */
  shells: HostRelease[];
}

export interface Moved {
  /** The name of the live snapshot. Null if there is none. */
  name: string | null;
  snapshot: Snapshot;
  changed: boolean;
  /** True if this was the first change of the site, which made a root in registry/tuf. */
  hasNewRoot?: boolean;
}

export interface MoveOptions {
  /**
   * Signs the registry. By default it has the key of the environment, or of this working copy, and it signs a folder for the site of the
   * environment.
   */
  authority?: Authority | undefined;
  /** The time for which the move may be repeated, in milliseconds. */
  limitMs?: number | undefined;
  /** Decides whether declarations fit. By default, a compiler is started when it is needed. */
  compiler?: Pick<Compiler, 'compare'> | undefined;
  /** A release that attacked visitors, 'catalog@1.0.0-3f9a01c2'. */
  malicious?: string | undefined;
  /**
   * The builds that this move makes live. If one of them cannot be compared, it is refused. Other builds were compared when they went live.
   */
  released?: readonly Build[] | undefined;
  /** If true, the move only checks the snapshot, and writes nothing. */
  isTrial?: boolean | undefined;
  /** Writes the files of these builds, once the snapshot is accepted. So a refused release has written nothing. It is called once. */
  publish?: (() => Promise<void>) | undefined;
  /** The metadata that teams signed for this release, by app. If it is undefined, a trial does not ask for signatures. */
  signed?: TeamMetadata | undefined;
}

/**
 * Applies `change` to the live snapshot and adds a verdict for each pair of a shell and a remote. The listed previous releases depend on
 * verdicts, and the needed verdicts depend on the listed releases. So both steps are repeated until no verdict is missing.
 */
async function withVerdicts(
  judge: Judge,
  { shells, ...live }: Change,
  change: (live: Change) => Snapshot | null,
): Promise<Snapshot | null> {
  let { verdicts } = live.snapshot;
  for (;;) {
    const next = change({ ...live, shells, snapshot: { ...live.snapshot, verdicts } });
    if (!next) return null;
    const complete = await judge(next, [...shells, ...hostsOf(next)], verdicts);
    if (complete === verdicts) return next;
    verdicts = complete;
  }
}

/**
 * Makes the result of `change` live as one new snapshot. Simultaneous releases all go live: the later one is repeated on the snapshot of
 * the earlier one, after a random pause, until the time limit.
 * @param change returns null if there is nothing to do
 * @throws {ReleaseRefused} if the snapshot would have problems; nothing has changed then
 * @throws {PointerMoved} if others moved the pointer until the time limit
 */
export async function move(
  target: Target,
  change: (live: Change) => Snapshot | null,
  recall: Recall = (recalled) => recalled,
  options: MoveOptions = {},
): Promise<Moved> {
  const { compiler, released = [] } = options;
  const failed = ({ part, version }: Build, { message }: Error) => {
    if (released.some((build) => build.part === part && build.version === version))
      throw new ReleaseRefused([`${part} ${version} cannot be compared: ${message}`]);
  };
  if (compiler) return await moveJudged(target, judgeOf(target, { compiler, failed }), change, recall, options);
  const own = startCompiler();
  try {
    return await moveJudged(target, judgeOf(target, { compiler: own, failed }), change, recall, options);
  } finally {
    own.close();
  }
}

/** Chooses who signs. The environment names the site of a local folder. A static host at an address is another site. */
const authorityFor = ({ isStaticHost }: Target): Authority =>
  authorityOf(processEnv, isStaticHost ? undefined : siteNameOf());

/** Computes what the pointer recalls after the change, from what it recalls now and what is live. */
type Recall = (recalled: readonly string[], snapshot: Snapshot) => readonly string[] | Promise<readonly string[]>;

async function moveJudged(
  target: Target,
  judge: Judge,
  change: (live: Change) => Snapshot | null,
  recall: Recall,
  {
    authority = authorityFor(target),
    limitMs = MOVE_LIMIT_MS,
    publish,
    released = [],
    isTrial,
    malicious,
    signed: given,
  }: MoveOptions,
): Promise<Moved> {
  const signed = given ?? new Map();
  let end: number | undefined;
  let hasNewRoot = false;
  for (;;) {
    const { pointer, tag, snapshot } = await readLive(target);
    const recalled = [...(await recall(pointer?.recalled ?? [], snapshot))];
    const recallsDiffer = recalled.join() !== (pointer?.recalled ?? []).join();
    const parent = pointer?.current ?? null;
    const site = authority.site ?? snapshot.site;
    let root = await rootOfSite(target);
    const isRenamed = pointer !== null && (site !== pointer.site || root?.integrity !== snapshot.root?.integrity);
    const at = later(pointer?.at);
    const recent = (await readRecent(target, SESSION_HOURS)).flatMap((each) => hostsOf(each.snapshot));
    // Most snapshots of a day have the same shell, so each shell is listed once.
    const shells = [...new Map(recent.map((shell) => [shell.version, shell])).values()];
    const judged = await withVerdicts(
      judge,
      { snapshot, parent, at, recalled, recallsDiffer, isRenamed, shells },
      change,
    );
    if (!judged) {
      // A release that ended after the pointer moved has left older metadata.
      if (pointer && !isTrial) await publishSigned(target, { name: parent, snapshot }, authority, signed);
      return { name: parent, snapshot, changed: false };
    }
    const attackers = pointer?.malicious?.releases ?? [];
    const attacker = buildsOf(judged).find(({ part, version }) => attackers.includes(`${part}@${version}`));
    if (attacker) throw new ReleaseRefused([`${attacker.part} ${attacker.version} was recalled as malicious.`]);
    const grants = await readGrants(target);
    const problems = problemsOf(judged, { key: authority.publicKey, released, grants });
    if (problems.length > 0) throw new ReleaseRefused(problems);
    if (!pointer && !isTrial && (await createRoot(target, authority))) {
      hasNewRoot = true;
      root = await rootOfSite(target);
    }
    const next = { ...withShortVerdicts(judged, [...shells, ...hostsOf(judged)]), site, root };
    const text = textOf(next);
    // A change that makes it smaller, such as a rollback, goes live in any case.
    if (text.length > MOST_SNAPSHOT && text.length > textOf(snapshot).length) {
      throw new ReleaseRefused([
        `The registry would have ${text.length} characters, of at most ${MOST_SNAPSHOT}: each page has it in itself. End releases for channels, or retire a remote.`,
      ]);
    }
    if (isTrial) {
      // A check is made without the key of the team. What is staged has its signature.
      if (given) await planOrRefuse(target, { name: nameOf(text), snapshot: next }, authority, given);
      return { name: parent, snapshot, changed: false };
    }
    const name = nameOf(text);
    const plan = await planOrRefuse(target, { name, snapshot: next }, authority, signed);
    if (end === undefined) {
      await publish?.();
      end = Date.now() + limitMs;
    }
    // If this process ends after the pointer has moved, any other can publish what teams signed.
    for (const [app, metadata] of plan ? signed : []) await writeVersion(target, app, metadata);
    await target.writeIfAbsent(`registry/${name}.json`, text);
    await target.writeIfAbsent(`registry/${name}.sig`, authority.sign(text));
    const marked = malicious ? { releases: [...new Set([...attackers, malicious])], at } : pointer?.malicious;
    const moved = signedPointer({ current: name, previous: parent, at, recalled, malicious: marked, site }, authority);
    try {
      await target.swap(POINTER, `${JSON.stringify(moved, null, 2)}\n`, tag);
      await publishMetadata(target, authority, plan);
      return { name, snapshot: next, changed: true, hasNewRoot };
    } catch (error) {
      if (!(error instanceof PointerMoved) || Date.now() >= end) throw error;
    }
    await setTimeout(Math.random() * MOVE_PAUSE_MS);
  }
}

/** Publishes what is live already, with the metadata that teams signed for it. @throws {ReleaseRefused} as `planOrRefuse` */
async function publishSigned(target: Target, live: LiveRecord, authority: Authority, signed: TeamMetadata) {
  const plan = signed.size > 0 ? await planOrRefuse(target, live, authority, signed) : null;
  for (const [app, metadata] of plan ? signed : []) await writeVersion(target, app, metadata);
  await publishMetadata(target, authority, plan);
}

/** Signs the metadata of the next snapshot. @throws {ReleaseRefused} if a key that has to sign is not here */
async function planOrRefuse(target: Target, live: LiveRecord, authority: Authority, signed: TeamMetadata) {
  try {
    return await planMetadata(target, live, authority, signed);
  } catch (error) {
    if (error instanceof KeysMissing) throw new ReleaseRefused([error.message]);
    throw error;
  }
}

/**
 * @param seen the version that the caller saw; by default, any
 * @throws {ReleaseRefused} if another version is live by now
 */
export function requireSeen(app: string, seen: string | undefined, live: string): void {
  if (seen === undefined || live === seen) return;
  throw new ReleaseRefused([`${app} is ${live} now, and not ${seen} any more. Nothing was changed.`]);
}

/** Finds the release of an app in a channel, or its rollout of any percentage. */
export const limitedReleaseOf = (
  { offers }: Pick<Snapshot, 'offers'>,
  app: string,
  { channel }: Audience,
): LimitedRelease | undefined => offers.find((each) => each.part === app && each.channel === channel);

const isLive = (snapshot: Snapshot, { part, version }: Build, to?: Audience) =>
  to
    ? snapshot.offers.some(
        (each) =>
          each.part === part &&
          each.release.version === version &&
          each.channel === to.channel &&
          each.percent === to.percent,
      )
    : versionIn(snapshot, part) === version;

/**
 * @throws {ReleaseRefused} for a recalled build that was live for all visitors. A release of it for some visitors would end its recall for
 *   all
 */
async function requireNeverForAll(target: Target, held: readonly Build[]): Promise<void> {
  if (held.length === 0) return;
  for await (const { snapshot } of readHistory(target)) {
    const found = held.find((build) => isLive(snapshot, build));
    if (found)
      throw new ReleaseRefused([
        `${found.part} ${found.version} was taken back from all visitors, and only a release for all visitors brings it back.`,
      ]);
  }
}

/** @throws {ReleaseRefused} unless the channel or the rollout has the build, whatever the percentage */
function requireOffered(snapshot: Snapshot, { part, version }: Build, to: Audience): void {
  const limited = limitedReleaseOf(snapshot, part, to);
  if (!limited) throw new ReleaseRefused([noLimitedRelease(part, to)]);
  requireSeen(part, version, limited.release.version);
}

/** @throws {ReleaseRefused} if these visitors have neither the build nor the version that was seen */
function requireApproved(
  snapshot: Snapshot,
  build: Build,
  to: Audience | undefined,
  seen: NonNullable<LiveOptions['seen']>,
) {
  const { part, version } = build;
  const live = (to ? limitedReleaseOf(snapshot, part, to)?.release.version : versionIn(snapshot, part)) ?? null;
  const before = seen[part];
  if (before === undefined || live === before || live === version) return;
  throw new ReleaseRefused([
    `${part} is ${live ?? 'no longer live'} now, and was ${before ?? 'not live'} when this was staged. Nothing was changed.`,
  ]);
}

export const noLimitedRelease = (app: string, { channel }: Audience): string =>
  `${app} has no ${channel ? `release in the channel ${channel}` : 'rollout'}.`;

export interface LiveOptions extends MoveOptions {
  /** The channel or rollout. By default, all visitors. */
  to?: Audience | undefined;
  /** If true, only the percentage changes. It is refused if `to` has ended or has another build by then. */
  isOfferedAlready?: boolean | undefined;
  /**
   * The version of each app that the people saw who approved a staged release, or null. It is refused if another one is live by then, and it
   * brings no build back that was rolled back.
   */
  seen?: Readonly<Record<string, string | null>> | undefined;
}

/**
 * Makes builds live, for all visitors or for the channel or rollout `to`. A channel or rollout takes no build that was recalled from all
 * visitors. A build that goes live is no longer recalled, since open pages would leave it at once. If the name or the root of the site
 * has changed, the next snapshot names the new one.
 * @returns as `move`, and throws the same
 */
export async function goLive(
  target: Target,
  builds: readonly BuildRecord[],
  { to, isOfferedAlready = false, seen, ...options }: LiveOptions = {},
): Promise<Moved> {
  const named = builds.map(({ part, version }) => `${part}@${version}`);
  return await move(
    target,
    ({ snapshot, recallsDiffer, isRenamed, ...rest }) => {
      if (to && isOfferedAlready) for (const build of builds) requireOffered(snapshot, build, to);
      if (seen) for (const build of builds) requireApproved(snapshot, build, to, seen);
      return !recallsDiffer && !isRenamed && builds.every((build) => isLive(snapshot, build, to))
        ? null
        : withBuilds(snapshot, builds, { to, ...rest });
    },
    async (recalled) => {
      const held = builds.filter(({ part, version }) => recalled.includes(`${part}@${version}`));
      if (to) await requireNeverForAll(target, held);
      if (seen && held[0]) {
        const { part, version } = held[0];
        throw new ReleaseRefused([`${part} ${version} was rolled back, and a staged release does not bring it back.`]);
      }
      return recalled.filter((version) => !named.includes(version));
    },
    { ...options, released: builds },
  );
}
