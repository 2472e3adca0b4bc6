/** The site's service worker under test: what it keeps, and a release of another one. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';

export const dist = process.env.E2E_DIST ?? '';

interface LiveSnapshot {
  host: { version: string; integrity: Record<string, string> };
  remotes: Record<string, { version: string }>;
}

export async function snapshot(): Promise<LiveSnapshot> {
  const { current } = JSON.parse(await readFile(path.join(dist, 'registry/pointer.json'), 'utf8'));
  return JSON.parse(await readFile(path.join(dist, `registry/${current}.json`), 'utf8'));
}

export const workerFile = async () => path.join(dist, 'host', (await snapshot()).host.version, 'sw.js');

/** The page that the worker would answer with now. */
export const keptPage = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('foodhall-page-1')).match('/shell'))?.text() ?? '');

const keptParts = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('foodhall-parts-1')).keys()).map(({ url }) => url).join(' '));

/** Opens the page and waits until the worker has it, with the files of the part that the page shows. */
export async function openUnderWorker(page: Page, address: string, part: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => keptPage(page)).toContain('id="registry"');
  await expect.poll(() => keptParts(page)).toContain(`/parts/${part}/`);
  await expect.poll(() => keptParts(page)).toContain('/parts/host/');
}

/** A shell brings a worker of its own, which says so whenever the browser has found it. */
export async function answerUpdateAlert(page: Page): Promise<void> {
  const alert = page.getByRole('alertdialog').filter({ hasText: 'A New version of this software is available' });
  await page.addLocatorHandler(alert, () => alert.getByRole('button').click());
}

/** While `work` runs, the site serves a worker that differs from the one before it. */
export async function withNewerWorker(work: () => Promise<void>): Promise<void> {
  const file = await workerFile();
  const before = await readFile(file, 'utf8');
  try {
    await writeFile(file, `${before}\n// ${Date.now()}`);
    await work();
  } finally {
    await writeFile(file, before);
  }
}
