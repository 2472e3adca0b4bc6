// npm run lighthouse: prints Lighthouse's scores for a phone on the public screens, and the reasons for lost points. The last line has the
// four scores of each page. npm run test:all plays it without the timings.
//   -- --runs 3          runs of each page, by default 1; the run with the median of performance counts
//   -- --only menu,item  only pages with one of these in their name
//   -- --reports DIR     writes Lighthouse's whole reports into this folder, as JSON
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { runCommand } from 'releases/commands/run-command';
import { freePort } from 'scripts/site/postgres';
import { launchBrowser, runBench } from '../bench/support/site';
import { clientOf, overHttp } from '../client/http';
import { itemsOf, vendorNamed } from '../client/orders';

/** The categories that do not depend on the speed of the machine. */
const STEADY = ['accessibility', 'best-practices', 'seo'] as const;
const ALL = ['performance', ...STEADY] as const;

/** Without timings, a page is judged as soon as it stops requesting. */
const QUICK: Flags = {
  disableFullPageScreenshot: true,
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  cpuQuietThresholdMs: 0,
};

export interface PageScores {
  page: string;
  /** Lighthouse's whole result, for --reports. */
  report: unknown;
  /** 0 to 100, in the order of the categories. */
  scores: number[];
  /** The audits that cost points, with Lighthouse's own words. */
  lost: string[];
}

async function pagesOf(url: string): Promise<Record<string, string>> {
  const visitor = clientOf(overHttp(`${url}/api/v1`));
  const vendor = await vendorNamed(visitor, 1, 'Kumo Ramen');
  const menu = `/venues/1/vendors/${vendor.id}`;
  return {
    venues: '/venues',
    vendors: '/venues/1/vendors',
    menu,
    item: `${menu}/items/${itemsOf(vendor)[0]?.id}`,
  };
}

/** Measures in a new browser. In a used one, a trace sometimes lacks the start of the navigation. */
async function resultOf(address: string, flags: Flags): Promise<Result | undefined> {
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    return (await lighthouse(address, { ...flags, port }))?.lhr;
  } finally {
    await browser.close();
  }
}

async function scoresOf(page: string, address: string, flags: Flags): Promise<PageScores> {
  const result = await resultOf(address, flags);
  if (!result) throw new Error(`Lighthouse gave no result for ${address}.`);
  if (result.runtimeError) throw new Error(`${address}: ${result.runtimeError.message}`);
  const categories = Object.values(result.categories);
  const lost = categories.flatMap(({ title, auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => {
        const { title: what = id, displayValue = '' } = result.audits[id] ?? {};
        return `${title}: ${what}${displayValue && ` (${displayValue})`}`;
      }),
  );
  return { page, report: result, scores: categories.map(({ score }) => Math.round((score ?? 0) * 100)), lost };
}

interface LighthouseOptions {
  isTimed: boolean;
  only?: string;
  runs?: number;
}

/**
 * Scores every page of a site of this working copy.
 * @param options `isTimed`: with performance, on Lighthouse's simulated slow phone; otherwise without. `only`: only pages with one of
 * these, separated by commas, in their name. `runs`: the runs of each page; the one with the median of the first score counts
 * @throws if no page has such a name
 */
export async function runLighthouse({ isTimed, only = '', runs = 1 }: LighthouseOptions): Promise<PageScores[]> {
  const flags: Flags = {
    logLevel: 'error',
    onlyCategories: [...(isTimed ? ALL : STEADY)],
    ...(!isTimed && QUICK),
  };
  const scored: PageScores[] = [];
  await runBench(({ withSite }) =>
    withSite({}, async ({ url }) => {
      const pages = Object.entries(await pagesOf(url));
      const chosen = pages.filter(([page]) => only.split(',').some((part) => page.includes(part)));
      if (chosen.length === 0) {
        throw new Error(`--only ${only}: the pages are ${pages.map(([page]) => page).join(', ')}.`);
      }
      for (const [page, address] of chosen) {
        const all: PageScores[] = [];
        while (all.length < runs) all.push(await scoresOf(page, url + address, flags));
        all.sort((a, b) => (a.scores[0] ?? 0) - (b.scores[0] ?? 0));
        scored.push(all[Math.floor(runs / 2)] as PageScores);
      }
    }),
  );
  return scored;
}

await runCommand(import.meta.url, async () => {
  const { values: flags } = parseArgs({
    options: { runs: { type: 'string', default: '1' }, only: { type: 'string' }, reports: { type: 'string' } },
  });
  const pages = await runLighthouse({ isTimed: true, only: flags.only, runs: Number(flags.runs) });
  if (flags.reports) {
    await mkdir(flags.reports, { recursive: true });
    for (const { page, report } of pages) {
      await writeFile(path.join(flags.reports, `${page}.json`), JSON.stringify(report));
    }
  }
  for (const { page, lost } of pages) for (const audit of lost) console.log(`  ${page}: ${audit}`);
  console.log(`${ALL.join(', ')} — ${pages.map(({ page, scores }) => `${page}: ${scores.join(' ')}`).join('; ')}`);
});
