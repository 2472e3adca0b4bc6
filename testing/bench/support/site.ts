// Shared by the benches: a site with a browser, the demo's people with a session, and quantiles.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { copyOfSite } from 'releases/commands/site-copy';
import { requirePageBrowser } from 'scripts/site/browser';
import { freePort } from 'scripts/site/postgres';
import { startSite } from 'scripts/site/site';
import { type Account, logIn } from '../../client/accounts';
import { overHttp } from '../../client/http';
import { type Sandbox, sandboxAt } from '../../client/sandbox';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
export const KUMO = 'Kumo Ramen';

export interface BenchSite {
  url: string;
  sandbox: Sandbox;
  /** Signs in one of the demo's people. */
  logIn: (email: string) => Promise<Account>;
}

/** The folders of a site other than a copy of this working copy with empty data. */
export interface Folders {
  distDir?: string;
  dataDir?: string;
}

export interface Bench {
  browser: Browser;
  /** A folder for this bench alone. */
  directory: string;
  /** This working copy's dist folder. */
  distDir: string;
  /** Starts a site of this working copy with data of its own for the duration of `work`. */
  withSite: <T>(env: Record<string, string>, work: (site: BenchSite) => Promise<T>, folders?: Folders) => Promise<T>;
}

/**
 * Starts a browser without a window. A browser with one draws its own tabs and menus on the same two cores, unlike a phone's.
 * @param args further arguments of the browser
 */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: requirePageBrowser(), args: [...FLAGS, ...args] });
}

/** Runs a bench with a browser and a folder of its own, and removes both. */
export async function runBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-bench-'));
  const distDir = path.join(directory, 'dist');
  try {
    await copyOfSite(distDir);
    const browser = await launchBrowser();
    try {
      await work({
        browser,
        directory,
        distDir,
        async withSite(env, use, folders) {
          const site = await startSite({
            port: await freePort(),
            sandboxPort: await freePort(),
            dataDir: folders?.dataDir ?? (await mkdtemp(path.join(directory, 'data-'))),
            distDir: folders?.distDir ?? distDir,
            env,
          });
          const api = overHttp(`${site.url}/api/v1`);
          try {
            return await use({
              url: site.url,
              sandbox: sandboxAt(site.sandboxUrl ?? ''),
              logIn: (email) => logIn(api, email),
            });
          } finally {
            await site.stop();
          }
        },
      });
    } finally {
      await browser.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** @param values at least one */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}
