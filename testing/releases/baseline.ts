// Tests a site at the baseline: today's server serves it, releases onto it, and rolls it back to the baseline.
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { apps, root } from 'releases/build/apps';
import { buildApps } from 'releases/build/build-apps';
import { appsOf, BASELINE, retainedBuilds } from 'releases/build/retained-builds';
import { readLive } from 'releases/store/read-live';
import { serviceAt } from 'releases/store/service-client';
import { versionIn } from 'releases/store/snapshot';
import { goLive } from 'releases/store/store';
import { checkLog, checkServed } from './checks';
import { type Database, openReleaseSite, type ReleaseSite } from './site';

interface BaselineOptions {
  database: Database;
  report: (line: string) => void;
}

/** Makes the builds of the baseline live. @returns the versions by app */
async function releaseBaseline(
  { distDir, target }: Pick<ReleaseSite, 'distDir' | 'target'>,
  report: BaselineOptions['report'],
) {
  const builds = await retainedBuilds(BASELINE, await appsOf(BASELINE, apps), report);
  for (const { folder, record } of builds)
    await cp(folder, path.join(distDir, record.part, record.version), { recursive: true });
  const records = builds.map(({ record }) => record);
  await goLive(target, records);
  return Object.fromEntries(records.map(({ part, version }) => [part, version]));
}

/** @returns the problems, in sentences */
export async function tryBaseline({ database, report }: BaselineOptions): Promise<string[]> {
  const problems: string[] = [];
  let before: Record<string, string> = {};
  const site = await openReleaseSite({
    database,
    async prepare(distDir, target) {
      before = await releaseBaseline({ distDir, target }, report);
    },
  });
  try {
    const served = async (when: string) => {
      for (const problem of await checkServed(site)) problems.push(`${when}: ${problem}`);
    };
    const liveOf = async (app: string) => versionIn((await readLive(site.target)).snapshot, app);
    await served('as it was released');
    const client = await serviceAt(site.url, { token: await site.tokenFor('platform', apps) });
    if (!client) throw new Error('The site has no release service.');
    const today = await buildApps();
    const out = path.join(root, 'dist');
    for (const app of ['host', 'catalog']) {
      const build = today.find(({ part }) => part === app);
      if (!build) throw new Error(`${app} was not built.`);
      await client
        .release(out, [build], { source: { message: 'Onto the baseline' } })
        .catch((error: Error) => problems.push(`${app} onto the baseline: ${error.message}`));
      if ((await liveOf(app)) !== build.version) problems.push(`${app} ${build.version} is not live.`);
      await served(`with today's ${app}`);
    }
    for (const app of ['catalog', 'host']) {
      const back = await client.rollBack(app, { source: {} }).catch((error: Error) => {
        problems.push(`${app} back to the baseline: ${error.message}`);
        return null;
      });
      if (back && back.to !== before[app]) problems.push(`${app} went back to ${back.to} and not to ${before[app]}.`);
      await served(`${app} rolled back`);
    }
    problems.push(...(await checkLog(site)).problems);
    report(
      `${Object.entries(before)
        .map(([app, version]) => `${app} ${version}`)
        .join(', ')}: served, released onto, rolled back to`,
    );
    return problems;
  } finally {
    await site.close();
  }
}
