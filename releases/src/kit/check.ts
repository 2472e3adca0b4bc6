// foodhall-remote check: checks the types, remote.json, and everything that a release checks, on a build of these sources.

import path from 'node:path';
import { processEnv } from 'settings/environment';
import { apps, root } from '../build/apps';
import { ownBudgets } from '../build/budgets';
import { buildApps } from '../build/build-apps';
import { runCommand } from '../commands/run-command';
import { filesOfFolder } from '../store/build-files';
import { requireReleasable } from '../store/check-build';
import { serviceAt } from '../store/service-client';
import { ReleaseRefused } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import { manifestProblems, typeProblems } from './check-remote';

const out = path.join(root, 'dist');

/** @returns the reasons if the work is refused. Any other error is thrown */
const refusals = (work: Promise<unknown>): Promise<readonly string[]> =>
  work.then(
    () => [],
    (error: unknown) => {
      if (error instanceof ReleaseRefused) return error.problems;
      throw error;
    },
  );

/** Lists the reasons for which a release refuses the build by itself. If the build fails, it returns the build's own reasons. */
async function buildProblems(): Promise<readonly string[]> {
  const builds = await buildApps(undefined, { out }).catch(({ message }: Error) => message);
  if (typeof builds === 'string') return [builds.trim()];
  const target = folderTarget(path.join(out, 'no-site'));
  const budgets = await ownBudgets();
  const found = builds.map(({ part, version, record }) =>
    refusals(requireReleasable(target, record, filesOfFolder(path.join(out, part, version)), budgets)),
  );
  return (await Promise.all(found)).flat();
}

/** Lists further reasons of the site: paths of other remotes, and names that its shells do not offer. */
async function siteProblems(site: string): Promise<readonly string[]> {
  const service = await serviceAt(site.replace(/\/?$/, '/'));
  if (!service) return [];
  return await refusals(service.check(out, await buildApps(undefined, { out })));
}

await runCommand(import.meta.url, async () => {
  const [remote = ''] = apps;
  const { FOODHALL_TARGET: site = '', RELEASE_TOKEN: token } = processEnv;
  const checks: Record<string, () => Promise<readonly string[]>> = {
    types: () => typeProblems(root),
    'remote.json': () => manifestProblems(remote, root),
    release: buildProblems,
  };
  const isAsked = /^https?:/.test(site) && token;
  if (isAsked) checks[`release at ${site}`] = () => siteProblems(site);
  for (const [name, check] of Object.entries(checks)) {
    const problems = await check();
    console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name}`);
    for (const problem of problems) console.log(`       ${problem.replaceAll('\n', '\n       ')}`);
    if (problems.length === 0) continue;
    process.exitCode = 1;
    // The site is asked only about a build that has no problem of its own.
    if (name === 'release') break;
  }
  if (!isAsked)
    console.log('The site was not asked: with FOODHALL_TARGET and RELEASE_TOKEN it says what else it would refuse.');
});
