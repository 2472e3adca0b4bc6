// npm run releases [-- app]: what is live, for whom and since when, the previous releases behind it, and what was
// recalled; of one app also every other build that a rollback can name.
// npm run releases -- --json: the same for programs, and which remote is compatible with which shell.
// npm run releases -- --prune: deletes the builds that no page can need.
import { buildRecordSchema } from 'registry/model';
import { prune } from 'registry/node/prune';
import { requireKnown } from 'registry/node/sentences';
import { buildsOf } from 'registry/node/snapshot';
import { type ReleaseStatus, type Status, statusOf } from 'registry/node/status';
import { readHistory, readLive } from 'registry/node/store';
import type { Target } from 'registry/node/targets/target';
import { readArguments } from './arguments';
import { runCommand } from './run-command';

type Row = readonly [app: string, version: string, audience: string, since: string, contract: string];

const HEADINGS: Row = ['app', 'version', 'for', 'since (UTC)', 'contract'];

/** '2026-11-21T06:41:31.394Z' as '2026-11-21 06:41'. */
const minuteOf = (at: string) => at.slice(0, 16).replace('T', ' ');

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

function rowOf({ app, version, channel, percent, since, contract, ...release }: ReleaseStatus): Row {
  const audience = { all: 'all visitors', channel: channel ?? '', percent: `${percent} %`, previous: 'previous' };
  return [app, version, audience[release.for], minuteOf(since ?? ''), contract];
}

/**
 * What is live, of all apps or of one.
 * @throws if the registry has no such app
 */
async function readStatus(target: Target, only?: string): Promise<Status> {
  const live = await readLive(target);
  const status = statusOf(live);
  if (!only || !live.pointer) return status;
  requireKnown(live.snapshot, only, target);
  return {
    ...status,
    releases: status.releases.filter(({ app }) => app === only),
    fits: status.fits.filter(({ remote }) => only === 'host' || remote === only),
  };
}

/**
 * @param only one app
 * @returns a row for each release
 */
export async function listReleases(target: Target, only?: string): Promise<{ rows: Row[]; status: Status }> {
  const status = await readStatus(target, only);
  const rows = status.releases.map(rowOf);
  if (only && status.snapshot) {
    const listed = rows.map(([, version]) => version);
    rows.push(...(await retainedRows(target, only, listed)));
  }
  return { rows, status };
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
  const { target, prune: isPruning, json: isJson, positionals } = readArguments(['prune', 'json', 'target', 'out']);
  const [app, ...others] = positionals;
  if (others.length > 0) throw new Error('Name one app at most: npm run releases -- catalog');
  if (isPruning && (isJson || app)) throw new Error('--prune is of all apps and lists none: give it alone.');
  if (isPruning) {
    const deleted = await prune(target);
    for (const { part, version } of deleted) console.log(`deleted ${part} ${version}`);
    if (deleted.length === 0) console.log('Nothing to delete.');
    return;
  }
  if (isJson) {
    console.log(JSON.stringify(await readStatus(target, app), null, 2));
    return;
  }
  const { rows, status } = await listReleases(target, app);
  if (!status.snapshot) {
    console.log(`Nothing is released in ${target.place}.`);
    return;
  }
  for (const line of table([HEADINGS, ...rows])) console.log(line);
  console.log(`\nSnapshot ${status.snapshot} in ${target.place}, live since ${minuteOf(status.at ?? '')}.`);
  if (status.recalled.length > 0) console.log(`Recalled: ${status.recalled.join(', ')}`);
});
