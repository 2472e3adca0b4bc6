/**
 * Tests the effect of one failing remote on a visitor: its own boundary explains the failure, and nothing else changes. It tries each
 * remote with each fault, and the slots of the shell that two of the remotes fill. `npm test` plays one fault for each of these boundaries,
 * so it plays every boundary and every fault once. A file that does not arrive properly is simulated in the network (page.route), which no
 * code of the page knows. A script that throws has to be a released one, since other bytes are refused before they run. So the remotes are
 * released to a channel of these tests, with sources that throw while the page says so.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Locator, type Page, type Route, test } from '@playwright/test';
import { type Account, sessionKeys } from '../client/accounts';
import { demoAccount, newAccount } from './support/api';
import { CORE } from './support/core';
import { confirmChannel, teamOf } from './support/releases';
import { dist } from './support/worker';

const CHANNEL = 'isolation';

const NETWORK: Record<string, (route: Route) => unknown> = {
  '503': (route) => route.fulfill({ status: 503, body: 'Service Unavailable' }),
  '404': (route) => route.fulfill({ status: 404, body: 'Not Found' }),
  hang: () => undefined,
  'HTML instead of JS': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Welcome</h1>' }),
};
/**
 * `npm test` plays the first fault for the first boundary, the second fault for the second one, and so on. Only a boundary with a fault
 * that throws needs a build of its remote.
 */
const FAULTS = ['throws at load', '503', '404', 'throws at render', 'hang', 'HTML instead of JS'];

interface Boundary {
  name: string;
  remote: string;
  isVendors?: boolean;
  address: (account: Account) => string;
  /** Opens the boundary from the page at the address. */
  open?: (page: Page) => Promise<void>;
  /** The slot's surroundings, whose code arrives separately. */
  around?: (page: Page) => Locator;
  within: (page: Page) => Locator;
  /** Content that appears once the remote works. */
  works: (boundary: Locator) => Locator;
  /** A link of the menu to a page of another remote, and the content of that page. */
  elsewhere: { link: string; shows: (page: Page) => Locator };
}

const main = (page: Page) => page.locator('main');
const ORDERS: Boundary['elsewhere'] = {
  link: 'Orders',
  shows: (page) => page.getByRole('heading', { name: 'New Orders' }),
};
const VENUES: Boundary['elsewhere'] = {
  link: 'Venues',
  shows: (page) => page.getByRole('link', { name: /Granary Square Market/ }),
};

