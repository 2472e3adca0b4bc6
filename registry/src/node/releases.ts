/** What is live, for whom and since when, the previous releases behind it, and the other builds that a rollback can name. */
import { buildRecordSchema, type Pointer } from '../model';
import { requireKnown } from './sentences';
import { appsIn, buildsOf } from './snapshot';
import { readHistory, readLive } from './store';
import type { Target } from './targets/target';

export type ReleaseRow = readonly [app: string, version: string, audience: string, since: string, contract: string];

/** '2026-11-21T06:41:31.394Z' as '2026-11-21 06:41'. */
export const minuteOf = (at = '') => at.slice(0, 16).replace('T', ' ');

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
async function retainedRows(target: Target, app: string, listed: readonly string[]): Promise<ReleaseRow[]> {
  const versions = (await versionsIn(target, app)).filter((version) => !listed.includes(version));
  const files = await Promise.all(versions.map((version) => target.read(`${app}/${version}/build.json`)));
  return files.flatMap((file): ReleaseRow[] => {
    const { data } = buildRecordSchema.safeParse(file && JSON.parse(file.text));
    return data ? [[app, data.version, 'retained', '', data.contract]] : [];
  });
}

/**
 * @param only one app
 * @returns a row for each release
 */
export async function listReleases(
  target: Target,
  only?: string,
): Promise<{ rows: ReleaseRow[]; pointer: Pointer | null }> {
  const { pointer, snapshot } = await readLive(target);
  const rows: ReleaseRow[] = [];
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
