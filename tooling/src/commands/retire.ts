// npm run retire -- <remote>: takes a remote out of the registry. Pages that run it leave it; a release brings it back.
import { fileURLToPath } from 'node:url';
import { publishPage } from 'registry/node/publish';
import { requireKnown } from 'registry/node/sentences';
import { buildsOf, withoutRemote } from 'registry/node/snapshot';
import { move, readHistory, readLive } from 'registry/node/store';
import { readArguments, runCommand } from './arguments';

/** Every version of it that somebody was ever given. @returns {Promise<string[]>} 'deals@1.0.0-3f9a01c2', newest first */
async function releasedOf(part, target) {
  const released = new Set();
  for await (const { snapshot } of readHistory(target)) {
    for (const build of buildsOf(snapshot)) if (build.part === part) released.add(`${part}@${build.version}`);
  }
  return [...released];
}

/**
 * Nobody is given any version of it, of a channel or a share either, and none stands ready. All of them are recalled.
 * @param {string} part
 * @param {{target: import('registry/node/targets/target').Target}} options
 * @returns {Promise<{recalled: string[], live: string}>}
 * @throws for the shell, and for what the registry does not have
 */
export async function retire(part, { target }) {
  if (part === 'host') throw new Error('The shell is the page itself: it is released and rolled back, not retired.');
  requireKnown((await readLive(target)).snapshot, part, target);
  let recalled = [];
  const { name } = await move(
    target,
    (live) => withoutRemote(live.snapshot, part, live),
    async (before) => {
      recalled = await releasedOf(part, target);
      return [...new Set([...before, ...recalled])];
    },
  );
  await publishPage(target);
  return { recalled, live: name };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runCommand(async () => {
    const { target, positionals } = readArguments(['target', 'out']);
    if (positionals.length !== 1) throw new Error('Name the one remote to retire: npm run retire -- loyalty-card');
    const [part] = positionals;
    const { recalled, live } = await retire(part, { target });
    console.log(`${part} is retired (${recalled.join(', ')}); snapshot ${live} is live.`);
    console.log(
      `Take remotes/${part} away as well: a change of its sources here is a new version, which a release of all would release.`,
    );
  });
}
