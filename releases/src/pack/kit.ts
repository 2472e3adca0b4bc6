/** Packs the remote kit: the recipe as it is, and the commands compiled, since Node 20 does not run TypeScript. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { z } from 'zod';
import { readJson, root } from '../build/apps';
import { shellPaths } from '../build/shell-paths';

const sources = path.join(root, 'releases/src');
const assetTypes = path.join(root, 'types/assets.d.ts');
const recipe = path.join(root, 'webpack.shared.js');

/** The programs of the kit, by their names in lib/. */
const PROGRAMS: Readonly<Record<string, string>> = {
  main: 'kit/main.ts',
  build: 'kit/build.ts',
  check: 'kit/check.ts',
  dev: 'kit/dev.ts',
  test: 'kit/test.ts',
  vite: 'kit/vite.ts',
  release: 'commands/release.ts',
  rollback: 'commands/rollback.ts',
  promote: 'commands/promote.ts',
  verify: 'commands/verify.ts',
  releases: 'commands/releases.ts',
  keys: 'commands/keys.ts',
  words: 'commands/words.ts',
  upgrade: 'kit/upgrade.ts',
  'build-worker': 'build/build-worker.ts',
  'compare-process': 'fits/compare-process.ts',
};

/** Modules that know where the apps are. The kit has one app, in the folder of the command. */
const REPLACED: Readonly<Record<string, string>> = {
  [path.join(sources, 'build/project.ts')]: path.join(sources, 'kit/project.ts'),
  [path.join(sources, 'build/build-program.ts')]: path.join(sources, 'kit/build-program.ts'),
  [path.join(sources, 'build/shell-paths.ts')]: path.join(sources, 'kit/shell-paths.ts'),
  [path.join(sources, 'build/declarations.ts')]: path.join(sources, 'kit/declarations.ts'),
  [path.join(sources, 'fits/compare-program.ts')]: path.join(sources, 'kit/compare-program.ts'),
};

/** Loaders for a remote's build. Those for the shell stay here. */
const LOADERS = [
  'catalog-loader.cjs',
  'css-scale-loader.cjs',
  'embedded-css-loader.cjs',
  'own-styles-loader.cjs',
  'script-file-loader.cjs',
];

/** The code of the entry of a remote that Vite builds, which Vite bundles. */
const ENTRY_CODE = ['container.js', 'reload.js'];

/** Packages that the recipe and webpack's packages load by name. */
const LOADED_BY_NAME = [
  '@swc/core',
  // The declarations of the contracts refer to it.
  '@types/react',
  '@typescript/native',
  'css-loader',
  'jest',
  'react',
  'react-dom',
  'react-refresh',
  'react-router-dom',
  'swc-loader',
];
/** The recipe loads these only for the shell, or where its plugins are not compiled. */
const NOT_FOR_REMOTES: ReadonlySet<string> = new Set(['html-webpack-plugin', 'tsx']);
/** The remote installs these itself, so that each exists once. */
const PEERS: ReadonlySet<string> = new Set(['shared-contracts']);
/** Only a remote with a configuration of Vite has it. */
const OPTIONAL_PEERS = { vite: '^8.0.0' };

/** Resolves the settings to their source, and replaces the modules of the kit. */
const ours: Plugin = {
  name: 'ours',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^settings\// }, ({ path: request }) => {
      const [workspace = '', ...module] = request.split('/');
      return { path: path.join(root, workspace, 'src', `${module.join('/')}.ts`), sideEffects: false };
    });
    onResolve({ filter: /webpack\.shared\.js$/ }, () => ({ path: '../webpack.shared.js', external: true }));
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const replacement = REPLACED[file];
      return replacement ? { contents: `export * from ${JSON.stringify(replacement)};`, loader: 'ts' } : undefined;
    });
  },
};

const common = { bundle: true, platform: 'node', target: 'node20.19', metafile: true, logLevel: 'warning' } as const;

/** 'webpack' of 'webpack/lib/util', '@swc/core' of '@swc/core'. */
const packageOf = (request: string) => request.split('/', request.startsWith('@') ? 2 : 1).join('/');

/** Lists the packages that the built programs import when they run. */
const packagesIn = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ imports }) =>
    imports
      .filter(({ external, path: request }) => external && !/^(node:|[./])/.test(request))
      .map(({ path: request }) => packageOf(request)),
  );

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});

