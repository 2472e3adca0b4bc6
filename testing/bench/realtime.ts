// npm run bench:realtime: how fast an order and its state reach the other screen, how a page comes through the death of the
// socket server, and what 10,000 idle sockets cost. Prints figures; judges nothing. Calls nothing but this machine.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { requireBrowser } from 'tooling/site/browser';
import { startProgram, waitForLine } from 'tooling/site/children';
import { freePort } from 'tooling/site/postgres';
import { startSite } from 'tooling/site/site';
import { copyOfSite } from 'tooling/site/site-copy';
import { call, dropWebhooks, FLAGS, prepareOrder, quantile, vendorAndCustomer } from './support/site';

const ORDERS = Number(process.env.BENCH_ORDERS ?? 200);
const OUTAGES = Number(process.env.BENCH_OUTAGES ?? 3);
const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 10_000);

const now = () => performance.now();
const figures = (times, digits = 0) =>
  [0.5, 0.95, 0.99].map((q) => `p${q * 100} ${quantile(times, q).toFixed(digits)} ms`).join(', ');
const seconds = (times) => times.map((time) => `${(time / 1000).toFixed(1)} s`).join(', ');

/** The queue's one order, moved by the vendor through the API: the screens are what is measured, not the taps. */
async function advance({ site, people }, queueId, state) {
  await call(site.url, 'PUT', `/queues/${queueId}`, { token: people.vendorToken, body: { state } });
}

async function queueOf({ site, people }) {
  const { data } = await call(site.url, 'GET', `/queues/active?vendor_id=${people.kumo.id}`, {
    token: people.vendorToken,
  });
  return data;
}

const prepare = ({ site, people }) => prepareOrder(site.url, site.sandboxUrl, people.customerToken, people.customerId);

async function measureOrders(hall) {
  const { vendor, customer, kumo } = hall.people;
  const pick = vendor.getByRole('button', { name: 'Pick' });
  const isDone = customer.getByText(`${kumo.name} is done!`).first();
  const arrived = [];
  const done = [];
  // The first round warms both pages up and does not count.
  for (let round = 0; round <= ORDERS; round += 1) {
    const pay = await prepare(hall);
    const onVendor = pick.waitFor().then(now);
    const paidAt = now();
    await pay();
    const arrivedAt = await onVendor;
    const [entry] = await queueOf(hall);
    await advance(hall, entry.id, 'busy');
    const onCustomer = isDone.waitFor().then(now);
    const doneAt = now();
    await advance(hall, entry.id, 'done');
    const seenAt = await onCustomer;
    if (round > 0) {
      arrived.push(arrivedAt - paidAt);
      done.push(seenAt - doneAt);
    }
    await advance(hall, entry.id, 'collected');
    await customer.getByRole('button', { name: 'OK' }).first().click();
    await isDone.waitFor({ state: 'hidden' }).catch(() => {});
    await pick.waitFor({ state: 'hidden' });
  }
  return { arrived, done };
}

const CREDENTIALS = { PUSHER_APP_ID: 'bench', PUSHER_KEY: 'bench', PUSHER_SECRET: 'bench-secret' };

/** The socket server as a process of its own, on a port that it takes again after its death. */
async function startEngine(port) {
  const { onLine, seen } = waitForLine(/listening on/);
  const program = startProgram('api/src/testing/engine-process.ts', {
    env: { ...CREDENTIALS, PORT: String(port) },
    onLine,
  });
  const isReady = await Promise.race([seen, program.ended.then(() => false)]);
  if (!isReady) throw new Error(`The engine did not start: ${program.tail()}`);
  return program;
}

async function measureOutages(hall, port, first) {
  const { vendor, customer, kumo } = hall.people;
  const note = vendor.getByText('Live updates are interrupted').first();
  const pick = vendor.getByRole('button', { name: 'Pick' });
  const isDone = customer.getByText(`${kumo.name} is done!`).first();
  const times = { noted: [], polled: [], live: [], delivered: [] };
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
    const [entry] = await queueOf(hall);
    await advance(hall, entry.id, 'busy');
    await advance(hall, entry.id, 'done');

    const backAt = now();
    const told = isDone.waitFor({ timeout: 120_000 }).then(() => times.delivered.push(now() - backAt));
    engine = await startEngine(port);
    await note.waitFor({ state: 'hidden', timeout: 120_000 });
    times.live.push(now() - backAt);
    await told;
    await advance(hall, entry.id, 'collected');
    // Its toast goes by itself.
    await isDone.waitFor({ state: 'hidden' });
    await vendor.getByRole('button', { name: 'Collected' }).waitFor({ state: 'hidden' });
  }
  return { times, engine };
}

async function measureSockets(port, engine) {
  let found;
  const load = startProgram('api/src/testing/idle-sockets.ts', {
    env: { ...CREDENTIALS, PORT: String(port), SOCKETS: String(SOCKETS), ENGINE_PID: String(engine.pid) },
    onLine: (line) => {
      if (line.startsWith('{')) found = JSON.parse(line);
    },
  });
  await load.ended;
  if (!found) throw new Error(`The sockets could not be opened: ${load.tail()}`);
  return found;
}

async function withHall(browser, directory, env, work) {
  const site = await startSite({
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir: path.join(directory, env.PUSHER_APP_ID ? 'outside' : 'embedded'),
    distDir: path.join(directory, 'dist'),
    env,
  });
  await dropWebhooks(site.sandboxUrl);
  const people = await vendorAndCustomer(browser, site.url);
  try {
    // A screen's socket is up when its vendor is told so.
    await people.vendor.getByText('Live', { exact: true }).waitFor();
    return await work({ site, people });
  } finally {
    await Promise.all([people.vendor.context().close(), people.customer.context().close()]);
    await site.stop();
  }
}

const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-bench-'));
await copyOfSite(path.join(directory, 'dist'));
const browser = await chromium.launch({ executablePath: requireBrowser(), args: FLAGS });
let engine;
try {
  const { arrived, done } = await withHall(browser, directory, {}, measureOrders);
  console.log(
    `From the call that settles a payment to the vendor's screen, ${arrived.length} orders: ${figures(arrived)}`,
  );
  console.log(`From the vendor's Done to the customer's screen, ${done.length} orders: ${figures(done)}`);

  const port = await freePort();
  engine = await startEngine(port);
  const outside = { ...CREDENTIALS, PUSHER_HOST: '127.0.0.1', PUSHER_PORT: String(port), PUSHER_SCHEME: 'http' };
  const outages = await withHall(browser, directory, outside, (hall) => measureOutages(hall, port, engine));
  engine = outages.engine;
  const { noted, polled, live, delivered } = outages.times;
  console.log(`The socket server is killed ${OUTAGES} times, the API stays`);
  console.log(`  the vendor's page says so after            ${seconds(noted)}`);
  console.log(`  an order of the outage is on it after      ${seconds(polled)}`);
  console.log(`  the server starts; the page is live after  ${seconds(live)}`);
  console.log(`  … the Done of the outage is told after     ${seconds(delivered)}`);

  await engine.stop();
  engine = await startEngine(port);
  const { sockets, openedMs, kilobytesEach, times } = await measureSockets(port, engine);
  console.log(
    `${sockets} idle sockets, opened in ${(openedMs / 1000).toFixed(1)} s: ${kilobytesEach.toFixed(1)} KB each`,
  );
  console.log(`  an event over HTTP to one of them, ${times.length} times: ${figures(times, 1)}`);
} finally {
  await browser.close();
  await engine?.stop();
  await rm(directory, { recursive: true, force: true });
}
