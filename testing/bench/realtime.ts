// npm run bench:realtime: how fast an order and its state reach the other screen, and how a page comes through the death of
// the socket server. Prints measurements; judges nothing. Calls nothing but this machine.

import { processEnv } from 'settings/environment';
import type { QueueState } from 'shared-contracts/types';
import { freePort } from 'tooling/site/postgres';
import { move, prepareOrder, queueOfVendor, vendorNamed } from '../client/orders';
import { CREDENTIALS, startEngine } from './support/engine';
import { type Bench, type BenchSite, KUMO, type People, quantile, runBench, vendorAndCustomer } from './support/site';

const ORDERS = Number(processEnv.BENCH_ORDERS ?? 200);
const OUTAGES = Number(processEnv.BENCH_OUTAGES ?? 3);

const now = () => performance.now();
const quantiles = (times: readonly number[], digits = 0) =>
  [0.5, 0.95, 0.99].map((q) => `p${q * 100} ${quantile(times, q).toFixed(digits)} ms`).join(', ');
const seconds = (times: readonly number[]) => times.map((time) => `${(time / 1000).toFixed(1)} s`).join(', ');

interface Hall {
  site: BenchSite;
  people: People;
}

/** The queue's one order, moved by the vendor through the API: the screens are what is measured, not the taps. */
const advance = ({ people }: Hall, id: number, state: QueueState) => move(people.staff, { id }, state);

async function newestOf({ people: { staff } }: Hall): Promise<number> {
  const { id } = await vendorNamed(staff, 1, KUMO);
  const [newest] = await queueOfVendor(staff, id);
  if (!newest) throw new Error("The vendor's queue is empty.");
  return newest.id;
}

/** @returns the call that settles the payment */
const prepare = async ({ site, people }: Hall) => (await prepareOrder(people.buyer, site.sandbox)).settle;

async function measureOrders(hall: Hall) {
  const { vendor, customer } = hall.people;
  const pick = vendor.getByRole('button', { name: 'Pick' });
  const isDone = customer.getByText(`${KUMO} is done!`).first();
  const arrived: number[] = [];
  const done: number[] = [];
  // The first round warms both pages up and does not count.
  for (let round = 0; round <= ORDERS; round += 1) {
    const settle = await prepare(hall);
    const onVendor = pick.waitFor().then(now);
    const paidAt = now();
    await settle();
    const arrivedAt = await onVendor;
    const entry = await newestOf(hall);
    await advance(hall, entry, 'busy');
    const onCustomer = isDone.waitFor().then(now);
    const doneAt = now();
    await advance(hall, entry, 'done');
    const seenAt = await onCustomer;
    if (round > 0) {
      arrived.push(arrivedAt - paidAt);
      done.push(seenAt - doneAt);
    }
    await advance(hall, entry, 'collected');
    await customer.getByRole('button', { name: 'OK' }).first().click();
    await isDone.waitFor({ state: 'hidden' }).catch(() => {});
    await pick.waitFor({ state: 'hidden' });
  }
  return { arrived, done };
}

type Engine = Awaited<ReturnType<typeof startEngine>>;

async function measureOutages(hall: Hall, port: number, first: Engine) {
  const { vendor, customer } = hall.people;
  const note = vendor.getByText('Live updates are interrupted').first();
  const pick = vendor.getByRole('button', { name: 'Pick' });
  const isDone = customer.getByText(`${KUMO} is done!`).first();
  const times: Record<'noted' | 'polled' | 'live' | 'delivered', number[]> = {
    noted: [],
    polled: [],
    live: [],
    delivered: [],
  };
  let engine = first;
  for (let round = 0; round < OUTAGES; round += 1) {
    const killedAt = now();
    engine.kill();
    await note.waitFor();
    times.noted.push(now() - killedAt);

    const paidAt = now();
    await (await prepare(hall))();
    await pick.waitFor({ timeout: 60_000 });
    times.polled.push(now() - paidAt);
    const entry = await newestOf(hall);
    await advance(hall, entry, 'busy');
    await advance(hall, entry, 'done');

    const backAt = now();
    const told = isDone.waitFor({ timeout: 120_000 }).then(() => times.delivered.push(now() - backAt));
    engine = await startEngine(port);
    await note.waitFor({ state: 'hidden', timeout: 120_000 });
    times.live.push(now() - backAt);
    await told;
    await advance(hall, entry, 'collected');
    // Its toast goes by itself.
    await isDone.waitFor({ state: 'hidden' });
    await vendor.getByRole('button', { name: 'Collected' }).waitFor({ state: 'hidden' });
  }
  return { times, engine };
}

const withHall = <T>({ browser, withSite }: Bench, env: Record<string, string>, work: (hall: Hall) => Promise<T>) =>
  withSite(env, async (site) => {
    // Nothing settles a payment but the call that is timed.
    await site.sandbox.control('PUT', '/faults', { webhooks: { mode: 'drop' } });
    const people = await vendorAndCustomer(browser, site);
    try {
      // A screen's socket is up when its vendor is told so.
      await people.vendor.getByText('Live', { exact: true }).waitFor();
      return await work({ site, people });
    } finally {
      await Promise.all([people.vendor.context().close(), people.customer.context().close()]);
    }
  });

await runBench(async (bench) => {
  let engine: Engine | undefined;
  try {
    const { arrived, done } = await withHall(bench, {}, measureOrders);
    console.log(
      `From the call that settles a payment to the vendor's screen, ${arrived.length} orders: ${quantiles(arrived)}`,
    );
    console.log(`From the vendor's Done to the customer's screen, ${done.length} orders: ${quantiles(done)}`);

    const port = await freePort();
    const first = await startEngine(port);
    engine = first;
    const outside = { ...CREDENTIALS, PUSHER_HOST: '127.0.0.1', PUSHER_PORT: String(port), PUSHER_SCHEME: 'http' };
    const outages = await withHall(bench, outside, (hall) => measureOutages(hall, port, first));
    engine = outages.engine;
    const { noted, polled, live, delivered } = outages.times;
    console.log(`The socket server is killed ${OUTAGES} times, the API stays`);
    console.log(`  the vendor's page says so after            ${seconds(noted)}`);
    console.log(`  an order of the outage is on it after      ${seconds(polled)}`);
    console.log(`  the server starts; the page is live after  ${seconds(live)}`);
    console.log(`  … the Done of the outage is told after     ${seconds(delivered)}`);
  } finally {
    await engine?.stop();
  }
});
