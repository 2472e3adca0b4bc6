/** The site's service worker under test: what it keeps, and a release of another one. */
import { createHash, sign as signBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { HostRelease, Snapshot } from 'registry/model';

export const dist = process.env.E2E_DIST ?? '';

/** As a release signs, with the key that the runner hands over. registry/node/signing is an ES module, which Playwright cannot load. */
export const sign = (text: string): string =>
  signBytes(null, Buffer.from(text), process.env.REGISTRY_KEY ?? '').toString('base64');

type LiveSnapshot = Snapshot & { host: HostRelease };

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

/** Makes a worker of this text live, as a release of its shell would: the server sends no other than was released. */
async function releaseWorker(text: string): Promise<void> {
  const file = await workerFile();
  const registry = path.join(dist, 'registry');
  const { signature, ...pointer } = JSON.parse(await readFile(path.join(registry, 'pointer.json'), 'utf8'));
  const at = new Date(Math.max(Date.now(), Date.parse(pointer.at) + 1)).toISOString();
  const { host, ...others } = await snapshot();
  const worker = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const json = JSON.stringify({ ...others, parent: pointer.current, at, host: { ...host, worker } });
  const released = json.replaceAll('<', '\\u003c');
  const current = createHash('sha256').update(released).digest('hex').slice(0, 16);
  await writeFile(path.join(registry, `${current}.json`), released);
  await writeFile(path.join(registry, `${current}.sig`), sign(released));
  await writeFile(file, text);
  const moved = { ...pointer, current, previous: pointer.current, at };
  const draft = path.join(registry, 'pointer.new');
  await writeFile(draft, JSON.stringify({ ...moved, signature: sign(JSON.stringify(moved)) }));
  await rename(draft, path.join(registry, 'pointer.json'));
}

/** While `work` runs, the site serves a worker that differs from the one before it. */
export async function withNewerWorker(work: () => Promise<void>): Promise<void> {
  const before = await readFile(await workerFile(), 'utf8');
  try {
    await releaseWorker(`${before}\n// ${Date.now()}`);
    await work();
  } finally {
    await releaseWorker(before);
  }
}
