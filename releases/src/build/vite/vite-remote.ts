/**
 * Builds a remote with the Vite of its own repository, and by the configuration of Vite that it has there. The result is a build like the recipe's:
 * an entry that is a container of Module Federation, a chunk for each screen and slot, and styles beside them.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import browserslist from 'browserslist';
import { browserslistToTargets } from 'lightningcss';
import type { InlineConfig, Rolldown } from 'vite';
import { hasOwnReact, readPackage } from '../apps';
import { type BundledRemote, definitionOf, withoutReact } from '../bundled-remote';
import type { BuiltModule } from '../components';
import { contractIn } from '../declarations';
import { project } from '../project';
import { ALL, type SharedNames } from '../shared-names';
import { modulesOf } from '../sources';
import { classNameOf } from './class-names';
import { manifestOf } from './mf-manifest';
import { fileOf, type SharedModulesPlugin, sharedModules } from './shared-modules';

type Vite = typeof import('vite');
type Chunk = Rolldown.OutputChunk;

/** A file that has not arrived after this many milliseconds has failed, as in the recipe of webpack. */
const TIMEOUT = 10_000;

const CONFIGURATIONS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `vite.config.${ending}`);
const configurationIn = (directory: string) =>
  CONFIGURATIONS.map((name) => path.join(directory, name)).find((file) => existsSync(file));

/** Tells whether a remote is built with Vite: it has a configuration of it. */
export const usesVite = (directory: string): boolean => configurationIn(directory) !== undefined;

/** @throws if the repository does not have Vite */
async function viteOf(directory: string): Promise<Vite> {
  const manifest = path.join(directory, 'package.json');
  let entry: string;
  try {
    entry = createRequire(manifest).resolve('vite');
  } catch {
    throw new Error(`vite.config is there and Vite is not: npm install --save-dev vite@8`);
  }
  return (await import(pathToFileURL(entry).href)) as Vite;
}

/** The oldest browsers, as Vite names them. */
async function browsers(): Promise<{ scripts: string[]; styles: ReturnType<typeof browserslistToTargets> }> {
  const styles = browserslistToTargets(browserslist((await readPackage(project.browsers)).browserslist));
  const nameOf = (browser: string) => (browser === 'ios_saf' ? 'ios' : browser);
  const scripts = Object.entries(styles).map(
    ([browser, version]) => `${nameOf(browser)}${version >> 16}.${(version >> 8) & 255}`,
  );
  return { scripts, styles };
}

/** The names of each shared module: by its declarations, or of a package as it is installed beside the contracts. */
async function namesOf(shared: readonly string[]): Promise<Map<string, readonly string[]>> {
  const { names } = await contractIn();
  const require = createRequire(path.join(project.contracts, 'package.json'));
  return new Map(
    shared.map((key) => {
      const declared = names[key];
      return [key, declared ? Object.keys(declared) : [...Object.keys(require(key) as object), 'default']];
    }),
  );
}

export interface ViteOrder {
  app: string;
  version: string;
  /** The remote's folder. */
  directory: string;
  /** The folder that receives the build. */
  outputPath: string;
  /** The modules that a shell provides. */
  shared: readonly string[];
  /** A development server names files without hashes and does not minify them. */
  isDevelopment?: boolean;
}

async function configOf(
  { app, directory, isDevelopment = false }: ViteOrder,
  { plugin }: SharedModulesPlugin,
): Promise<InlineConfig> {
  const target = await browsers();
  const hash = isDevelopment ? '' : '.[hash:8]';
  return {
    root: directory,
    configFile: configurationIn(directory) ?? false,
    mode: isDevelopment ? 'development' : 'production',
    logLevel: 'silent',
    publicDir: false,
    plugins: [plugin],
    css: { modules: { generateScopedName: classNameOf(app, directory) }, lightningcss: { targets: target.styles } },
    experimental: {
      // The entry knows where the remote's files are: another site may serve them.
      renderBuiltUrl: (file, { hostType }) =>
        hostType === 'js' ? { runtime: `foodhallAddress(${JSON.stringify(file)})` } : { relative: true },
    },
    build: {
      write: false,
      target: target.scripts,
      cssMinify: isDevelopment ? false : 'lightningcss',
      minify: !isDevelopment,
      sourcemap: 'hidden',
      cssCodeSplit: true,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { remote: definitionOf(directory) },
        preserveEntrySignatures: 'strict',
        // Vite's helper for preloads names import.meta, which it does not use here.
        checks: { emptyImportMeta: false },
        output: {
          // The entry loads each file as a script with its hash, which a browser does not check for a module that another one imports.
          format: 'cjs',
          exports: 'named',
          dynamicImportInCjs: false,
          hashCharacters: 'hex',
          entryFileNames: `[name]${hash}.js`,
          chunkFileNames: `[name]${hash}.js`,
          assetFileNames: ({ names: [name = ''] }) =>
            name.endsWith('.css') ? `[name]${hash}[extname]` : `assets/[name]${hash}[extname]`,
          sourcemapPathTransform: (source, map) =>
            `./${path
              .relative(directory, path.resolve(path.dirname(map), source))
              .split(path.sep)
              .join('/')}`,
        },
      },
    },
  };
}

