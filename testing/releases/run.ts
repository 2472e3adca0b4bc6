// npm run test:releases: tests the release service under load and kills: two hundred simultaneous releases of ten teams beside a real build
// and guests, kill -9 at each step of a release, and a site at the baseline. `--only storm,steps,kills,baseline --databases postgres,pglite
// --releases 200 --kills 50 --seed 1`.
import { parseArgs } from 'node:util';
import { runCommand } from 'releases/commands/run-command';
import { tryBaseline } from './baseline';
import { tryKilledReleases } from './kills';
import { DATABASES } from './site';
import { tryStorm } from './storm';

await runCommand(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: 'storm,steps,kills,baseline' },
      databases: { type: 'string', default: DATABASES.join() },
      releases: { type: 'string', default: '200' },
      kills: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
    },
  });
  const [releases, kills, seed] = [values.releases, values.kills, values.seed].map(Number);
  if (!Number.isInteger(releases) || !Number.isInteger(kills) || !Number.isInteger(seed))
    throw new Error('--releases, --kills and --seed are whole numbers.');
  const report = (line: string) => console.log(`  ${line}`);
  let found = 0;
  for (const database of DATABASES.filter((each) => values.databases.split(',').includes(each))) {
    const parts: Record<string, () => Promise<string[]>> = {
      storm: () => tryStorm({ database, releases: Number(releases), report }),
      steps: () => tryKilledReleases({ database, kills: null, seed: Number(seed), report }),
      kills: () => tryKilledReleases({ database, kills: Number(kills), seed: Number(seed), report }),
      baseline: () => tryBaseline({ database, report }),
    };
    for (const [name, part] of Object.entries(parts)) {
      if (!values.only.split(',').includes(name)) continue;
      console.log(`${name} on ${database}`);
      const problems = await part();
      for (const problem of problems) console.error(`  ${problem}`);
      found += problems.length;
    }
  }
  console.log(found === 0 ? 'All in order.' : `${found} problems.`);
  process.exitCode = found === 0 ? 0 : 1;
});
