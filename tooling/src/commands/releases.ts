// npm run releases [-- app]: what is live, for whom and since when, the previous releases behind it, and what was
// recalled; of one app also every other build that a rollback can name.
// npm run releases -- --prune: deletes the builds that no page can need.
import { prune } from 'registry/node/prune';
import { listReleases, minuteOf, type ReleaseRow } from 'registry/node/releases';
import { readArguments } from './arguments';
import { runCommand } from './run-command';

const HEADINGS: ReleaseRow = ['app', 'version', 'for', 'since (UTC)', 'contract'];

/** Lines in which each column is as wide as its widest cell. */
function table(rows: readonly ReleaseRow[]): string[] {
  const widths = HEADINGS.map((_heading, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

await runCommand(import.meta.url, async () => {
  const { target, prune: isPruning, positionals, service: findService } = readArguments(['prune', 'target', 'out']);
  if (isPruning) {
    const deleted = await prune(target);
    for (const { part, version } of deleted) console.log(`deleted ${part} ${version}`);
    if (deleted.length === 0) console.log('Nothing to delete.');
    return;
  }
  const service = await findService();
  const { rows, pointer } = service ? await service.list(positionals[0]) : await listReleases(target, positionals[0]);
  if (!pointer) {
    console.log(`Nothing is released in ${target.place}.`);
    return;
  }
  for (const line of table([HEADINGS, ...rows])) console.log(line);
  console.log(`\nSnapshot ${pointer.current} in ${target.place}, live since ${minuteOf(pointer.at)}.`);
  if (pointer.recalled.length > 0) console.log(`Recalled: ${pointer.recalled.join(', ')}`);
});
