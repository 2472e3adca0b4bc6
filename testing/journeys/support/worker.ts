/** Controls the site's service worker under test: its cache, and the release of another worker. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import type { HostRelease, Snapshot } from 'releases/model/schemas';
import { readLive } from 'releases/store/read-live';
import { move } from 'releases/store/store';
import { folderTarget } from 'releases/store/targets/folder';

export const dist = process.env.E2E_DIST ?? '';

const target = folderTarget(dist);

export async function snapshot(): Promise<Snapshot & { host: HostRelease }> {
  const { snapshot: live } = await readLive(target);
  if (!live.host) throw new Error('No shell is live.');
  return { ...live, host: live.host };
}

export const workerFile = async () => path.join(dist, 'host', (await snapshot()).host.version, 'sw.js');

/** Returns the page that the worker would respond with now. */
export const cachedPage = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('foodhall-page-1')).match('/shell'))?.text() ?? '');

/** Returns the addresses of builds' files in the worker's cache. */
export const cachedFiles = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('foodhall-parts-1')).keys()).map(({ url }) => url).join(' '));

/** The API data that the page has cached on the device, as text. */
export const cachedData = (page: Page) =>
  page.evaluate(() => {
    const records = Object.entries(localStorage).filter(([name]) => name.startsWith('offline'));
    return records.flat().join(' ');
  });

/** Opens the page and waits until the worker has cached it with the files of its app. */
export async function openUnderWorker(page: Page, address: string, app: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => cachedPage(page)).toContain('id="registry"');
  await expect.poll(() => cachedFiles(page)).toContain(`/parts/${app}/`);
  await expect.poll(() => cachedFiles(page)).toContain('/parts/host/');
}

/** Answers the alert about a new worker. Each shell brings one, and the alert appears whenever the browser has found it. */
export async function answerUpdateAlert(page: Page): Promise<void> {
  const alert = page.getByRole('alertdialog').filter({ hasText: 'A New version of this software is available' });
  await page.addLocatorHandler(alert, () => alert.getByRole('button').click());
}

/** Makes a worker with this text live, as a release of its shell would: the server only sends released files. */
async function releaseWorker(text: string): Promise<void> {
  const file = await workerFile();
  await writeFile(file, text);
  await writeFile(`${file}.br`, brotliCompressSync(text));
  const worker = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  await move(target, ({ snapshot: live, parent, at }) =>
    live.host ? { ...live, parent, at, host: { ...live.host, worker } } : null,
  );
}

/** Serves a different worker while `work` runs. */
export async function withNewerWorker(work: () => Promise<void>): Promise<void> {
  const before = await readFile(await workerFile(), 'utf8');
  try {
    await releaseWorker(`${before}\n// ${Date.now()}`);
    await work();
  } finally {
    await releaseWorker(before);
  }
}
