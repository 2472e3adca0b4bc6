// npm run releases [-- app]: what is live, for whom and since when, the previous releases behind it, and what was
// recalled; of one app also every other build that a rollback can name.
// npm run releases -- --prune: deletes the builds that no page can need.
import { buildRecordSchema, type Pointer } from 'registry/model';
import { prune } from 'registry/node/prune';
import { requireKnown } from 'registry/node/sentences';
import { appsIn, buildsOf } from 'registry/node/snapshot';
import { readHistory, readLive } from 'registry/node/store';
import type { Target } from 'registry/node/targets/target';
import { readArguments } from './arguments';
import { runCommand } from './run-command';

type Row = readonly [app: string, version: string, audience: string, since: string, contract: string];

const HEADINGS: Row = ['app', 'version', 'for', 'since (UTC)', 'contract'];

/** '2026-11-21T06:41:31.394Z' as '2026-11-21 06:41'. */
const minuteOf = (at = '') => at.slice(0, 16).replace('T', ' ');

/**
 * Versions of an app that the target has, newest build first. A static host does not list its files: of it, the versions
 * that its registry has named, newest first.
 */
async function versionsIn(target: Target, app: string): Promise<string[]> {
  if (target.builds) {
    const builds = (await target.builds()).filter(({ part }) => part === app);
    return builds.sort((a, b) => b.builtAt - a.builtAt).map(({ version }) => version);
  }
  const named = new Set<string>();
  for await (const { snapshot } of readHistory(target)) {
    for (const { part, version } of buildsOf(snapshot)) if (part === app) named.add(version);
  }
  return [...named];
}

/** A row for each build that a rollback can name and that no other row has. A record of an older form is none of them. */
async function retainedRows(target: Target, app: string, listed: readonly string[]): Promise<Row[]> {
  const versions = (await versionsIn(target, app)).filter((version) => !listed.includes(version));
  const files = await Promise.all(versions.map((version) => target.read(`${app}/${version}/build.json`)));
  return files.flatMap((file): Row[] => {
    const { data } = buildRecordSchema.safeParse(file && JSON.parse(file.text));
    return data ? [[app, data.version, 'retained', '', data.contract]] : [];
  });
}

/**
 * @param only one app
 * @returns a row for each release
 */
export async function listReleases(target: Target, only?: string): Promise<{ rows: Row[]; pointer: Pointer | null }> {
  const { pointer, snapshot } = await readLive(target);
  const rows: Row[] = [];
  if (only && pointer) requireKnown(snapshot, only, target);
  for (const app of appsIn(snapshot)) {
    if (only && app !== only) continue;
    const live = app === 'host' ? snapshot.host : snapshot.remotes[app];
    if (live) rows.push([app, live.version, 'all visitors', minuteOf(snapshot.since[app]), live.contract]);
    for (const { part, channel, percent, since, release } of snapshot.offers) {
      if (part === app) rows.push([app, release.version, channel ?? `${percent} %`, minuteOf(since), release.contract]);
    }
    for (const { version, contract } of snapshot.kept[app] ?? []) rows.push([app, version, 'previous', '', contract]);
  }
  if (only && pointer) {
    rows.push(
      ...(await retainedRows(
        target,
        only,
        rows.map(([, version]) => version),
      )),
    );
  }
  return { rows, pointer };
}

/** Lines in which each column is as wide as its widest cell. */
function table(rows: readonly Row[]): string[] {
  const widths = HEADINGS.map((_heading, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

await runCommand(import.meta.url, async () => {
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
