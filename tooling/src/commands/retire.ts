// npm run retire -- <remote>: takes a remote out of the registry. Open pages leave it; a release brings it back.
import { publishPage } from 'registry/node/publish';
import { requireKnown } from 'registry/node/sentences';
import { buildsOf, withoutRemote } from 'registry/node/snapshot';
import { move, readHistory, readLive } from 'registry/node/store';
import type { Target } from 'registry/node/targets/target';
import { readArguments } from './arguments';
import { runCommand } from './run-command';

/** Every version of a remote that a visitor could get: 'deals@1.0.0-3f9a01c2', newest first. */
async function releasedOf(remote: string, target: Target): Promise<string[]> {
  const released = new Set<string>();
  for await (const { snapshot } of readHistory(target)) {
    for (const { part, version } of buildsOf(snapshot)) if (part === remote) released.add(`${part}@${version}`);
  }
  return [...released];
}

/**
 * Takes every version of a remote from all visitors, those of channels and rollouts too, and from the previous releases.
 * All versions are recalled.
 * @returns the recalled versions, and the name of the live snapshot
 * @throws for the shell, and for a remote that the registry does not have
 */
export async function retire(
  remote: string,
  { target }: { target: Target },
): Promise<{ recalled: string[]; live: string | null }> {
  if (remote === 'host') throw new Error('The shell is the page itself: it is released and rolled back, not retired.');
  requireKnown((await readLive(target)).snapshot, remote, target);
  let recalled: string[] = [];
  const { name } = await move(
    target,
    (live) => withoutRemote(live.snapshot, remote, live),
    async (before) => {
      recalled = await releasedOf(remote, target);
      return [...new Set([...before, ...recalled])];
    },
  );
  await publishPage(target);
  return { recalled, live: name };
}

await runCommand(import.meta.url, async () => {
  const { target, positionals } = readArguments(['target', 'out']);
  const [remote, ...others] = positionals;
  if (!remote || others.length > 0) {
    throw new Error('Name the one remote to retire: npm run retire -- loyalty-card');
  }
  const { recalled, live } = await retire(remote, { target });
  console.log(`${remote} is retired (${recalled.join(', ')}); snapshot ${live} is live.`);
  console.log(
    `Delete remotes/${remote} as well: a change of its sources is a new version, which a release of all apps makes live.`,
  );
});
