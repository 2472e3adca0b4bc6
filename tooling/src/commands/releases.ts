// npm run releases [-- app]: what is live, for whom and since when, the previous releases behind it, and what was
// recalled; of one app also every other build that a rollback can name.
// npm run releases -- --json: the same for programs, and which remote is compatible with which shell.
// npm run releases -- --prune: deletes the builds that no page can need.
import { prune } from 'registry/node/prune';
import { listReleases, minuteOf, type ReleaseRow } from 'registry/node/releases';
import { requireKnown } from 'registry/node/sentences';
import { type Status, statusOf } from 'registry/node/status';
import { readLive } from 'registry/node/store';
import type { Target } from 'registry/node/targets/target';
import { readArguments } from './arguments';
import { runCommand } from './run-command';

const HEADINGS: ReleaseRow = ['app', 'version', 'for', 'since (UTC)', 'contract'];

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
  if (isJson) {
    console.log(JSON.stringify(await readStatus(target, app), null, 2));
    return;
  }
  // The registry is public; the service adds builds that are not live, for those with a token.
  const service = process.env.RELEASE_TOKEN ? await findService() : null;
  const { rows, pointer } = service ? await service.list(app) : await listReleases(target, app);
  if (!pointer) {
    console.log(`Nothing is released in ${target.place}.`);
    return;
  }
  for (const line of table([HEADINGS, ...rows])) console.log(line);
  console.log(`\nSnapshot ${pointer.current} in ${target.place}, live since ${minuteOf(pointer.at)}.`);
  if (pointer.recalled.length > 0) console.log(`Recalled: ${pointer.recalled.join(', ')}`);
});
