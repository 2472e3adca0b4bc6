// npm run test:kit: the commands of the team guide, in their order, in an empty folder outside this repository and against a
// running site. Each step prints its seconds.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { runCommand } from 'tooling/commands/run-command';
import { requireBrowser } from 'tooling/site/browser';
import { freePort } from 'tooling/site/postgres';
import { type Site, startSite } from 'tooling/site/site';
import { copyOfSite } from 'tooling/site/site-copy';
import { commandsOfGuide } from './guide';
import { REMOTE, startTeam, type Team } from './team';

const VENUE = /Granary Square Market/;
const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** A visitor of their own. */
async function visit(browser: Browser, url: string, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    await look(page);
  } finally {
    await context.close();
  }
}

const seesScreen = (heading: string) => async (page: Page) => {
  await expect(headingOf(page, heading)).toBeVisible();
  await expect(page.getByRole('link', { name: VENUE })).toBeVisible();
};
const seesNothing = async (page: Page) => {
  await expect(headingOf(page, "We couldn't find what you were looking for...")).toBeVisible();
};

/** The version of the sources' heading: a change that a visitor sees. */
async function changeHeading(team: Team, from: string, to: string): Promise<void> {
  const file = path.join(team.repository, `src/${REMOTE}/${REMOTE}.screen.tsx`);
  const text = await readFile(file, 'utf8');
  expect(text).toContain(`<h1>${from}</h1>`);
  await writeFile(file, text.replace(`<h1>${from}</h1>`, `<h1>${to}</h1>`));
}

/** Runs the command of the guide that goes on until it is stopped, and edits a screen meanwhile. */
async function develop(team: Team, browser: Browser, command: string, env: Record<string, string>): Promise<void> {
  const server = spawn('bash', ['-c', `exec ${command}`], {
    cwd: team.repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  try {
    let output = '';
    server.stdout.on('data', (chunk: Buffer) => (output += chunk));
    await expect(() => expect(output).toMatch(/\?remote=/)).toPass({ timeout: 120_000 });
    const address = new URL(/http\S+\?remote=\S+/.exec(output)?.[0] ?? '');
    address.pathname = `/${REMOTE}`;
    await visit(browser, address.href, async (page) => {
      await seesScreen('Your points')(page);
      await page.evaluate(() => Object.assign(window, { isSamePage: true }));
      const started = Date.now();
      await changeHeading(team, 'Your points', 'Your stamps');
      await seesScreen('Your stamps')(page);
      console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  a saved change is on the page`);
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
      await expect(page.getByRole('complementary', { name: 'Overrides' })).toContainText(REMOTE);
    });
  } finally {
    // npm does not hand a signal on to what it runs.
    if (server.pid) process.kill(-server.pid);
    await ended;
  }
}

async function play(team: Team, site: Site, browser: Browser, env: Record<string, string>): Promise<void> {
  const address = `${site.url}/${REMOTE}`;
  const started = Date.now();
  /** What is to be seen after a command. */
  const after: Record<string, () => Promise<void>> = {
    async 'npm run release -- --to beta'() {
      await visit(browser, `${address}?channel=beta`, seesScreen('Loyalty card'));
      console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  from nothing to live in a channel`);
      await visit(browser, address, seesNothing);
    },
    async 'npm run release'() {
      await visit(browser, address, seesScreen('Loyalty card'));
    },
    async 'npm run rollback'() {
      await visit(browser, address, seesScreen('Loyalty card'));
    },
  };
  const seen = new Set<string>();
  for (const command of await commandsOfGuide()) {
    if (command.startsWith('npm run dev')) {
      await develop(team, browser, command, env);
      seen.add('npm run dev');
      continue;
    }
    // The guide's first release is of the sources as they were made; its second is of a change.
    if (command === 'npm run release' && seen.has(command)) {
      await changeHeading(team, 'Loyalty card', 'Your points');
      await team.run(command);
      await visit(browser, address, seesScreen('Your points'));
      continue;
    }
    await team.run(command);
    await after[command]?.();
    seen.add(command);
  }
  const missed = [...Object.keys(after), 'npm run dev'].filter((command) => !seen.has(command));
  if (missed.length > 0) throw new Error(`The guide no longer has: ${missed.join(', ')}.`);
}

await runCommand(import.meta.url, async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-kit-'));
  const distDir = path.join(directory, 'dist');
  const overridePort = String(await freePort());
  const report = (line: string) => console.log(line);
  let site: Site | undefined;
  let browser: Browser | undefined;
  let team: Team | undefined;
  try {
    await copyOfSite(distDir);
    site = await startSite({
      port: await freePort(),
      sandboxPort: await freePort(),
      dataDir: path.join(directory, 'data'),
      distDir,
      env: { OVERRIDE_ORIGINS: `http://localhost:${overridePort}` },
    });
    browser = await chromium.launch({ executablePath: requireBrowser() });
    const env = { FOODHALL_TARGET: distDir, FOODHALL_SHELL: site.url, OVERRIDE_PORT: overridePort };
    team = await startTeam(report, env);
    await play(team, site, browser, env);
    console.log('All in order.');
  } finally {
    await team?.leave();
    await browser?.close();
    await site?.stop();
    await rm(directory, { recursive: true, force: true });
  }
});
