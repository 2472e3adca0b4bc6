// Makes two hundred releases of ten teams at the same moment, beside one real build and beside guests. None may be lost or refused, and
// guests must not notice.
import { cp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { directoryOf } from 'releases/build/apps';
import { readHistory } from 'releases/store/read-live';
import { serviceAt } from 'releases/store/service-client';
import { type Program, startListening, startProgram } from 'scripts/site/children';
import { z } from 'zod';
import { register } from '../client/accounts';
import { putInCart, vendorNamed } from '../client/orders';
import { checkLog, checkServed } from './checks';
import { type Database, openReleaseSite, type ReleaseSite } from './site';
import { writeTeamBuild } from './team-builds';

const TEAMS = 10;
/** The guests' requests a second. */
const RATE = 60;
/** The niceness of builds and senders. In production they run on other machines than the server, so here the server has priority. */
const GIVE_WAY = 10;

type Request = readonly [startedAt: number, ms: number, status: number];
const requestsSchema = z.array(z.tuple([z.number(), z.number(), z.number()]));

interface Window {
  from: number;
  to: number;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function during(work: () => Promise<unknown>): Promise<Window> {
  const from = Date.now();
  await work();
  return { from, to: Date.now() };
}

async function startGuests(site: ReleaseSite): Promise<{ program: Program; requests: Request[] }> {
  const guest = await register(site.send);
  const vendor = await vendorNamed(guest, 1, 'Kumo Ramen');
  const cart = await putInCart(guest, vendor);
  const requests: Request[] = [];
  const program = await startListening('testing/releases/guests.ts', {
    args: [`${site.url}api/v1`, guest.token, String(vendor.id), String(cart.id), String(RATE)],
    onLine: (line) => {
      if (line.startsWith('[')) requests.push(...requestsSchema.parse(JSON.parse(line)));
    },
  });
  return { program, requests };
}

/** Runs the real command of a team, which builds its sources and releases them through the service. */
async function buildAndRelease(site: ReleaseSite, token: string, edit: string): Promise<void> {
  const source = path.join(site.folder, edit, 'catalog');
  await cp(directoryOf('catalog'), source, { recursive: true });
  const file = path.join(source, 'src/remote.ts');
  await writeFile(file, `${await readFile(file, 'utf8')}\n// ${edit}\n`);
  const program = startProgram('releases/src/commands/release.ts', {
    args: ['catalog', '--source', source, '--out', path.join(site.folder, 'dist'), '--target', site.url],
    env: { RELEASE_TOKEN: token },
  });
  if (program.pid) os.setPriority(program.pid, GIVE_WAY);
  if ((await program.ended) !== 0) throw new Error(`The real build was not released: ${program.tail()}`);
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

interface Times {
  p50: number;
  p99: number;
  requests: number;
}

function timesIn(requests: readonly Request[], windows: readonly Window[]): Times {
  const times = requests
    .filter(([at]) => windows.some(({ from, to }) => at >= from && at <= to))
    .map(([, ms]) => ms)
    .sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), requests: times.length };
}

const inWords = ({ p50, p99, requests }: Times) =>
  `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of ${requests} requests`;

interface StormOptions {
  database: Database;
  releases: number;
  report: (line: string) => void;
}

/** @returns the problems, in sentences */
export async function tryStorm({ database, releases, report }: StormOptions): Promise<string[]> {
  const problems: string[] = [];
  const site = await openReleaseSite({ database });
  let guests: Awaited<ReturnType<typeof startGuests>> | undefined;
  try {
    const teams = Array.from({ length: TEAMS }, (_, team) => `team-${team}`);
    const tokens = new Map<string, string>();
    for (const team of teams) tokens.set(team, await site.tokenFor(team, [team]));
    const catalogTeam = await site.tokenFor('catalog', ['catalog']);
    const builds = await Promise.all(
      Array.from({ length: releases }, (_, index) => {
        const version = `1.0.${Math.floor(index / TEAMS)}-${index.toString(16).padStart(8, '0')}`;
        return writeTeamBuild(site.folder, site.catalog, { part: `team-${index % TEAMS}`, version });
      }),
    );
    guests = await startGuests(site);
    os.setPriority(GIVE_WAY);
    await sleep(3_000);
    const before = await during(() => sleep(15_000));
    const beside = await during(() => buildAndRelease(site, catalogTeam, 'first edit'));
    await sleep(1_000);
    const sendAll = () =>
      Promise.all(
        builds.map(async (build) => {
          const client = await serviceAt(site.url, { token: tokens.get(build.part) });
          await client
            ?.release(site.folder, [build], { source: { message: 'Storm' } })
            .catch((error: Error) => problems.push(`${build.part} ${build.version}: ${error.message}`));
        }),
      );
    let sent = { from: 0, to: 0 };
    const storm = await during(() =>
      Promise.all([
        during(sendAll).then((window) => {
          sent = window;
        }),
        buildAndRelease(site, catalogTeam, 'second edit'),
      ]),
    );
    await sleep(1_000);
    const after = await during(() => sleep(10_000));
    await sleep(1_500);
    await guests.program.stop();

    const { requests } = guests;
    const [alone, build, all] = [[before, after], [beside], [storm]].map((windows) => timesIn(requests, windows));
    if (!alone || !build || !all) throw new Error('Nothing was measured.');
    report(
      `${releases} releases and one build in ${((storm.to - storm.from) / 1000).toFixed(1)} s; the releases took ${((sent.to - sent.from) / 1000).toFixed(1)} s`,
    );
    report(`guests alone: ${inWords(alone)}`);
    report(`beside a build and its release: ${inWords(build)}`);
    report(`beside ${releases} releases and a build: ${inWords(all)}`);
    report(
      `p99 ${(all.p99 / alone.p99).toFixed(2)} times that of guests alone, ${(all.p99 / build.p99).toFixed(2)} times that beside a build (aim: 1.5)`,
    );
    const failed = requests.filter(([, , status]) => status !== 200).length;
    if (failed > 0) problems.push(`${failed} of ${requests.length} requests of guests failed.`);

    problems.push(...(await checkServed(site)));
    const { problems: ofLog, taken, open } = await checkLog(site);
    problems.push(...ofLog);
    if (open > 0) problems.push(`${open} attempts have no outcome in the log.`);
    const logged = new Set(taken);
    for (const { part, version } of builds)
      if (!logged.has(`${part}@${version}`)) problems.push(`${part} ${version} is not in the log.`);
    if (taken.length !== releases + 2) problems.push(`The log has ${taken.length} releases of ${releases + 2}.`);
    let snapshots = 0;
    for await (const { snapshot } of readHistory(site.target)) {
      snapshots += 1;
      if (!snapshot.host) problems.push(`A snapshot of ${snapshot.at} has no shell.`);
    }
    if (snapshots !== releases + 3) problems.push(`The history has ${snapshots} snapshots of ${releases + 3}.`);
    return problems;
  } finally {
    await guests?.program.stop();
    await site.close();
  }
}