/** Runs Vite. @throws with the first error, without its stack */
async function run(vite: Vite, config: InlineConfig): Promise<Rolldown.RolldownOutput['output']> {
  const result = await vite.build(config);
  const [first] = Array.isArray(result) ? result : [result];
  if (!first || !('output' in first)) throw new Error('vite.config asks for something else than one build.');
  return first.output;
}

/** The styles that Vite has put beside a chunk. */
const stylesOf = ({ viteMetadata }: Chunk): string[] => [...(viteMetadata?.importedCss ?? [])];

/** The scripts and styles that have to be there before a chunk runs. */
function neededBy(chunk: Chunk, chunks: ReadonlyMap<string, Chunk>): string[] {
  const found = new Map<string, Chunk>();
  const follow = (file: string): void => {
    const next = chunks.get(file);
    if (!next || found.has(file)) return;
    found.set(file, next);
    next.imports.forEach(follow);
  };
  follow(chunk.fileName);
  return [...found].flatMap(([file, each]) => [file, ...stylesOf(each)]).sort();
}

/** The code of a chunk as a function, which the entry calls (container.js). */
const asFunction = (name: string, { code, fileName }: Chunk): string =>
  `(self[${JSON.stringify(name)}]??=new Map()).set(${JSON.stringify(fileName)},function(exports,require,foodhallTake,foodhallAddress){"use strict";\n${code}\n});\n`;

/** A source map without sources, for code that begins in the second line. */
function mapOf(source: string): string {
  const {
    sourcesContent: _content,
    mappings,
    ...map
  } = JSON.parse(source) as { sourcesContent?: unknown; mappings: string };
  return JSON.stringify({ ...map, mappings: `;${mappings}` });
}

/** The names that the bundle takes from each shared module. */
function takenIn(
  chunks: readonly Chunk[],
  keyOf: SharedModulesPlugin['keyOf'],
  names: ReadonlyMap<string, readonly string[]>,
): SharedNames {
  const taken: SharedNames = new Map();
  for (const [id, { renderedExports }] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
    const key = keyOf(id);
    if (key === undefined) continue;
    const isPackage = names.get(key)?.includes('default');
    const found = renderedExports.map((name) => (isPackage && name === 'default' ? ALL : name));
    if (found.length > 0) taken.set(key, new Set([...(taken.get(key) ?? []), ...found]));
  }
  return taken;
}

/** The screens, slots and catalogs, by their keys in defineRemote. */
function builtModules(directory: string, entry: Chunk, chunks: ReadonlyMap<string, Chunk>): Map<string, BuiltModule> {
  const source = definitionOf(directory);
  const definition = neededBy(entry, chunks);
  const built = new Map<string, BuiltModule>();
  const dynamic = entry.dynamicImports.flatMap((file) => chunks.get(file) ?? []);
  for (const { key, specifier } of modulesOf(source)) {
    const wanted = path.resolve(path.dirname(source), specifier);
    const chunk = dynamic.find(({ facadeModuleId }) => {
      const [file = ''] = facadeModuleId?.split('?') ?? [];
      return file === wanted || file.replace(/\.\w+$/, '') === wanted;
    });
    if (!chunk) continue;
    built.set(key, {
      files: [...new Set([...definition, ...neededBy(chunk, chunks)])],
      exports: (name) => chunk.exports.includes(name),
    });
  }
  return built;
}

