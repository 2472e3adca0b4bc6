// npm run release -- <part> [--to beta | --percent 10] [--target PLACE] [--out DIR] [--source DIR]: builds one part and
// makes it live, for everybody or for some, without touching any other.
// The sources may lie elsewhere: a team may keep its remote in a repository of its own.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildLine, buildParts } from './build.mjs';
import { readArguments, runCommand } from './lib/arguments.mjs';
import { publishBuild, publishPage } from './lib/publish.mjs';
import { goLive } from './lib/registry-store.mjs';
import { otherOffers, wordsFor } from './lib/registry-words.mjs';
import { folderTarget } from './lib/targets.mjs';

/**
 * @param {string} part
 * @param {{out: string, target?: import('./lib/targets.mjs').Target, source?: string,
 *   to?: import('./lib/registry.mjs').Audience, report?: Function}} options `out`: where it is built; `target`: where
 *   the site lies, if not there; `source`: the folder with the part's sources; `to`: for whom, if not for everybody
 * @returns {Promise<{version: string, live: string, changed: boolean, snapshot: import('./lib/registry.mjs').Snapshot}>}
 * @throws ReleaseRefused when a live shell and a live remote would not fit, or two remotes claim one path
 */
export async function release(part, { out, target = folderTarget(out), source, to, report }) {
  if (source && !existsSync(path.join(source, 'package.json')))
    throw new Error(`--source is '${source}'; it must be a folder with the sources of ${part}.`);
  if (part === 'host' && to && target.isStaticHost) {
    throw new Error(
      `${target.place} has one page for everybody: there a shell is released without --to and --percent.`,
    );
  }
  const [build] = await buildParts([part], { out, report, sources: source ? { [part]: source } : {} });
  await publishBuild(target, out, build);
  const { name, snapshot, changed } = await goLive(target, [build.record], { to });
  await publishPage(target);
  return { version: build.version, live: name, changed, snapshot };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runCommand(async () => {
    const { positionals, to, ...options } = readArguments(['to', 'percent', 'target', 'source', 'out']);
    if (positionals.length !== 1) throw new Error('Name the one part to release: npm run release -- catalog');
    const [part] = positionals;
    const { version, live, changed, snapshot } = await release(part, {
      ...options,
      to,
      report: (line) => console.log(buildLine(line)),
    });
    const state = changed ? `is live ${wordsFor(to)} in snapshot ${live}` : `was live ${wordsFor(to)} already`;
    console.log(`${part} ${version} ${state}.`);
    if (!to) for (const line of otherOffers(snapshot, part)) console.log(line);
  });
}
