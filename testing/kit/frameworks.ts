/**
 * Plays the remotes of other frameworks, from the tarballs to a running site: the commands of the team guide, and then what a visitor sees of
 * faults, styles, a changed file and leftovers.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { FRAMEWORKS, type FrameworkName } from 'releases/scaffold/frameworks';
import { z } from 'zod';
import { whileDeveloping } from './develop';
import { commandsOfGuide } from './guide';
import { expect, headingOf, seesScreen, venueOf, visit } from './look';
import type { Team } from './team';

/** The framework in the guide's commands. The others are played by the same commands. */
const OF_GUIDE: FrameworkName = 'vue';
export const frameworkNames = Object.keys(FRAMEWORKS) as FrameworkName[];
const remoteOf = (framework: FrameworkName) => `${framework}-card`;
const titleOf = (framework: FrameworkName) =>
  `${remoteOf(framework).replace(/^./, (first) => first.toUpperCase())}`.replaceAll('-', ' ');

/** The remotes that the team's token has to name. */
export const FRAMEWORK_REMOTES = frameworkNames.map(remoteOf);

interface Played {
  team: Team;
  /** The address of the site that the team releases to. */
  site: string;
  browser: Browser;
  /** The team's environment. */
  env: Readonly<Record<string, string>>;
}

interface Remote extends Played {
  name: string;
  title: string;
  framework: FrameworkName;
  /** The folder with the sources of its screen. */
  sources: string;
}

/** Without the site's worker, whose requests Playwright does not see. */
const NO_WORKER = { serviceWorkers: 'block' } as const;

/** Faults in what the components take from the shell, while the page says so. They need no knowledge of the framework. */
const FAULTS = `import * as honest from './honest';

const has = (fault: string) => localStorage.getItem('fault') === fault;

if (has('load')) throw new Error('It throws at load.');

export const texts = () => {
  if (has('mount')) throw new Error('It throws at mount.');
  return honest.texts();
};

export const readVenues = async () => (await honest.readVenues()).map((venue) => ({ ...venue }));

export const whenOld = (listener: () => void) => {
  const stop = honest.whenOld(listener);
  addEventListener('changed', listener);
  return () => {
    removeEventListener('changed', listener);
    stop();
    if (has('unmount')) throw new Error('It throws at unmount.');
  };
};

export const pathOf = (venue: Parameters<typeof honest.pathOf>[0]) => {
  if (has('update')) throw new Error('It throws at update.');
  return honest.pathOf(venue);
};
`;

const setFault = (page: Page, fault: string | null) =>
  page.evaluate((name) => (name ? localStorage.setItem('fault', name) : localStorage.removeItem('fault')), fault);

const failure = (page: Page) => page.getByRole('main').getByText('This section could not be loaded');

/** Opens the screen by a link of the page, so that the page stays. */
async function open(page: Page, { site, name }: Remote): Promise<void> {
  await page.goto(`${site}/${name}`);
}

async function recovers(page: Page, { title }: Remote): Promise<void> {
  await expect(failure(page)).toBeVisible();
  await expect(venueOf(page)).toHaveCount(0);
  await setFault(page, null);
  await page.getByRole('main').getByRole('button', { name: 'Try Again' }).click();
  await seesScreen(title)(page);
}

const FRENCH = 'Carte de fidélité';

/** Adds French to the remote. */
async function translate({ title, sources }: Remote): Promise<void> {
  const french: Record<string, string> = {
    [title]: FRENCH,
    'Loading venues…': 'Chargement des lieux…',
    'The venues could not be loaded.': 'Les lieux n’ont pas pu être chargés.',
    'Try Again': 'Réessayer',
    'No records found.': 'Aucun résultat.',
  };
  const locales = path.join(sources, '../locales');
  await mkdir(locales, { recursive: true });
  await writeFile(path.join(locales, 'fr.json'), JSON.stringify(french));
  const definition = path.join(sources, '../remote.ts');
  const catalogs = "catalogs: { fr: () => import('./locales/fr.json') },";
  const written = await readFile(definition, 'utf8');
  await writeFile(definition, written.replace('defineRemote({', `defineRemote({\n  ${catalogs}`));
}

