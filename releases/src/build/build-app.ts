/**
 * Builds one app into its own immutable folder and describes the result in build.json, from which releases are made. It
 * runs in a process of its own, so that two cores build two apps at once.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { minify } from '@swc/core';
import type { Compilation, Configuration } from 'webpack';
import type { Surface } from '../fits/surface';
import { isContractInRange } from '../model/compatibility';
import { catalogKey } from '../model/languages';
import type { BuildRecord } from '../model/schemas';
import { integrityOf } from '../store/integrity';
import { SBOM } from '../store/sbom';
import { publicKeys } from '../store/signing';
import { releaseText } from '../store/snapshot';
import { SURFACE } from '../store/verdicts';
import { keysOf } from '../words/app-words';
import { languagesOf, problemsOfCatalog, readCatalog } from '../words/catalogs';
import { callsOfApp, sourcesIn } from './app-calls';
import { hasOwnReact, isRemote, root } from './apps';
import type { BuildOrder } from './build-apps';
import { buildSentence } from './build-errors';
import { type BundledRemote, builtModules, bundledByWebpack, withoutReact } from './bundled-remote';
import { bundledFiles } from './bundled-sources';
import { type BuiltModule, problemsOfComponents } from './components';
import { contractIn } from './declarations';
import { type FirstScreenFiles, writeFirstScreens } from './first-screens';
import { readManifest } from './manifest';
import * as plugins from './plugins';
import { primitivesDigest } from './primitives';
import { project } from './project';
import { provided } from './provided';
import { bundledPackages, sbomText } from './sbom';
import { namesProvided } from './shared-names';
import { withIntegrity } from './shell-page';
import { shellPaths } from './shell-paths';
import { takeMaps } from './source-maps';
import { eventsUsedBy, problemsOfAppEvents } from './sources';
import { remoteSurface, shellSurface } from './surface';
import { writeTranslatedFacts } from './translated-facts';
import { translatedMenu } from './translated-menu';
import { bundleWithVite, usesVite } from './vite/vite-remote';

const compress = promisify(brotliCompress);
const require = createRequire(import.meta.url);

const recipe = () => import('../../../webpack.shared.js');
/** The recipe's TypeScript modules, already loaded. Otherwise tsx would compile them once more. */
const loaded = { plugins, publicKeys, provided };

/** Runs webpack. Rejects with webpack's own first error, shortened to the useful part. */
async function bundle(config: Configuration): Promise<Compilation> {
  const { default: webpack } = await import('webpack');
  return await new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler.run((fault, stats) => {
      compiler.close((closing) => {
        const error = fault ?? stats?.compilation.errors[0] ?? closing;
        if (stats && !error) resolve(stats.compilation);
        else reject(new Error(error ? buildSentence(error, stats?.compilation) : 'webpack ended without a result.'));
      });
    });
  });
}

async function bundleTemplates(directory: string, outputPath: string): Promise<void> {
  const { templateConfig } = await recipe();
  await bundle(templateConfig(directory, { outputPath, project: root, loaded }));
}

/** A file of the shell that is in no bundle. The page names it, so it is checked and counted like a bundle. */
const START = 'start.js';

async function minifyScript(file: string): Promise<void> {
  const { code } = await minify(await readFile(file, 'utf8'));
  await writeFile(file, code);
}

/** The frame of first screens, and its path in the shell's sources. */
const FRAME = { source: 'src/first-screen/frame.html', file: 'first-screen-frame.html' };

const textFiles = /\.(js|css|html|svg|json)$/;

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * Lists the files that are served at the root, such as the icon.
 * @param directory the shell's sources
 * @throws for one in a folder: neither the server nor a static host would serve it at its address
 */
export async function fixedFilesOf(directory: string): Promise<string[]> {
  const files = (await filesIn(path.join(directory, 'public'))).filter((file) => file !== START);
  const nested = files.find((file) => file.includes(path.sep));
  if (nested)
    throw new Error(
      `public/${nested} is in a folder, and the files of public are served at the root alone: move it to public itself.`,
    );
  return files;
}

/** Brotli settings that make scripts of this size 0.2 % smaller: smaller blocks, and distances that are often small multiples of two. */
const DENSE = {
  [constants.BROTLI_PARAM_LGBLOCK]: 16,
  [constants.BROTLI_PARAM_NPOSTFIX]: 1,
  [constants.BROTLI_PARAM_NDIRECT]: 12,
};

