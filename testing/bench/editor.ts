// npm run bench:editor: a stall's menu of a thousand items in 20 sections, edited on a phone with a quarter of this machine's speed:
// opened, scrolled, an item edited, saved and moved by keys; and its list of items scrolled and searched. Prints dropped frames, the
// longest task and how long each step takes; judges nothing. The page is asked for nothing while it is watched, as in bench:menu.
import http from 'node:http';
import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import { type Account, browserOf, sessionKeys } from '../client/accounts';
import { result, swipe, watch } from './support/frames';
import { ITEMS, SLOWDOWN, slowPhone } from './support/large-menu';
import { type BenchSite, KUMO, quantile, runBench } from './support/site';

const SECTIONS = 20;
const ROUNDS = 3;
const TYPED = 'ramen 44';
/** Longer than an action and all that follows it take on the slow phone. */
const REST_MS = 2500;

declare global {
  interface Window {
    /** When the awaited words were painted, in milliseconds from the tap or key, or from the start of the page. */
    shownAfter?: number;
  }
}

const exportedSchema = z.object({ data: z.object({ text: z.string() }) });
/** The parts of a venue document that are read here. */
const documentSchema = z.looseObject({
  vendors: z.array(
    z.looseObject({
      name: z.string(),
      menus: z.array(
        z.looseObject({ groups: z.array(z.looseObject({ items: z.array(z.looseObject({ name: z.string() })) })) }),
      ),
    }),
  ),
});

/** Gives the demo's ramen stall a thousand of its items, with their sizes, choices and pictures, in one menu. */
async function enlarge({ logIn }: BenchSite): Promise<void> {
  const operator = await logIn('operator@foodhall.test');
  const { data } = await operator.get('/venues/1/document', exportedSchema);
  const document = documentSchema.parse(JSON.parse(data.text));
  const numbers = (count: number) => Array.from({ length: count }, (_none, index) => index);
  const vendors = document.vendors.map((vendor) => {
    if (vendor.name !== KUMO) return vendor;
    const known = vendor.menus.flatMap(({ groups }) => groups.flatMap(({ items }) => items));
    const item = (index: number) => {
      const original = known[index % known.length];
      return { ...original, slug: `item-${index}`, name: `${original?.name} ${index + 1}`, status: 'active' };
    };
    const perSection = ITEMS / SECTIONS;
    const groups = numbers(SECTIONS).map((section) => ({
      slug: `section-${section}`,
      name: `Section ${section + 1}`,
      items: numbers(perSection).map((each) => item(section * perSection + each)),
    }));
    return { ...vendor, menus: [{ slug: 'large', name: 'Menu', groups }] };
  });
  const text = JSON.stringify({ ...document, vendors });
  await operator.post('/venue-documents', { name: 'large.json', text }, z.unknown());
}

/**
 * Notes when these words are painted. With a tap or key before them the time is from that.
 * @param selector of few elements, since each change of the page looks for it
 */
const noteShown = (page: Page, selector: string, words: string): Promise<void> =>
  page.evaluate(
    ([wanted = '', text = '']) => {
      delete window.shownAfter;
      const seen = { from: 0, isOver: false };
      // Methods, as in support/frames.
      const recorder = {
        begin(event: Event) {
          seen.from ||= event.timeStamp;
        },
        look() {
          if (seen.isOver) return;
          if (![...document.querySelectorAll(wanted)].some(({ textContent }) => textContent?.includes(text))) return;
          seen.isOver = true;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(recorder.note));
        },
        note() {
          window.shownAfter = performance.now() - seen.from;
        },
      };
      const observer = new MutationObserver(recorder.look);
      observer.observe(document, { childList: true, subtree: true, characterData: true });
      for (const type of ['pointerdown', 'keydown'])
        addEventListener(type, recorder.begin, { capture: true, once: true });
    },
    [selector, words],
  );

async function shownAfter(page: Page): Promise<number> {
  await page.waitForFunction(() => window.shownAfter !== undefined);
  return page.evaluate(() => window.shownAfter ?? Number.NaN);
}

interface Step {
  label: string;
  /** Where the words are that end the step, and the words. */
  shows?: readonly [selector: string, words: string];
  act: () => Promise<unknown>;
}

async function measure(page: Page, { label, shows, act }: Step): Promise<void> {
  await page.waitForTimeout(REST_MS);
  if (shows) await noteShown(page, ...shows);
  await watch(page);
  await act();
  const shown = shows ? `, there after ${(await shownAfter(page)).toFixed(0)} ms` : '';
  await page.waitForTimeout(REST_MS);
  const { dropped, longest, delay } = await result(page);
  console.log(`  ${label.padEnd(44)} ${dropped}, ${longest}, ${delay}${shown}`);
}

