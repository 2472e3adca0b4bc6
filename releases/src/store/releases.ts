/** Lists the live releases, for whom and since when, the previous releases behind them, and the other builds that a rollback can name. */
import { buildRecordSchema, type Pointer } from '../model/schemas';
import type { ReleaseStatus } from '../model/service';
import { readHistory, readLive } from './read-live';
import { requireKnown } from './sentences';
import { buildsOf } from './snapshot';
import { statusOf } from './status';
import type { Target } from './targets/target';

export type ReleaseRow = readonly [app: string, version: string, audience: string, since: string, contract: string];

/** Shortens '2026-11-21T06:41:31.394Z' to '2026-11-21 06:41'. */
export const minuteOf = (at = '') => at.slice(0, 16).replace('T', ' ');

export function rowOf(release: ReleaseStatus): ReleaseRow {
  const { app, version, channel, percent, since, contract } = release;
  const audience = { all: 'all visitors', previous: 'previous', channel: `${channel}`, percent: `${percent} %` };
  return [app, version, audience[release.for], minuteOf(since ?? ''), contract];
}

/**
 * Lists the versions of an app that the target has, newest build first. A static host does not list its files, so for it these are the
 * versions that its registry has named.
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

/** Makes a row for each build that a rollback can name and that no other row has. A folder without a readable record gets none. */
async function retainedRows(target: Target, app: string, listed: readonly string[]): Promise<ReleaseRow[]> {
  const versions = (await versionsIn(target, app)).filter((version) => !listed.includes(version));
  const files = await Promise.all(versions.map((version) => target.read(`${app}/${version}/build.json`)));
  return files.flatMap((file): ReleaseRow[] => {
    const { data } = buildRecordSchema.safeParse(file && JSON.parse(file.text));
    return data ? [[app, data.version, 'retained', '', data.contract]] : [];
  });
}

/**
 * @param only one app; by default all
 * @returns a row for each release
 */
export async function listReleases(
  target: Target,
  only?: string,
): Promise<{ rows: ReleaseRow[]; pointer: Pointer | null }> {
  const live = await readLive(target);
  const { pointer } = live;
  if (only && pointer) requireKnown(live.snapshot, only, target);
  const rows = statusOf(live)
    .releases.filter(({ app }) => !only || app === only)
    .map(rowOf);
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
