// npm run releases [-- part]: what is live where and since when, what stands ready behind it, and what was recalled.
// npm run releases -- --prune: deletes the builds that nobody can need any more.
import { fileURLToPath } from 'node:url';
import { readArguments, runCommand } from './lib/arguments.mjs';
import { prune } from './lib/prune.mjs';
import { partsIn, versionIn } from './lib/registry.mjs';
import { readLive } from './lib/registry-store.mjs';
import { requireKnown } from './lib/registry-words.mjs';

const HEADINGS = ['part', 'version', 'for', 'since (UTC)', 'contract'];

/** '2026-11-21T06:41:31.394Z' as people read it. */
const minuteOf = (at) => at.slice(0, 16).replace('T', ' ');

/**
 * @param {import('./lib/targets.mjs').Target} target
 * @param {string} [only] a part
 * @returns {Promise<{rows: string[][], pointer: import('./lib/registry.mjs').Pointer | null}>} a row per release
 */
export async function listReleases(target, only) {
  const { pointer, snapshot } = await readLive(target);
  const rows = [];
  if (only && pointer) requireKnown(snapshot, only, target);
  for (const part of partsIn(snapshot)) {
    if (only && part !== only) continue;
    const live = part === 'host' ? snapshot.host : snapshot.remotes[part];
    if (live) rows.push([part, versionIn(snapshot, part), 'everybody', minuteOf(snapshot.since[part]), live.contract]);
    for (const { part: offered, channel, percent, since, release } of snapshot.offers) {
      if (offered === part)
        rows.push([part, release.version, channel ?? `${percent} %`, minuteOf(since), release.contract]);
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
    const { target, prune: isPruning, positionals } = readArguments(['prune', 'target', 'out']);
    if (isPruning) {
      const deleted = await prune(target);
      for (const { part, version } of deleted) console.log(`deleted ${part} ${version}`);
      if (deleted.length === 0) console.log('Nothing to delete.');
      return;
    }
    const { rows, pointer } = await listReleases(target, positionals[0]);
    if (!pointer) {
      console.log(`Nothing is released in ${target.place}.`);
      return;
    }
    for (const line of table([HEADINGS, ...rows])) console.log(line);
    console.log(`\nSnapshot ${pointer.current} in ${target.place}, live since ${minuteOf(pointer.at)}.`);
    if (pointer.recalled.length > 0) console.log(`Recalled: ${pointer.recalled.join(', ')}`);
  });
}
