/** Tests queues, order detail, print and notifications, clause by clause. Two people always use two browsers. */
import type { Page, Request, Route, WebSocket, WebSocketRoute } from '@playwright/test';
import { aDelivery } from 'shared-contracts/testing/builders';
import type { Envelope, QueueEntry } from 'shared-contracts/types';
import { z } from 'zod';
import { queueOfVendor } from '../client/orders';
import { buy, enter, type Kitchen, kitchen, newAccount, signIn } from './support/api';
import { setTime } from './support/clock';
import { enlargeType } from './support/large-type';
import { expectNoSidewaysScroll } from './support/long-names';
import { watchNotices } from './support/notices';
import { channelJoinsOf } from './support/realtime';
import { expect, test } from './support/test';
import { translate } from './support/translation';
import { cachedData, openUnderWorker } from './support/worker';

const KUMO = 'Kumo Ramen';
const ALL = '/queues?filter=all';
const EMPTY = 'You have no orders in the queue right now';
const REMINDER = 'REMEMBER TO MARK YOUR ORDER AS RECEIVED';

const live = (vendor: Page) => expect(vendor.getByText('Live', { exact: true })).toBeVisible();
const ticketOf = (page: Page, { order }: QueueEntry) =>
  page.getByRole('article', { name: new RegExp(`${order.order_number}$`) });
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });

/**
 * Scrolls to a ticket. A ticket that is far from the screen has its texts but no buttons, and after a step it moves to another position.
 */
const reach = (page: Page, entry: QueueEntry) =>
  expect(() => ticketOf(page, entry).first().scrollIntoViewIfNeeded({ timeout: 2_000 })).toPass();

/**
 * Repeats until the button is visible. A changing list may move the ticket out of sight, where it has no buttons, and may show it twice
 * until all of its changes are drawn.
 */
