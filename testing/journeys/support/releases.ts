/** A team's own copy of its part's sources, and the commands with which it ships and takes back what it built. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { dist, snapshot } from './worker';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');

export interface Team {
  /** `args`: '--to', 'beta'. */
  release(...args: string[]): Promise<void>;
  rollback(...args: string[]): Promise<void>;
  retire(): Promise<void>;
  leave(): Promise<void>;
}

/** What a team has changed in its copy; the tree under test stays as it is. */
export interface Change {
  /** Below the part's folder. */
  file: string;
  change: (text: string) => string;
}

export async function teamOf(part: string, { file, change }: Change): Promise<Team> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `foodhall-${part}-`));
  const source = path.join(folder, part);
  const own = part === 'host' ? 'host' : `remotes/${part}`;
  await cp(path.join(root, own), source, { recursive: true });
  const changed = path.join(source, file);
  const text = await readFile(changed, 'utf8');
  if (change(text) === text) throw new Error(`${file} of ${part} has nothing to change.`);
  await writeFile(changed, change(text));
  const command = async (name: string, args: string[]) => {
    await run('node', ['--import', 'tsx', `tooling/src/commands/${name}.ts`, part, ...args, '--out', dist], {
      cwd: root,
    });
  };
  return {
    release: (...args) => command('release', [...args, '--source', source]),
    rollback: (...args) => command('rollback', args),
    retire: () => command('retire', []),
    leave: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Its release has `words` above the heading of the venues. */
export const catalogTeam = (words: string) =>
  teamOf('catalog', {
    file: 'src/venues/hero.tsx',
    change: (text) => text.replace('<h1', `<p>${words}</p><h1`),
  });

/** Its release has `words` in the footer of every page. */
export const shellTeam = (words: string) =>
  teamOf('host', {
    file: 'src/chrome/footer.tsx',
    change: (text) => text.replace('<p>', `<p>${words}</p><p>`),
  });

/** The version that everybody has. */
export async function liveVersion(part: string): Promise<string> {
  const { host, remotes } = await snapshot();
  return (part === 'host' ? host : remotes[part])?.version ?? '';
}
