// npm run bench:release: measures the work of platform teams: uploads of a release to each kind of target, a release through the service, a
// rollback until a new page and an open page have it, and the build and release of one remote, alone and beside another one. `--only
// targets,service,build --runs 5`. The bucket and the static host are stand-ins in this process.

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { directoryOf, root } from 'releases/build/apps';
import { buildApps } from 'releases/build/build-apps';
import { runCommand } from 'releases/commands/run-command';
import { copyOfSite } from 'releases/commands/site-copy';
import { publishBuild, publishPage } from 'releases/store/publish';
import { readLive } from 'releases/store/read-live';
import { serviceAt } from 'releases/store/service-client';
import type { Build } from 'releases/store/snapshot';
import { goLive } from 'releases/store/store';
import { folderTarget } from 'releases/store/targets/folder';
import { httpTarget } from 'releases/store/targets/http';
import { s3Target } from 'releases/store/targets/s3';
import type { Target } from 'releases/store/targets/target';
import { s3Store } from 'releases/testing/s3-store';
import { staticHost } from 'releases/testing/static-host';
import { findPostgres } from 'scripts/site/postgres';
import { processEnv } from 'settings/environment';
import { openReleaseSite, type ReleaseSite } from '../releases/site';
import { writeTeamBuild } from '../releases/team-builds';
import { type Figure, medianOf, printFigures } from './support/figures';
import { launchBrowser } from './support/site';

const run = promisify(execFile);
const out = path.join(root, 'dist');

/** Milliseconds of steps by name, in the order of their first appearance. */
class Times {
  private readonly all = new Map<string, number[]>();

  add(name: string, ms: number): void {
    this.all.set(name, [...(this.all.get(name) ?? []), ms]);
  }

  async of(name: string, work: () => Promise<unknown>): Promise<void> {
    const from = performance.now();
    await work();
    this.add(name, performance.now() - from);
  }

  /** @param besideOf returns the name of the step to compare a step with */
  print(title: string, besideOf: (name: string) => string): void {
    const figures = [...this.all].map(([name, times]): Figure => {
      const beside = this.all.get(besideOf(name));
      const figure = { name, value: medianOf(times), unit: 'ms', note: `median of ${times.length}` };
      return beside && beside !== times ? { ...figure, beside: medianOf(beside) } : figure;
    });
    printFigures(title, figures);
  }
}

interface Opened {
  target: Target;
  close: () => unknown;
}

const TARGETS: Readonly<Record<string, () => Promise<Opened>>> = {
  folder: async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-bench-'));
    return { target: folderTarget(folder), close: () => rm(folder, { recursive: true, force: true }) };
  },
  'static host': async () => {
    const site = await staticHost();
    return { target: httpTarget(site.base), close: site.close };
  },
  bucket: async () => {
    const store = await s3Store();
    return { target: s3Target('s3://hall', store), close: store.close };
  },
};

/** Measures the upload of the shell and a remote to an empty target, the move of the pointer, and the writing of a static host's page. */
async function benchTargets(runs: number): Promise<void> {
  const builds = await buildApps(['host', 'catalog']);
  const times = new Times();
  for (const [kind, open] of Object.entries(TARGETS)) {
    for (let index = 0; index < runs; index += 1) {
      const { target, close } = await open();
      const records = builds.map(({ record }) => record);
      try {
        for (const build of builds) await times.of(`${kind}, ${build.part}`, () => publishBuild(target, out, build));
        await times.of(`${kind}, the pointer`, () => goLive(target, records));
        await times.of(`${kind}, the page`, () => publishPage(target));
      } finally {
        await close();
      }
    }
  }
  times.print('uploads, beside those into a folder', (name) => name.replace(/^[^,]+/, 'folder'));
}

const CATALOG_EDIT = { file: 'src/venues/hero.tsx', before: '<h1', words: 'Released by the bench' };
const EDIT_COMMAND = (source: string, target: string, outDir: string) =>
  `npm run --silent release -- catalog --source ${source} --out ${outDir} --target ${target} >/dev/null`;

/** Makes a copy of the catalog's sources with another text on its first screen. */
async function editedCatalog(folder: string, words: string): Promise<string> {
  const source = path.join(folder, words.replaceAll(' ', '-'), 'catalog');
  await cp(directoryOf('catalog'), source, { recursive: true });
  const file = path.join(source, CATALOG_EDIT.file);
  const text = await readFile(file, 'utf8');
  const edited = text.replace(CATALOG_EDIT.before, `<p>${words}</p>${CATALOG_EDIT.before}`);
  if (edited === text) throw new Error(`${CATALOG_EDIT.file} has no heading to change.`);
  await writeFile(file, edited);
  return source;
}

