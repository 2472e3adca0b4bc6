/** A catalog team's own copy of its sources, and the commands with which it ships and takes back what it built. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { dist } from './worker';

const run = promisify(execFile);
const root = path.resolve(__dirname, '../..');

export interface CatalogTeam {
  /** `words` stand above the heading of its venues. `args`: '--to', 'beta'. */
  release(...args: string[]): Promise<void>;
  rollback(...args: string[]): Promise<void>;
  leave(): Promise<void>;
}

/** The tree under test stays as it is. */
export async function catalogTeam(words: string): Promise<CatalogTeam> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-catalog-'));
  const source = path.join(folder, 'catalog');
  await cp(path.join(root, 'remotes/catalog'), source, { recursive: true });
  const screen = path.join(source, 'src/venues/hero.tsx');
  const text = await readFile(screen, 'utf8');
  await writeFile(screen, text.replace('<h1', `<p>${words}</p><h1`));
  const command = async (name: string, args: string[]) => {
    await run('node', [`scripts/${name}.mjs`, 'catalog', ...args, '--out', dist], { cwd: root });
  };
  return {
    release: (...args) => command('release', [...args, '--source', source]),
    rollback: (...args) => command('rollback', args),
    leave: () => rm(folder, { recursive: true, force: true }),
  };
}
