// foodhall-remote upgrade [VERSION | PATH] [--write]: says what newer contracts change for this remote. --write raises the range in
// package.json and in remote.json.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { z } from 'zod';
import { readJson, root } from '../build/apps';
import { buildApps } from '../build/build-apps';
import { type Contract, contractIn } from '../build/declarations';
import { runCommand } from '../commands/run-command';
import { startCompiler } from '../fits/compiler';
import { surfaceSchema } from '../fits/surface';
import { raisedRange, upgradeLines, upgradeOf } from './upgrade-report';

const run = promisify(execFile);
const CONTRACTS = 'shared-contracts';

const packageSchema = z.looseObject({ dependencies: z.record(z.string(), z.string()) });

/** The name of the contracts in the registry: an alias in package.json, 'npm:@hall/shared-contracts@^1.3.0', gives another one. */
const nameInRegistry = (range: string) => /^npm:((?:@[^/@]+\/)?[^@]+)@/.exec(range)?.[1] ?? CONTRACTS;

/**
 * Takes a package from the registry, or from a folder or tarball, as npm does.
 * @returns the folder with its files, below `folder`
 */
async function unpacked(wanted: string, folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', wanted, '--json', '--ignore-scripts', '--pack-destination', folder]);
  const [packed] = z
    .array(z.object({ filename: z.string() }))
    .min(1)
    .parse(JSON.parse(stdout));
  await run('tar', ['-xzf', path.join(folder, String(packed?.filename)), '-C', folder]);
  return path.join(folder, 'package');
}

/** Reads which names of the contracts a build of this remote uses. */
async function surfaceOfRemote(out: string) {
  const [build] = await buildApps(undefined, { out });
  if (!build) throw new Error('The remote was not built.');
  return surfaceSchema.parse(await readJson(out, build.part, build.version, 'surface.json'));
}

/** Sets a field of a file of JSON. The other fields keep their order. */
async function setIn(file: string, change: (content: Record<string, unknown>) => void): Promise<void> {
  const content = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(file, 'utf8')));
  change(content);
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

await runCommand(import.meta.url, async () => {
  const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
  const { dependencies } = packageSchema.parse(await readJson(root, 'package.json'));
  const range = dependencies[CONTRACTS];
  if (!range) throw new Error(`package.json has no dependency ${CONTRACTS}.`);
  const [to = 'latest'] = positionals;
  const isPath = existsSync(path.resolve(root, to));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-upgrade-'));
  const compiler = startCompiler();
  try {
    const newer = await unpacked(isPath ? path.resolve(root, to) : `${nameInRegistry(range)}@${to}`, folder);
    const upgrade = await upgradeOf({
      taken: await surfaceOfRemote(path.join(root, 'dist')),
      installed: await contractIn(),
      next: (await readJson(newer, 'contract.json')) as Contract,
      changelog: await readFile(path.join(newer, 'CHANGELOG.md'), 'utf8'),
      compiler,
    });
    for (const line of upgradeLines(upgrade)) console.log(line);
    if (values.write) {
      const raised = isPath ? `file:${path.relative(root, path.resolve(root, to))}` : raisedRange(range, upgrade.to);
      await setIn(path.join(root, 'package.json'), (manifest) => {
        manifest.dependencies = { ...dependencies, [CONTRACTS]: raised };
      });
      await setIn(path.join(root, 'remote.json'), (manifest) => {
        manifest.contract = `^${upgrade.to}`;
      });
      console.log('\npackage.json and remote.json ask for it. Run npm install, then npm run check.');
    }
    if (upgrade.breaks.length > 0) process.exitCode = 1;
  } finally {
    compiler.close();
    await rm(folder, { recursive: true, force: true });
  }
});