/** The range that this repository declares for each package, by name. */
export async function declaredRanges(): Promise<(name: string) => string> {
  const folders = ['', 'releases', 'settings', 'shared-contracts'];
  const manifests = await Promise.all(
    folders.map(async (folder) => manifestSchema.parse(await readJson(root, folder, 'package.json'))),
  );
  const ranges = Object.assign(
    {},
    ...manifests.map(({ dependencies, devDependencies }) => ({ ...devDependencies, ...dependencies })),
  ) as Record<string, string>;
  return (name) => {
    const range = ranges[name];
    if (!range) throw new Error(`The kit imports ${name}, which no package.json of this repository declares.`);
    return range;
  };
}

const described = z.looseObject({ name: z.string(), version: z.string() });

/**
 * Compiles the page of `dev --mock` and the gallery of primitives. A team's own build adds the contracts and its remote, since it compiles no sources
 * of packages.
 */
async function writeMockPages(out: string): Promise<void> {
  await build({
    entryPoints: {
      page: path.join(sources, 'kit/mock/page.tsx'),
      gallery: path.join(root, 'host/src/gallery/index.tsx'),
    },
    outdir: out,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    target: 'es2022',
    packages: 'external',
    loader: { '.module.css': 'local-css' },
    logLevel: 'warning',
  });
}

/**
 * Writes the package into a folder.
 * @param contracts the version of shared-contracts packed with it
 * @returns its version
 */
export async function writeKit(out: string, contracts: string): Promise<string> {
  const lib = path.join(out, 'lib');
  const programs = await build({
    ...common,
    entryPoints: Object.fromEntries(Object.entries(PROGRAMS).map(([name, file]) => [name, path.join(sources, file)])),
    outdir: lib,
    format: 'esm',
    splitting: true,
    packages: 'external',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunk-[hash]',
    plugins: [ours],
  });
  const plugins = await build({
    ...common,
    entryPoints: [path.join(sources, 'build/plugins/index.ts')],
    outfile: path.join(out, 'releases/src/build/plugins/index.cjs'),
    format: 'cjs',
    packages: 'external',
  });
  await writeMockPages(path.join(lib, 'mock'));
  await mkdir(path.join(out, 'releases/src/build/loaders'), { recursive: true });
  const loaders = LOADERS.map((name) => path.join(sources, 'build/loaders', name));
  const hot = path.join(sources, 'build/hot');
  const isSource = (file: string) => !file.includes('.test.');
  await cp(hot, path.join(out, 'releases/src/build/hot'), { recursive: true, filter: isSource });
  for (const name of ENTRY_CODE)
    await cp(path.join(sources, 'build/vite', name), path.join(out, 'releases/src/build/vite', name));
  for (const file of loaders) await cp(file, path.join(out, 'releases/src/build/loaders', path.basename(file)));
  const preset = path.join(sources, 'kit/package/jest-preset.cjs');
  // This build only finds the packages that these files require. The files are copied as they are.
  const asTheyAre = await build({
    ...common,
    entryPoints: [recipe, preset, ...loaders],
    outdir: out,
    write: false,
    format: 'cjs',
    packages: 'external',
  });
  const names = [programs, plugins, asTheyAre].flatMap(({ metafile }) => packagesIn(metafile)).concat(LOADED_BY_NAME);
  const dependencies = [...new Set(names)].filter((name) => !NOT_FOR_REMOTES.has(name) && !PEERS.has(name)).sort();
  const rangeOf = await declaredRanges();
  const { browserslist } = z.object({ browserslist: z.array(z.string()) }).parse(await readJson(root, 'package.json'));
  const manifest = described.parse(await readJson(sources, 'kit/package/package.json'));
  await cp(path.join(sources, 'kit/package'), out, { recursive: true });
  await cp(recipe, path.join(out, 'webpack.shared.js'));
  await cp(assetTypes, path.join(out, 'assets.d.ts'));
  await cp(path.join(root, 'LICENSE'), path.join(out, 'LICENSE'));
  await writeFile(path.join(out, 'shell-paths.json'), JSON.stringify(shellPaths()));
  const complete = {
    ...manifest,
    browserslist,
    dependencies: Object.fromEntries(dependencies.map((name) => [name, rangeOf(name)])),
    peerDependencies: {
      ...Object.fromEntries([...PEERS].map((name) => [name, `^${contracts}`])),
      ...OPTIONAL_PEERS,
    },
    peerDependenciesMeta: Object.fromEntries(Object.keys(OPTIONAL_PEERS).map((name) => [name, { optional: true }])),
  };
  await writeFile(path.join(out, 'package.json'), `${JSON.stringify(complete, null, 2)}\n`);
  return manifest.version;
}
