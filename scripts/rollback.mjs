// npm run rollback <remote> [version]: makes an earlier build of one part live again, in seconds and without a build.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, runCommand } from './lib/arguments.mjs';
import { readJson } from './lib/parts.mjs';
import { versionIn } from './lib/registry.mjs';
import { goLive, readHistory, readLive } from './lib/registry-store.mjs';

/**
 * The version left behind is recalled: no build brings it back, only a release of it.
 * @param {string} part
 * @param {{out: string, version?: string}} options without a version, the one that was live before
 * @returns {Promise<{from: string, to: string, live: string}>}
 * @throws when there is nothing to go back to, its files are gone, or it does not fit the live shell
 */
export async function rollBack(part, { out, version }) {
  const { snapshot } = await readLive(out);
  const from = versionIn(snapshot, part);
  if (!from) throw new Error(`${part} is not live, so there is nothing to roll back.`);
  let to = version;
  if (!to) {
    for await (const earlier of readHistory(out)) {
      to = versionIn(earlier, part);
      if (to !== from) break;
    }
  }
  if (!to || to === from)
    throw new Error(`${part} ${from} has no earlier version. Name one: npm run rollback ${part} <version>`);
  const record = path.join(out, part, to, 'build.json');
  if (!existsSync(record)) throw new Error(`The files of ${part} ${to} are not in ${path.join(out, part)}.`);
  const left = `${part}@${from}`;
  const recall = (recalled) => [...recalled.filter((each) => each !== left && each !== `${part}@${to}`), left];
  const { name } = await goLive(out, [await readJson(record)], recall);
  return { from, to, live: name };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runCommand(async () => {
    const { out, positionals } = readArguments();
    const [part, version] = positionals;
    if (!part || positionals.length > 2)
      throw new Error('Name the part to roll back: npm run rollback catalog [version]');
    const { from, to, live } = await rollBack(part, { out, version });
    console.log(`${part} went back from ${from} to ${to}; snapshot ${live} is live.`);
  });
}