/** Measures the seconds of a shell command: the wall time, and the processor time of the command with all its children. */
async function secondsOf(command: string, env: Record<string, string> = {}): Promise<{ wall: number; cpu: number }> {
  const { stderr } = await run('bash', ['-c', `TIMEFORMAT='%R %U %S'; time (${command})`], {
    cwd: root,
    env: { ...processEnv, ...env },
  });
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = (stderr.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  return { wall, cpu: user + system };
}

/**
 * Releases through the service over HTTP, then rolls back, and measures until a new page has the change and until an open page shows it.
 */
async function benchService(runs: number): Promise<void> {
  const site = await openReleaseSite({ database: findPostgres() ? 'postgres' : 'pglite' });
  const browser = await launchBrowser();
  const times = new Times();
  try {
    const client = await serviceAt(site.url, { token: await site.tokenFor('bench', ['catalog', 'bench']) });
    if (!client) throw new Error('The site has no release service.');
    const release = (build: Build) => client.release(site.folder, [build], { source: { message: 'Bench' } });
    for (let index = 0; index <= runs; index += 1) {
      const version = `1.0.${index}-${(0xbe0c0000 + index).toString(16)}`;
      const build = await writeTeamBuild(site.folder, site.catalog, { part: 'bench', version });
      await times.of(index === 0 ? 'first release' : 'one script differs', () => release(build));
    }

    const { words } = CATALOG_EDIT;
    const source = await editedCatalog(site.folder, words);
    const token = await site.tokenFor('catalog', ['catalog']);
    await secondsOf(EDIT_COMMAND(source, site.url, site.folder), { RELEASE_TOKEN: token });
    const edited = { part: 'catalog', version: await liveCatalog(site) };
    for (let index = 0; index < runs; index += 1) {
      // A worker of an earlier visit would respond with the earlier page.
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      await page.goto(`${site.url}venues`);
      await page.getByText(words).waitFor();
      const from = performance.now();
      await times.of('rollback', () => client.rollBack('catalog', { source: { message: 'Bench' } }));
      const html = await (await fetch(`${site.url}venues`, { headers: { accept: 'text/html' } })).text();
      if (html.includes(edited.version)) throw new Error('A page after the rollback has the version of before.');
      times.add('rollback, until a new page has it', performance.now() - from);
      await page.getByText(words).waitFor({ state: 'detached', timeout: 120_000 });
      times.add('rollback, until an open page has left it by itself', performance.now() - from);
      await context.close();
      await release(edited);
    }
  } finally {
    await browser.close();
    await site.close();
  }
  times.print('through the service, beside a release of one script', () => 'one script differs');
}

async function liveCatalog({ target }: ReleaseSite): Promise<string> {
  return (await readLive(target)).snapshot.remotes.catalog?.version ?? '';
}

/** Measures the team's command after an edit, into a folder: alone, then two of them at the same moment. */
async function benchBuild(runs: number): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-bench-'));
  const times = new Times();
  let edits = 0;
  const edit = async (name: string) => {
    edits += 1;
    const site = path.join(folder, `site-${edits}`);
    await copyOfSite(site);
    const source = await editedCatalog(folder, `edit ${edits}`);
    return async () => {
      const { wall, cpu } = await secondsOf(EDIT_COMMAND(source, site, path.join(folder, `out-${edits}`)));
      times.add(`${name}, wall`, wall * 1000);
      times.add(`${name}, processor`, cpu * 1000);
    };
  };
  try {
    await (await edit('first'))();
    for (let index = 0; index < runs; index += 1) await (await edit('alone'))();
    for (let index = 0; index < runs; index += 1) {
      const both = [await edit('beside another'), await edit('beside another')];
      await Promise.all(both.map((each) => each()));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  times.print('build and release of an edit, beside one alone', (name) => name.replace(/^[^,]+/, 'alone'));
}

await runCommand(import.meta.url, async () => {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: 'targets,service,build' }, runs: { type: 'string', default: '5' } },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs is a whole number.');
  const benches = { targets: benchTargets, service: benchService, build: benchBuild };
  for (const [name, bench] of Object.entries(benches)) {
    if (values.only.split(',').includes(name)) await bench(runs);
  }
});