const tools = path.join(project.browsers, 'releases/src/build/vite');

/** The lines of the entry, which Vite bundles with the container. */
function entrySource({ app, version, isDevelopment }: ViteOrder, data: object): string {
  const fileIn = (name: string) => JSON.stringify(path.join(tools, name));
  const lines = [
    `import { createContainer } from ${fileIn('container.js')};`,
    `self[${JSON.stringify(`${app}@${version}`)}] = createContainer(${JSON.stringify(data)});`,
  ];
  return [...(isDevelopment ? [`import ${fileIn('reload.js')};`] : []), ...lines].join('\n');
}

const ENTRY = 'foodhall-entry';

async function entryOf(vite: Vite, order: ViteOrder, data: object): Promise<Chunk> {
  const { directory, isDevelopment } = order;
  const source = entrySource(order, { timeout: TIMEOUT, ...data });
  const [entry] = await run(vite, {
    root: directory,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: ENTRY,
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
        load: (id) => (id === `\0${ENTRY}` ? source : undefined),
      },
    ],
    build: {
      write: false,
      target: (await browsers()).scripts,
      modulePreload: false,
      minify: !isDevelopment,
      rolldownOptions: {
        input: ENTRY,
        output: {
          format: 'iife',
          hashCharacters: 'hex',
          entryFileNames: isDevelopment ? 'remoteEntry.js' : 'remoteEntry.[hash:8].js',
        },
      },
    },
  });
  return entry;
}

async function write(folder: string, file: string, content: string | Uint8Array): Promise<void> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
}

/**
 * Builds the remote into the folder.
 * @throws with the error of Vite or of a plugin, and for first screens, which need the recipe of webpack
 */
export async function bundleWithVite(order: ViteOrder): Promise<BundledRemote> {
  const { app, version, directory, outputPath, shared } = order;
  if (existsSync(path.join(directory, 'src/first-screens.tsx')))
    throw new Error(
      'src/first-screens.tsx is built by the recipe of webpack alone: the class names of Vite are others.',
    );
  const vite = await viteOf(directory);
  const isReactOwn = await hasOwnReact(directory);
  const names = await namesOf(isReactOwn ? withoutReact(shared) : shared);
  const plugin = sharedModules(directory, names, isReactOwn);
  const output = await run(vite, await configOf(order, plugin));
  const chunks = output.filter((file) => file.type === 'chunk');
  const assets = output.filter((file) => file.type === 'asset');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const [definition] = chunks.filter(({ isEntry }) => isEntry);
  if (!definition) throw new Error('Vite has built no entry.');
  const name = `foodhall/${app}`;
  const taken = takenIn(chunks, plugin.keyOf, names);
  const entered = [definition, ...chunks.filter(({ isDynamicEntry }) => isDynamicEntry)];
  const entry = await entryOf(vite, order, {
    name,
    definition: definition.fileName,
    needs: Object.fromEntries(entered.map((chunk) => [chunk.fileName, neededBy(chunk, byName)])),
    shared: [...taken.keys()].sort(),
  });
  await write(outputPath, entry.fileName, entry.code);
  for (const chunk of chunks) await write(outputPath, chunk.fileName, asFunction(name, chunk));
  for (const { fileName, source } of assets) {
    await write(outputPath, fileName, fileName.endsWith('.js.map') ? mapOf(source.toString()) : source);
  }
  await write(
    outputPath,
    'mf-manifest.json',
    manifestOf({ app, version, entry: entry.fileName, files: neededBy(definition, byName), shared: [...taken.keys()] }),
  );
  const files = new Set(chunks.flatMap(({ moduleIds }) => moduleIds.map(fileOf)).filter(path.isAbsolute));
  const isOwn = (file: string) => !/^\.\.|(^|[\\/])node_modules[\\/]/.test(path.relative(directory, file));
  return {
    files,
    modules: builtModules(directory, definition, byName),
    taken,
    bundled: [...files].filter((file) => isOwn(file) && /\.[jt]sx?$/.test(file)).sort(),
    carried: [],
    components: plugin.components(),
    styles: assets.filter(({ fileName }) => fileName.endsWith('.css')).map(({ source }) => source.toString()),
  };
}