/** A saved change is on the page of the deployed shell. */
async function playDevelopment({ title, name, sources, team, browser, env }: Remote): Promise<void> {
  const file = path.join(sources, 'venues.ts');
  const written = await readFile(file, 'utf8');
  const command = `npm run dev -- --shell ${env.FOODHALL_TARGET}`;
  await whileDeveloping({ command, cwd: path.join(team.folder, name), env, browser, remote: name }, async (page) => {
    await seesScreen(title)(page);
    await writeFile(file, written.replace(`t('${title}')`, "t('Your stamps')"));
    await seesScreen('Your stamps')(page);
    await writeFile(file, written);
    await seesScreen(title)(page);
  });
}

/** Each error of the remote stays in its boundary. */
async function playFaults(remote: Remote): Promise<void> {
  const { team, browser, site, sources, title } = remote;
  await rename(path.join(sources, 'venues.ts'), path.join(sources, 'honest.ts'));
  await writeFile(path.join(sources, 'venues.ts'), FAULTS);
  await translate(remote);
  await team.run('npm run release');
  await visit(browser, site, async (page) => {
    await page.context().addCookies([{ name: 'language', value: 'fr', url: site }]);
    await open(page, remote);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await seesScreen(FRENCH)(page);
  });
  for (const fault of ['load', 'mount']) {
    await visit(browser, site, async (page) => {
      await setFault(page, fault);
      await open(page, remote);
      await recovers(page, remote);
    });
  }
  await visit(browser, site, async (page) => {
    await open(page, remote);
    await seesScreen(title)(page);
    await setFault(page, 'update');
    await page.evaluate(() => window.dispatchEvent(new Event('changed')));
    await recovers(page, remote);
    await setFault(page, 'unmount');
    await venueOf(page).click();
    await expect(page).toHaveURL(/\/venues\/\d+\/vendors$/);
    await expect(headingOf(page, title)).toHaveCount(0);
    await expect(failure(page)).toHaveCount(0);
    await setFault(page, null);
    await page.goBack();
    await seesScreen(title)(page);
  });
  await rename(path.join(sources, 'honest.ts'), path.join(sources, 'venues.ts'));
  await team.run('npm run release');
}

