// npm run e2e: runs the journeys in a real browser against the whole site, with their own ports and data.
// Playwright gets the arguments (a file, -g 'title', --headed).

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root } from 'releases/build/apps';
import { buildLine } from 'releases/build/build-apps';
import { runCommand } from 'releases/commands/run-command';
import { copyOfSite } from 'releases/commands/site-copy';
import { privateKey } from 'releases/store/signing';
import { requireBrowser, requirePageBrowser } from 'scripts/site/browser';
import { freePorts } from 'scripts/site/postgres';
import { startSite } from 'scripts/site/site';
import { z } from 'zod';
import { serveExample } from '../../docs/embed-example/serve.mjs';

/** Adds files to the copies of dist before the sites start. */
type Prepare = (dist: string) => Promise<void>;

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface WorkerSite {
  /** The environment of the journeys on this site. */
  env: Record<string, string>;
  /** Resolves with a sentence when the site goes down. */
  failed: Promise<string>;
  stop: () => Promise<void>;
}

export interface JourneyOptions {
  /** The number of workers, each on a site of its own. They play files at the same time. */
  workers?: number;
  /** Further environment for the journeys. */
  env?: Record<string, string>;
  prepare?: Prepare;
}

/** The fields of Playwright's report that this file reads. */
const reportSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

const distOf = (directory: string) => path.join(directory, 'dist');

/**
 * Starts a site for one worker, with ports and data of its own. It also has a dist folder of its own with the working copy live, since
 * journeys release apps and must not change the live versions in the clone's dist.
 */
async function startOne(directory: string): Promise<WorkerSite> {
  const dataDir = path.join(directory, 'data');
  const distDir = distOf(directory);
  const [port = 0, sandboxPort = 0, otherPort = 0, overridePort = 0] = await freePorts(4);
  const site = await startSite({
    port,
    sandboxPort,
    dataDir,
    distDir,
    env: {
      CORS_ORIGINS: `http://localhost:${otherPort}`,
      OVERRIDE_ORIGINS: `http://localhost:${overridePort}`,
      // The server waits long for its first screens, so that a missing one is a defect, however slow the machine is.
      FIRST_SCREEN_WAIT_MS: '10000',
    },
    report: (line) => console.log(`  ${line}`),
  });
  const otherSite = await serveExample({ port: otherPort, foodhall: site.url });
  return {
    env: {
      E2E_URL: site.url,
      E2E_SANDBOX_URL: site.sandboxUrl ?? '',
      E2E_OTHER_SITE: otherSite.url,
      E2E_OVERRIDE_PORT: String(overridePort),
      E2E_DIST: distDir,
      E2E_DATA: dataDir,
    },
    failed: site.failed,
    async stop() {
      otherSite.stop();
      await site.stop();
    },
  };
}

/** Starts a site in each folder at the same time. @throws when one does not start; the others are stopped */
async function startAll(folders: readonly string[]): Promise<WorkerSite[]> {
  const starts = await Promise.allSettled(folders.map(startOne));
  const sites = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failure = starts.find((start) => start.status === 'rejected');
  if (!failure) return sites;
  for (const site of sites) await site.stop();
  throw failure.reason;
}

/** @param args the arguments for Playwright @throws when a site does not start */
export async function runJourneys(
  args: readonly string[] = [],
  { workers = 1, env = {}, prepare = async () => {} }: JourneyOptions = {},
): Promise<Counts> {
  const wholeBrowser = requireBrowser();
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-e2e-'));
  const results = path.join(directory, 'results.json');
  // Each run has a folder of its own, since it empties the folder first.
  const output = path.join(root, 'test-results', path.basename(directory));
  const sites: WorkerSite[] = [];
  try {
    const folders = Array.from({ length: workers }, (_, index) => path.join(directory, `site-${index + 1}`));
    for (const folder of folders) {
      await copyOfSite(distOf(folder), { report: (line) => console.log(buildLine(line)) });
      await prepare(distOf(folder));
    }
    // A start keeps one core busy for half a minute, so they start together.
    sites.push(...(await startAll(folders)));
    const exitCode = await new Promise((resolve) => {
      const child = spawn(
        'npx',
        [
          ...['--no-install', 'playwright', 'test', '--config', 'testing/journeys/playwright.config.ts'],
          ...['--output', output, '--workers', String(workers), ...args],
        ],
        {
          cwd: root,
          stdio: 'inherit',
          env: {
            ...process.env,
            // Journeys sign their changes of a registry with the key that its shells trust.
            REGISTRY_KEY: String(privateKey().export({ type: 'pkcs8', format: 'pem' })),
            E2E_SITES: JSON.stringify(sites.map((site) => site.env)),
            E2E_BROWSER: requirePageBrowser(),
            E2E_WHOLE_BROWSER: wholeBrowser,
            PLAYWRIGHT_JSON_OUTPUT_NAME: results,
            ...env,
          },
        },
      );
      child.on('close', resolve);
      for (const site of sites) {
        void site.failed.then((sentence) => {
          console.error(sentence);
          child.kill();
        });
      }
    });
    const { stats } = reportSchema.parse(JSON.parse(await readFile(results, 'utf8')));
    const failed = stats.unexpected + stats.flaky;
    // A run that ended before its tests reports no failed test.
    const isBroken = failed === 0 && exitCode !== 0;
    return { passed: stats.expected, failed: isBroken ? 1 : failed, skipped: stats.skipped };
  } finally {
    for (const site of sites) await site.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

await runCommand(import.meta.url, async () => {
  const { failed } = await runJourneys(process.argv.slice(2));
  process.exitCode = failed > 0 ? 1 : 0;
});
