// npm run releases: what is live where and since when, what stands ready behind it, and what was recalled.
import { fileURLToPath } from 'node:url';
import { readArguments, runCommand } from './lib/arguments.mjs';
import { versionIn } from './lib/registry.mjs';
import { readLive } from './lib/registry-store.mjs';

const HEADINGS = ['part', 'version', 'for', 'since', 'contract'];

/**
 * @param {import('./lib/targets.mjs').Target} target
 * @returns {Promise<{rows: string[][], pointer: import('./lib/registry.mjs').Pointer | null}>} a row per release
 */
export async function listReleases(target) {
  const { pointer, snapshot } = await readLive(target);
  const rows = [];
  for (const part of ['host', ...Object.keys(snapshot.remotes)]) {
    const live = part === 'host' ? snapshot.host : snapshot.remotes[part];
    if (live) rows.push([part, versionIn(snapshot, part), 'everybody', snapshot.since[part], live.contract]);
    for (const { part: offered, channel, percent, since, release } of snapshot.offers) {
      if (offered === part) rows.push([part, release.version, channel ?? `${percent} %`, since, release.contract]);
    }
    for (const { version, contract } of snapshot.kept[part] ?? []) rows.push([part, version, 'kept', '', contract]);
  }
  return { rows, pointer };
}

function table(rows) {
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runCommand(async () => {
    const { target } = readArguments();
    const { rows, pointer } = await listReleases(target);
    if (!pointer) {
      console.log(`Nothing is released in ${target.place}.`);
      return;
    }
    for (const line of table([HEADINGS, ...rows])) console.log(line);
    console.log(`\nSnapshot ${pointer.current}, live since ${pointer.at}.`);
    if (pointer.recalled.length > 0) console.log(`Recalled: ${pointer.recalled.join(', ')}`);
  });
}