/** Found while nothing is measured: a slowed page needs long to find an element by its role among a thousand. */
async function tapOn(page: Page, name: string): Promise<() => Promise<void>> {
  const button = page.getByRole('button', { name, exact: true }).first();
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error(`'${name}' is not on the page.`);
  return () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** Cold, from the start of the page until the first item is painted. */
async function open(browser: Browser, url: string, owner: Account, address: string, first: string) {
  const phone = await slowPhone(browser, { storageState: browserOf(url, sessionKeys(owner, KUMO)) });
  await phone.page.addInitScript((selector) => {
    const recorder = {
      look() {
        if (window.shownAfter !== undefined || !document.querySelector(selector)) return;
        window.shownAfter = -1;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(recorder.note));
      },
      note() {
        window.shownAfter = performance.now();
      },
    };
    const observer = new MutationObserver(recorder.look);
    observer.observe(document, { childList: true, subtree: true });
  }, first);
  await phone.page.goto(url + address);
  await phone.page.waitForFunction(() => (window.shownAfter ?? -1) > 0);
  await phone.page.waitForTimeout(REST_MS);
  const tasks = await phone.page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().map(({ duration }) => duration))).observe({
          type: 'longtask',
          buffered: true,
        });
      }),
  );
  const shown = await phone.page.evaluate(() => window.shownAfter ?? Number.NaN);
  return { ...phone, shown, longest: Math.max(...tasks) };
}

async function openOften(browser: Browser, url: string, owner: Account, address: string, first: string) {
  const rounds: Awaited<ReturnType<typeof open>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const phone = await open(browser, url, owner, address, first);
    rounds.push(phone);
    if (round < ROUNDS - 1) await phone.context.close();
  }
  const values = (pick: 'shown' | 'longest') => rounds.map((each) => each[pick].toFixed(0)).join(', ');
  console.log(`  first item there after ${values('shown')} ms, longest task ${values('longest')} ms`);
  const last = rounds.at(-1);
  if (!last) throw new Error('It was not opened.');
  return last;
}

/** Reads a body as it is sent. @returns its bytes, and how long it took in milliseconds */
function download(address: string, headers: Record<string, string>): Promise<{ bytes: number; ms: number }> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.get(address, { headers }, async (response) => {
      let bytes = 0;
      for await (const chunk of response) bytes += (chunk as Buffer).length;
      resolve({ bytes, ms: performance.now() - from });
    });
    request.on('error', reject);
  });
}

/** What the API takes for the menu, and how much it sends. */
async function weigh(url: string, owner: Account, vendorId: number): Promise<void> {
  const read = (encoding: string) =>
    download(`${url}/api/v1/vendors/${vendorId}/menu-editor`, {
      authorization: `Bearer ${owner.token}`,
      'accept-encoding': encoding,
    });
  const plain = await read('identity');
  const packed = [await read('br'), await read('br'), await read('br'), await read('br'), await read('br')];
  const kilobytes = (bytes = 0) => `${(bytes / 1000).toFixed(1)} KB`;
  const median = quantile(
    packed.map(({ ms }) => ms),
    0.5,
  );
  console.log(
    `  the response with the menu: ${kilobytes(plain.bytes)}, ${kilobytes(packed[0]?.bytes)} in brotli, ${median.toFixed(0)} ms`,
  );
}

async function edit(browser: Browser, site: BenchSite, owner: Account, vendorId: number): Promise<void> {
  console.log(`The editor of a menu of ${ITEMS} items in ${SECTIONS} sections, processor slowed ${SLOWDOWN} times`);
  await weigh(site.url, owner, vendorId);
  const address = `/vendor/${vendorId}/menu`;
  const { page, cdp, context } = await openOften(browser, site.url, owner, address, '[id^="row-items-"]');
  const names = await page.locator('[id^="row-items-"] p:first-child').allTextContents();
  const [first = '', second = ''] = names;
  await measure(page, { label: 'scrolled 12,000 px', act: () => swipe(cdp) });
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await measure(page, {
    label: 'Edit: tap to the form',
    shows: ['main h1', `Edit ${first}`],
    act: await tapOn(page, `Edit ${first}`),
  });
  await page.getByLabel('Name', { exact: true }).focus();
  await measure(page, {
    label: `'${TYPED}' typed into its name`,
    act: () => page.keyboard.type(TYPED, { delay: 120 }),
  });
  await measure(page, { label: 'Save: tap to the menu', shows: ['main h1', 'Menu'], act: await tapOn(page, 'Save') });
  await measure(page, {
    label: 'More: tap to the actions',
    shows: ['[role="dialog"] h2, dialog h2', second],
    act: await tapOn(page, `More for ${second}`),
  });
  await page.getByRole('button', { name: 'Move down' }).focus();
  await measure(page, {
    label: 'Move down: key to its new position',
    shows: ['[role="status"]', `Place 3 of ${ITEMS / SECTIONS}`],
    act: () => page.keyboard.press('Enter'),
  });
  await context.close();
}

async function stock(browser: Browser, site: BenchSite, owner: Account, vendorId: number): Promise<void> {
  console.log(`The items of the same stall`);
  const { page, cdp, context } = await openOften(
    browser,
    site.url,
    owner,
    `/your-items/${vendorId}`,
    'article[aria-labelledby^="item-"]',
  );
  await measure(page, { label: 'scrolled 12,000 px', act: () => swipe(cdp) });
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await page.getByRole('button', { name: /^Search/ }).click();
  await measure(page, {
    label: `'${TYPED}' typed into the search`,
    act: () => page.keyboard.type(TYPED, { delay: 120 }),
  });
  await context.close();
}

await runBench(({ browser, withSite }) =>
  withSite({}, async (site) => {
    await enlarge(site);
    const owner = await site.logIn('vendor@foodhall.test');
    const vendorId = owner.data.vendors.data.find(({ name }) => name === KUMO)?.id;
    if (vendorId === undefined) throw new Error(`The demo's vendor is no member of ${KUMO}.`);
    await edit(browser, site, owner, vendorId);
    await stock(browser, site, owner, vendorId);
  }),
);
