// npm run test:kit [framework…]: runs the commands of the team guide, in their order, in an empty folder outside this repository and against two
// running sites, one of which takes the other's builds; then it plays the remotes of other frameworks. With names of frameworks it plays those
// alone. Each step prints its seconds.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { runCommand } from 'releases/commands/run-command';
import { copyOfSite } from 'releases/commands/site-copy';
import { FRAMEWORKS, isFramework } from 'releases/scaffold/frameworks';
import { privateKey } from 'releases/store/signing';
import { requireBrowser } from 'scripts/site/browser';
import { freePort } from 'scripts/site/postgres';
import { type EmptyHall, openHall, releaseToken, startEmptyHall } from '../journeys/support/empty-hall';
import { whileDeveloping } from './develop';
import { FRAMEWORK_REMOTES, frameworkNames, playFrameworks } from './frameworks';
import { commandsOfGuide } from './guide';
import { expect, headingOf, seesNothing, seesScreen, visit } from './look';
import { REMOTE, startTeam, type Team } from './team';

type Environment = Record<string, string>;

/** The original heading of the screen. */
const MADE = 'Loyalty card';
const screenOf = (team: Team) => path.join(team.repository, `src/${REMOTE}/${REMOTE}.screen.tsx`);

/** Changes the sources in a way that a visitor sees. */
async function changeHeading(team: Team, from: string, to: string): Promise<void> {
  const file = screenOf(team);
  const text = await readFile(file, 'utf8');
  const heading = (words: string) => `<h1>{t('${words}')}</h1>`;
  expect(text).toContain(heading(from));
  await writeFile(file, text.replace(heading(from), heading(to)));
}

/** The developer confirms the override, edits a screen, and takes the edit back. */
async function develop(team: Team, browser: Browser, command: string, env: Environment): Promise<void> {
  await whileDeveloping({ command, cwd: team.repository, env, browser, remote: REMOTE }, async (page) => {
    await seesScreen(MADE)(page);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const started = Date.now();
    await changeHeading(team, MADE, 'Your stamps');
    await seesScreen('Your stamps')(page);
    console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  a saved change is on the page`);
    await explainsMistake(team, page);
    await changeHeading(team, 'Your stamps', MADE);
    await seesScreen(MADE)(page);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await developWithoutReact(team, page);
  });
}

/** Saves a mistake: the page explains it and goes on, and the explanation goes away once it is mended. */
async function explainsMistake(team: Team, page: Page): Promise<void> {
  const file = screenOf(team);
  const text = await readFile(file, 'utf8');
  const overlay = page.getByRole('alert').filter({ hasText: `${REMOTE} was not built` });
  await writeFile(file, `${text}export const mistake = ;\n`);
  await expect(overlay).toContainText('Expression expected');
  await expect(headingOf(page, 'Your stamps')).toBeVisible();
  await writeFile(file, text);
  await expect(overlay).toHaveCount(0);
}

/** Replaces the screen for a while with one without React. The same page shows a save of that screen as well. */
async function developWithoutReact(team: Team, page: Page): Promise<void> {
  const file = screenOf(team);
  const made = await readFile(file, 'utf8');
  const mounting = (heading: string) => `export function mount(element: HTMLElement) {
  element.innerHTML = '<h1>${heading}</h1>';
  return () => element.replaceChildren();
}
`;
  await writeFile(file, mounting('Plain stamps'));
  await expect(headingOf(page, 'Plain stamps')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await writeFile(file, mounting('Plain points'));
  await expect(headingOf(page, 'Plain points')).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await writeFile(file, made);
  await seesScreen(MADE)(page);
}

interface Sites {
  staging: EmptyHall;
  production: EmptyHall;
}

async function play(team: Team, { staging, production }: Sites, browser: Browser, env: Environment): Promise<void> {
  const address = `${staging.url}/${REMOTE}`;
  const started = Date.now();
  /** The visible results after each command, by the beginning of the command. */
  const after: Record<string, () => Promise<void>> = {
    async 'npm run release -- --to beta'() {
      await visit(browser, `${address}?channel=beta`, async (page) => {
        await page.getByRole('button', { name: 'Join the beta channel' }).click();
        await seesScreen(MADE)(page);
      });
      console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  from nothing to live in a channel`);
      await visit(browser, address, seesNothing);
    },
    async 'npm run release'() {
      await visit(browser, address, seesScreen(MADE));
    },
    async 'npm run rollback'() {
      await visit(browser, address, seesScreen(MADE));
    },
    async FROM_RELEASE_TOKEN() {
      await visit(browser, `${production.url}/${REMOTE}`, seesScreen(MADE));
    },
  };
  const run: string[] = [];
  for (const { command, refusal } of await commandsOfGuide('From an empty folder to live')) {
    const isRepeated = run.includes(command);
    run.push(command);
    if (refusal !== undefined) {
      const said = await team.run(command).then(
        () => 'It was not refused.',
        (error: Error) => error.message,
      );
      expect(said).toContain(refusal);
      continue;
    }
    if (command.startsWith('npm run dev')) {
      await develop(team, browser, command, env);
      continue;
    }
    // The guide's first release has the original sources, and its second a change.
    if (command === 'npm run release' && isRepeated) {
      await changeHeading(team, MADE, 'Your points');
      await team.run(command);
      await visit(browser, address, seesScreen('Your points'));
      continue;
    }
    await team.run(command);
    const seen = Object.entries(after).find(([start]) => command === start || command.startsWith(`${start}=`));
    await seen?.[1]();
  }
  const isRun = (start: string) => run.some((command) => command.startsWith(start));
  const missed = [...Object.keys(after), 'npm run dev'].filter((start) => !isRun(start));
  if (missed.length > 0) throw new Error(`The guide no longer has: ${missed.join(', ')}.`);
  await requireWorkflow(team, run);
}

