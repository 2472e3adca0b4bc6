/** Takes a remote out of the registry. */
import { publishPage } from './publish';
import { readHistory, readLive } from './read-live';
import { requireKnown } from './sentences';
import { buildsOf, withoutRemote } from './snapshot';
import { type MoveOptions, move, ReleaseRefused } from './store';
import type { Target } from './targets/target';

/** Lists every version of a remote that a visitor could get: 'deals@1.0.0-3f9a01c2', newest first. */
async function releasedOf(remote: string, target: Target): Promise<string[]> {
  const released = new Set<string>();
  for await (const { snapshot } of readHistory(target)) {
    for (const { part, version } of buildsOf(snapshot)) if (part === remote) released.add(`${part}@${version}`);
  }
  return [...released];
}

/**
 * Takes every version of a remote from all visitors, including those of channels and rollouts, and out of the previous releases. All
 * versions are recalled.
 * @returns the recalled versions, and the name of the live snapshot
 * @throws for the shell, and for a remote that the registry does not have
 */
export async function retire(
  remote: string,
  { target, authority, compiler }: { target: Target } & Pick<MoveOptions, 'authority' | 'compiler'>,
): Promise<{ recalled: string[]; live: string | null }> {
  if (remote === 'host')
    throw new ReleaseRefused(['The shell is the page itself: it is released and rolled back, not retired.']);
  requireKnown((await readLive(target)).snapshot, remote, target);
  let recalled: string[] = [];
  const { name } = await move(
    target,
    (live) => withoutRemote(live.snapshot, remote, live),
    async (before) => {
      recalled = await releasedOf(remote, target);
      return [...new Set([...before, ...recalled])];
    },
    { authority, compiler },
  );
  await publishPage(target);
  return { recalled, live: name };
}
