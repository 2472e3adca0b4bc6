/** The files in a bundle, from the bundler's module graph. */
import path from 'node:path';
import type { Compilation, Module } from 'webpack';

export type ModuleGraph = Pick<Compilation, 'modules' | 'chunkGraph'>;

/** The modules that webpack has joined into one. */
const joined = (module: Module): readonly Module[] =>
  'modules' in module && Array.isArray(module.modules) ? (module.modules as Module[]) : [module];

/** Lists the files that a bundle contains. Code that the bundler removes as a whole is not among them. */
export function bundledFiles({ modules, chunkGraph }: ModuleGraph): Set<string> {
  const found = new Set<string>();
  for (const module of modules) {
    if (chunkGraph.getNumberOfModuleChunks(module) === 0) continue;
    for (const each of joined(module)) {
      const file = each.nameForCondition?.();
      if (file && path.isAbsolute(file)) found.add(file);
    }
  }
  return found;
}

/**
 * Lists the app's own sources that its bundle contains.
 * @param directory the app's folder; packages that are installed there are not its own
 */
export function bundledSources(graph: ModuleGraph, directory: string): string[] {
  const isOwn = (file: string) => {
    const inside = path.relative(directory, file);
    return !inside.startsWith('..') && !inside.split(path.sep).includes('node_modules');
  };
  return [...bundledFiles(graph)].filter((file) => isOwn(file) && /\.[jt]sx?$/.test(file)).sort();
}
