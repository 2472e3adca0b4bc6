// Kills the API with kill -9 during a release, at each of its steps or at random moments. Afterwards the site must serve a whole snapshot,
// the log must be true, the same release must succeed, and a prune must remove all traces of the interrupted one.

import { readLive } from 'releases/store/read-live';
import { serviceAt } from 'releases/store/service-client';
import type { Build } from 'releases/store/snapshot';
import { z } from 'zod';
import { randomOf } from '../payments/random';
import { checkLog, checkPruned, checkServed } from './checks';
import { type Database, openReleaseSite } from './site';
import { writeTeamBuild } from './team-builds';

const TEAM = 'team-0';

interface KillOptions {
  database: Database;
  /** The number of kills, or null for one at each step. */
  kills: number | null;
  seed: number;
  report: (line: string) => void;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const stepSchema = z.object({ step: z.number(), what: z.string() });

/** @returns the problems, in sentences */
export async function tryKilledReleases({ database, kills, seed, report }: KillOptions): Promise<string[]> {
  const problems: string[] = [];
  const steps: string[] = [];
  const site = await openReleaseSite({
    database,
    program: 'api/src/testing/main-stepped.ts',
    onMessage: (message) => steps.push(stepSchema.parse(message).what),
  });
  try {
    const token = await site.tokenFor(TEAM, [TEAM]);
    let made = 0;
    const newBuild = () => {
      made += 1;
      const version = `1.0.${made}-${made.toString(16).padStart(8, '0')}`;
      // The kills at random moments use the whole build, which has too many steps to try each.
      return writeTeamBuild(site.folder, site.catalog, { part: TEAM, version, isSmall: kills === null });
    };
    const release = async (build: Build) => {
      const client = await serviceAt(site.url, { token });
      if (!client) throw new Error('The site has no release service.');
      await client.release(site.folder, [build], { source: { message: 'Killed' } });
    };
    const versionLive = async () => (await readLive(site.target)).snapshot.remotes[TEAM]?.version;

    // The first release differs from later ones, since nothing of it is live before.
    await release(await newBuild());
    steps.length = 0;
    site.api().send({ step: null });
    const begun = Date.now();
    await release(await newBuild());
    const tookMs = Date.now() - begun;
    const names = [...steps];
    const random = randomOf(seed);
    const moments = kills === null ? names : Array.from({ length: kills }, () => `after ${random.int(0, tookMs)} ms`);
    report(`${database}: a release has ${names.length} steps and takes ${tookMs} ms; ${moments.length} kills`);

    let wentLive = 0;
    for (const [index, moment] of moments.entries()) {
      const addProblem = (problem: string) => problems.push(`${database}, kill ${index + 1} (${moment}): ${problem}`);
      const before = await versionLive();
      const build = await newBuild();
      if (kills === null) site.api().send({ step: index + 1 });
      const ending = release(build).then(
        () => 'It was released.',
        (error: Error) => error.message,
      );
      if (kills !== null) {
        await sleep(Number(/\d+/.exec(moment)?.[0]));
        site.api().kill();
      }
      const outcome = await ending;
      const isKilled = await Promise.race([site.api().ended.then(() => true), sleep(5_000).then(() => false)]);
      if (!isKilled) {
        addProblem(`the API was not killed. ${outcome}`);
        continue;
      }
      const now = await versionLive();
      if (now === build.version) wentLive += 1;
      else if (now !== before) addProblem(`${now} is live, which is neither the version before nor this one.`);
      if (outcome === 'It was released.' && now !== build.version) addProblem('it was said to be live, and is not.');
      await site.startApi();
      for (const problem of await checkServed(site, [TEAM])) addProblem(problem);
      await release(build).catch((error: Error) => addProblem(`the same release afterwards: ${error.message}`));
      if ((await versionLive()) !== build.version) addProblem('the same release afterwards is not live.');
      for (const problem of await checkServed(site, [TEAM])) addProblem(`after the same release: ${problem}`);
    }
    const { problems: ofLog, open } = await checkLog(site);
    problems.push(...ofLog, ...(await checkServed(site)), ...(await checkPruned(site)), ...(await checkServed(site)));
    report(`${wentLive} of the killed releases were live, ${open} have no outcome in the log`);
    return problems;
  } finally {
    await site.close();
  }
}
