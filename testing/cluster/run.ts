// npm run test:cluster: runs two and four API processes on one PostgreSQL, each for 60 seconds of orders, and kills one process every five
// seconds. No acknowledged order may be lost, every order must reach a screen that is connected to another process, and limits must count
// across processes.
import { runCommand } from 'releases/commands/run-command';
import { findPostgres } from 'scripts/site/postgres';
import { type Account, logIn, newPerson, register } from '../client/accounts';
import { clientOf, overHttp, type Send } from '../client/http';
import { buy, ordersOf, prepareOrder, queueOfVendor, vendorNamed } from '../client/orders';
import { startRoundRobin } from './balancer';
import { type Cluster, type ClusterOptions, openCluster, rootOf } from './cluster';
import { findNginx, startNginx } from './nginx';
import { openCustomer, openScreen, type Screen } from './screen';

const VENUE = 1;
const VENDOR = 'Kumo Ramen';
const STAFF = 'vendor@foodhall.test';
/**
 * Each order must be on each screen within this time. A killed process holds its events for ten seconds (its lease), and a screen
 * reconnects within ten more.
 */
const SEEN_WITHIN_MS = 40_000;
const KILL_EVERY_MS = 5_000;
const POLL_MS = 100;
/** The number of tries, enough for a minute, since a single process is away while it starts again. */
const MOST_TRIES = 600;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats a call that a killed process did not respond to, as a person taps again. Reads and payments may be repeated. */
export const patient =
  (send: Send): Send =>
  async (call) => {
    for (let tries = 1; ; tries += 1) {
      const reply = await send(call).catch(() => null);
      if (reply && ![502, 503].includes(reply.status)) return reply;
      if (tries === MOST_TRIES) throw new Error(`${call.method} ${call.path} has no response after ${tries} tries.`);
      await sleep(POLL_MS);
    }
  };

export interface Hall {
  cluster: Cluster;
  vendorId: number;
  staff: Account;
  /** One screen at each process. */
  screens: Screen[];
  /** Orders whose payment was acknowledged, with their buyers. */
  placed: Map<number, Account>;
  problems: string[];
}

export async function openHall(options: ClusterOptions): Promise<Hall> {
  const cluster = await openCluster(options);
  try {
    const staff = await logIn(patient(cluster.send), STAFF);
    const { id: vendorId } = await vendorNamed(staff, VENUE, VENDOR);
    const channel = `private-vendors.${vendorId}`;
    const screens = await Promise.all(
      cluster.ports.map((port) => openScreen({ staff, vendorId, channel, port, authRoot: cluster.root })),
    );
    return { cluster, vendorId, staff, screens, placed: new Map(), problems: [] };
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

async function until(isDone: () => boolean, ms: number): Promise<boolean> {
  for (const giveUpAt = Date.now() + ms; !isDone(); await sleep(POLL_MS)) if (Date.now() > giveUpAt) return false;
  return true;
}

/** Registers a person. If a registration got no response, the account may still exist, so another person registers. */
async function newBuyer(send: Send): Promise<Account> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await register(send);
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

export function closeHall({ screens, cluster }: Hall): Promise<void> {
  for (const screen of screens) screen.close();
  return cluster.close();
}

/**
 * Places orders one after another until it is told to stop. Each is paid at the process whose turn it is. It records each failure as a
 * problem.
 */
async function order(hall: Hall, send: Send, isOver: () => boolean): Promise<void> {
  try {
    const buyer = await newBuyer(send);
    while (!isOver()) {
      const { orderId, settle } = await prepareOrder(buyer, hall.cluster.sandbox, { venue: VENUE, vendor: VENDOR });
      await settle();
      hall.placed.set(orderId, buyer);
    }
  } catch (error) {
    const { message, cause } = error as Error;
    hall.problems.push(`A buyer could not order: ${message}${cause ? ` (${cause})` : ''}`);
  }
}

/** Checks that the event of each order reaches every process while no process ends. */
async function hearAll(hall: Hall, orders: number): Promise<void> {
  const { cluster, screens, problems } = hall;
  const buyer = await register(cluster.send);
  const ids: number[] = [];
  for (let count = 0; count < orders; count += 1) {
    const { order: bought } = await buy(buyer, cluster.sandbox, { venue: VENUE, vendor: VENDOR });
    ids.push(bought.id);
    hall.placed.set(bought.id, buyer);
  }
  await until(() => screens.every(({ heard }) => ids.every((id) => heard.has(id))), 5_000);
  for (const [index, { heard }] of screens.entries()) {
    const count = ids.filter((id) => heard.has(id)).length;
    if (count < orders) problems.push(`Of ${orders} orders the screen at process ${index + 1} heard ${count}.`);
  }
}

/** Checks that the limit of wrong passwords counts the attempts at all processes together. */
async function tryLimits({ cluster, problems }: Hall): Promise<void> {
  const { email } = newPerson();
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const body = { email, password: 'a-wrong-guess' };
      return (await cluster.send({ method: 'POST', path: '/login', body })).status;
    }),
  );
  const looked = statuses.filter((status) => status === 422).length;
  const refused = statuses.filter((status) => status === 429).length;
  if (looked !== 5 || refused !== 15) problems.push(`Of 20 wrong passwords ${looked} were tried, ${refused} refused.`);
}