/** @throws if the repository's workflow has a command that the guide did not run */
async function requireWorkflow({ repository }: Team, run: readonly string[]): Promise<void> {
  const workflow = await readFile(path.join(repository, '.github/workflows/release.yml'), 'utf8');
  const commands = [...workflow.matchAll(/^\s*(?:- )?run: (.+)$/gm)].map(([, command = '']) => command);
  expect(commands).toContain('npm ci');
  expect(commands.filter((command) => command !== 'npm ci' && !run.includes(command))).toEqual([]);
}

const GRANT = {
  team: 'stamps',
  apps: [REMOTE, ...FRAMEWORK_REMOTES],
  channels: ['beta'],
  most_percent: 10,
  is_for_all: true,
};

/** Starts a site with this working copy live, and a release service. */
async function startHall(distDir: string): Promise<{ hall: EmptyHall; token: string }> {
  await copyOfSite(distDir);
  const settings = { REGISTRY_KEY: String(privateKey().export({ type: 'pkcs8', format: 'pem' })) };
  const hall = await startEmptyHall({ distDir, settings });
  return { hall, token: (await releaseToken(await openHall(hall, 'Granary Square Market'), GRANT)).token };
}

await runCommand(import.meta.url, async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !isFramework(name));
  if (unknown)
    throw new Error(`There is no framework '${unknown}'. The frameworks are ${Object.keys(FRAMEWORKS).join(', ')}.`);
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-kit-'));
  const report = (line: string) => console.log(line);
  const halls: EmptyHall[] = [];
  let browser: Browser | undefined;
  let team: Team | undefined;
  try {
    const staging = await startHall(path.join(directory, 'staging'));
    halls.push(staging.hall);
    const production = await startHall(path.join(directory, 'production'));
    halls.push(production.hall);
    browser = await chromium.launch({ executablePath: requireBrowser() });
    const env = {
      FOODHALL_TARGET: staging.hall.url,
      RELEASE_TOKEN: staging.token,
      PRODUCTION: production.hall.url,
      PRODUCTION_TOKEN: production.token,
      OVERRIDE_PORT: String(await freePort()),
    };
    team = await startTeam(report, env);
    if (wanted.length === 0) await play(team, { staging: staging.hall, production: production.hall }, browser, env);
    await playFrameworks(wanted.length > 0 ? wanted.filter(isFramework) : frameworkNames, {
      team,
      site: staging.hall.url,
      browser,
      env,
    });
    console.log('All in order.');
  } finally {
    await team?.leave();
    await browser?.close();
    for (const hall of halls) await hall.stop();
    await rm(directory, { recursive: true, force: true });
  }
});