async function offers(page: Page, entry: QueueEntry, name: string): Promise<void> {
  await expect(async () => {
    await reach(page, entry);
    await expect(ticketOf(page, entry).getByRole('button', { name, exact: true }).first()).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
}

async function press(page: Page, entry: QueueEntry, name: string): Promise<void> {
  await offers(page, entry, name);
  await ticketOf(page, entry).getByRole('button', { name, exact: true }).click();
}

/** Reads the number of waiting orders from a tab. */
const countOf = async (page: Page, name: string) =>
  Number(/\d+/.exec((await tab(page, name).textContent()) ?? '')?.[0]);

/**
 * Taps one step after another. The button is locked for a moment after each tap. The first tickets of a long list are drawn before the
 * others, so a ticket that moves to the front is shown twice until then.
 */
async function serve(page: Page, entry: QueueEntry, ...steps: string[]): Promise<void> {
  for (const step of steps) {
    await offers(page, entry, step);
    const buttons = ticketOf(page, entry).getByRole('button', { name: step, exact: true });
    const button = buttons.first();
    await expect(button).toBeEnabled();
    await button.click();
    await expect(buttons).toHaveCount(0);
  }
}

type Notice = Record<string, unknown>;
const noticesOf = (page: Page) => page.evaluate(() => (window as unknown as { shownNotices: Notice[] }).shownNotices);

const isQueue = (message: { url: () => string }) => message.url().includes('/queues/active');

/**
 * Watches the first list of a page. It must be called before the page opens.
 * @returns a function that waits until the page's announcer runs and has processed the first list that the page fetched
 */
function announcerOf(page: Page): () => Promise<void> {
  let isListed = false;
  page.on('response', (response) => {
    if (isQueue(response) && response.ok()) isListed = true;
  });
  // The announcer writes this key. A list that an earlier page cached does not count.
  const hasTaken = () => page.evaluate(() => localStorage.getItem('queue') !== null);
  return () => expect.poll(async () => isListed && (await hasTaken())).toBe(true);
}

/** Counts the page's requests for the queue, and those that got a response. It must be called before the page opens. */
function countQueueRequests(page: Page): () => { asked: number; responded: number } {
  let [asked, responded] = [0, 0];
  page.on('request', (request) => {
    if (isQueue(request)) asked += 1;
  });
  const end = (request: Request) => {
    if (isQueue(request)) responded += 1;
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () => ({ asked, responded });
}

/** Counts the page's tones. It must be called before the page opens. @returns a function that returns the number since the page opened */
async function countTones(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let tones = 0;
    const parameter = { value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
    const node = { connect: (next: unknown) => next };
    class FakeAudio extends EventTarget {
      state = 'suspended';
      currentTime = 0;
      destination = node;
      resume = async () => {
        this.state = 'running';
      };
      close = async () => {};
      createGain = () => ({ ...node, gain: parameter });
      createOscillator = () => ({
        ...node,
        frequency: parameter,
        stop: () => {},
        start: () => {
          tones += 1;
        },
      });
    }
    Object.assign(window, { AudioContext: FakeAudio, tonesPlayed: () => tones });
  });
  return () => page.evaluate(() => (window as unknown as { tonesPlayed: () => number }).tonesPlayed());
}

/** The server's state of an entry. It is undefined once the entry has left the queue. */
const stateOf = async (cook: Kitchen, { id, order }: QueueEntry) =>
  (await queueOfVendor(cook, order.vendor.id)).find((entry) => entry.id === id)?.state;

/** Reports each order of the stall as seen. Orders of other tests would ring by the watch, as no page has shown them. */
async function seeAll({ order: { vendor } }: QueueEntry): Promise<void> {
  const cook = await kitchen();
  const ids = (await queueOfVendor(cook, vendor.id)).map(({ order }) => order.id);
  await cook.post(`/vendors/${vendor.id}/seen`, { order_ids: ids.slice(0, 200) }, z.null());
}

test.describe('the list', () => {
  test('has tabs with a count and a heading, opens New by default, and says when a tab is empty', async ({
    customer,
  }) => {
    await enter(customer, await newAccount(), '/queues');
    await expect(tab(customer, 'New')).toHaveAttribute('aria-selected', 'true');
    for (const [name, heading] of [
      ['Preparing', 'Orders in Progress'],
      ['Done', 'Completed Orders'],
      ['All', 'All Orders'],
      ['New', 'New Orders'],
    ] as const) {
      await tab(customer, name).click();
      await expect(customer.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expect(customer.getByText(EMPTY)).toBeVisible();
      await expect(tab(customer, name)).toContainText('0');
    }
    await customer.goto(ALL);
    await expect(tab(customer, 'All')).toHaveAttribute('aria-selected', 'true');
  });

  test('reports in New too that the account cannot be loaded, and nothing moves during Try Again', async ({
    customer,
  }) => {
    let isRefused = true;
    const held: Route[] = [];
    await customer.route(/\/api\/v1\/me\?context=User$/, (route) =>
      isRefused ? route.fulfill({ status: 400, json: { message: 'No', code: 'NO' } }) : void held.push(route),
    );
    await enter(customer, await newAccount(), '/queues');
    const note = customer.getByRole('alert').filter({ hasText: 'Cancelled orders could not be loaded' });
    await expect(customer.getByText(EMPTY)).toBeVisible();
    await expect(note).toBeVisible();
    const place = await note.boundingBox();
    isRefused = false;
    const retry = note.getByRole('button', { name: 'Try Again' });
    // A click would wait until the button is enabled, and by then the page may have asked by itself. So the test sends the event directly.
    await retry.dispatchEvent('click');
    await expect(retry).toHaveAttribute('aria-busy', 'true');
    expect(await note.boundingBox()).toEqual(place);
    for (const route of held) await route.continue();
    await expect(note).toBeHidden();
  });

  test('has a tab for each state, a group of done orders below the reminder, and Previous Orders', async ({
    customer,
  }) => {
    const buyer = await newAccount();
    const cook = await kitchen();
    const [fresh, busy, done, gone] = [await buy(buyer), await buy(buyer), await buy(buyer), await buy(buyer)];
    await cook.move(busy, 'busy');
    await cook.move(done, 'busy', 'done');
    await cook.move(gone, 'busy', 'done', 'collected');
    await enter(customer, buyer, '/queues');
    await expect(ticketOf(customer, fresh)).toBeVisible();
    await expect(customer.getByRole('article')).toHaveCount(1);
    for (const [name, count] of [
      ['New', 1],
      ['Preparing', 1],
      ['Done', 1],
      ['All', 3],
    ] as const) {
      expect(await countOf(customer, name)).toBe(count);
    }
    await tab(customer, 'Preparing').click();
    await expect(ticketOf(customer, busy)).toBeVisible();
    await tab(customer, 'All').click();
    const ready = customer.getByRole('region', { name: 'Ready' });
    await expect(ready.getByText(REMINDER)).toBeVisible();
    await expect(ready.getByRole('article')).toHaveCount(1);
    await expect(ticketOf(ready as unknown as Page, done)).toBeVisible();
    await expect(customer.getByRole('heading', { name: 'Previous Orders' })).toBeVisible();
    await expect(customer.getByRole('link', { name: new RegExp(gone.order.order_number ?? '') })).toContainText(
      /\d{4}\/\d{2}\/\d{2}, \d{2}:\d{2}/,
    );
  });

  test('is sorted by state and then from new to old, and a toggle reverses the time', async ({ customer }) => {
    const buyer = await newAccount();
    const cook = await kitchen();
    const [first, second, third] = [await buy(buyer), await buy(buyer), await buy(buyer)];
    await cook.move(third, 'busy');
    await enter(customer, buyer, ALL);
    const numbers = async () =>
      (
        await customer
          .getByRole('article')
          .getByText(/^Order /)
          .allTextContents()
      ).map((text) => text.slice(6));
    const labels = (...entries: QueueEntry[]) => entries.map(({ order }) => order.order_number);
    await expect.poll(numbers).toEqual(labels(second, first, third));
    await customer.getByRole('button', { name: 'Newest first' }).click();
    await expect.poll(numbers).toEqual(labels(first, second, third));
    await customer.reload();
    await expect(customer.getByRole('button', { name: 'Oldest first' })).toBeVisible();
    await expect.poll(numbers).toEqual(labels(first, second, third));
  });

  test('is not widened by large type in a small window, and its buttons show their whole labels', async ({
    customer,
    vendor,
  }) => {
    const buyer = await newAccount();
    await buy(buyer);
    await buy(buyer);
    await enter(customer, buyer, ALL);
    await enter(vendor, await kitchen(), ALL, KUMO);
    for (const page of [customer, vendor]) {
      await expect(page.getByRole('article').first()).toBeVisible();
      await enlargeType(page);
      await expectNoSidewaysScroll(page);
      const keys = page.getByRole('heading', { level: 1 }).locator('..').getByRole('button');
      const cutOff = () =>
        keys.evaluateAll((all) => all.filter((key) => key.scrollWidth > key.clientWidth).map((key) => key.textContent));
      await expect.poll(cutOff).toEqual([]);
    }
  });

  test('shows the right number and guest on every order of a translated page while orders come and go', async ({
    customer,
    vendor,
  }) => {
    const buyer = await newAccount();
    const first = await buy(buyer);
    await translate(customer);
    await translate(vendor);
    await enter(customer, buyer, ALL);
    await enter(vendor, await kitchen(), ALL, KUMO);
    await offers(vendor, first, 'Pick');
    await expect(vendor.getByRole('heading', { level: 1 }).locator('font').first()).toBeAttached();
    const others = await Promise.all([newAccount(), newAccount()]);
    const entries = [first];
    for (const other of others) entries.push(await buy(other));
    await serve(vendor, first, 'Pick', 'Done');
    for (const entry of entries) {
      await reach(vendor, entry);
      await expect(ticketOf(vendor, entry)).toContainText(entry.order.user.name);
      await expect(ticketOf(vendor, entry)).toContainText(entry.order.order_number ?? '');
    }
    await expect(ticketOf(customer, first).getByRole('button', { name: /^(Collect|Delivered)$/ })).toBeVisible();
    await serve(vendor, first, 'Collected');
    await expect(ticketOf(customer, first)).toHaveCount(0);
    await expect(vendor.getByText('This section could not be loaded')).toHaveCount(0);
  });

  test('has 4 columns, 3 below 1100 px, 2 below 700 px and 1 below 500 px', async ({ vendor }) => {
    const buyer = await newAccount();
    for (const _each of [1, 2, 3, 4]) await buy(buyer);
    await enter(vendor, await kitchen(), ALL, KUMO);
    await expect(vendor.getByRole('article').nth(3)).toBeVisible();
    const columns = () =>
      vendor
        .getByRole('article')
        .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().left)).size);
    for (const [width, count] of [
      [1100, 4],
      [1099, 3],
      [700, 3],
      [699, 2],
      [500, 2],
      [499, 1],
    ] as const) {
      await vendor.setViewportSize({ width, height: 900 });
      await expect.poll(columns, `${width} px`).toBe(count);
    }
  });

  test("shows the position, the time, the lines and HST on a customer's card, and the position moves up as others are served", async ({
    customer,
  }) => {
    const cook = await kitchen();
    const ahead = await buy(await newAccount());
    const buyer = await newAccount();
    const mine = await buy(buyer);
    await enter(customer, buyer, '/queues');
    const card = ticketOf(customer, mine);
    const position = async () =>
      Number(/You are (\d+) in the queue for this vendor/.exec((await card.textContent()) ?? '')?.[1]);
    await expect.poll(position).toBe(mine.position_in_queue);
    await expect(card.getByRole('time')).toHaveText(/^\d{2}:\d{2}$/);
    await expect(card.getByText('HST')).toBeVisible();
    await expect(card.getByText('excl. service fee')).toBeVisible();
    await cook.move(ahead, 'busy', 'done');
    await expect.poll(position).toBe((mine.position_in_queue ?? 0) - 1);
  });

  test("ends an order for collection with 'Collect' and an order for delivery with 'Delivered'", async ({
    customer,
  }) => {
    const buyer = await newAccount();
    const cook = await kitchen();
    const fetched = await buy(buyer);
    const brought = await buy(buyer, { vendor: 'Pico Taquería', delivery: aDelivery('table') });
    for (const entry of [fetched, brought]) await cook.move(entry, 'busy', 'done');
    await enter(customer, buyer, ALL);
    await press(customer, brought, 'Delivered');
    await expect(ticketOf(customer, brought)).toHaveCount(0);
    await press(customer, fetched, 'Collect');
    await expect(customer.getByText(EMPTY)).toBeVisible();
    await expect(customer.getByRole('heading', { name: 'Previous Orders' })).toBeVisible();
  });
});