/** Checks that a log-out at one process ends the socket at another, whichever process signed the socket's channel. */
async function logOutElsewhere({ cluster, problems }: Hall): Promise<void> {
  const [here = 0, there = 0] = cluster.ports;
  const customer = await register(cluster.send);
  const { isEnded } = await openCustomer({
    staff: customer,
    channel: `private-users.${customer.data.id}`,
    port: here,
    authRoot: rootOf(there),
  });
  await clientOf(overHttp(rootOf(there)), customer.token).send({ method: 'POST', path: '/logout', body: {} });
  if (!(await isEnded(5_000))) problems.push('A log-out at one process left a socket open at another.');
}

/** Restarts each process in turn. No request may fail meanwhile, and these callers do not repeat theirs. */
async function restartAll(hall: Hall, count: number): Promise<void> {
  const { cluster, problems } = hall;
  const before = cluster.balancer.dropped();
  let isOver = false;
  const buyers = [1, 2].map(() => order(hall, cluster.send, () => isOver));
  for (const code of await cluster.restart(count)) {
    if (code !== 0) problems.push(`A process ended with ${code} when it was told to stop.`);
  }
  isOver = true;
  await Promise.all(buyers);
  const dropped = cluster.balancer.dropped() - before;
  if (dropped > 0) problems.push(`${dropped} requests were dropped while processes were restarted.`);
}

export interface Kills {
  /** The time after the first kill. */
  ms: number;
  /** The largest number of kills. */
  kills: number;
  /** The pause from a process's start to its kill. */
  pauseMs?: () => number;
  everyMs?: number;
}

/** Kills one process after another, each as soon as the one before is back. @returns the number of kills */
export async function killUnderOrders(
  hall: Hall,
  { ms, kills, pauseMs = () => 500, everyMs = KILL_EVERY_MS }: Kills,
): Promise<number> {
  const { cluster } = hall;
  const endsAt = Date.now() + ms;
  let done = 0;
  const isOver = () => done >= kills || (done > 0 && Date.now() > endsAt);
  const buyers = [1, 2, 3].map(() => order(hall, patient(cluster.send), isOver));
  while (!isOver()) {
    const next = Date.now() + everyMs;
    await sleep(pauseMs());
    await cluster.kill(done % cluster.ports.length);
    done += 1;
    if (!isOver()) await sleep(Math.max(0, next - Date.now()));
  }
  await Promise.all(buyers);
  return done;
}

/** Checks that each acknowledged order is in its buyer's list and in the vendor's queue. */
export async function auditOrders({ placed, problems, staff, vendorId }: Hall): Promise<void> {
  const queued = new Set((await queueOfVendor(staff, vendorId)).map(({ order: { id } }) => id));
  for (const buyer of new Set(placed.values())) {
    const own = new Set((await ordersOf(buyer)).map(({ order: { id } }) => id));
    for (const [id, of] of placed) {
      if (of === buyer && !own.has(id)) problems.push(`The acknowledged order ${id} is lost to its buyer.`);
    }
  }
  for (const id of placed.keys())
    if (!queued.has(id)) problems.push(`The acknowledged order ${id} is not in the queue.`);
}

/** Checks that each acknowledged order is on each screen. */
async function auditScreens({ placed, problems, screens }: Hall): Promise<void> {
  await until(() => screens.every(({ seen }) => [...placed.keys()].every((id) => seen.has(id))), SEEN_WITHIN_MS);
  for (const [index, { seen, isLive }] of screens.entries()) {
    const missing = [...placed.keys()].filter((id) => !seen.has(id));
    if (missing.length > 0) problems.push(`The screen at process ${index + 1} never saw ${missing.length} orders.`);
    if (!isLive()) problems.push(`The screen at process ${index + 1} did not come back.`);
  }
}

export interface ClusterRun extends ClusterOptions {
  /** The time in which orders are placed while processes are killed. */
  ms: number;
  report?: (line: string) => void;
}

/** @returns the problems, in sentences */
export async function runCluster({ ms, report = () => {}, ...options }: ClusterRun): Promise<string[]> {
  const hall = await openHall(options);
  try {
    await hearAll(hall, 6);
    await tryLimits(hall);
    await logOutElsewhere(hall);
    const before = hall.placed.size;
    const restarts = options.processes;
    await restartAll(hall, restarts);
    report(`${restarts} restarts under ${hall.placed.size - before} orders`);
    const killed = await killUnderOrders(hall, { ms, kills: Number.POSITIVE_INFINITY });
    await auditScreens(hall);
    await auditOrders(hall);
    const joins = hall.screens.reduce((sum, { joins: own }) => sum + own(), 0);
    report(
      `${killed} kills, ${hall.placed.size} orders acknowledged in all, ${hall.screens.length} screens that joined ${joins} times`,
    );
    return hall.problems;
  } finally {
    await closeHall(hall);
  }
}

async function main(): Promise<void> {
  const bin = findPostgres();
  if (!bin) {
    throw new Error('The run needs the programs of PostgreSQL (initdb, postgres): install them first.');
  }
  const nginx = findNginx();
  if (!nginx) console.log('nginx is not on this machine: a round robin of this run takes its place.');
  const startBalancer = nginx ? startNginx(nginx) : startRoundRobin;
  let found = 0;
  for (const processes of [2, 4]) {
    console.log(`${processes} processes`);
    const report = (line: string) => console.log(`  ${line}`);
    const problems = await runCluster({ bin, processes, startBalancer, ms: 60_000, report });
    for (const problem of problems) console.error(`  ${problem}`);
    console.log(problems.length === 0 ? '  nothing lost' : `  ${problems.length} problems`);
    found += problems.length;
  }
  process.exitCode = found > 0 ? 1 : 0;
}

await runCommand(import.meta.url, main);
