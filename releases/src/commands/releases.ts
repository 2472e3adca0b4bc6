// npm run releases [-- app]: lists the live versions, for whom and since when, the previous releases behind them, and the recalled
// versions. For one app it also lists every other build that a rollback can name. A site with a release service also names the makers, to
// those with a token.
// npm run releases -- --json: prints the same for programs, and tells which remote is compatible with which shell.
// npm run releases -- --prune: deletes the builds that no page can need.

import { processEnv } from 'settings/environment';
import type { Status } from '../model/service';
import { signatureProblems } from '../store/live-problems';
import { prune } from '../store/prune';
import { listReleases, minuteOf, rowOf } from '../store/releases';
import { makerWords } from '../store/sentences';
import { readStatus } from '../store/status';
import { readArguments } from './arguments';
import { runCommand } from './run-command';

const HEADINGS = ['app', 'version', 'for', 'since (UTC)', 'contract'];

/** Lines in which each column is as wide as its widest cell. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_heading, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Adds a column with the maker, where it is known. */
function withMakers(rows: readonly (readonly string[])[], status: Status | null): (readonly string[])[] {
  if (!status) return [HEADINGS, ...rows];
  const keyOf = (row: readonly string[]) => row.slice(0, 3).join(' ');
  const makers = new Map(status.releases.map((release) => [keyOf(rowOf(release)), makerWords(release)]));
  return [[...HEADINGS, 'by'], ...rows.map((row) => [...row, makers.get(keyOf(row)) ?? ''])];
}

await runCommand(import.meta.url, async () => {
  const {
    target,
    prune: isPruning,
    json: isJson,
    positionals,
    service: findService,
  } = readArguments(['prune', 'json', 'target', 'out']);
  const [app, ...others] = positionals;
  if (others.length > 0) throw new Error('Name one app at most: npm run releases -- catalog');
  if (isPruning && (isJson || app)) throw new Error('--prune is of all apps and lists none: give it alone.');
  if (isPruning) {
    const deleted = await prune(target);
    for (const { part, version } of deleted) console.log(`deleted ${part} ${version}`);
    if (deleted.length === 0) console.log('Nothing to delete.');
    return;
  }
  for (const problem of await signatureProblems(target)) console.error(`warning: ${problem}`);
  // The registry is public. For those with a token, the service adds the makers and the builds that are not live.
  const service = processEnv.RELEASE_TOKEN ? await findService() : null;
  const status = (await service?.status(app)) ?? null;
  if (isJson) {
    console.log(JSON.stringify(status ?? (await readStatus(target, app)), null, 2));
    return;
  }
  const { rows, pointer } = service ? await service.list(app) : await listReleases(target, app);
  if (!pointer) {
    console.log(`Nothing is released in ${target.place}.`);
    return;
  }
  for (const line of table(withMakers(rows, status))) console.log(line);
  console.log(`\nSnapshot ${pointer.current} in ${target.place}, live since ${minuteOf(pointer.at)}.`);
  if (pointer.recalled.length > 0) console.log(`Recalled: ${pointer.recalled.join(', ')}`);
});