const SCREENS: readonly Boundary[] = [
  {
    name: 'catalog',
    remote: 'catalog',
    address: () => '/venues',
    within: main,
    works: (boundary) => boundary.getByRole('link', { name: /Granary Square Market/ }),
    elsewhere: ORDERS,
  },
  {
    name: 'checkout',
    remote: 'checkout',
    address: () => '/venues/1/cart',
    within: main,
    works: (boundary) => boundary.getByText('There is nothing in your cart.'),
    elsewhere: ORDERS,
  },
  {
    name: 'queues',
    remote: 'queues',
    address: () => '/queues',
    within: main,
    works: (boundary) => boundary.getByRole('heading', { name: 'New Orders' }),
    elsewhere: VENUES,
  },
  {
    name: 'vendor-tools',
    remote: 'vendor-tools',
    isVendors: true,
    address: ({ data }) => `/your-items/${data.vendors.data[0]?.id}`,
    within: main,
    works: (boundary) => boundary.getByRole('heading', { name: /'s Items$/ }),
    elsewhere: ORDERS,
  },
];

const SLOTS: readonly Boundary[] = [
  {
    name: 'notifications (queues)',
    remote: 'queues',
    address: () => '/profile',
    open: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
    around: (page) => page.getByRole('dialog', { name: 'Notifications' }),
    within: (page) => page.getByRole('dialog', { name: 'Notifications' }),
    works: (boundary) => boundary.getByText('You have no orders in the queue right now'),
    elsewhere: VENUES,
  },
  {
    name: 'export (vendor-tools)',
    remote: 'vendor-tools',
    isVendors: true,
    address: () => '/profile',
    around: (page) => page.getByRole('heading', { name: /^Welcome/ }),
    within: main,
    works: (boundary) => boundary.getByRole('region', { name: 'Export Orders' }),
    elsewhere: ORDERS,
  },
];

/** Releases the remote to the channel, once, with modules that throw while the page says so. */
const released = new Map<string, Promise<void>>();
function releaseThatThrows(remote: string): Promise<void> {
  const release = released.get(remote) ?? buildThatThrows(remote);
  released.set(remote, release);
  return release;
}

async function buildThatThrows(remote: string): Promise<void> {
  const team = await teamOf(remote, {
    file: 'src/remote.ts',
    change: (text) => text.replace('export default defineRemote(', 'export default withFaults(') + faultsOf(remote),
  });
  try {
    // The faults add code, and the remote has no budget for it.
    await writeFile(path.join(dist, 'budgets.json'), JSON.stringify({ '*': { first: 1e6, all: 1e6, file: 1e6 } }));
    await team.release('--to', CHANNEL);
  } finally {
    await team.leave();
  }
}

/** Returns code that throws if the page names this remote, so that the other remotes of the channel still work. */
const faultsOf = (remote: string) => `
import { createElement, use, useEffect } from 'react';

const never = new Promise(() => {});

function has(fault) {
  return globalThis.isolationFault === '${remote} ' + fault;
}

if (has('throws at load')) throw new Error('It throws at load.');

function withFaults(definition) {
  const failing = (Component) => Component && ((props) => {
    useEffect(() => () => {
      if (has('throws while unmounting')) throw new Error('It throws while unmounting.');
    }, []);
    if (has('throws at render')) throw new Error('It throws at render.');
    if (has('suspends for ever')) use(never);
    return createElement(Component, props);
  });
  const inPlainDom = (element, { navigate }) => {
    const heading = Object.assign(document.createElement('h1'), { textContent: 'In plain DOM' });
    const button = Object.assign(document.createElement('button'), { textContent: 'Open orders' });
    button.addEventListener('click', () => navigate('/queues'));
    element.append(heading, button);
    return () => { throw new Error('It throws while unmounting.'); };
  };
  const all = (loads = {}) => Object.fromEntries(Object.entries(loads).map(([id, load]) => [id, async () => {
    const { Screen, Slot } = await load();
    if (has('is plain DOM')) return { mount: inPlainDom };
    return { Screen: failing(Screen), Slot: failing(Slot) };
  }]));
  return defineRemote({ screens: all(definition.screens), slots: all(definition.slots) });
}
`;

/** @returns a function that ends the fault */
async function injectFault(page: Page, remote: string, fault: string): Promise<() => Promise<unknown>> {
  const response = NETWORK[fault];
  if (response) {
    const files = `**/parts/${remote}/**`;
    await page.route(files, response);
    return () => page.unroute(files);
  }
  await releaseThatThrows(remote);
  await confirmChannel(page, CHANNEL);
  await page.addInitScript((name) => Reflect.set(globalThis, 'isolationFault', name), `${remote} ${fault}`);
  return () => page.evaluate(() => Reflect.deleteProperty(globalThis, 'isolationFault'));
}

/** Lets the clock run in short steps. A stopped clock gives no frame, and React holds back code that has just arrived. */
async function inMoments(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      return await isSo();
    })
    .toBe(true);
}

async function waitForSurroundings(page: Page, { around }: Boundary, isPaused: boolean): Promise<void> {
  if (!around) return;
  if (isPaused) await inMoments(page, () => around(page).isVisible());
  else await expect(around(page)).toBeVisible();
}

/** Waits as a visitor for a file that hangs: after 3 s the page says so, and after 10 s it offers another attempt. */
async function waitOut(page: Page, boundary: Locator): Promise<void> {
  const slow = boundary.getByText('This takes longer than usual. Still loading…');
  const failed = boundary.getByText('This section could not be loaded');
  await page.clock.runFor(2_800);
  await expect(slow).toHaveCount(0);
  await page.clock.runFor(300);
  await expect(slow).toBeVisible();
  // A slot's file was requested some moments before the slot was shown.
  await page.clock.runFor(6_000);
  await expect(slow).toBeVisible();
  await expect(failed).toHaveCount(0);
  await page.clock.runFor(1_000);
  // React may hold back its output for a moment of the page's time.
  await page.clock.resume();
  await expect(failed).toBeVisible();
}

const BOUNDARIES = [...SCREENS, ...SLOTS];
const outcomes = new Map<string, Map<string, string>>();
const accounts: Partial<Record<'customer' | 'vendor', Account>> = {};