test.describe('the kitchen', () => {
  test('Pick, Done and Collected each move an order one step on both screens, and Collected opens the Done tab', async ({
    customer,
    vendor,
  }) => {
    const buyer = await newAccount();
    await enter(vendor, await kitchen(), ALL, KUMO);
    await live(vendor);
    await enter(customer, buyer, ALL);
    const entry = await buy(buyer);
    const card = ticketOf(vendor, entry);
    await expect(card).toContainText(buyer.data.name);
    await expect(card.getByText(/\d{1,2} \w{3} \d{4}, \d{2}:\d{2}/)).toBeVisible();
    await serve(vendor, entry, 'Pick');
    await expect(ticketOf(customer, entry).locator('[aria-current="step"]')).toHaveText('Preparing');
    await serve(vendor, entry, 'Done');
    await expect(customer.getByText(REMINDER)).toBeVisible();
    await serve(vendor, entry, 'Collected');
    await expect(tab(vendor, 'Done')).toHaveAttribute('aria-selected', 'true');
    await expect(ticketOf(customer, entry)).toHaveCount(0);
    await expect(customer.getByRole('heading', { name: 'Previous Orders' })).toBeVisible();
  });

  test('the button ignores taps for 600 ms after a tap, so that a double tap never skips a state', async ({
    vendor,
  }) => {
    const entry = await buy(await newAccount());
    await vendor.clock.install();
    await enter(vendor, await kitchen(), ALL, KUMO);
    await live(vendor);
    const sent: unknown[] = [];
    vendor.on('request', (each) => {
      if (each.method() === 'PUT') sent.push(each.postDataJSON());
    });
    const card = ticketOf(vendor, entry);
    await expect(card.getByRole('button', { name: 'Pick', exact: true })).toBeVisible();
    // The clock is less than a minute ahead, so the page says nothing about the device's clock.
    await vendor.clock.pauseAt(new Date(Date.now() + 10_000));
    await press(vendor, entry, 'Pick');
    const done = card.getByRole('button', { name: 'Done', exact: true });
    await expect(done).toHaveAttribute('aria-disabled', 'true');
    await vendor.clock.runFor(599);
    await done.click({ force: true });
    expect(sent).toEqual([{ state: 'busy', from: 'new' }]);
    await vendor.clock.runFor(1);
    await expect(done).not.toHaveAttribute('aria-disabled');
    // The card moves to its new position and takes no tap there meanwhile.
    await vendor.clock.runFor(600);
    await done.click();
    await expect
      .poll(() => sent)
      .toEqual([
        { state: 'busy', from: 'new' },
        { state: 'done', from: 'busy' },
      ]);
  });

  test('a step can be undone on its card, and Collected in its bar', async ({ vendor }) => {
    const entry = await buy(await newAccount());
    await enter(vendor, await kitchen(), ALL, KUMO);
    await serve(vendor, entry, 'Pick');
    const undo = ticketOf(vendor, entry).getByRole('button', { name: /^Undo/ });
    await expect(undo).not.toHaveAttribute('aria-disabled');
    await undo.click();
    await offers(vendor, entry, 'Pick');
    await serve(vendor, entry, 'Pick', 'Done', 'Collected');
    await expect(ticketOf(vendor, entry)).toHaveCount(0);
    const bar = vendor.getByRole('status').filter({ hasText: `${entry.order.order_number} is Collected` });
    await bar.getByRole('button', { name: 'Undo' }).click();
    await offers(vendor, entry, 'Collected');
  });

  test('one of two staff who tap the same order wins, and the other sees its current state', { tag: '@core' }, async ({
    vendor,
    customer,
  }) => {
    const entry = await buy(await newAccount());
    const cook = await kitchen();
    // The second member of staff taps before the page has heard of the first tap: neither its socket nor the request that the page makes
    // when it joins has brought that news.
    let isDeaf = false;
    let hearAgain = () => {};
    let news = Promise.resolve();
    await customer.routeWebSocket(/\/app\//, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (!isDeaf) socket.send(message);
      });
    });
    await customer.route(/\/queues\/active/, async (route) => {
      const response = await route.fetch();
      await news;
      await route.fulfill({ response });
    });
    await enter(vendor, cook, ALL, KUMO);
    await enter(customer, cook, ALL, KUMO);
    await expect(ticketOf(customer, entry)).toBeVisible();
    await live(customer);
    isDeaf = true;
    news = new Promise((resolve) => {
      hearAgain = resolve;
    });
    await serve(vendor, entry, 'Pick');
    await press(customer, entry, 'Pick');
    hearAgain();
    for (const page of [vendor, customer]) {
      await offers(page, entry, 'Done');
    }
  });

  test('the time of an order is green and turns red after 20 minutes', async ({ vendor }) => {
    const entry = await buy(await newAccount());
    // The page's timers run. The Date header only has whole seconds, so the test avoids times near the next minute.
    const pass = (minutes: number) => setTime(vendor, Date.parse(entry.created_at) + minutes * 60_000);
    await pass(0.5);
    await enter(vendor, await kitchen(), ALL, KUMO);
    const age = ticketOf(vendor, entry).getByRole('time').first();
    const isGround = (token: string) =>
      age.evaluate((element, name) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.backgroundColor = `var(${name})`;
        const wanted = getComputedStyle(probe).backgroundColor;
        probe.remove();
        return getComputedStyle(element).backgroundColor === wanted;
      }, token);
    await expect(age).toHaveText(/^\d\d sec$/);
    expect(await isGround('--done-wash')).toBe(true);
    await pass(19.5);
    await expect(age).toHaveText('19 min');
    expect(await isGround('--done-wash')).toBe(true);
    await pass(20.5);
    await expect(age).toHaveText('Late: 20 min');
    expect(await isGround('--late-solid')).toBe(true);
    await pass(140.5);
    await expect(age).toHaveText('Late: 2 h');
  });

  test('Re-Notify notifies the customer again, and Re-Print prints the order again', async ({ customer, vendor }) => {
    const buyer = await newAccount();
    const entry = await buy(buyer);
    const cook = await kitchen();
    await watchNotices(customer);
    const hasJoined = channelJoinsOf(customer);
    const announcerReady = announcerOf(customer);
    await enter(customer, buyer, ALL);
    await vendor.addInitScript(() => {
      window.print = () => {};
    });
    await enter(vendor, cook, ALL, KUMO);
    await expect(ticketOf(vendor, entry).getByRole('button', { name: /^Re-/ })).toHaveCount(0);
    await hasJoined(`private-users.${buyer.data.id}`);
    await announcerReady();
    await serve(vendor, entry, 'Pick', 'Done');
    await expect.poll(async () => (await noticesOf(customer)).length).toBe(1);
    await press(vendor, entry, 'Re-Notify');
    await expect(vendor.getByText(`${buyer.data.name} was told again`)).toBeVisible();
    await expect.poll(async () => (await noticesOf(customer)).length).toBe(2);
    // The receipt closes itself, so a later check may find it gone.
    const printing = vendor.waitForURL(new RegExp(`/order/print\\?id=${entry.order.id}$`));
    await Promise.all([printing, press(vendor, entry, 'Re-Print')]);
    await expect(vendor).toHaveURL(/\/queues\?filter=all$/);
  });

  test('a vendor pauses new orders with one switch, and an open menu says so at once', async ({ customer, vendor }) => {
    const hasJoined = channelJoinsOf(customer);
    await customer.goto('/venues/1/vendors/1');
    await expect(customer.getByRole('heading', { name: KUMO, level: 1 })).toBeVisible();
    const note = customer.getByText(/not taking orders right now/i);
    await expect(note).toHaveCount(0);
    await hasJoined('venues.1');
    const cook = await kitchen();
    await enter(vendor, cook, '/queues', KUMO);
    const orders = vendor.getByRole('switch', { name: /^New orders:/ });
    try {
      await orders.click();
      await expect(vendor.getByText(/New orders are paused/)).toBeVisible();
      await expect(note.first()).toBeVisible();
      await orders.click();
      await expect(note).toHaveCount(0);
    } finally {
      await cook.put('/vendors/1', { accepting_orders: true });
    }
  });

  test('a vendor cancels an order with a reason; the buyer reads why, and that the money is on its way back', {
    tag: '@core',
  }, async ({ customer, vendor }) => {
    const buyer = await newAccount();
    const entry = await buy(buyer);
    await watchNotices(customer);
    const hasJoined = channelJoinsOf(customer);
    const announcerReady = announcerOf(customer);
    await enter(customer, buyer, '/queues');
    await expect(ticketOf(customer, entry)).toContainText('You are');
    await hasJoined(`private-users.${buyer.data.id}`);
    await announcerReady();
    await enter(vendor, await kitchen(), ALL, KUMO);

    await ticketOf(vendor, entry)
      .getByRole('button', { name: /^Cancel/ })
      .click();
    const dialog = vendor.getByRole('dialog', { name: `Cancel order ${entry.order.order_number}?` });
    await expect(dialog).toContainText(/get a full refund of \$\d+\.\d{2}/);
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await expect(dialog.getByText('Please give a reason.')).toBeVisible();
    await dialog.getByLabel('Reason').fill('The noodles are sold out.');
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await expect(dialog).toBeHidden();
    await expect(ticketOf(vendor, entry)).toHaveCount(0);

    const card = ticketOf(customer, entry);
    await expect(card.getByText('Cancelled')).toBeVisible();
    await expect(card).toContainText('The noodles are sold out.');
    await expect(card).toContainText(/\$\d+\.\d{2} (is on its way back|was refunded)/);
    await expect(tab(customer, 'New')).toContainText('0');
    await expect
      .poll(() => noticesOf(customer))
      .toContainEqual(
        expect.objectContaining({
          title: 'Foodhall Notify',
          body: expect.stringContaining('The noodles are sold out.'),
          requireInteraction: true,
        }),
      );
    await card.getByRole('link', { name: 'View Order' }).click();
    await expect(customer.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(customer.getByRole('main').getByText('The noodles are sold out.')).toBeVisible();
    await expect(customer.getByText(/was refunded/)).toBeVisible();
    await expect(customer.getByRole('button', { name: 'Mark as received' })).toHaveCount(0);
  });

  test('a new order plays a sound until it is picked, after a tap on the switch has allowed it', async ({ vendor }) => {
    const tones = await countTones(vendor);
    await vendor.clock.install();
    await enter(vendor, await kitchen(), ALL, KUMO);
    await live(vendor);
    const sound = vendor.getByRole('switch', { name: 'Sound for new orders' });
    await expect(sound).toHaveAttribute('aria-checked', 'false');
    await sound.click();
    await expect(sound).toHaveText('Sound is on');
    const tried = await tones();
    const entry = await buy(await newAccount());
    await expect(ticketOf(vendor, entry)).toBeVisible();
    await seeAll(entry);
    await expect.poll(tones).toBeGreaterThan(tried);
    const arrived = await tones();
    await vendor.clock.runFor(9000);
    expect(await tones()).toBeGreaterThanOrEqual(arrived + 4);
    await serve(vendor, entry, 'Pick');
    const picked = await tones();
    await vendor.clock.runFor(12_000);
    expect(await tones()).toBe(picked);
  });

  test('a tablet keeps its display settings after a reload, and one tap turns the sound on again', async ({
    vendor,
  }) => {
    const tones = await countTones(vendor);
    await vendor.setViewportSize({ width: 820, height: 1180 });
    await enter(vendor, await kitchen(), ALL, KUMO);
    await live(vendor);
    await vendor.getByRole('switch', { name: 'Sound for new orders' }).click();
    await vendor.getByRole('button', { name: 'Newest first' }).click();
    await vendor.getByRole('button', { name: 'Display' }).click();
    const display = vendor.getByRole('dialog', { name: 'Display' });
    for (const name of ['Dark', 'Large']) await display.getByRole('radio', { name, exact: true }).check();
    await display.getByRole('button', { name: 'Close' }).click();
    await expect(vendor.getByRole('button', { name: 'Bring the sound back' })).toHaveCount(0);

    await vendor.goto('/meta.json');
    const missed = await buy(await newAccount());
    await vendor.goto(ALL);
    await expect(ticketOf(vendor, missed)).toBeVisible();
    await expect(vendor.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(vendor.locator('html')).toHaveCSS('font-size', '18.4px');
    await expect(vendor.getByRole('button', { name: 'Oldest first' })).toBeVisible();
    expect(await tones()).toBe(0);
    await vendor.getByRole('button', { name: 'Bring the sound back' }).click();
    // The tap plays two tones, and the order two more.
    await expect.poll(tones).toBeGreaterThanOrEqual(4);
    await expect(vendor.getByRole('button', { name: 'Bring the sound back' })).toHaveCount(0);
  });

  test('the page of an order plays the sound for later orders too, and asks for a tap after a reload', async ({
    vendor,
  }) => {
    const tones = await countTones(vendor);
    const entry = await buy(await newAccount());
    await enter(vendor, await kitchen(), ALL, KUMO);
    await live(vendor);
    await vendor.getByRole('switch', { name: 'Sound for new orders' }).click();
    await ticketOf(vendor, entry).getByRole('link', { name: 'View Order' }).click();
    await expect(vendor).toHaveURL(/\/order\?/);
    await vendor.reload();
    await vendor.getByRole('button', { name: 'Bring the sound back' }).click();
    await expect(vendor.getByRole('button', { name: 'Bring the sound back' })).toHaveCount(0);
    await expect(vendor.getByRole('button', { name: 'Pick' })).toBeVisible();
    await expect.poll(tones).toBe(2);
    await buy(await newAccount());
    await expect.poll(tones).toBeGreaterThanOrEqual(4);
  });

  test('the page counts the dishes of new and started orders', async ({ vendor }) => {
    const buyer = await newAccount();
    const entry = await buy(buyer);
    const dish = entry.order.order_items.data[0]?.variant.item.name ?? '';
    await enter(vendor, await kitchen(), ALL, KUMO);
    await live(vendor);
    const line = vendor.getByText(new RegExp(`${dish} ×\\d+`));
    const count = async () => Number(new RegExp(`${dish} ×(\\d+)`).exec((await line.textContent()) ?? '')?.[1]);
    const before = await count();
    await buy(buyer);
    await expect.poll(count).toBe(before + 1);
    await serve(vendor, entry, 'Pick');
    expect(await count()).toBe(before + 1);
    await serve(vendor, entry, 'Done');
    await expect.poll(count).toBe(before);
  });

  test('the page of an order has Pick and Done too', async ({ vendor }) => {
    const entry = await buy(await newAccount());
    const cook = await kitchen();
    await enter(vendor, cook, `/order?id=${entry.order.id}&state=new&queue_id=${entry.id}`, KUMO);
    for (const [step, state] of [
      ['Pick', 'busy'],
      ['Done', 'done'],
    ] as const) {
      await vendor.getByRole('button', { name: step, exact: true }).click();
      await expect.poll(() => stateOf(cook, entry)).toBe(state);
    }
    await expect(vendor.getByRole('button', { name: 'Collected', exact: true })).toBeVisible();
  });

  test('the screen stays awake while the queue is open', async ({ vendor }) => {
    await vendor.addInitScript(() => {
      const locks: string[] = [];
      const request = async (type: string) => {
        locks.push(type);
        return { release: async () => void locks.push('released') };
      };
      Object.defineProperty(navigator, 'wakeLock', { value: { request } });
      Object.assign(window, { wakeLocks: locks });
    });
    const locks = () => vendor.evaluate(() => (window as unknown as { wakeLocks: string[] }).wakeLocks);
    await enter(vendor, await kitchen(), '/queues', KUMO);
    await expect.poll(locks).toEqual(['screen']);
    await vendor.getByRole('link', { name: 'My Account' }).click();
    await expect.poll(locks).toEqual(['screen', 'released']);
  });

  /** Fills the queue with copies of an entry of eight dishes, up to a number of orders. It hides the orders of earlier tests. */
  async function fillQueue(page: Page, entry: QueueEntry, count: number): Promise<void> {
    await page.route('**/api/v1/queues/active*', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as Envelope<QueueEntry[]>;
      const own = data.filter(({ id }) => id === entry.id);
      const dish = (index: number) => {
        const lines = entry.order.order_items.data.map((line) => ({
          ...line,
          variant: { ...line.variant, item: { ...line.variant.item, name: `Slow-cooked noodles ${index % 8}` } },
        }));
        return { order_items: { data: lines } };
      };
      const others = Array.from({ length: count - own.length }, (_none, index) => ({
        ...entry,
        id: 100_000 + index,
        created_at: new Date(Date.parse(entry.created_at) - index * 1000).toISOString(),
        order: { ...entry.order, id: 100_000 + index, order_number: `X-${index}`, ...dish(index) },
      }));
      await route.fulfill({ json: { data: [...own, ...others] } });
    });
  }

  test('the Tab key reaches every order in two columns, even those outside the window', async ({ vendor }) => {
    const count = 28;
    await vendor.setViewportSize({ width: 820, height: 1180 });
    const cook = await kitchen();
    const entry = await buy(await newAccount());
    await fillQueue(vendor, entry, count);
    await enter(vendor, cook, ALL, KUMO);
    await expect(vendor.getByRole('article')).toHaveCount(count);
    const focusedEntry = () =>
      vendor.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-entry]')?.dataset.entry);
    await vendor.getByRole('tab', { name: /^All/ }).focus();
    const reached = new Set<string>();
    let isAfter = false;
    for (let press = 0; press < count * 8 && !isAfter; press += 1) {
      await vendor.keyboard.press('Tab');
      const id = await focusedEntry();
      isAfter = id === undefined && reached.size > 0;
      if (id !== undefined) reached.add(id);
    }
    expect(reached.size).toBe(count);
    await vendor.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('the list shows all 300 live entries, and one of them can be picked', async ({ vendor }) => {
    const cook = await kitchen();
    const entry = await buy(await newAccount());
    await fillQueue(vendor, entry, 300);
    await enter(vendor, cook, ALL, KUMO);
    await expect(tab(vendor, 'All')).toContainText('300');
    await expect(vendor.getByRole('article')).toHaveCount(300);
    // The line with the dishes to make is cut off, and does not make the page wider than the phone.
    await expect(vendor.getByText(/Slow-cooked noodles 0 ×\d+, /)).toBeVisible();
    expect(await vendor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await serve(vendor, entry, 'Pick');
    await offers(vendor, entry, 'Done');
    // The list that the page requested behind it may still be on its way.
    await vendor.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test.describe('a kitchen without its network', () => {
  test.use({ serviceWorkers: 'allow' });

  const offlineNote = (page: Page) => page.getByText(/No internet connection found/);
  const notSent = (page: Page) => page.getByText(/not sent yet/i);

  async function cut(page: Page): Promise<void> {
    await page.context().setOffline(true);
    await expect(offlineNote(page)).toBeVisible();
  }

  /** The moves that the server has responded to, in order, as 'id state'. */
  function movesOf(...pages: Page[]): string[] {
    const moves: string[] = [];
    for (const page of pages) {
      page.on('response', (response) => {
        const request = response.request();
        const id = /\/queues\/(\d+)$/.exec(request.url())?.[1];
        if (id && request.method() === 'PUT') moves.push(`${id} ${request.postDataJSON().state}`);
      });
    }
    return moves;
  }

  test('keeps Pick and Done over a reload, shows their number and age, and sends them in order when the network is back', {
    tag: '@core',
  }, async ({ vendor }) => {
    const buyer = await newAccount();
    const [first, second] = [await buy(buyer), await buy(buyer)];
    const cook = await kitchen();
    await signIn(vendor, cook, KUMO);
    await openUnderWorker(vendor, ALL, 'queues');
    await expect(ticketOf(vendor, second)).toBeVisible();
    await expect.poll(() => cachedData(vendor)).toContain(second.order.order_number);
    const moves = movesOf(vendor);

    await cut(vendor);
    await serve(vendor, first, 'Pick', 'Done');
    await serve(vendor, second, 'Pick');
    const line = vendor.getByText(/^3 taps are not sent yet, the oldest from \d+ (sec|min) ago\./);
    await expect(line).toBeVisible();
    await vendor.reload();
    await expect(line).toBeVisible();
    await offers(vendor, first, 'Collected');
    await offers(vendor, second, 'Done');
    await expect(ticketOf(vendor, second)).toContainText('Not sent yet');
    expect(moves).toEqual([]);

    await vendor.context().setOffline(false);
    await expect(notSent(vendor)).toHaveCount(0);
    expect(moves).toEqual([`${first.id} busy`, `${first.id} done`, `${second.id} busy`]);
    expect(await stateOf(cook, first)).toBe('done');
    expect(await stateOf(cook, second)).toBe('busy');
  });

  test('shows a tap that is older than 20 minutes and never sends it', async ({ vendor }) => {
    const entry = await buy(await newAccount());
    const cook = await kitchen();
    await enter(vendor, cook, ALL, KUMO);
    await live(vendor);
    const moves = movesOf(vendor);
    await cut(vendor);
    await serve(vendor, entry, 'Pick');
    await expect(ticketOf(vendor, entry)).toContainText('Not sent yet');
    const later = Date.now() + 21 * 60_000;
    await vendor.clock.setFixedTime(later);
    const warning = vendor.getByText(`Pick of ${entry.order.order_number} was not sent: it is older than 20 minutes.`);
    await expect(warning).toBeVisible();
    await offers(vendor, entry, 'Pick');

    const listed = vendor.waitForResponse(isQueue);
    // The server's clock agrees with the device's. Otherwise the tap would not be old and would be sent.
    await setTime(vendor, later);
    await vendor.context().setOffline(false);
    await expect(offlineNote(vendor)).toHaveCount(0);
    await listed;
    expect(moves).toEqual([]);
    expect(await stateOf(cook, entry)).toBe('new');
    await vendor.getByRole('button', { name: 'OK', exact: true }).click();
    await expect(warning).toHaveCount(0);
  });

  test('says that a colleague was first, and sends the other taps', async ({ vendor }) => {
    const buyer = await newAccount();
    const [first, second] = [await buy(buyer), await buy(buyer)];
    const cook = await kitchen();
    await enter(vendor, cook, ALL, KUMO);
    await live(vendor);
    await cut(vendor);
    await serve(vendor, first, 'Pick');
    await serve(vendor, second, 'Pick');
    await cook.move(first, 'busy', 'done');
    await vendor.context().setOffline(false);
    const name = first.order.order_number;
    const refusal = `Pick of ${name} was not made. A colleague was first: order ${name} is Done now.`;
    await offers(vendor, first, 'Collected');
    await expect(ticketOf(vendor, first)).toContainText(refusal);
    await expect.poll(() => stateOf(cook, second)).toBe('busy');
    await vendor.getByRole('button', { name: 'OK', exact: true }).click();
    await expect(vendor.getByText(refusal)).toHaveCount(0);
  });

  test('keeps a tap whose request hangs for 5 s, and sends it with the same key when the network is back', async ({
    vendor,
  }) => {
    const entry = await buy(await newAccount());
    const cook = await kitchen();
    await enter(vendor, cook, ALL, KUMO);
    await live(vendor);
    const keys = new Set<string | undefined>();
    // The network is up but carries no requests: the request gets no refusal, and the browser still reports 'online'.
    await vendor.route(
      /\/api\/v1\/queues\/\d+$/,
      (route) => void keys.add(route.request().headers()['idempotency-key']),
    );
    await serve(vendor, entry, 'Pick', 'Done');
    await expect(vendor.getByText(/^2 taps are not sent yet/)).toBeVisible();
    expect(keys.size).toBe(1);
    await vendor.unrouteAll();
    // The next attempt comes within 15 s, or a little later on a busy machine.
    await expect(notSent(vendor)).toHaveCount(0, { timeout: 40_000 });
    expect(await stateOf(cook, entry)).toBe('done');
  });

  test('drops unsent taps on log-out', async ({ vendor }) => {
    const entry = await buy(await newAccount());
    await enter(vendor, await kitchen(), ALL, KUMO);
    await live(vendor);
    // The rest of the site is reachable. Only the tap's request finds no network.
    await vendor.route(/\/api\/v1\/queues\/\d+$/, (route) => route.abort());
    await serve(vendor, entry, 'Pick');
    await expect(vendor.getByText(/^1 tap is not sent yet/)).toBeVisible();
    await vendor.getByRole('link', { name: 'My Account' }).click();
    await vendor.getByRole('button', { name: 'Log Out' }).click();
    await expect(vendor).toHaveURL(/\/$/);
    await vendor.unrouteAll({ behavior: 'wait' });

    const moves = movesOf(vendor);
    const again = await kitchen();
    await enter(vendor, again, ALL, KUMO);
    await offers(vendor, entry, 'Pick');
    await live(vendor);
    await expect(notSent(vendor)).toHaveCount(0);
    expect(moves).toEqual([]);
    expect(await stateOf(again, entry)).toBe('new');
  });

  test('sends each tap from only one of two tabs', async ({ vendor, openTab }) => {
    const entry = await buy(await newAccount());
    const cook = await kitchen();
    await enter(vendor, cook, ALL, KUMO);
    await live(vendor);
    const other = await openTab(vendor, ALL);
    await live(other);
    const moves = movesOf(vendor, other);
    await cut(vendor);
    await expect(offlineNote(other)).toBeVisible();
    await serve(vendor, entry, 'Pick');
    await expect(other.getByText(/^1 tap is not sent yet/)).toBeVisible();
    await offers(other, entry, 'Done');
    await vendor.context().setOffline(false);
    for (const page of [vendor, other]) await expect(notSent(page)).toHaveCount(0);
    expect(moves).toEqual([`${entry.id} busy`]);
    expect(await stateOf(cook, entry)).toBe('busy');
  });
});

test.describe('one order', () => {
  test("has a picture for its state, facts, items and totals, and 'Mark as received' asks with CLOSE and OK", async ({
    customer,
  }) => {
    const buyer = await newAccount();
    const cook = await kitchen();
    const entry = await buy(buyer);
    const { order } = entry;
    await enter(customer, buyer, '/queues');
    await ticketOf(customer, entry).getByRole('link', { name: 'View Order' }).click();
    await expect(customer).toHaveURL(new RegExp(`/order\\?id=${order.id}&state=new&queue_id=${entry.id}$`));
    await expect(customer.getByRole('heading', { name: `Order ${order.order_number}`, level: 1 })).toBeVisible();
    for (const [label, text] of [
      ['Order number', order.order_number ?? ''],
      ['Order for', buyer.data.name],
      ['Vendor', KUMO],
      [order.tax_name, order.tax_number],
      ['Order date', /^\d{1,2} \w{3,4} \d{4}, \d{2}:\d{2}, Toronto time$/],
    ] as const) {
      await expect(
        customer
          .locator('dl div')
          .filter({ has: customer.getByText(label, { exact: true }) })
          .first()
          .locator('dd'),
      ).toHaveText(text);
    }
    await expect(customer.getByRole('row')).toHaveCount(order.order_items.data.length + 1);
    const total = customer.getByRole('region', { name: 'Total' });
    await expect(total.getByText('Service fee')).toBeVisible();
    await expect(total.getByText('HST')).toBeVisible();

    const picture = (state: string) => expect(customer.locator(`main [data-state="${state}"]`)).toBeVisible();
    const receive = customer.getByRole('button', { name: 'Mark as received' });
    await picture('new');
    await expect(receive).toHaveCount(0);
    await cook.move(entry, 'busy');
    await picture('busy');
    await cook.move(entry, 'done');
    await picture('done');
    await receive.click();
    const dialog = customer.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'CLOSE' }).click();
    await expect(dialog).toBeHidden();
    await expect(receive).toBeVisible();
    await receive.click();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(receive).toHaveCount(0);
    await picture('default');
  });

  test('cannot be marked as received after the vendor has handed it out', async ({ customer }) => {
    const buyer = await newAccount();
    const cook = await kitchen();
    const entry = await buy(buyer);
    await cook.move(entry, 'busy', 'done');
    await enter(customer, buyer, `/order?id=${entry.order.id}&state=done&queue_id=${entry.id}`);
    const receive = customer.getByRole('button', { name: 'Mark as received' });
    await expect(receive).toBeVisible();
    await cook.move(entry, 'collected');
    await expect(receive).toHaveCount(0);
  });

  test('offers no ‘Mark as received’ to a vendor', async ({ vendor }) => {
    const cook = await kitchen();
    const entry = await buy(await newAccount());
    await cook.move(entry, 'busy', 'done');
    await enter(vendor, cook, ALL, KUMO);
    await reach(vendor, entry);
    await ticketOf(vendor, entry).getByRole('link', { name: 'View Order' }).click();
    await expect(vendor.getByRole('link', { name: 'Print' })).toBeVisible();
    await expect(vendor.getByRole('button', { name: 'Mark as received' })).toHaveCount(0);
  });

  test('prints its receipt automatically after about a second, and goes back about a second later', {
    tag: '@core',
  }, async ({ customer }) => {
    const buyer = await newAccount();
    const { order, id } = await buy(buyer);
    await customer.addInitScript(() => {
      const note = (what: string) => sessionStorage.setItem(what, String(performance.now()));
      window.print = () => note('printed');
      window.addEventListener('popstate', () => note('back'));
      new MutationObserver(() => {
        if (!sessionStorage.getItem('shown') && document.querySelector('main article')) note('shown');
      }).observe(document, { childList: true, subtree: true });
    });
    await enter(customer, buyer, `/order?id=${order.id}&state=new&queue_id=${id}`);
    const printing = customer.waitForURL(/\/order\/print\?id=\d+$/);
    await Promise.all([printing, customer.getByRole('link', { name: 'Print' }).click()]);
    await expect(customer).toHaveURL(/\/order\?id=/);
    const times = await customer.evaluate(() => ({ ...sessionStorage }) as Record<string, string>);
    const [shown, printed, back] = ['shown', 'printed', 'back'].map((what) => Number(times[what]));
    // A busy machine may print late, but never early. print.screen.test.tsx checks that each wait is one second.
    for (const wait of [Number(printed) - Number(shown), Number(back) - Number(printed)])
      expect(wait).toBeGreaterThan(950);
  });

  test('prints on 58 mm paper without buttons and picture, with black outlines and its number on one line', async ({
    customer,
  }) => {
    const buyer = await newAccount();
    const { order, id } = await buy(buyer);
    await enter(customer, buyer, `/order?id=${order.id}&state=new&queue_id=${id}`);
    const main = customer.getByRole('main');
    await expect(main.getByRole('link', { name: 'Print' })).toBeVisible();
    // The margins of the page are not part of the window.
    await customer.setViewportSize({ width: Math.round(50 * (96 / 25.4)), height: 900 });
    await customer.emulateMedia({ media: 'print' });
    await expect(main.getByRole('link', { name: 'Print' })).toBeHidden();
    await expect(main.locator('button:visible, [data-state]:visible')).toHaveCount(0);
    const number = main.getByRole('heading', { level: 1 }).getByText(order.order_number ?? '');
    expect(await number.evaluate((element) => element.getClientRects().length)).toBe(1);
    const card = main.locator('[class*="card"]').first();
    await expect(card).toHaveCSS('border-top-color', 'rgb(0, 0, 0)');
    await expect(card).toHaveCSS('border-top-width', '1px');
    await expect(card).toHaveCSS('box-shadow', 'none');
    expect((await card.boundingBox())?.x).toBe(0);
  });

  test('prints only the receipt on 80 mm paper, as wide as the roll', async ({ customer, faults }) => {
    const buyer = await newAccount();
    const { order } = await buy(buyer);
    // The page goes back once its dialog has closed; this one never does.
    await customer.addInitScript(() => {
      window.print = () => {
        throw new Error('The dialog stays open.');
      };
    });
    await enter(customer, buyer, `/order/print?id=${order.id}`);
    const paper = customer.getByRole('article');
    await expect(paper).toBeVisible();
    await expect.poll(() => faults).toEqual([expect.stringMatching(/The dialog stays open\.$/)]);
    faults.length = 0;
    const roll = 80 * (96 / 25.4);
    await customer.setViewportSize({ width: Math.round(roll), height: 900 });
    await customer.emulateMedia({ media: 'print' });
    const box = await paper.boundingBox();
    expect(box?.x).toBe(0);
    expect(box?.width).toBeLessThanOrEqual(roll);
    const isShown = (selector: string) =>
      customer
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).visibility === 'visible');
    expect(await isShown('main article')).toBe(true);
    expect(await isShown('nav')).toBe(false);
    const pdf = (await customer.pdf({ width: '80mm', height: '297mm' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g), 'one page').toHaveLength(1);
    expect(Number(/\/MediaBox\s*\[0 0 ([\d.]+)/.exec(pdf)?.[1])).toBeCloseTo(80 * (72 / 25.4), 0);
  });

  test('prints everything in black, with decreasing type sizes for number, item, variant, options and note', async ({
    customer,
    faults,
  }) => {
    const buyer = await newAccount();
    const { order } = await buy(buyer);
    await customer.addInitScript(() => {
      window.print = () => {
        throw new Error('The dialog stays open.');
      };
    });
    await customer.route(/\/api\/v1\/orders\/\d+/, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const [line] = body.data.order_items.data;
      line.variant.name = 'Large bowl';
      line.notes = 'No spring onions';
      line.item_options.data = [{ id: 1, price: 1, option: { id: 1, name: 'Soy-cured egg' } }];
      body.data.allergy_note = 'Peanuts';
      await route.fulfill({ response, json: body });
    });
    await enter(customer, buyer, `/order/print?id=${order.id}`);
    const paper = customer.getByRole('article');
    await expect(paper).toBeVisible();
    await expect.poll(() => faults).toEqual([expect.stringMatching(/The dialog stays open\.$/)]);
    faults.length = 0;
    await customer.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const millimetres of [58, 80, 210]) {
      const width = Math.round(millimetres * (96 / 25.4));
      await customer.setViewportSize({ width, height: 900 });
      const words = [order.order_number ?? '', 'Tonkotsu ramen', 'Large bowl', 'Soy-cured egg', '“No spring onions”'];
      const sizes = words.map((text) =>
        paper
          .getByText(text, { exact: true })
          .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
      );
      const found = await Promise.all(sizes);
      expect(found).toEqual([...new Set(found)].sort((one, other) => other - one));
      const colors = await paper.evaluate((element) =>
        [...element.querySelectorAll('*')].map((each) => getComputedStyle(each).color),
      );
      // The browser reports a mixed colour in another form.
      expect(colors.filter((color) => !/^(rgb\(0, 0, 0\)|color\(srgb 0 0 0\))$/.test(color))).toEqual([]);
      // The receipt uses the whole width of a sheet.
      expect((await paper.boundingBox())?.width).toBeGreaterThan(width * 0.9);
    }
  });
});

test.describe('notifications', () => {
  test("'Get Notified!' is shown until the customer decides", async ({ customer }) => {
    await watchNotices(customer, 'default');
    await enter(customer, await newAccount(), '/queues');
    const prompt = customer.getByRole('region', { name: 'Get Notified!' });
    await prompt.getByRole('button', { name: 'Turn on' }).click();
    await expect(prompt).toHaveCount(0);
    for (const answered of ['granted', 'denied'] as const) {
      await watchNotices(customer, answered);
      await customer.reload();
      await expect(customer.getByText(EMPTY)).toBeVisible();
      await expect(prompt).toHaveCount(0);
    }
  });

  test('the vendor is notified of a new order and the customer of a done order, with the exact texts and for no other state', {
    tag: '@core',
  }, async ({ customer, vendor }) => {
    const buyer = await newAccount();
    for (const page of [customer, vendor]) await watchNotices(page);
    const announcersReady = [customer, vendor].map(announcerOf);
    await enter(vendor, await kitchen(), ALL, KUMO);
    await live(vendor);
    const hasJoined = channelJoinsOf(customer);
    await enter(customer, buyer, ALL);
    await hasJoined(`private-users.${buyer.data.id}`);
    for (const isReady of announcersReady) await isReady();
    const [fetched, brought] = [await buy(buyer), await buy(buyer, { delivery: aDelivery('table') })];
    const looks = { icon: expect.stringMatching(/192/), vibrate: [100, 50, 100] };
    await expect
      .poll(() => noticesOf(vendor))
      .toContainEqual(expect.objectContaining({ title: 'A new order has been added to your queue.', ...looks }));
    for (const entry of [fetched, brought]) await serve(vendor, entry, 'Pick', 'Done');
    await expect.poll(async () => (await noticesOf(customer)).length).toBe(2);
    const [collect, deliver] = await noticesOf(customer);
    const done = { title: 'Kumo Ramen is done!', requireInteraction: false, ...looks };
    expect(collect).toMatchObject({ ...done, body: 'You are welcome to collect!' });
    expect(deliver).toMatchObject({ ...done, body: 'Your order will be delivered shortly!' });
  });

  test('an order that becomes done while the page starts is announced once, and not again after a reload', async ({
    customer,
  }) => {
    const buyer = await newAccount();
    const cook = await kitchen();
    await watchNotices(customer);
    const entry = await buy(buyer);
    await cook.move(entry, 'busy');
    let isDone = false;
    await customer.routeWebSocket(/\/app\//, () => {});
    await customer.route('**/api/v1/queues/active*', async (route) => {
      if (!isDone) await cook.move(entry, 'done');
      isDone = true;
      await route.fallback();
    });
    const toast = customer.getByText('Kumo Ramen is done! You are welcome to collect!');
    await enter(customer, buyer, ALL);
    await expect(toast).toBeVisible();
    expect(await noticesOf(customer)).toMatchObject([{ title: 'Kumo Ramen is done!' }]);

    const announcerReady = announcerOf(customer);
    await customer.reload();
    await announcerReady();
    await expect(customer.getByText(REMINDER)).toBeVisible();
    expect(await noticesOf(customer)).toEqual([]);
    await expect(toast).toHaveCount(0);
  });

  test('a page without permission shows changes only inside the page', async ({ customer }) => {
    const buyer = await newAccount();
    await watchNotices(customer, 'denied');
    const entry = await buy(buyer);
    const hasJoined = channelJoinsOf(customer);
    const announcerReady = announcerOf(customer);
    await enter(customer, buyer, ALL);
    await hasJoined(`private-users.${buyer.data.id}`);
    await announcerReady();
    await (await kitchen()).move(entry, 'busy', 'done');
    await expect(customer.getByText('Kumo Ramen is done!')).toBeVisible();
    expect(await noticesOf(customer)).toEqual([]);
  });

  test('a change of state is stored as {state, view} by queue id, is unread until the panel opens, and has the icon of its state', async ({
    customer,
  }) => {
    const buyer = await newAccount();
    const cook = await kitchen();
    const entry = await buy(buyer);
    await customer.clock.install();
    await enter(customer, buyer, '/venues');
    const bell = customer.getByRole('button', { name: /Notifications/ });
    const panel = customer.getByRole('dialog', { name: 'Notifications' });
    const record = () =>
      customer.evaluate((id) => JSON.parse(localStorage.getItem('notifications') ?? '{}')[id], entry.id);
    await expect(bell).toContainText('1 unread');
    await cook.move(entry, 'busy');
    await expect.poll(record).toEqual({ state: 'busy', view: false });
    await bell.click();
    await expect(panel.locator('[data-icon="busy"]')).toBeVisible();
    await expect.poll(record).toEqual({ state: 'busy', view: true });
    await panel.getByRole('button', { name: /close/i }).click();
    await expect(bell).not.toContainText('unread');
    await cook.move(entry, 'done');
    await expect(bell).toContainText('1 unread');
    await expect.poll(record).toEqual({ state: 'done', view: false });
    await bell.click();
    await expect(panel.locator('[data-icon="done"]')).toBeVisible();
    // The API's time moves with the device's. Otherwise the page would correct its clock.
    await setTime(customer, Date.now() + 21 * 60_000);
    await customer.clock.fastForward('01:00');
    await expect(panel.locator('[data-icon="done-late"]')).toBeVisible();
    await panel.getByRole('link', { name: /Kumo Ramen is done!/ }).click();
    await expect(customer).toHaveURL(new RegExp(`/order\\?id=${entry.order.id}&state=done&queue_id=${entry.id}$`));
  });
});

test.describe('real time', () => {
  /** Records the page's messages on its sockets: the channels it joined and left. */
  function watchSockets(page: Page) {
    const said: string[] = [];
    const sockets: WebSocket[] = [];
    page.on('websocket', (socket) => {
      sockets.push(socket);
      socket.on('framesent', ({ payload }) => {
        const { event, data } = JSON.parse(String(payload)) as { event: string; data: { channel?: string } };
        if (data?.channel) said.push(`${event.replace('pusher:', '')} ${data.channel}`);
      });
    });
    return { said, isClosed: () => sockets.at(-1)?.isClosed() };
  }

  test('a customer joins users.{id} and a vendor joins vendors.{id}, and switching or logging out leaves the channel', async ({
    vendor,
  }) => {
    const { said, isClosed } = watchSockets(vendor);
    const cook = await kitchen();
    const kumo = cook.data.vendors.data.find(({ name }) => name === KUMO)?.id;
    await enter(vendor, cook, '/queues', KUMO);
    await expect.poll(() => said).toEqual([`subscribe private-vendors.${kumo}`]);
    await vendor.goto('/profile');
    await expect.poll(() => said.length).toBe(2);
    await vendor.getByRole('button', { name: 'Login to personal account' }).click();
    await vendor
      .getByRole('dialog')
      .getByRole('button', { name: /Personal/ })
      .click();
    await expect
      .poll(() => said.slice(2))
      .toEqual([`unsubscribe private-vendors.${kumo}`, `subscribe private-users.${cook.data.id}`]);
    await vendor.getByRole('button', { name: 'Log Out' }).click();
    await expect.poll(isClosed).toBe(true);
  });

  test('the page fetches its data again every 120,000 ms, when the tab becomes visible, and when the device is online again', async ({
    customer,
  }) => {
    const buyer = await newAccount();
    const opened = Date.now();
    await customer.clock.install({ time: opened });
    const queueRequests = countQueueRequests(customer);
    const rests = () => expect.poll(() => queueRequests().asked - queueRequests().responded).toBe(0);
    const hasJoined = channelJoinsOf(customer);
    await enter(customer, buyer, '/queues');
    await expect(customer.getByText(EMPTY)).toBeVisible();
    // Wait until the work of the page after the socket has joined is done.
    await hasJoined(`private-users.${buyer.data.id}`);
    await customer.waitForLoadState('networkidle');
    await rests();
    const before = queueRequests().asked;
    // The page's timer began between the two times. The page's clock jumps and then stops, so a slow machine makes no difference. Each
    // timer runs once, since the server's replies to many pings of the socket would come too late.
    const settled = await customer.evaluate(() => Date.now());
    await customer.clock.pauseAt(opened + 119_000);
    await customer.clock.runFor(500);
    expect(queueRequests().asked).toBe(before);
    await customer.clock.pauseAt(settled + 120_000);
    await expect.poll(() => queueRequests().asked).toBe(before + 1);
    await customer.clock.resume();
    await rests();
    const timed = queueRequests().asked;
    await customer.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => queueRequests().asked).toBeGreaterThan(timed);
    await rests();
    const focused = queueRequests().asked;
    await customer.context().setOffline(true);
    await expect(customer.getByText(/No internet connection found/)).toBeVisible();
    await expect(customer.getByText('This list is checked every 30 seconds.')).toHaveCount(0);
    await customer.context().setOffline(false);
    await expect.poll(() => queueRequests().asked).toBeGreaterThan(focused);
  });

  test('the page says that the socket is down and polls, and shows missed changes when the socket is back', async ({
    customer,
  }) => {
    let isUp = true;
    const sockets: WebSocketRoute[] = [];
    await customer.routeWebSocket(/\/app\//, (socket) => {
      if (!isUp) return void socket.close();
      socket.connectToServer();
      sockets.push(socket);
    });
    const buyer = await newAccount();
    const cook = await kitchen();
    const entry = await buy(buyer);
    await customer.clock.install();
    await enter(customer, buyer, ALL);
    const step = ticketOf(customer, entry).locator('[aria-current="step"]');
    const note = customer.getByText('Live updates are interrupted. This list is checked every 30 seconds.');
    await expect.poll(() => sockets.length).toBeGreaterThan(0);
    await cook.move(entry, 'busy');
    await expect(step).toHaveText('Preparing');

    isUp = false;
    for (const socket of sockets) await socket.close();
    await customer.clock.runFor(15_000);
    await expect(note).toBeVisible();
    await cook.put(`/queues/${entry.id}`, { state: 'new', from: 'busy' });
    await customer.clock.runFor(30_000);
    await expect(step).toHaveText('New');

    await cook.move(entry, 'busy', 'done');
    isUp = true;
    await expect(async () => {
      await customer.clock.runFor(5000);
      await expect(note).toHaveCount(0, { timeout: 500 });
    }).toPass();
    await expect(customer.getByText(REMINDER)).toBeVisible();
  });
});

test('a cancelled order of an earlier day is shown only on its own page', async ({ customer }) => {
  const buyer = await newAccount();
  const entry = await buy(buyer);
  const cook = await kitchen();
  await cook.put(`/queues/cancel/${entry.order.id}`, { reason: 'We close early.' });
  await setTime(customer, Date.now() + 25 * 60 * 60_000);
  await enter(customer, buyer, ALL);
  await expect(customer.getByText(EMPTY)).toBeVisible();
  await expect(customer.getByText('We close early.')).toHaveCount(0);
  await customer.goto(`/order?id=${entry.order.id}&state=cancelled`);
  await expect(customer.getByText('We close early.')).toBeVisible();
});
