// npm run test:watch: two processes of a site are killed and started again at each minute of an order that no one sees, with their clock at that
// minute, and once with the clock set back by an hour. Each step of the watch must happen once.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from 'releases/commands/run-command';
import { type Program, startListening } from 'scripts/site/children';
import { findPostgres, freePort, startPostgres } from 'scripts/site/postgres';
import { apiSandboxSettings, sandboxSettings } from 'scripts/site/sandbox-settings';
import { apiSettings } from 'scripts/site/site';
import type { WatchStep } from 'shared-contracts/types';
import { register } from '../client/accounts';
import { overHttp } from '../client/http';
import { buy, ordersOf } from '../client/orders';
import { sandboxAt } from '../client/sandbox';
import { runSql, sleep, until } from '../faults/site';

const MINUTE_MS = 60_000;
const STALL = 'Kumo Ramen';

const STEPS = ['none', 'ring', 'staff', 'hall'] as const satisfies readonly (WatchStep | 'none')[];
type Step = (typeof STEPS)[number];

/** The minutes after the payment at which the processes are started, in this order, and the step that the order has then. */
const MINUTES: readonly (readonly [minute: number, step: Step])[] = [
  [0, 'none'],
  [1, 'none'],
  [2, 'ring'],
  [3, 'ring'],
  [4, 'staff'],
  [5, 'staff'],
  // The clock is an hour behind, and then right again.
  [-55, 'staff'],
  [6, 'staff'],
  [7, 'staff'],
  [8, 'hall'],
  [9, 'hall'],
  [-51, 'hall'],
  [10, 'hall'],
  [11, 'hall'],
];

/** What the site has sent so far. */
interface Sent {
  rings: number;
  /** Emails about the order, to the people of its stall and to the operators of its hall. */
  stall: number;
  hall: number;
  /** Emails about stalls that cannot be reached. */
  silent: number;
  /** Emails that were sent twice to the same person. */
  repeated: number;
}

const SENT = `
  select
    (select count(*) from outbox where kind = 'event' and payload ->> 'event' like '%OrdersUnseen')::integer as rings,
    (select count(*) from outbox where kind = 'watch-email' and payload ->> 'title' like 'Order %' and payload ->> 'path' like '/queues%')::integer as stall,
    (select count(*) from outbox where kind = 'watch-email' and payload ->> 'title' like 'Order %' and payload ->> 'path' not like '/queues%')::integer as hall,
    (select count(*) from outbox where kind = 'watch-email' and payload ->> 'title' not like 'Order %')::integer as silent,
    (select count(*) - count(distinct (payload ->> 'userId', payload ->> 'title', payload ->> 'path')) from outbox where kind = 'watch-email')::integer as repeated`;

async function main(): Promise<void> {
  const bin = findPostgres();
  if (!bin) throw new Error('The run needs the programs of PostgreSQL (initdb, postgres): install them first.');
  const problems: string[] = [];
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-watch-'));
  const postgres = await startPostgres(bin);
  const settings = {
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir: directory,
    // The run only calls the API, so it needs no build.
    distDir: path.join(directory, 'dist'),
  };
  const ports = [settings.port, await freePort()];
  const storage = { DATA_DIR: directory, DATABASE_URL: postgres.url };
  const start = (port: number, aheadMs: number) =>
    startListening('api/src/testing/main-ahead.ts', {
      env: {
        ...apiSettings(settings),
        ...apiSandboxSettings(settings),
        ...storage,
        PORT: String(port),
        CLOCK_AHEAD_MS: String(Math.round(aheadMs)),
      },
    });
  let running: Program[] = [];
  const killAll = async () => {
    for (const program of running) program.kill();
    await Promise.all(running.map(({ ended }) => ended));
    running = [];
  };
  const sandbox = await startListening('pay-sandbox/src/main.ts', { env: sandboxSettings(settings) });
  try {
    running = [await start(settings.port, 0)];
    const send = overHttp(`http://127.0.0.1:${settings.port}/api/v1`);
    const buyer = await register(send);
    await buy(buyer, sandboxAt(`http://127.0.0.1:${settings.sandboxPort}`), { vendor: STALL });
    const placedAt = Date.now();
    const stepNow = async (): Promise<Step> => (await ordersOf(buyer))[0]?.watch ?? 'none';

    console.log('minute  step   rings  stall  hall  silent  repeated');
    for (const [minute, step] of MINUTES) {
      await killAll();
      // The clock of both processes is a second past the minute, however long the run has taken.
      const aheadMs = placedAt + minute * MINUTE_MS + 1_000 - Date.now();
      const [first, second] = await Promise.all(ports.map((port) => start(port, aheadMs)));
      // One process is killed within its first round.
      second?.kill();
      await second?.ended;
      running = [first, await start(ports[1] ?? 0, aheadMs)].flatMap((program) => program ?? []);
      await until(`at minute ${minute} the step is '${step}'`, async () => (await stepNow()) === step, 15_000).catch(
        (error: Error) => problems.push(error.message),
      );
      // The other process ends its first round.
      await sleep(1_000);
      const [sent] = (await runSql(storage, SENT)) as unknown as Sent[];
      if (!sent) throw new Error('The database counted nothing.');
      const shown = [sent.rings, sent.stall, sent.hall, sent.silent, sent.repeated].map((count) =>
        String(count).padStart(6),
      );
      console.log(`${String(minute).padStart(6)}  ${step.padEnd(5)} ${shown.join(' ')}`);
      problems.push(...problemsOf(minute, step, sent));
    }
  } finally {
    await killAll();
    await sandbox.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
  for (const problem of problems) console.error(`  ${problem}`);
  console.log(problems.length === 0 ? 'Each step happened once.' : `${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** The demo's stall has one owner, and its hall one operator. */
function problemsOf(minute: number, step: Step, { rings, stall, hall, repeated }: Sent): string[] {
  const timesOf = (one: Step) => (STEPS.indexOf(step) >= STEPS.indexOf(one) ? 1 : 0);
  const counts = [
    ['rings', rings, timesOf('ring')],
    ['emails to the stall', stall, timesOf('staff')],
    ['emails to the hall', hall, timesOf('hall')],
    ['repeated emails', repeated, 0],
  ] as const;
  return counts
    .filter(([, count, expected]) => count !== expected)
    .map(([name, count, expected]) => `Minute ${minute}: ${count} ${name}, and ${expected} expected.`);
}

await runCommand(import.meta.url, main);
