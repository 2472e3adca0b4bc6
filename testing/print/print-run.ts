// Places free orders at three stalls, each with a printer of another kind, and compares the paper with the orders.
import { cartSchema, createdPrinterSchema, one, printerAddressSchema, printersSchema } from 'shared-contracts/schemas';
import type { Vendor } from 'shared-contracts/types';
import { z } from 'zod';
import { type Account, logIn, register } from '../client/accounts';
import type { Send } from '../client/http';
import { putInCart, readVendor, settleDelivery, vendorsOf } from '../client/orders';
import { startRoundRobin } from '../cluster/balancer';
import { type Cluster, openCluster } from '../cluster/cluster';
import { patient } from '../cluster/run';
import { runSql, sleep, until } from '../faults/site';
import { type Device, KINDS, type Kind, openDevice } from './devices';
import { problemsOf } from './papers';

const VENUE = 1;
const OPERATOR = 'operator@foodhall.test';
const BUYERS = 4;
const KILL_EVERY_MS = 8_000;
const FAULT_EVERY_MS = 1_500;
const POLL_MS = 20;
/** A real printer polls about so often. */
const QUIET_POLL_MS = 1_000;
const QUIET_ORDERS = 30;
/** Time for the last jobs, with their retries. */
const PATIENCE_MS = 10 * 60_000;

interface Stall {
  kind: Kind;
  vendor: Vendor;
  printerId: number;
  url: string;
  /** The printers that had its address, the last one in use. */
  devices: Device[];
}

export interface PrintRun {
  /** The folder from findPostgres. */
  bin: string;
  orders: number;
  seed: number;
  report: (line: string) => void;
}

/** Mulberry32. @returns numbers from 0 up to 1, the same for each seed */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @returns the problems, in sentences */
export async function tryPrinting({ bin, orders, seed, report }: PrintRun): Promise<string[]> {
  const cluster = await openCluster({ bin, processes: 2, startBalancer: startRoundRobin });
  const stalls: Stall[] = [];
  try {
    await makeFree(cluster);
    const operator = await logIn(patient(cluster.send), OPERATOR);
    stalls.push(...(await openStalls(cluster, operator)));
    await measureQuiet(cluster, stalls, report);
    await printUnderFaults(cluster, { stalls, operator, orders, seed, report });
    return await compare(cluster, stalls, report);
  } finally {
    for (const { devices } of stalls) for (const device of devices) await device.stop();
    await cluster.close();
  }
}

const sql = ({ databaseUrl }: Cluster, text: string) => runSql({ DATA_DIR: '', DATABASE_URL: databaseUrl }, text);

/** An order of 0.00 is placed without a payment, so the run is about printing alone. */
async function makeFree(cluster: Cluster): Promise<void> {
  await sql(
    cluster,
    'update variants set price_minor = 0; update options set price_minor = 0; update venues set service_charge_minor = 0',
  );
}

const vendorPath = ({ vendor }: Pick<Stall, 'vendor'>) => `/vendors/${vendor.id}/printers`;

async function openStalls({ root }: Cluster, operator: Account): Promise<Stall[]> {
  const vendors = (await vendorsOf(operator, VENUE)).slice(0, KINDS.length);
  return Promise.all(
    vendors.map(async ({ id }, index): Promise<Stall> => {
      const kind = KINDS[index] ?? 'cloudprnt';
      const vendor = await readVendor(operator, id);
      const settings = {
        name: 'Kitchen',
        kind,
        paper: 80,
        documents: ['kitchen'],
        moment: 'placed',
        copies: 1,
        language: 'en',
        group_ids: [],
        takeover_printer_id: null,
      };
      const { printer, address } = (await operator.post(vendorPath({ vendor }), settings, one(createdPrinterSchema)))
        .data;
      return { kind, vendor, printerId: printer.id, url: `${root}/print/${address?.secret}`, devices: [] };
    }),
  );
}

async function placeAt(buyer: Account, stall: Stall): Promise<void> {
  const cart = await putInCart(buyer, stall.vendor);
  await settleDelivery(buyer, cart);
  await buyer.post(`/carts/${cart.id}/place-free`, {}, z.unknown());
}

/** Prints some orders without faults, and tells how long each took from its placement to paper. */
async function measureQuiet(cluster: Cluster, stalls: readonly Stall[], report: PrintRun['report']): Promise<void> {
  const buyer = await register(cluster.send);
  for (const stall of stalls) {
    const device = await openDevice(stall.kind, stall.url, QUIET_POLL_MS);
    stall.devices.push(device);
    const times: number[] = [];
    for (let count = 0; count < QUIET_ORDERS; count += 1) {
      await placeAt(buyer, stall);
      const placedAt = performance.now();
      const printed = device.papers().length;
      if (printed <= count) await paperOf(device, count + 1);
      times.push(performance.now() - placedAt);
    }
    await device.stop();
    times.sort((a, b) => a - b);
    const at = (share: number) => `${((times[Math.floor(share * (times.length - 1))] ?? 0) / 1000).toFixed(2)} s`;
    report(`${stall.kind}: from placed to paper ${at(0.5)} (median), ${at(1)} (longest of ${times.length})`);
  }
}

