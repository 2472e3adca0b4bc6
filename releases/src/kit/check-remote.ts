/** Finds the mistakes of a remote before it is built. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RemoteManifest } from 'shared-contracts/remote';
import { z } from 'zod';
import { readJson } from '../build/apps';
import { problemsOfManifest } from '../build/manifest';
import { provided } from '../build/provided';
import { modulesOf } from '../build/sources';
import { isContractInRange } from '../model/compatibility';

const failureSchema = z.object({ stdout: z.string().min(1) });

/** The compiler's complaints, by the tsconfig.json of the folder. */
export async function typeProblems(directory: string): Promise<string[]> {
  const tsc = createRequire(import.meta.url)
    .resolve('@typescript/native/package.json')
    .replace(/package\.json$/, 'bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [tsc, '--noEmit', '--pretty', 'false', '-p', directory], {
      cwd: directory,
    });
    return [];
  } catch (error) {
    const failure = failureSchema.safeParse(error);
    if (!failure.success) throw error;
    return failure.data.stdout.trim().split('\n');
  }
}

/** Lists the names in remote.json that src/remote.ts lacks: a route without its screen, a slot without its component. */
function missingModules(directory: string, { routes, slots }: RemoteManifest): string[] {
  const definition = path.join(directory, 'src/remote.ts');
  if (!existsSync(definition))
    return ['src/remote.ts is missing: it has the screens and slots that remote.json names.'];
  const defined = new Set(modulesOf(definition).map(({ key }) => key));
  const named = new Map([
    ...routes.map(({ path: at, screen }) => [screen, `The route ${at} names the screen '${screen}'`] as const),
    ...slots.map(({ slot, module }) => [module, `The slot ${slot} names '${module}'`] as const),
  ]);
  return [...named]
    .filter(([id]) => !defined.has(id))
    .map(([, sentence]) => `${sentence}, which src/remote.ts does not have.`);
}

/** Explains why the remote cannot be built or released, by its remote.json and the installed contracts. */
export async function manifestProblems(remote: string, directory: string): Promise<string[]> {
  const manifest = await readJson(directory, 'remote.json');
  const problems = problemsOfManifest(remote, manifest);
  if (problems.length > 0) return problems;
  const { contract } = provided();
  const wanted = manifest as RemoteManifest;
  return [
    ...missingModules(directory, wanted),
    ...(isContractInRange(contract, wanted.contract)
      ? []
      : [`remote.json asks for contract ${wanted.contract}, and shared-contracts ${contract} is installed.`]),
  ];
}
