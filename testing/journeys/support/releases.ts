/** Makes a team with a copy of its app's sources, and with the commands for its releases and rollbacks. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { dist, snapshot } from './worker';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');

/** Runs a release command on this worker's dist. @throws when it ends with an error */
export async function runCommand(name: 'release' | 'rollback' | 'recall' | 'retire', ...args: string[]): Promise<void> {
  await run('node', ['--import', 'tsx', `releases/src/commands/${name}.ts`, ...args, '--out', dist], { cwd: root });
}

export interface Team {
  /** The arguments, such as '--to', 'beta'. */
  release(...args: string[]): Promise<void>;
  rollback(...args: string[]): Promise<void>;
  retire(): Promise<void>;
  leave(): Promise<void>;
  /** Finds the line, from 1, of the changed file with this text. */
  lineOf(text: string): number;
}

/** A team's change in its copy. The tree under test stays unchanged. */
export interface Change {
  /** The path below the app's folder. */
  file: string;
  change: (text: string) => string;
}

export async function teamOf(app: string, { file, change }: Change): Promise<Team> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `foodhall-${app}-`));
  const source = path.join(folder, app);
  const own = app === 'host' ? 'host' : `remotes/${app}`;
  await cp(path.join(root, own), source, { recursive: true });
  const changed = path.join(source, file);
  const text = await readFile(changed, 'utf8');
  if (change(text) === text) throw new Error(`${file} of ${app} has nothing to change.`);
  await writeFile(changed, change(text));
  return {
    release: (...args) => runCommand('release', app, ...args, '--source', source),
    rollback: (...args) => runCommand('rollback', app, ...args),
    retire: () => runCommand('retire', app),
    leave: () => rm(folder, { recursive: true, force: true }),
    lineOf: (words) => change(text).slice(0, change(text).indexOf(words)).split('\n').length,
  };
}

/** Makes a team whose release has `words` above the heading of the venues. */
export const catalogTeam = (words: string) =>
  teamOf('catalog', {
    file: 'src/venues/hero.tsx',
    change: (text) => text.replace('<h1', `<p>${words}</p><h1`),
  });

/** Makes a team whose release has `words` in the footer of every page. */
export const shellTeam = (words: string) =>
  teamOf('host', {
    file: 'src/chrome/footer.tsx',
    change: (text) => text.replace('<p>', `<p>${words}</p><p>`),
  });

/** Returns the version that is live for all visitors. */
export async function liveVersion(app: string): Promise<string> {
  const { host, remotes } = await snapshot();
  return (app === 'host' ? host : remotes[app])?.version ?? '';
}

/** Joins the channel without a page, like the form on the server's page. */
export async function confirmChannel(page: Page, name: string): Promise<void> {
  const site = process.env.E2E_URL ?? '';
  const address = `${site}/api/v1/registry/channel`;
  const question = await (await page.request.get(address, { params: { name, to: '/' } })).text();
  const [, secret = ''] = /name="secret" value="([^"]+)"/.exec(question) ?? [];
  const options = { form: { name, to: '/', secret }, headers: { origin: new URL(site).origin }, maxRedirects: 0 };
  const response = await page.request.post(address, options);
  if (response.status() !== 303) throw new Error(`The channel ${name} responded with ${response.status()}.`);
}

/** Opens an address with `?channel=`, and confirms on the server's page. */
export async function joinChannel(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: /^Join the \S+ channel$/ }).click();
}