/** A file with other bytes does not run. */
async function playChangedFile({ browser, site, name, title }: Remote): Promise<void> {
  const chunks = new RegExp(`/parts/${name}/[^/]+/(?!remoteEntry)[^/]+\\.js(\\?|$)`);
  await visit(
    browser,
    site,
    async (page) => {
      await page.route(chunks, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${await response.text()} ` });
      });
      await page.goto(`${site}/${name}`);
      await expect(failure(page)).toBeVisible();
      await page.unroute(chunks);
      await page.getByRole('main').getByRole('button', { name: 'Try Again' }).click();
      await seesScreen(title)(page);
    },
    NO_WORKER,
  );
}

/** Counts the listeners of the page and the timers that repeat. */
function count(): void {
  const held = { listeners: 0, timers: 0 };
  Object.assign(window, { held });
  for (const target of [window, document]) {
    const { addEventListener, removeEventListener } = target;
    const known = new Set<unknown>();
    target.addEventListener = (...given: Parameters<typeof addEventListener>) => {
      if (!known.has(given[1])) held.listeners += 1;
      known.add(given[1]);
      addEventListener.apply(target, given);
    };
    target.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
      if (known.delete(given[1])) held.listeners -= 1;
      removeEventListener.apply(target, given);
    };
  }
  const { setInterval, clearInterval } = window;
  Object.assign(window, {
    setInterval: (...given: Parameters<typeof setInterval>) => {
      held.timers += 1;
      return setInterval(...given);
    },
    clearInterval: (id: number | undefined) => {
      if (id !== undefined) held.timers -= 1;
      clearInterval(id);
    },
  });
}

/** @returns the number of listeners and of timers */
const held = (page: Page) =>
  page.evaluate(() => {
    const { listeners, timers } = Reflect.get(window, 'held') as { listeners: number; timers: number };
    return listeners + timers;
  });

/** The visits after which the listeners and timers are counted again. What a remote leaves behind grows by one or more with each visit. */
const VISITS = 3;

/** Tells of each style sheet of the remote whether it applies. */
const sheets = (page: Page, name: string) =>
  page.evaluate(
    (folder) => [...document.styleSheets].filter(({ href }) => href?.includes(folder)).map(({ disabled }) => !disabled),
    `/parts/${name}/`,
  );

/** The screen takes the colours of the theme and stays within its element. After it is left, nothing of it is on the page. */
async function playLeaving({ browser, site, name, title }: Remote): Promise<void> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(count);
    await page.goto(`${site}/${name}`);
    await seesScreen(title)(page);
    const color = () =>
      page
        .getByRole('main')
        .getByRole('list')
        .evaluate((list) => getComputedStyle(list).color);
    const light = await color();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(color).not.toBe(light);
    expect(await sheets(page, name)).toEqual([true]);
    const leave = async () => {
      await venueOf(page).click();
      await expect(page).toHaveURL(/\/venues\/\d+\/vendors$/);
      await expect(headingOf(page, title)).toHaveCount(0);
      await expect.poll(() => sheets(page, name)).toEqual([false]);
    };
    const comeBack = async () => {
      await page.goBack();
      await seesScreen(title)(page);
    };
    await leave();
    await comeBack();
    await leave();
    const before = await held(page);
    for (let visit = 0; visit < VISITS; visit += 1) {
      await comeBack();
      await leave();
    }
    // The shell may begin to listen to something of its own meanwhile, and its listeners of a page that was left end a moment later.
    await expect.poll(async () => (await held(page)) - before).toBeLessThan(VISITS);
  } finally {
    await context.close();
  }
}

/** A rule for elements outside of the remote, in the form of each framework. */
const LEAKS: Record<FrameworkName, { file: string; style: string }> = {
  vue: { file: 'vue-card.vue', style: '<style>\nh1 { color: red; }\n</style>\n' },
  svelte: { file: 'svelte-card.svelte', style: 'h1 { color: red; }' },
  'react-own': { file: 'react-own-card.module.css', style: 'h1 { color: red; }\n' },
};

async function playLeak({ team, framework, sources }: Remote): Promise<void> {
  const { file, style } = LEAKS[framework];
  const written = await readFile(path.join(sources, file), 'utf8');
  const leaking =
    framework === 'svelte' ? written.replace('<style>', '<style>\n  :global(h1) { color: red; }\n') : written + style;
  await writeFile(path.join(sources, file), leaking);
  const refusal = await team.run('npm run check').then(
    () => 'It was not refused.',
    (error: Error) => error.message,
  );
  expect(refusal).toContain("'h1' applies outside of this remote");
  await writeFile(path.join(sources, file), written);
}

const manifestSchema = z.object({
  metaData: z.object({ globalName: z.string() }),
  exposes: z.array(z.object({ path: z.string() })),
});

/** Module Federation's own tools find the remote. */
async function requireManifest({ team, browser, site, name, title }: Remote): Promise<void> {
  const status = await team.run('npm run status');
  const [, version] = new RegExp(`${name}  (\\S+)  all visitors`).exec(status) ?? [];
  const response = await fetch(`${site}/parts/${name}/${version}/mf-manifest.json`);
  const { metaData, exposes } = manifestSchema.parse(await response.json());
  expect(metaData.globalName).toBe(`${name}@${version}`);
  expect(exposes.map(({ path: exposed }) => exposed)).toEqual(['./remote']);
  await visit(browser, `${site}/${name}`, seesScreen(title));
}

async function playFramework(framework: FrameworkName, played: Played): Promise<void> {
  const { team, site, browser } = played;
  const name = remoteOf(framework);
  const remote: Remote = {
    ...played,
    name,
    framework,
    title: titleOf(framework),
    sources: path.join(team.folder, name, 'src', name),
  };
  await team.run(`cd ${team.folder}`);
  for (const { command } of await commandsOfGuide('Another framework')) {
    await team.run(
      command.replaceAll(remoteOf(OF_GUIDE), name).replace(`--framework ${OF_GUIDE}`, `--framework ${framework}`),
    );
  }
  await visit(browser, `${site}/${name}`, seesScreen(remote.title));
  await requireManifest(remote);
  await playLeaving(remote);
  await playChangedFile(remote);
  await playLeak(remote);
  await playDevelopment(remote);
  await playFaults(remote);
}

/** @throws at the first step that fails */
export async function playFrameworks(frameworks: readonly FrameworkName[], played: Played): Promise<void> {
  for (const framework of frameworks) await playFramework(framework, played);
}
