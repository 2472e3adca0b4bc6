#!/usr/bin/env node
// create-remote <name> [--framework NAME] [--packages DIR]: creates a repository for a new remote. --packages names the folder with the tarballs
// of shared-contracts and the kit; without it, npm takes them from its registry.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FRAMEWORKS, isFramework } from './frameworks';
import { mountFiles } from './mount-files';
import { problemOfName } from './names';
import { remoteFiles } from './remote-files';
import { type Packages, repositoryFiles } from './repository-files';

const USAGE = `create-remote <name> [--framework NAME] [--packages DIR]

Writes the repository of a new remote into the folder <name>.

  --framework NAME   ${Object.keys(FRAMEWORKS).join(', ')}; without it, the remote uses the shell's React
  --packages DIR     the folder with the tarballs of shared-contracts and foodhall-remote-kit
  --help             this text`;

const readPackages = (): Packages => JSON.parse(readFileSync(new URL('./packages.json', import.meta.url), 'utf8'));

/**
 * Replaces the versions with the files in a folder: 'file:../packages/shared-contracts-1.3.0.tgz'.
 * @throws when the folder lacks one
 */
function fromFolder(packages: Packages, folder: string, repository: string): Packages {
  const files = readdirSync(folder);
  const located = (wanted: Readonly<Record<string, string>>, own: readonly string[]) =>
    Object.fromEntries(
      Object.entries(wanted).map(([name, range]) => {
        if (!own.includes(name)) return [name, range];
        const file = files.find((each) => each === `${name}-${range.replace('^', '')}.tgz`);
        if (!file) throw new Error(`${folder} has no ${name}-${range.replace('^', '')}.tgz.`);
        return [name, `file:${path.relative(repository, path.join(folder, file))}`];
      }),
    );
  const { dependencies, devDependencies } = packages;
  return {
    ...packages,
    dependencies: located(dependencies, ['shared-contracts']),
    devDependencies: located(devDependencies, ['foodhall-remote-kit']),
  };
}

async function create(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { framework: { type: 'string' }, packages: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const [name, ...others] = positionals;
  if (!name || others.length > 0) throw new Error(`Give one name, such as loyalty-card.\n\n${USAGE}`);
  const problem = problemOfName(name);
  if (problem) throw new Error(problem);
  const { framework } = values;
  if (framework !== undefined && !isFramework(framework))
    throw new Error(`There is no framework '${framework}'. The frameworks are ${Object.keys(FRAMEWORKS).join(', ')}.`);
  const repository = path.resolve(name);
  if (existsSync(repository)) throw new Error(`${repository} exists already.`);
  const packages = values.packages
    ? fromFolder(readPackages(), path.resolve(values.packages), repository)
    : readPackages();
  const files = framework
    ? { ...repositoryFiles(name, packages, FRAMEWORKS[framework]), ...mountFiles(name, packages.contract, framework) }
    : { ...repositoryFiles(name, packages), ...remoteFiles(name, packages.contract) };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(repository, file)), { recursive: true });
    await writeFile(path.join(repository, file), text);
    console.log(`wrote ${name}/${file}`);
  }
  console.log(`\nNext:\n  cd ${name}\n  npm install\n  npm run check\n  npm test`);
}

await create(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
