// npm run bench:web: measures cold visits on Slow 4G with the processor slowed 4 times, of this site and of the same sources as one bundle.
// Then it measures second visits beside cold ones. It prints medians and ratios, and does not fail because of them.
//   -- --runs 3          rounds, by default 9
//   -- --only menu,cart  only screens with one of these in their label
//   -- --second          only the second visits, without the one bundle
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { type Account, browserOf, sessionKeys } from '../client/accounts';
import { buy, itemsOf, putInCart, readVendor, vendorNamed, venuesOf } from '../client/orders';
import { oneBundleSite } from './support/one-bundle';
import { importPhotoVenue, PHOTO_VENUE } from './support/photographs';
import { type Bench, type BenchSite, KUMO, quantile, runBench } from './support/site';
import {
  type Request,
  type Screen,
  type Tapped,
  type TwoVisits,
  type Visit,
  visit,
  visitAndTap,
  visitTwice,
} from './support/slow-visit';

const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '9' },
    only: { type: 'string' },
    second: { type: 'boolean', default: false },
  },
});
const RUNS = Number(flags.runs);

type Round = Visit & Tapped;

const LINK = 'main article h2 a';
const DISH = 'main a[href*="/items/"]';
const PLUS = 'main [aria-label^="Increase"]';
/** An item's description, below its picture and its name. */
const WORDS = 'main h1 + p';

async function menuWithPhotographs(customer: Account): Promise<string> {
  const venue = (await venuesOf(customer)).find(({ name }) => name === PHOTO_VENUE);
  if (!venue) throw new Error(`${PHOTO_VENUE} was not imported.`);
  const first = await vendorNamed(customer, venue.id, KUMO);
  return `/venues/${venue.id}/vendors/${first.id}`;
}

/** The measured screens, on data that each site has: a dish in the cart, three orders in the queue. */
async function screensOf({ url, sandbox, logIn }: BenchSite): Promise<Screen[]> {
  const customer = await logIn('customer@foodhall.test');
  const staff = await logIn('vendor@foodhall.test');
  for (let order = 0; order < 3; order += 1) await buy(customer, sandbox);
  const kumo = await vendorNamed(customer, 1, KUMO);
  await putInCart(customer, kumo);
  const [dish] = itemsOf(await readVendor(customer, kumo.id));
  const menu = `/venues/1/vendors/${kumo.id}`;
  const photographs = await menuWithPhotographs(customer);
  const buyer = browserOf(url, sessionKeys(customer));
  const vendor = browserOf(url, sessionKeys(staff, KUMO));
  return [
    { label: 'venues', path: '/venues', content: LINK, tap: LINK },
    { label: 'vendors', path: '/venues/1/vendors', content: LINK, tap: LINK },
    { label: 'menu', path: menu, content: DISH, tap: DISH },
    { label: 'item', path: `${menu}/items/${dish?.id}`, content: WORDS, tap: PLUS },
    { label: 'cart', path: '/venues/1/cart', content: PLUS, tap: PLUS, storageState: buyer },
    {
      label: 'queue',
      path: '/queues?filter=all',
      content: 'main article',
      tap: 'main [role=tab][aria-selected=false]',
      storageState: vendor,
    },
    { label: 'menu, photographs', path: photographs, content: DISH, tap: DISH },
  ].filter(({ label }) => (flags.only ?? '').split(',').some((part) => label.includes(part)));
}

const median = <Each>(rounds: readonly Each[], of: (round: Each) => number) => quantile(rounds.map(of), 0.5);
const total = (requests: readonly Request[]) => requests.reduce((sum, { bytes }) => sum + bytes, 0);
const scripts = (requests: readonly Request[]) => total(requests.filter(({ type }) => type === 'Script'));

interface Column {
  name: string;
  of: (round: Round) => number;
  shown: (value: number) => string;
}

const whole = (value: number) => value.toFixed(0);
const tenths = (value: number) => value.toFixed(1);
const COLUMNS: readonly Column[] = [
  { name: 'first paint ms', of: (round) => round.firstPaint, shown: whole },
  { name: 'largest ms', of: (round) => round.largestPaint, shown: whole },
  { name: 'content ms', of: (round) => round.content, shown: whole },
  { name: 'responds ms', of: (round) => round.responded, shown: whole },
  { name: 'blocked ms', of: (round) => round.blocked, shown: whole },
  { name: 'long tasks', of: (round) => round.tasks.length, shown: whole },
  { name: 'longest ms', of: (round) => Math.max(0, ...round.tasks.map(({ duration }) => duration)), shown: whole },
  { name: 'shift', of: (round) => round.shift, shown: (value) => value.toFixed(3) },
  { name: 'KB', of: (round) => total(round.requests) / 1000, shown: tenths },
  { name: 'scripts KB', of: (round) => scripts(round.requests) / 1000, shown: tenths },
  { name: 'KB until content', of: (round) => round.bytesUntilContent / 1000, shown: tenths },
  { name: 'KB until it responds', of: (round) => round.bytesUntilResponse / 1000, shown: tenths },
  { name: 'requests', of: (round) => round.requests.length, shown: whole },
];

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function printScreen(label: string, site: readonly Round[], bundle: readonly Round[]): void {
  const row = (rounds: readonly Round[]) => COLUMNS.map(({ of, shown }) => shown(median(rounds, of)));
  const ratios = COLUMNS.map(({ of }) => {
    const base = median(bundle, of);
    return base > 0 ? (median(site, of) / base).toFixed(2) : '';
  });
  console.log(line([label, 'site', ...row(site)]));
  console.log(line(['', 'one bundle', ...row(bundle)]));
  console.log(line(['', 'ratio', ...ratios]));
}