test.use({ trace: 'off' });

// The tests run one after the other in one worker, so that each remote is built once.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  accounts.customer = await newAccount();
  accounts.vendor = await demoAccount('baker@foodhall.test');
});

for (const [row, boundary] of BOUNDARIES.entries()) {
  for (const [column, fault] of FAULTS.entries()) {
    // `npm test` plays each boundary and each fault once.
    test(`only ${boundary.name} fails on the fault '${fault}'`, { tag: row === column ? CORE : [] }, async ({
      page,
      context,
    }) => {
      test.setTimeout(180_000);
      const outcome = outcomes.get(boundary.name) ?? new Map<string, string>();
      outcomes.set(boundary.name, outcome.set(fault, 'FAILED'));
      const account = boundary.isVendors ? accounts.vendor : accounts.customer;
      if (!account) throw new Error('No account to sign in with.');
      const keys = sessionKeys(account, boundary.isVendors ? account.data.vendors.data[0]?.name : undefined);
      await context.addInitScript((stored) => Object.assign(localStorage, stored), keys);
      const end = await injectFault(page, boundary.remote, fault);
      const hangs = fault === 'hang';
      if (hangs) {
        await page.clock.install();
        await page.clock.pauseAt(Date.now() + 60_000);
      }

      // The boundary explains the failure.
      await page.goto(boundary.address(account), { waitUntil: 'domcontentloaded' });
      await page.evaluate(() => Reflect.set(window, 'isStillThisPage', true));
      // While a screen hangs, a first screen covers it until the shell says that it takes long.
      const menu = page.getByRole('navigation', { name: 'Main', includeHidden: hangs });
      if (hangs) await inMoments(page, async () => (await menu.count()) > 0);
      else await expect(menu).toBeVisible();
      await boundary.open?.(page);
      await waitForSurroundings(page, boundary, hangs);
      const here = boundary.within(page);
      if (hangs) await waitOut(page, here);
      await expect(here.getByText('This section could not be loaded')).toBeVisible();

      // The shell and the other remotes work.
      if (boundary.open) await page.keyboard.press('Escape');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: boundary.elsewhere.link }).click();
      await expect(boundary.elsewhere.shows(page)).toBeVisible();
      await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close' }).click();

      // Once the fault is gone, one tap on Try Again is enough. A preload that hangs prevents the page's load event.
      await page.goBack({ waitUntil: 'commit' });
      await boundary.open?.(page);
      await waitForSurroundings(page, boundary, false);
      if (hangs) {
        await page.clock.runFor(10_000);
      }
      await expect(here.getByText('This section could not be loaded')).toBeVisible();
      await end();
      await here.getByRole('button', { name: 'Try Again' }).click();
      await expect(boundary.works(here)).toBeVisible();
      expect(await page.evaluate(() => Reflect.get(window, 'isStillThisPage')), 'the page was not reloaded').toBe(true);
      outcome.set(fault, 'ok');
    });
  }
}

/** These tests only fail the remote when it is left, since it works while it is shown. */
for (const boundary of BOUNDARIES) {
  test(`only ${boundary.name} fails when it throws while unmounting`, async ({ page, context }) => {
    test.setTimeout(180_000);
    const account = boundary.isVendors ? accounts.vendor : accounts.customer;
    if (!account) throw new Error('No account to sign in with.');
    const keys = sessionKeys(account, boundary.isVendors ? account.data.vendors.data[0]?.name : undefined);
    await context.addInitScript((stored) => Object.assign(localStorage, stored), keys);
    await injectFault(page, boundary.remote, 'throws while unmounting');
    // Other tests go on with the same account.
    await page.route('**/api/v1/logout', (route) => route.fulfill({ status: 204 }));
    const thrown: string[] = [];
    page.on('console', (message) => void thrown.push(message.text()));

    await page.goto(boundary.address(account));
    await boundary.open?.(page);
    await expect(boundary.works(boundary.within(page))).toBeVisible();
    if (boundary.open) {
      await page.keyboard.press('Escape');
      await expect(boundary.within(page)).toBeHidden();
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: boundary.elsewhere.link }).click();
    await expect(boundary.elsewhere.shows(page)).toBeVisible();

    // A log-out also removes the remote's background.
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log Out' }).click();
    await expect(page).toHaveURL((url) => url.pathname === '/');
    await expect(page.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
    await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
    expect(thrown.filter((text) => text.includes('It throws while unmounting.'))).not.toEqual([]);
  });
}

