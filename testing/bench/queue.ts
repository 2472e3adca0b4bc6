// npm run bench:queue: a counter with 300 live orders (LIVE) on a tablet with a quarter of this machine's speed (SLOWDOWN): the
// ages tick, orders arrive, some are picked, the list is scrolled. Prints dropped frames and the longest task; judges nothing.
// The page is asked for nothing while it is watched: to find a card by its name among 300 takes a slowed page longer than
// the tap.

import type { Browser, Page } from '@playwright/test';
import { processEnv } from 'settings/environment';
import { many, queueChangeSchema, queueEntrySchema } from 'shared-contracts/schemas';
import { aDelivery, aLine, anEntry, anOrder } from 'shared-contracts/testing/builders';
import type { OrderItem, QueueEntry } from 'shared-contracts/types';
import { browserOf, sessionKeys } from '../client/accounts';
import { prepareOrder } from '../client/orders';
import { result, watch } from './support/frames';
import { type BenchSite, KUMO, runBench } from './support/site';
import { showWholePage } from './support/window';

const LIVE = Number(processEnv.LIVE ?? 300);
/** The newest two thirds are new, the next fifth is being made, and the rest is done. */
const NEW = Math.round(LIVE * (2 / 3));
const BUSY = Math.round(LIVE * (13 / 15));
const SLOWDOWN = Number(processEnv.SLOWDOWN ?? 4);
/** How often an order arrives, and is picked: each has a line, since a machine with other work has a long one now and then. */
const TIMES = 5;
const NAMES = ['Tonkotsu ramen', 'Pork gyoza', 'Shoyu ramen', 'Edamame'];

function line(index: number, each: number): OrderItem {
  return aLine({
    id: index * 10 + each,
    item: NAMES[(index + each) % NAMES.length],
    quantity: 1 + (each % 3),
    notes: index % 7 === 0 ? 'No spring onion, please.' : '',
    options: ['Soy-cured egg'],
  });
}

/** An order of one to three lines; every minute brought two. */
function entry(index: number, { id, name }: { id: number; name: string }): QueueEntry {
  const created_at = new Date(Date.now() - index * 30_000).toISOString();
  return anEntry({
    id: 10_000 - index,
    state: index < NEW ? 'new' : index < BUSY ? 'busy' : 'done',
    created_at,
    position_in_queue: index < BUSY ? LIVE - index : null,
    order: {
      id: 10_000 - index,
      order_number: `A-${10_000 - index}`,
      created_at,
      ...aDelivery('collect'),
      vendor: { ...anOrder().vendor, id, name },
      user: { id: index, name: `Customer ${index}` },
      order_items: { data: Array.from({ length: 1 + (index % 3) }, (_none, each) => line(index, each)) },
    },
  });
}

/** A vendor's tablet at a queue whose entries are made up here. One that is paid for has the id that the socket names. */
async function openTablet(browser: Browser, { url, logIn }: BenchSite) {
  const staff = await logIn('vendor@foodhall.test');
  const kumo = staff.data.vendors.data.find(({ name }) => name === KUMO);
  if (!kumo) throw new Error(`The demo's vendor is no member of ${KUMO}.`);
  const queue = Array.from({ length: LIVE }, (_none, index) => entry(index, kumo));
  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    storageState: browserOf(url, sessionKeys(staff, KUMO)),
  });
  const page = await context.newPage();
  // As the API does: a cursor, and by it what changed since.
  const changes: QueueEntry[] = [];
  const real = async () => (await staff.get(`/queues/active?vendor_id=${kumo.id}`, many(queueEntrySchema))).data;
  const known = new Set((await real()).map(({ id }) => id));
  await page.route('**/api/v1/queues/active*', async (route) => {
    const since = new URL(route.request().url()).searchParams.get('changed_since');
    for (const { id, created_at } of since === null ? [] : await real()) {
      if (known.has(id)) continue;
      known.add(id);
      const added = { ...entry(-1 - changes.length, kumo), id, created_at };
      queue.unshift(added);
      changes.push(added);
    }
    const json = since === null ? { data: queue } : { data: changes.slice(Number(since)), removed: [] };
    return route.fulfill({ json: { ...json, cursor: String(changes.length) } });
  });
  await page.route('**/api/v1/queues/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    const id = Number(new URL(route.request().url()).pathname.split('/').at(-1));
    const index = queue.findIndex((each) => each.id === id);
    const found = queue[index];
    if (!found) return route.fallback();
    const { state } = queueChangeSchema.parse(route.request().postDataJSON());
    const moved = { ...found, state };
    queue[index] = moved;
    changes.push(moved);
    await route.fulfill({ json: { data: moved } });
  });
  const cdp = await context.newCDPSession(page);
  await showWholePage(cdp);
  await page.goto(`${url}/queues?filter=all`, { waitUntil: 'networkidle' });
  await page
    .getByRole('article')
    .nth(LIVE - 1)
    .waitFor({ state: 'attached' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return { page, cdp };
}

/** From paid to drawn, and from a tap until the lock has ended and the card is where it belongs. */
const SETTLED_MS = 2500;

async function measure(page: Page, label: string, act: () => Promise<unknown>): Promise<void> {
  await page.waitForTimeout(1000);
  await watch(page);
  await act();
  const { dropped, longest, delay } = await result(page);
  console.log(`  ${label}: ${dropped}, ${longest}, ${delay}`);
}

await runBench(({ browser, withSite }) =>
  withSite({}, async (site) => {
    console.log(`A queue of ${LIVE} live orders on a tablet, processor slowed ${SLOWDOWN} times`);
    const customer = await site.logIn('customer@foodhall.test');
    const { page, cdp } = await openTablet(browser, site);
    await measure(page, 'the ages, 5 s       ', () => page.waitForTimeout(5000));
    for (let time = 1; time <= TIMES; time += 1) {
      // Before it is watched: the site works for the order on the processor that the tablet is played on.
      const { settle } = await prepareOrder(customer, site.sandbox);
      await measure(page, `an order arrives (${time}) `, async () => {
        await settle();
        await page.waitForTimeout(SETTLED_MS);
      });
      await page
        .locator('[data-state=new]')
        .nth(NEW + time - 1)
        .waitFor({ state: 'attached' });
    }
    for (let time = 1; time <= TIMES; time += 1) {
      // The newest of the new ones; the one before has moved to those that are being made.
      const pick = await page.getByRole('button', { name: 'Pick', exact: true }).first().boundingBox();
      if (!pick) throw new Error('The newest order has no Pick button.');
      await measure(page, `Pick (${time})            `, async () => {
        await page.touchscreen.tap(pick.x + 20, pick.y + 20);
        await page.waitForTimeout(SETTLED_MS);
      });
      await page
        .locator('[data-state=busy]')
        .nth(BUSY - NEW + time - 1)
        .waitFor({ state: 'attached' });
    }
    await measure(page, 'scrolled 8,000 px   ', () =>
      cdp.send('Input.synthesizeScrollGesture', {
        x: 512,
        y: 600,
        yDistance: -8000,
        speed: 2000,
        gestureSourceType: 'touch',
        preventFling: true,
      }),
    );
  }),
);