async function round(browser: Browser, url: string, screen: Screen): Promise<Round> {
  const seen = await visit(browser, url, screen);
  return { ...seen, ...(await visitAndTap(browser, url, screen)) };
}

async function measure({ browser }: Bench, site: BenchSite, bundle: BenchSite): Promise<void> {
  const screens = await screensOf(site);
  const bundled = await screensOf(bundle);
  console.log(
    `Cold visits on Slow 4G (150 ms, 1.6 Mbps), processor slowed 4 times, 390 × 844 at 2: medians of ${RUNS}\n`,
  );
  console.log(line(['screen', '', ...COLUMNS.map(({ name }) => name)]));
  console.log(line(['---', '---', ...COLUMNS.map(() => '--:')]));
  for (const [index, screen] of screens.entries()) {
    const twin = bundled[index];
    if (!twin) throw new Error(`The one bundle has no ${screen.label}.`);
    const ofSite: Round[] = [];
    const ofBundle: Round[] = [];
    // They run in turns, so that other work on this machine slows both.
    for (let run = 0; run < RUNS; run += 1) {
      ofSite.push(await round(browser, site.url, screen));
      ofBundle.push(await round(browser, bundle.url, twin));
    }
    printScreen(screen.label, ofSite, ofBundle);
  }
}

const SECOND: readonly { name: string; of: (visit: Visit, responded: number) => number; shown: Column['shown'] }[] = [
  { name: 'first paint ms', of: ({ firstPaint }) => firstPaint, shown: whole },
  { name: 'content ms', of: ({ content }) => content, shown: whole },
  { name: 'responds ms', of: (_visit, responded) => responded, shown: whole },
  { name: 'KB', of: ({ requests }) => total(requests) / 1000, shown: tenths },
];

/** Measures a visit with the worker of an earlier one, in a new tab, beside the cold visit before it. */
async function measureSecond({ browser }: Bench, site: BenchSite): Promise<void> {
  console.log(`\nSecond visits in a new tab, with the worker's cached files; the same network: medians of ${RUNS}\n`);
  console.log(line(['screen', '', ...SECOND.map(({ name }) => name)]));
  console.log(line(['---', '---', ...SECOND.map(() => '--:')]));
  for (const screen of (await screensOf(site)).filter(({ storageState }) => !storageState)) {
    const rounds: TwoVisits[] = [];
    for (let run = 0; run < RUNS; run += 1) rounds.push(await visitTwice(browser, site.url, screen));
    const row = (which: 'cold' | 'second') =>
      SECOND.map(({ of }) => median(rounds, (each) => of(each[which], each.responded[which])));
    const [cold, second] = [row('cold'), row('second')];
    const cells = (values: readonly number[]) => values.map((value, index) => SECOND[index]?.shown(value) ?? '');
    console.log(line([screen.label, 'cold', ...cells(cold)]));
    console.log(line(['', 'second', ...cells(second)]));
    console.log(line(['', 'ratio', ...second.map((value, index) => (value / (cold[index] ?? 0)).toFixed(2))]));
  }
}

async function measureBoth(bench: Bench, dataDir: string): Promise<void> {
  const { directory, withSite } = bench;
  const bundleDist = path.join(directory, 'one-bundle');
  await oneBundleSite(bundleDist, bench.distDir);
  const twinDir = path.join(directory, 'data-twin');
  await cp(dataDir, twinDir, { recursive: true });
  await withSite(
    {},
    (site) => withSite({}, (bundle) => measure(bench, site, bundle), { distDir: bundleDist, dataDir: twinDir }),
    { dataDir },
  );
}

await runBench(async (bench) => {
  const { browser, directory, withSite } = bench;
  const dataDir = path.join(directory, 'data');
  // The demo comes with the first start, so the photographs are imported afterwards.
  await withSite({}, async () => {}, { dataDir });
  await importPhotoVenue(browser, dataDir, path.join(directory, 'photographs'));
  if (!flags.second) await measureBoth(bench, dataDir);
  await withSite({}, (site) => measureSecond(bench, site), { dataDir });
});
