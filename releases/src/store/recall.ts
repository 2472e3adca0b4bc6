/** Recalls a release that attacked visitors. A recall does more than a rollback, which only takes a failed release from them. */
import { publishPage } from './publish';
import { readBuild, readLive } from './read-live';
import { versionIn, withBuilds } from './snapshot';
import { type MoveOptions, move, ReleaseRefused } from './store';
import type { Target } from './targets/target';

/**
 * Takes the version out of channels, rollouts and the previous releases, and marks it as malicious in the pointer. Nothing makes it live
 * again, its files are no longer served, and the site ends earlier sessions and clears the data of browsers.
 * @returns the name of the live snapshot
 * @throws {ReleaseRefused} if the version is live for all visitors, or has no build; nothing has changed then
 */
export async function recall(
  app: string,
  version: string,
  { target, authority, compiler }: { target: Target } & Pick<MoveOptions, 'authority' | 'compiler'>,
): Promise<{ live: string | null }> {
  const release = `${app}@${version}`;
  const requireNotLive = (live: string | undefined) => {
    if (live === version)
      throw new ReleaseRefused([
        `${app} ${version} is live for all visitors: npm run rollback -- ${app} takes it back first.`,
      ]);
  };
  requireNotLive(versionIn((await readLive(target)).snapshot, app));
  if (!(await readBuild(target, { part: app, version })))
    throw new ReleaseRefused([`There is no ${app} ${version} in ${target.place}.`]);
  const { name } = await move(
    target,
    (live) => {
      requireNotLive(versionIn(live.snapshot, app));
      return withBuilds(live.snapshot, [], live);
    },
    (recalled) => [...recalled.filter((each) => each !== release), release],
    { authority, compiler, malicious: release },
  );
  await publishPage(target);
  return { live: name };
}
