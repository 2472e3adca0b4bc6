/** The facts that a build needs about a remote's bundle, whichever bundler made it. */
import path from 'node:path';
import type { Compilation } from 'webpack';
import { bundledFiles, bundledSources } from './bundled-sources';
import type { BuiltModule } from './components';
import { namesTaken, type SharedNames } from './shared-names';
import { modulesOf } from './sources';

export interface BundledRemote {
  /** The files that are in the bundle, those of packages among them. */
  files: ReadonlySet<string>;
  /** The screens, slots and catalogs, by their keys in defineRemote. */
  modules: ReadonlyMap<string, BuiltModule>;
  /** The names that its code takes from each shared module. */
  taken: SharedNames;
  /** The remote's own source files in the bundle. */
  bundled: readonly string[];
  /** Shared modules that it brings a copy of. */
  carried: readonly string[];
  /** The compiled code of its sources in other languages than TypeScript, such as components of Vue. */
  components: readonly string[];
  /** The built styles of such sources. */
  styles: readonly string[];
}

/**
 * Leaves out the shared modules that a remote with a React of its own does not take.
 * @param shared keys of shared modules
 */
export const withoutReact = (shared: readonly string[]): string[] =>
  shared.filter((key) => !/^react(-dom)?(\/|$)/.test(key) && key !== 'shared-contracts/ui');

/** The file that exports the definition of a remote. */
export const definitionOf = (directory: string): string => path.join(directory, 'src/remote.ts');

/**
 * Finds the files of each screen and slot in webpack's module graph: the dynamic imports of src/remote.ts.
 * @returns by the key used in defineRemote
 */
export function builtModules(compilation: Compilation, directory: string): Map<string, BuiltModule> {
  const definition = definitionOf(directory);
  const wanted = modulesOf(definition);
  const exposed = compilation.namedChunkGroups.get('remote');
  const built = new Map<string, BuiltModule>();
  for (const module of compilation.modules) {
    for (const block of module.blocks) {
      const request = 'request' in block ? block.request : undefined;
      const keys = wanted.filter(({ specifier }) => specifier === request).map(({ key }) => key);
      // If webpack has joined a module with others, the joined module has the blocks of all of them.
      const [dependency] = block.dependencies;
      const parent = dependency && compilation.moduleGraph.getParentModule(dependency);
      if (keys.length === 0 || !parent || !('resource' in parent) || parent.resource !== definition) continue;
      const group = compilation.chunkGraph.getBlockChunkGroup(block);
      const needed = [...(exposed?.getFiles() ?? []), ...(group?.getFiles() ?? [])];
      const files = [...new Set(needed)].filter((file) => /\.(js|css)$/.test(file));
      const imported = compilation.moduleGraph.getModule(dependency);
      const exports = (name: string) =>
        imported !== null && compilation.moduleGraph.getExportsInfo(imported).isExportProvided(name) !== false;
      for (const key of keys) built.set(key, { files, exports });
    }
  }
  return built;
}

/** @param carried the shared modules that the recipe builds a copy of */
export const bundledByWebpack = (
  compilation: Compilation,
  directory: string,
  carried: readonly string[],
): BundledRemote => ({
  files: bundledFiles(compilation),
  modules: builtModules(compilation, directory),
  taken: namesTaken(compilation),
  bundled: bundledSources(compilation, directory),
  carried,
  components: [],
  styles: [],
});
