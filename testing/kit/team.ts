/** A team in an empty folder outside this repository, with the tarballs and its commands. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from 'releases/build/apps';
import { pack } from 'releases/pack/pack';
import { processEnv } from 'settings/environment';
import { z } from 'zod';

const run = promisify(execFile);

export interface Team {
  /** The empty folder. */
  folder: string;
  /** The repository of its remote in that folder. */
  repository: string;
  /**
   * Runs a command in the folder, or in the repository once that exists, and prints its time.
   * @returns its output
   * @throws with its output, if it fails
   */
  run(command: string): Promise<string>;
  /** Deletes the folder. */
  leave(): Promise<void>;
}

/** The error of a failed command. */
const failureSchema = z.object({ stdout: z.string(), stderr: z.string() });

/** The name of the team's remote. */
export const REMOTE = 'loyalty-card';

/**
 * @param report gets a line for each step, with its seconds
 * @param env the team's environment
 */
export async function startTeam(report: (line: string) => void, env: Record<string, string>): Promise<Team> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-team-'));
  const repository = path.join(folder, REMOTE);
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const started = Date.now();
    const result = await work();
    report(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${name}`);
    return result;
  };
  await timed('npm run pack', () => pack(path.join(folder, 'packages')));
  const { npm_config_prefix: _prefix, NODE_OPTIONS: _options, ...inherited } = processEnv;
  const environment = { ...inherited, ...env };
  let cwd = folder;
  return {
    folder,
    repository,
    async run(command) {
      const [, into] = /^cd (\S+)$/.exec(command) ?? [];
      if (into) {
        cwd = path.resolve(cwd, into);
        return '';
      }
      return await timed(command, async () => {
        try {
          const { stdout } = await run('bash', ['-c', command], { cwd, env: environment, maxBuffer: 32 * 1024 * 1024 });
          return stdout;
        } catch (error) {
          const failure = failureSchema.safeParse(error);
          if (!failure.success) throw error;
          throw new Error(`${command} failed:\n${failure.data.stdout}${failure.data.stderr}`);
        }
      });
    },
    leave: () => rm(folder, { recursive: true, force: true }),
  };
}

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});

/** The workspaces whose packages are in the tarballs. A workspace may have another version of its own. */
const WORKSPACES = ['releases', 'settings', 'shared-contracts', ''];

/** The packages of a package.json, by name. */
async function wantedBy(folder: string): Promise<string[]> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')));
  return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
}

/**
 * Does the work of npm install without a network: it unpacks our tarballs and links those packages of this repository that they and the
 * remote declare. A package that is imported but not declared is missing.
 */
export async function installLinked({ folder, repository }: Team): Promise<void> {
  const modules = path.join(repository, 'node_modules');
  const ours = ['shared-contracts', 'foodhall-remote-kit'];
  for (const name of ours) {
    const target = path.join(modules, name);
    await mkdir(target, { recursive: true });
    const tarballs = path.join(folder, 'packages');
    await run('bash', ['-c', `tar xzf "$1"/${name}-*.tgz -C "$2" --strip-components=1`, 'bash', tarballs, target]);
  }
  const folders = [repository, ...ours.map((name) => path.join(modules, name))];
  const wanted = new Set((await Promise.all(folders.map(wantedBy))).flat().filter((name) => !ours.includes(name)));
  for (const name of wanted) {
    const link = path.join(modules, name);
    await mkdir(path.dirname(link), { recursive: true });
    const installed = WORKSPACES.map((workspace) => path.join(root, workspace, 'node_modules', name)).find(existsSync);
    if (!installed) throw new Error(`${name} is not installed here, and the packed packages need it.`);
    await symlink(installed, link);
  }
  await mkdir(path.join(modules, '.bin'), { recursive: true });
  await symlink('../foodhall-remote-kit/lib/main.mjs', path.join(modules, '.bin/foodhall-remote'));
  await cp(path.join(root, 'package-lock.json'), path.join(repository, 'package-lock.json'));
}