async function compressBeside(directory: string, files: readonly string[]): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      const source = await readFile(path.join(directory, file));
      const params = { ...DENSE, [constants.BROTLI_PARAM_SIZE_HINT]: source.length };
      const packed = await compress(source, { params });
      await writeFile(path.join(directory, `${file}.br`), packed);
    }),
  );
}

/**
 * Lists the files that each screen and slot needs besides the entry. A page can then request all of them at once instead of discovering
 * them one after the other.
 */
const filesOfModules = (modules: ReadonlyMap<string, BuiltModule>): Record<string, string[]> =>
  Object.fromEntries([...modules].map(([key, { files }]) => [key, files]));

const integrityIn = async (directory: string, files: readonly string[]): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, integrityOf(await readFile(path.join(directory, file)))])),
  );

/** Writes the shell's page once all files have their last bytes. */
async function writePage(output: string, version: string, files: readonly string[]): Promise<void> {
  const page = path.join(output, 'index.html');
  const named = await integrityIn(
    output,
    files.filter((file) => !file.startsWith('embed.')),
  );
  await writeFile(page, withIntegrity(await readFile(page, 'utf8'), `/parts/host/${version}/`, named));
}

/** A build without its record yet. */
interface Built extends BuildOrder {
  /** The folder that receives the build. */
  output: string;
  /** The files of the build that a page may request. */
  files: readonly string[];
  first: FirstScreenFiles | undefined;
  /** The files with the titles and descriptions of its pages in other languages, by language. */
  translatedFacts: Record<string, string> | undefined;
}

/** The chunk of the shell with its texts in a language (host/src/load-words.ts). */
const CATALOG = /^language-([\w-]+)\.\w+\.js$/;

const catalogsIn = (files: readonly string[]): Record<string, string[]> =>
  Object.fromEntries(
    files.flatMap((file) => {
      const [, language] = CATALOG.exec(file) ?? [];
      return language === undefined ? [] : [[language, [file]]];
    }),
  );

async function shellRecord({ version, output, files, directory }: Built): Promise<BuildRecord> {
  const fixed = await fixedFilesOf(directory);
  return {
    part: 'host',
    version,
    integrity: await integrityIn(output, files),
    fixed,
    root: await integrityIn(output, fixed),
    html: 'index.html',
    embed: 'embed.js',
    // A browser does not check the integrity of a worker, so the server that sends it does.
    worker: integrityOf(await readFile(path.join(output, 'sw.js'))),
    keys: publicKeys(),
    catalogs: catalogsIn(files),
    paths: shellPaths(),
    frame: FRAME.file,
    primitives: await primitivesOf(),
    ...provided(),
  };
}

async function primitivesOf(): Promise<string> {
  const { classNames } = await recipe();
  return await primitivesDigest(project.contracts, classNames('').localIdentName);
}

/** @throws unless src/remote.ts imports each catalog, without which the shell would not find it */
function requireCatalogs([, ...translated]: readonly string[], modules: ReadonlyMap<string, BuiltModule>): void {
  const missing = translated.find((language) => !modules.has(catalogKey(language)));
  if (missing === undefined) return;
  throw new Error(`src/locales/${missing}.json is not among the catalogs of src/remote.ts.`);
}

/**
 * Checks the texts of an app before it is built, since a release must not be translated in part.
 * @throws with the reasons
 */
async function requireWords(directory: string): Promise<void> {
  const languages = languagesOf(directory).slice(1);
  if (languages.length === 0) return;
  const { keys } = await keysOf(directory);
  const problems = languages.flatMap((language) =>
    problemsOfCatalog(keys, readCatalog(directory, language), language).map(
      (problem) => `src/locales/${language}.json: ${problem}`,
    ),
  );
  if (problems.length > 0) throw new Error(`its texts are not complete. ${problems.join(' ')}`);
}

/** @throws with the reasons */
async function requireOwnEvents(remote: string, directory: string): Promise<void> {
  const problems = problemsOfAppEvents(remote, await sourcesIn(directory));
  if (problems.length > 0) throw new Error(problems.join(' '));
}

