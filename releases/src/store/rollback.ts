/** Rolls an app back to an earlier build, or ends its release in a channel or rollout. */
import type { Audience, Snapshot } from '../model/schemas';
import { publishPage } from './publish';
import { readBuild, readHistory, readLive, readRecent, SESSION_HOURS } from './read-live';
import { requireKnown } from './sentences';
import { buildsOf, versionIn, withBuilds, withoutAudience } from './snapshot';
import { limitedReleaseOf, type MoveOptions, move, noLimitedRelease, ReleaseRefused, requireSeen } from './store';
import { PointerMoved, type Target } from './targets/target';

/** Computes the recalled versions: open pages leave `left` at once, and `restored` is no longer recalled. */
const recalling = (left: string, restored?: string) => (recalled: readonly string[]) => [
  ...recalled.filter((each) => each !== left && each !== restored),
  left,
];

/** Finds the version that was live before `from`. It skips versions that were rolled back or retired. */
export async function versionBefore(app: string, from: string, target: Target): Promise<string | undefined> {
  const { pointer } = await readLive(target);
  for await (const { snapshot } of readHistory(target)) {
    const candidate = versionIn(snapshot, app);
    if (candidate && candidate !== from && !pointer?.recalled.includes(`${app}@${candidate}`)) return candidate;
  }
  return undefined;
}

/**
 * Makes an earlier version live. The version that it leaves is recalled: open pages leave it, and only a release of that version brings it
 * back.
 * @param options `version` is by default the one that was live before; `seen` is the version to leave, by default the live one
 * @returns the two versions, and the live snapshot with its name
 * @throws if there is no such version, its files are gone, or it is incompatible with a live shell
 * @throws {PointerMoved} if another version of the app went live meanwhile
 */
export async function rollBack(
  app: string,
  {
    target,
    version,
    seen,
    authority,
    compiler,
  }: { target: Target; version?: string | undefined; seen?: string | undefined } & Pick<
    MoveOptions,
    'authority' | 'compiler'
  >,
): Promise<{ from: string; to: string; live: string | null; snapshot: Snapshot }> {
  const { snapshot } = await readLive(target);
  const from = versionIn(snapshot, app);
  requireKnown(snapshot, app, target);
  if (!from)
    throw new ReleaseRefused([`${app} is live only in channels or a rollout: --to CHANNEL or --share ends that.`]);
  requireSeen(app, seen, from);
  if (version === from) throw new ReleaseRefused([`${app} ${version} is what is live; nothing was changed.`]);
  const to = version ?? (await versionBefore(app, from, target));
  if (!to)
    throw new ReleaseRefused([`${app} ${from} has no earlier version that was not rolled back or retired; name one.`]);
  const build = await readBuild(target, { part: app, version: to });
  if (!build) {
    throw new ReleaseRefused([
      `There is no ${app} ${to} in ${target.place}. npm run releases -- ${app} lists the versions that are there.`,
    ]);
  }
  const { name, snapshot: live } = await move(
    target,
    (now) => {
      if (versionIn(now.snapshot, app) !== from) throw new PointerMoved();
      return withBuilds(now.snapshot, [build], now);
    },
    recalling(`${app}@${from}`, `${app}@${to}`),
    { authority, compiler, released: [build] },
  );
  await publishPage(target);
  return { from, to, live: name, snapshot: live };
}

/**
 * Ends a release in a channel, or a rollout. Its visitors get the release for all visitors. The version is recalled unless other visitors
 * still have it: in the snapshot, as a previous release, or on a page that was opened within the last day.
 * @param options `seen` is the version to end, by default the live one
 * @returns the version, and the name of the live snapshot
 * @throws if there is no such release
 * @throws {PointerMoved} if another version was released to these visitors meanwhile
 */
export async function withdraw(
  app: string,
  {
    target,
    to,
    seen,
    authority,
    compiler,
  }: { target: Target; to: Audience; seen?: string | undefined } & Pick<MoveOptions, 'authority' | 'compiler'>,
): Promise<{ from: string; live: string | null }> {
  const limitedIn = (snapshot: Pick<Snapshot, 'offers'>) => limitedReleaseOf(snapshot, app, to);
  const { snapshot } = await readLive(target);
  requireKnown(snapshot, app, target);
  const limited = limitedIn(snapshot);
  if (!limited) throw new ReleaseRefused([noLimitedRelease(app, to)]);
  const { version } = limited.release;
  requireSeen(app, seen, version);
  const { name } = await move(
    target,
    (live) => {
      if (limitedIn(live.snapshot)?.release.version !== version) throw new PointerMoved();
      return withoutAudience(live.snapshot, app, to, live);
    },
    async (recalled, live) => {
      const offers = live.offers.filter((each) => each !== limitedIn(live));
      const isGiven =
        buildsOf({ ...live, offers }).some((build) => build.part === app && build.version === version) ||
        (await readRecent(target, SESSION_HOURS)).some((recent) => versionIn(recent.snapshot, app) === version);
      return isGiven ? recalled : recalling(`${app}@${version}`)(recalled);
    },
    { authority, compiler },
  );
  return { from: version, live: name };
}
