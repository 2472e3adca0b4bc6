// npm run test:faults: breaks the site's environment. It kills the API with kill -9 at random moments, restores a backup made under orders
// into the other database, and stops the database, the disk, the providers, the mail server and the clock. `--kills 50 --seed 1`.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from 'releases/commands/run-command';
import { findPostgres, startPostgres } from 'scripts/site/postgres';
import { tryBackup } from './backup';
import { tryKills } from './kills';
import {
  fillDiskOfData,
  fillDiskOfPostgres,
  loseDatabase,
  loseMail,
  loseProvider,
  type Outage,
  readOnlyData,
  setClockBack,
} from './outages';
import { openFaultSite, type Storage } from './site';

type Report = (line: string) => void;

const OUTAGES: Readonly<Record<string, (outage: Outage) => Promise<void>>> = {
  'database away and back': loseDatabase,
  'provider away and back': loseProvider,
  'mail server away and back': loseMail,
  'clock set back': setClockBack,
  'data directory read-only': readOnlyData,
};

/** @returns the problems, in sentences */
async function tryOutages(bin: string, report: Report): Promise<string[]> {
  const problems: string[] = [];
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-outages-'));
  const postgres = await startPostgres(bin);
  const site = await openFaultSite();
  const storage: Storage = { DATA_DIR: directory, DATABASE_URL: postgres.url };
  const tried = async (name: string, work: () => Promise<void>) => {
    const before = problems.length;
    await work().catch((error: unknown) => problems.push(`${name}: ${error instanceof Error ? error.message : error}`));
    report(`${name}: ${problems.length === before ? 'as it must be' : `${problems.length - before} problems`}`);
  };
  try {
    await site.startApi(storage);
    for (const [name, outage] of Object.entries(OUTAGES)) {
      await tried(name, () => outage({ site, postgres, storage, problems }));
    }
  } finally {
    await site.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
  await tried('disk of PostgreSQL full', () => fillDiskOfPostgres(bin, problems));
  await tried('disk of the embedded database full', () => fillDiskOfData(problems));
  return problems;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: 'kills,backup,outages' },
    },
  });
  const [kills, seed] = [Number(values.kills), Number(values.seed)];
  const bin = findPostgres();
  if (!bin) throw new Error('The run needs the programs of PostgreSQL (initdb, postgres): install them first.');
  if (!Number.isInteger(kills) || !Number.isInteger(seed)) throw new Error('--kills and --seed are whole numbers.');
  const report: Report = (line) => console.log(`  ${line}`);
  const parts: Record<string, () => Promise<string[]>> = {
    outages: () => tryOutages(bin, report),
    backup: () => tryBackup({ bin, orders: 20, report }),
    kills: () => tryKills({ bin, kills, seed, report }),
  };
  let found = 0;
  for (const [name, part] of Object.entries(parts)) {
    if (!values.only.split(',').includes(name)) continue;
    console.log(name);
    const problems = await part();
    for (const problem of problems) console.error(`  ${problem}`);
    found += problems.length;
  }
  console.log(found === 0 ? 'All in order.' : `${found} problems.`);
  process.exitCode = found === 0 ? 0 : 1;
}

await runCommand(import.meta.url, main);
