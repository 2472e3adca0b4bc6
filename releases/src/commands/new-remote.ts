// npm run new-remote -- <name>: creates a remote with a screen, a test and its place in the registry.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root as project, readPackage } from '../build/apps';
import { problemOfRoutePath } from '../build/manifest';
import { problemOfName } from '../scaffold/names';
import { json, remoteFiles } from '../scaffold/remote-files';
import { readOptions } from './arguments';
import { runCommand } from './run-command';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The fields of package.json that an install reads. */
interface PackageManifest {
  name: string;
  version: string;
  private: true;
  dependencies: Record<string, string>;
}

/** The files of a new remote in this repository, by path in its folder. */
function filesOf(manifest: PackageManifest, contract: string): Record<string, string> {
  return {
    'package.json': json(manifest),
    'webpack.config.js': "module.exports = require('../../webpack.shared.js').remoteConfig(__dirname);\n",
    ...remoteFiles(manifest.name, contract),
  };
}

/** Names the workspace in the lock file as an install would, so that 'npm ci' still works. */
async function addToLock(root: string, { name, version, dependencies }: PackageManifest): Promise<void> {
  const file = path.join(root, 'package-lock.json');
  const before = await readFile(file, 'utf8');
  const lock: { packages: Record<string, unknown> } = JSON.parse(before);
  lock.packages[`remotes/${name}`] = { version, dependencies };
  lock.packages[`node_modules/${name}`] = { resolved: `remotes/${name}`, link: true };
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  const text = json(lock);
  await writeFile(file, text);
  // npm start installs if the lock file differs from the installed one.
  const record = path.join(root, 'node_modules/.installed-lock');
  if ((await readFile(record, 'utf8').catch(() => '')) === hashOf(before)) await writeFile(record, hashOf(text));
}

/**
 * @param root the project
 * @returns the written files, by path in the project
 * @throws for a name that is missing, invalid or in use, or whose path no remote can have
 */
export async function newRemote(name: string | undefined, root: string): Promise<string[]> {
  if (!name || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new Error('Give a name of small letters, digits and single dashes: npm run new-remote -- loyalty-card');
  }
  const problem = problemOfName(name) ?? problemOfRoutePath(name, `/${name}`);
  if (problem) throw new Error(`${problem} Choose another name.`);
  const directory = path.join(root, 'remotes', name);
  if (existsSync(directory)) throw new Error(`remotes/${name} exists already.`);
  if (existsSync(path.join(root, 'node_modules', name))) {
    throw new Error(`'${name}' is the name of a package that is in use; choose another.`);
  }
  const { version: contract } = await readPackage(root, 'shared-contracts');
  const { react = '' } = (await readPackage(root, 'host')).dependencies;
  const manifest: PackageManifest = {
    name,
    version: '1.0.0',
    private: true,
    dependencies: { react, 'shared-contracts': `^${contract}` },
  };
  const files = filesOf(manifest, contract);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(directory, file)), { recursive: true });
    await writeFile(path.join(directory, file), text);
  }
  await addToLock(root, manifest);
  await mkdir(path.join(root, 'node_modules'), { recursive: true });
  await symlink(path.join('..', 'remotes', name), path.join(root, 'node_modules', name), 'dir');
  return Object.keys(files).map((file) => `remotes/${name}/${file}`);
}

const run = (command: string, args: readonly string[]) =>
  new Promise<void>((resolve, reject) => {
    spawn(command, args, { cwd: project, stdio: 'inherit' }).on('close', (code) =>
      code === 0 ? resolve() : reject(new Error('The new remote was written, and is not live yet; see above.')),
    );
  });

await runCommand(import.meta.url, async () => {
  const { positionals } = readOptions([]);
  const [name = ''] = positionals;
  for (const file of await newRemote(name, project)) console.log(`wrote ${file}`);
  await run('npx', ['--no-install', 'biome', 'format', '--write', '--log-level=error', `remotes/${name}`]);
  // The release runs in a process of its own, since each process reads the list of apps once.
  await run(process.execPath, ['--import', 'tsx', 'releases/src/commands/release.ts', name]);
  console.log(`Open /${name} after npm start.

  npm run dev ${name}          its screen with fast refresh
  npm run unit -- remotes/${name}   its test
  npm run release -- ${name}   the next version, for all visitors`);
});
