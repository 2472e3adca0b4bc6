// npm run releases [-- part]: what is live where and since when, what stands ready behind it, and what was recalled; of one
// part also every other build that is at hand for a rollback.
// npm run releases -- --prune: deletes the builds that nobody can need any more.
import { fileURLToPath } from 'node:url';
import { prune } from 'registry/node/prune';
import { requireKnown } from 'registry/node/sentences';
import { appsIn, buildsOf, versionIn } from 'registry/node/snapshot';
import { readHistory, readLive } from 'registry/node/store';
import { readArguments, runCommand } from './arguments';

const HEADINGS = ['part', 'version', 'for', 'since (UTC)', 'contract'];

/** '2026-11-21T06:41:31.394Z' as people read it. */
const minuteOf = (at) => at.slice(0, 16).replace('T', ' ');

/**
 * Versions of a part that lie in the target, newest build first. A static host does not say what lies there: of those that
 * its registry has named, newest first, the ones whose record answers.
 */
async function versionsIn(target, part) {
  if (target.builds) {
    const builds = (await target.builds()).filter((build) => build.part === part);
    return builds.sort((a, b) => b.builtAt - a.builtAt).map(({ version }) => version);
  }
  const named = new Set();
  for await (const { snapshot } of readHistory(target)) {
    for (const build of buildsOf(snapshot)) if (build.part === part) named.add(build.version);
  }
  return [...named];
}

/** @returns {Promise<string[][]>} a row for each build that a rollback can name and that no other row has */
async function rowsAtHand(target, part, listed) {
  const versions = (await versionsIn(target, part)).filter((version) => !listed.includes(version));
  const records = await Promise.all(versions.map((version) => target.read(`${part}/${version}/build.json`)));
  return versions.flatMap((version, index) =>
    records[index] ? [[part, version, 'at hand', '', JSON.parse(records[index].text).contract]] : [],
  );
}

/**
 * @param {import('registry/node/targets/target').Target} target
 * @param {string} [only] a part
 * @returns {Promise<{rows: string[][], pointer: import('registry/model').Pointer | null}>} a row per release
 */
export async function listReleases(target, only) {
  const { pointer, snapshot } = await readLive(target);
  const rows = [];
  if (only && pointer) requireKnown(snapshot, only, target);
  for (const part of appsIn(snapshot)) {
    if (only && part !== only) continue;
    const live = part === 'host' ? snapshot.host : snapshot.remotes[part];
    if (live) rows.push([part, versionIn(snapshot, part), 'everybody', minuteOf(snapshot.since[part]), live.contract]);
    for (const { part: offered, channel, percent, since, release } of snapshot.offers) {
      if (offered === part)
        rows.push([part, release.version, channel ?? `${percent} %`, minuteOf(since), release.contract]);
    }
    for (const { version, contract } of snapshot.kept[part] ?? []) rows.push([part, version, 'kept', '', contract]);
  }
  if (only && pointer) {
    rows.push(
      ...(await rowsAtHand(
        target,
        only,
        rows.map(([, version]) => version),
      )),
    );
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