async function paperOf(device: Device, count: number): Promise<void> {
  for (const giveUpAt = Date.now() + 60_000; device.papers().length < count; await sleep(5)) {
    if (Date.now() > giveUpAt) throw new Error('An order was not printed within a minute.');
  }
}

interface FaultyRun extends Omit<PrintRun, 'bin'> {
  stalls: readonly Stall[];
  operator: Account;
}

async function printUnderFaults(
  cluster: Cluster,
  { stalls, operator, orders, seed, report }: FaultyRun,
): Promise<void> {
  const random = randomFrom(seed);
  for (const stall of stalls) stall.devices.push(await openDevice(stall.kind, stall.url, POLL_MS));
  const startedAt = Date.now();
  let placed = 0;
  let kills = 0;
  let faults = 0;
  let isOver = false;
  const current = () => stalls.flatMap(({ devices }) => devices.at(-1) ?? []);

  const isWanted = () => {
    placed += 1;
    return placed <= orders;
  };
  const buying = Array.from({ length: BUYERS }, () => buy(patient(cluster.send), stalls, isWanted));
  const killing = repeat(KILL_EVERY_MS, async () => {
    await cluster.kill(kills % cluster.ports.length);
    kills += 1;
  });
  const disturbing = repeat(FAULT_EVERY_MS, async () => {
    const devices = current();
    for (const device of devices) await device.mend();
    await devices[Math.floor(random() * devices.length)]?.disturb(random());
    faults += 1;
  });
  // The printer of each stall is replaced once, at another moment: its address is made anew, and the old one goes on polling.
  const replacing = Promise.all(
    stalls.map(async (stall, index) => {
      const at = (orders * (index + 1)) / (stalls.length + 1);
      await until('the moment to replace a printer', async () => placed >= at || isOver, 24 * 3_600_000);
      await replace(cluster, operator, stall);
    }),
  );
  await Promise.all(buying);
  isOver = true;
  await replacing;
  await Promise.all([killing.stop(), disturbing.stop()]);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  report(
    `${orders} orders in ${seconds} s, ${kills} kills of an API process, ${faults} faults of printers, ${stalls.length} replaced`,
  );
  for (const device of current()) await device.mend();
  await until('every job has ended', async () => (await waitingJobs(operator, stalls)) === 0, PATIENCE_MS);
}

/** Places orders until it is told to stop. A call whose response was lost may have placed its order. */
async function buy(send: Send, stalls: readonly Stall[], isWanted: () => boolean): Promise<void> {
  const buyer = await register(send);
  for (let turn = 0; isWanted(); turn += 1) {
    const stall = stalls[turn % stalls.length];
    if (stall) await placeAt(buyer, stall).catch(() => emptyCart(buyer));
  }
}

/** A half-made cart must not keep the next order from being placed. */
async function emptyCart(buyer: Account): Promise<void> {
  const cart = await buyer.get(`/carts/active?venue_id=${VENUE}`, one(cartSchema)).catch(() => null);
  if (cart) await buyer.send({ method: 'DELETE', path: `/carts/${cart.data.id}` });
}

/** Repeats `work`, one round at a time, with a pause before each. */
function repeat(pauseMs: number, work: () => Promise<void>): { stop: () => Promise<void> } {
  let isOver = false;
  const running = (async () => {
    for (;;) {
      for (const end = Date.now() + pauseMs; Date.now() < end && !isOver; ) await sleep(50);
      if (isOver) return;
      await work();
    }
  })();
  return {
    stop: () => {
      isOver = true;
      return running;
    },
  };
}

async function replace({ root }: Cluster, operator: Account, stall: Stall): Promise<void> {
  const path = `${vendorPath(stall)}/${stall.printerId}/address`;
  const { secret } = (await operator.post(path, {}, one(printerAddressSchema))).data;
  stall.devices.push(await openDevice(stall.kind, `${root}/print/${secret}`, POLL_MS));
}

async function waitingJobs(operator: Account, stalls: readonly Stall[]): Promise<number> {
  const counts = await Promise.all(
    stalls.map(async (stall) => {
      const { data } = await operator.get(vendorPath(stall), printersSchema);
      return data.reduce((sum, { waiting_jobs }) => sum + waiting_jobs, 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function compare(cluster: Cluster, stalls: readonly Stall[], report: PrintRun['report']): Promise<string[]> {
  const problems: string[] = [];
  for (const { kind, vendor, devices } of stalls) {
    const rows = await sql(
      cluster,
      `select orders.order_number from queue_entries join orders on orders.id = queue_entries.order_id
       where queue_entries.vendor_id = ${vendor.id} order by length(orders.order_number), orders.order_number`,
    );
    const orders = rows.map(({ order_number }) => String(order_number));
    const papers = devices.flatMap((device) => device.papers());
    const marked = papers.filter(({ isMarked }) => isMarked).length;
    report(`${kind}: ${orders.length} orders, ${papers.length} tickets, ${marked} of them marked`);
    problems.push(...problemsOf(papers, orders).map((problem) => `${kind}: ${problem}`));
    const [{ count } = { count: null }] = await sql(
      cluster,
      `select count(*)::int from print_jobs job join printers printer on printer.id = job.printer_id
       where printer.vendor_id = ${vendor.id} and job.state <> 'printed'`,
    );
    if (count !== 0) problems.push(`${kind}: ${count} jobs are not recorded as printed.`);
  }
  return problems;
}
