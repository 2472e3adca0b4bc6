// npm run rollback -- <app> [version]: makes an earlier build of one app live again, in seconds and without a build.
// npm run rollback -- <app> --to beta | --share: ends its release in a channel, or its rollout.
import type { Audience, Snapshot } from 'registry/model';
import { publishPage } from 'registry/node/publish';
import { limitedReleaseLines, requireKnown } from 'registry/node/sentences';
import { buildsOf, versionIn, withBuilds, withoutAudience } from 'registry/node/snapshot';
import { move, readBuild, readHistory, readLive } from 'registry/node/store';
import { PointerMoved, type Target } from 'registry/node/targets/target';
import { readArguments } from './arguments';
import { runCommand } from './run-command';

/** What the pointer recalls afterwards: open pages leave `left` at once, and `restored` is no longer recalled. */
const recalling = (left: string, restored?: string) => (recalled: readonly string[]) => [
  ...recalled.filter((each) => each !== left && each !== restored),
  left,
];

/** The version that was live before `from`; versions that were rolled back or retired are passed over. */
async function versionBefore(app: string, from: string, target: Target): Promise<string | undefined> {
  const { pointer } = await readLive(target);
  for await (const { snapshot } of readHistory(target)) {
    const candidate = versionIn(snapshot, app);
    if (candidate && candidate !== from && !pointer?.recalled.includes(`${app}@${candidate}`)) return candidate;
  }
  return undefined;
}

/**
 * Makes an earlier version live. The version left behind is recalled: open pages leave it, and only a release of it
 * brings it back.
 * @param options `version`: left out, the one that was live before
 * @returns the two versions, and the live snapshot with its name
 * @throws if there is no such version, its files are gone, or it is incompatible with a live shell
 * @throws {PointerMoved} if another version of the app went live meanwhile
 */
export async function rollBack(
  app: string,
  { target, version }: { target: Target; version?: string | undefined },
): Promise<{ from: string; to: string; live: string | null; snapshot: Snapshot }> {
  const { snapshot } = await readLive(target);
  const from = versionIn(snapshot, app);
  requireKnown(snapshot, app, target);
  if (!from) throw new Error(`${app} is live only in channels or a rollout: --to CHANNEL or --share ends that.`);
  if (version === from) throw new Error(`${app} ${version} is what is live; nothing was changed.`);
  const to = version ?? (await versionBefore(app, from, target));
  if (!to) throw new Error(`${app} ${from} has no earlier version that was not rolled back or retired; name one.`);
  const build = await readBuild(target, { part: app, version: to });
  if (!build) {
    throw new Error(
      `There is no ${app} ${to} in ${target.place}. npm run releases -- ${app} lists the versions that are there.`,
    );
  }
  const { name, snapshot: live } = await move(
    target,
    (now) => {
      if (versionIn(now.snapshot, app) !== from) throw new PointerMoved();
      return withBuilds(now.snapshot, [build], now);
    },
    recalling(`${app}@${from}`, `${app}@${to}`),
  );
  await publishPage(target);
  return { from, to, live: name, snapshot: live };
}

/**
 * Ends a release in a channel, or a rollout: its visitors get what all visitors get. Its version is recalled, unless
 * other visitors have it still.
 * @returns the version, and the name of the live snapshot
 * @throws if there is no such release
 * @throws {PointerMoved} if another version was released to these visitors meanwhile
 */
export async function withdraw(
  app: string,
  { target, to }: { target: Target; to: Audience },
): Promise<{ from: string; live: string | null }> {
  const limitedIn = ({ offers }: Pick<Snapshot, 'offers'>) =>
    offers.find(({ part, channel }) => part === app && channel === to.channel);
  const { snapshot } = await readLive(target);
  requireKnown(snapshot, app, target);
  const limited = limitedIn(snapshot);
  if (!limited) throw new Error(`${app} has no ${to.channel ? `release in the channel ${to.channel}` : 'rollout'}.`);
  const { version } = limited.release;
  const { name } = await move(
    target,
    (live) => {
      if (limitedIn(live.snapshot)?.release.version !== version) throw new PointerMoved();
      return withoutAudience(live.snapshot, app, to, live);
    },
    (recalled, live) => {
      const offers = live.offers.filter((each) => each !== limitedIn(live));
      const isGiven = buildsOf({ ...live, offers, kept: {} }).some(
        (build) => build.part === app && build.version === version,
      );
      return isGiven ? recalled : recalling(`${app}@${version}`)(recalled);
    },
  );
  return { from: version, live: name };
}

await runCommand(import.meta.url, async () => {
  const { target, to, positionals } = readArguments(['to', 'share', 'target', 'out']);
  const [app, version] = positionals;
  if (!app || positionals.length > 2)
    throw new Error('Name the app to roll back: npm run rollback -- catalog [version]');
  if (to && version) throw new Error('--to and --share take no version: leave out the version, or leave them out.');
  if (to) {
    const { from, live } = await withdraw(app, { target, to });
    console.log(
      `${app} ${from} is no longer live ${to.channel ? `in the channel ${to.channel}` : 'in a rollout'}; snapshot ${live} is live.`,
    );
    return;
  }
  const { from, to: restored, live, snapshot } = await rollBack(app, { target, version });
  console.log(`${app} went back from ${from} to ${restored}; snapshot ${live} is live.`);
  for (const line of limitedReleaseLines(snapshot, app)) console.log(line);
});