async function remoteRecord(
  { modules, taken }: BundledRemote,
  { part, version, directory, output, files, first, translatedFacts }: Built,
): Promise<BuildRecord> {
  const shell = provided();
  const { contract, routes, slots, menu, facts } = await readManifest(part, directory);
  if (!isContractInRange(shell.contract, contract)) {
    throw new Error(
      `remote.json asks for contract ${contract}, and the contracts it was built with are ${shell.contract}.`,
    );
  }
  const languages = languagesOf(directory);
  requireCatalogs(languages, modules);
  const [problem, ...others] = problemsOfComponents({ routes, slots }, modules);
  if (problem) throw new Error(`its remote.json cannot be released. ${[problem, ...others].join(' ')}`);
  const entry = files.find((file) => /^remoteEntry\.\w+\.js$/.test(file));
  if (!entry) throw new Error(`${part} was built without a remote entry.`);
  // A remote with another framework takes no React, so it runs beside any.
  const isTaken = (name: string) => [...taken.keys()].some((key) => key === name || key.startsWith(`${name}/`));
  const packages = Object.fromEntries(
    Object.entries(shell.packages)
      .filter(([name]) => isTaken(name))
      .map(([name, built]) => [name, `^${built.replace(/\.\d+$/, '.0')}`]),
  );
  return {
    part,
    version,
    integrity: await integrityIn(output, files),
    entry,
    contract,
    packages,
    events: eventsUsedBy(await sourcesIn(directory)),
    routes,
    slots,
    ...translatedMenu(directory, { menu }),
    ...(facts && { facts }),
    ...(translatedFacts && { translatedFacts }),
    modules: filesOfModules(modules),
    ...(languages.length > 1 && { languages }),
    ...(first && { first }),
  };
}

/** The result of a bundler. */
interface Bundle {
  /** The files that are in it, those of packages among them. */
  files: ReadonlySet<string>;
}

interface ShellBundle extends Bundle {
  compilation: Compilation;
}

async function bundleShell(config: Configuration): Promise<ShellBundle> {
  const compilation = await bundle(config);
  return { compilation, files: bundledFiles(compilation) };
}

/**
 * Builds beside the build's folder and moves the result there whole, so a folder that exists is complete.
 * @param bundleInto runs the bundler, which writes into this folder
 */
