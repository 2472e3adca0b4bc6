import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../apps';
import leanFederation from './lean-federation-loader.cjs';

const packages = path.join(root, 'node_modules/@module-federation');

/** The installed file as a build has it, and as it is. */
async function leanFile(name: string): Promise<{ source: string; lean: string }> {
  const resourcePath = path.join(packages, name);
  const source = await readFile(resourcePath, 'utf8');
  return { source, lean: leanFederation.call({ resourcePath }, source) };
}

/** It stands in for four files: lean-ranges.test.ts. */
const RANGES = 'runtime-core/dist/utils/semver/index.js';
const cut = leanFederation.files.filter((name) => name !== RANGES);

test.each(cut)('%s of the installed runtime has what is left out, and gets shorter', async (name) => {
  const { source, lean } = await leanFile(name);
  expect(lean.length).toBeLessThan(source.length);
});

test.each(leanFederation.files)('%s exports the names that it had', async (name) => {
  const { source, lean } = await leanFile(name);
  const names = [...(/export \{([^}]*)\};/.exec(source)?.[1] ?? '').matchAll(/(\w+)(?: as (\w+))?/g)];
  for (const [, local, exported = local] of names) expect(lean).toMatch(new RegExp(`export .*\\b${exported}\\b`));
});

test('the handler of remotes loads them, and neither preloads nor removes any', async () => {
  const { lean } = await leanFile('runtime-core/dist/remote/index.js');
  expect(lean).toMatch(/^\tasync loadRemote\(/m);
  expect(lean).toMatch(/^\tregisterRemotes\(/m);
  expect(lean).not.toMatch(/^\t(async )?(preloadRemote|removeRemote|initRawContainer)\(/m);
});

test('a shared module is never one that is cut down', async () => {
  const { lean } = await leanFile('runtime-core/dist/utils/share.js');
  expect(lean).toContain('const shouldUseTreeShaking = () => false;');
  expect(lean).toContain('if (false) {\n\t\tversion = findVersion(');
  expect(lean).toContain('useTreesShaking = false;');
});

test('the one hook that the shell hears is told, and no other', async () => {
  const told = [];
  for (const name of leanFederation.files) {
    const { lean } = await leanFile(name);
    // A hook tells its listeners, in the file of hooks.
    if (!name.includes('/hooks/')) told.push(...[...lean.matchAll(/(\w+)\.emit\(/g)].map(([, hook]) => hook));
    expect(lean).not.toMatch(/new (Async|SyncWaterfall)/);
  }
  expect(new Set(told)).toEqual(new Set(['createScript']));
});

test('a hook that would change what is done returns what it is told', async () => {
  const { lean } = await leanFile('runtime-core/dist/remote/index.js');
  expect(lean).toContain('loadRemoteArgs = ({');
  expect(lean).not.toContain('await undefined');
});

test('a runtime without the hooks that are left out fails the build', () => {
  const resourcePath = path.join(packages, 'runtime-core/dist/module/index.js');
  expect(() => leanFederation.call({ resourcePath }, 'export const Module = class {};')).toThrow(
    'lean-federation-loader.cjs does not find hooks in runtime-core/dist/module/index.js.',
  );
});

test('a runtime that is written in another way fails the build', () => {
  const resourcePath = path.join(packages, 'runtime-core/dist/utils/load.js');
  expect(() => leanFederation.call({ resourcePath }, 'const loadEsmEntry = () => {};')).toThrow(
    'lean-federation-loader.cjs does not find loadEsmEntry in runtime-core/dist/utils/load.js.',
  );
});