/** A remote that waits for ever blocks nothing. The shell works, and after 30 s of the page's time the boundary explains the failure. */
for (const boundary of BOUNDARIES) {
  test(`only ${boundary.name} fails when it suspends for ever`, async ({ page, context }) => {
    test.setTimeout(180_000);
    const account = boundary.isVendors ? accounts.vendor : accounts.customer;
    if (!account) throw new Error('No account to sign in with.');
    const keys = sessionKeys(account, boundary.isVendors ? account.data.vendors.data[0]?.name : undefined);
    await context.addInitScript((stored) => Object.assign(localStorage, stored), keys);
    const end = await injectFault(page, boundary.remote, 'suspends for ever');
    await page.clock.install();
    await page.goto(boundary.address(account));
    await boundary.open?.(page);
    if (!boundary.open) {
      await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close' }).click();
    }
    await waitForSurroundings(page, boundary, false);
    const failed = boundary.within(page).getByText('This section could not be loaded');
    await expect(failed).toHaveCount(0);
    // If the page's own request is pending at the last second, the wait starts again.
    await expect
      .poll(
        async () => {
          await page.clock.runFor(5_000);
          return await failed.isVisible();
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    await end();
    await boundary.within(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(boundary.works(boundary.within(page))).toBeVisible();
  });
}

test('a screen without React mounts, unmounts and fails like any other', async ({ page }) => {
  test.setTimeout(180_000);
  await injectFault(page, 'catalog', 'is plain DOM');
  const thrown: string[] = [];
  page.on('console', (message) => void thrown.push(message.text()));
  await page.goto('/venues');
  await expect(page.getByRole('heading', { name: 'In plain DOM' })).toBeVisible();
  await page.getByRole('button', { name: 'Open orders' }).click();
  await expect(page.getByRole('heading', { name: 'In plain DOM' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(thrown.filter((text) => text.includes('It throws while unmounting.'))).not.toEqual([]);
});

test("a remote's styles apply only while it is shown", async ({ page, context }) => {
  if (!accounts.customer) throw new Error('No account to sign in with.');
  const keys = sessionKeys(accounts.customer);
  await context.addInitScript((stored) => Object.assign(localStorage, stored), keys);
  /** Tells for each style sheet of the catalog, and for those of a first screen, whether it applies. */
  const applying = () =>
    page.evaluate(() =>
      [...document.styleSheets]
        .filter(({ href, ownerNode }) =>
          href ? href.includes('/parts/catalog/') : (ownerNode as HTMLElement).dataset.remote === 'catalog',
        )
        .map(({ disabled }) => !disabled),
    );
  const card = VENUES.shows(page);
  const looks = () =>
    card.evaluate((element) => {
      const { display, padding, borderRadius, color } = getComputedStyle(element);
      return { display, padding, borderRadius, color, height: element.getBoundingClientRect().height };
    });
  const menu = page.getByRole('navigation', { name: 'Main' });
  await page.goto('/venues');
  await expect(card).toBeVisible();
  await expect(menu).toBeVisible();
  expect(await applying()).toContain(true);
  const before = await looks();
  await menu.getByRole('link', { name: ORDERS.link }).click();
  await expect(ORDERS.shows(page)).toBeVisible();
  expect(new Set(await applying())).toEqual(new Set([false]));
  await menu.getByRole('link', { name: VENUES.link }).click();
  await expect(card).toBeVisible();
  expect(await applying()).toContain(true);
  expect(await looks()).toEqual(before);
});

test.afterAll(() => {
  const line = (name: string, cells: string[]) =>
    `  ${name.padEnd(24)}${cells.map((cell) => cell.padEnd(20)).join('')}`;
  console.log(line('', FAULTS));
  for (const [name, row] of outcomes) {
    console.log(
      line(
        name,
        FAULTS.map((fault) => row.get(fault) ?? '-'),
      ),
    );
  }
  const cells = SCREENS.flatMap(({ name }) => [...(outcomes.get(name)?.values() ?? [])]);
  console.log(
    `  ${cells.filter((cell) => cell === 'ok').length} of ${cells.length} isolated; the whole has ${SCREENS.length * FAULTS.length}`,
  );
});