async function intoFolder<Bundled extends Bundle>(
  order: BuildOrder,
  bundleInto: (outputPath: string) => Promise<Bundled>,
  recordOf: (bundled: Bundled, built: Built) => Promise<BuildRecord>,
  surfaceOf?: (bundled: Bundled, record: BuildRecord) => Promise<Surface>,
): Promise<BuildRecord> {
  const { part, version, out, directory } = order;
  const target = path.join(out, part, version);
  const output = path.join(out, part, `.${version}-${process.pid}`);
  await mkdir(output, { recursive: true });
  try {
    const bundled = await bundleInto(output);
    if (!isRemote(part)) await cp(path.join(directory, FRAME.source), path.join(output, FRAME.file));
    const { contract } = provided();
    const primitives = await primitivesOf();
    const first = isRemote(part)
      ? await writeFirstScreens(directory, output, { contract, primitives }, (outputPath) =>
          bundleTemplates(directory, outputPath),
        )
      : undefined;
    const translatedFacts = isRemote(part)
      ? await writeTranslatedFacts(directory, output, await readManifest(part, directory))
      : undefined;
    await takeMaps(order, output);
    // The manifest for Module Federation's tools comes with a second file, which says the same for the analysis of builds.
    await rm(path.join(output, 'mf-stats.json'), { force: true });
    const files = await filesIn(output);
    const sources = new Set(bundled.files);
    if (!isRemote(part)) {
      const { workerConfig } = await recipe();
      await cp(path.join(directory, 'public'), output, { recursive: true });
      await minifyScript(path.join(output, START));
      files.push(START);
      const worker = await bundle(workerConfig(directory, { version, outputPath: output, loaded }));
      for (const file of bundledFiles(worker)) sources.add(file);
      await writePage(output, version, files);
    }
    const described = await recordOf(bundled, { ...order, output, files, first, translatedFacts });
    const surface = surfaceOf && JSON.stringify(await surfaceOf(bundled, described));
    const sbom = sbomText({ name: part, version }, await bundledPackages(sources, part));
    const record = { ...described, ...(surface && { surface: integrityOf(surface) }), sbom: integrityOf(sbom) };
    await compressBeside(
      output,
      (await filesIn(output)).filter((file) => textFiles.test(file)),
    );
    if (surface) await writeFile(path.join(output, SURFACE), surface);
    await writeFile(path.join(output, SBOM), sbom);
    await writeFile(path.join(output, 'release.json'), releaseText(record));
    await writeFile(path.join(output, 'build.json'), `${JSON.stringify(record, null, 2)}\n`);
    // Another process may have built the same sources meanwhile; its build is as good.
    await rename(output, target).catch((error) => {
      if (!existsSync(target)) throw error;
    });
    return record;
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

/** Runs the bundler of a remote: Vite where the remote has a configuration of it, webpack otherwise. */
async function bundleRemote({ directory, version, part }: BuildOrder, outputPath: string): Promise<BundledRemote> {
  const { remoteConfig, replaceable, singletons } = await recipe();
  if (usesVite(directory)) {
    return await bundleWithVite({ app: part, version, directory, outputPath, shared: [...singletons, ...replaceable] });
  }
  const config = remoteConfig(directory, { version, outputPath, project: root, loaded });
  const carried = (await hasOwnReact(directory)) ? withoutReact(replaceable) : replaceable;
  return bundledByWebpack(await bundle(config), directory, carried);
}

async function buildRemote(order: BuildOrder): Promise<BuildRecord> {
  const { directory } = order;
  const surfaceOf = async (bundle: BundledRemote, record: BuildRecord): Promise<Surface> => {
    const contract = await contractIn();
    const { components } = bundle;
    const calls = await callsOfApp(
      directory,
      'routes' in record ? record : {},
      contract,
      project.contracts,
      components,
    );
    const sources = { ...bundle, directory, files: await sourcesIn(directory), events: record.events };
    return { ...(await remoteSurface(bundle.taken, sources, contract)), calls };
  };
  return await intoFolder(order, (outputPath) => bundleRemote(order, outputPath), remoteRecord, surfaceOf);
}

async function buildShell(order: BuildOrder): Promise<BuildRecord> {
  const { directory, version } = order;
  const { hostConfig, replaceable, singletons } = await recipe();
  const surfaceOf = async ({ compilation }: ShellBundle): Promise<Surface> => {
    const contract = await contractIn();
    const calls = await callsOfApp(directory, {}, contract, project.contracts);
    const shared = [...singletons, ...replaceable].map((name) => [name, require.resolve(name)] as const);
    return { ...shellSurface(namesProvided(compilation, new Map(shared)), contract), calls };
  };
  return await intoFolder(
    order,
    (outputPath) => bundleShell(hostConfig(directory, { version, outputPath, project: root, loaded })),
    (_bundle, built) => shellRecord(built),
    surfaceOf,
  );
}

/**
 * @returns the content of build.json
 * @throws with the reason, before anything is bundled, when its remote.json or a file in its public folder cannot be released, or it publishes
 *   events of another app
 */
export async function buildApp(order: BuildOrder): Promise<BuildRecord> {
  const { part, directory } = order;
  if (isRemote(part)) {
    await readManifest(part, directory);
    await requireOwnEvents(part, directory);
  } else await fixedFilesOf(directory);
  await requireWords(directory);
  return await (isRemote(part) ? buildRemote(order) : buildShell(order));
}

/** The shell with the remotes inside. Only a bench compares with it. */
export interface OneBundle {
  record: BuildRecord;
  /** The files that each screen and slot needs, by remote and id. */
  modules: Record<string, Record<string, string[]>>;
}

/**
 * Builds shell and remotes as one bundle, without `embed.js`.
 * @param order of the shell
 * @param standIn the file that stands in for the federation runtime and imports the remotes
 * @param remotes the folders with the remotes' sources, by name
 */
export async function buildOneBundle(
  order: BuildOrder,
  standIn: string,
  remotes: Readonly<Record<string, string>>,
): Promise<OneBundle> {
  const { hostConfig } = await recipe();
  const { version, directory } = order;
  const modules: OneBundle['modules'] = {};
  const record = await intoFolder(
    order,
    (outputPath) => bundleShell(hostConfig(directory, { version, outputPath, oneBundle: standIn, loaded })),
    async ({ compilation }, built) => {
      for (const [name, sources] of Object.entries(remotes))
        modules[name] = filesOfModules(builtModules(compilation, sources));
      return await shellRecord(built);
    },
  );
  return { record, modules };
}
