/** An app's own files in its bundle, from the bundler's module graph. */
import path from 'node:path';
import type { Compilation, Module } from 'webpack';

/** The modules that webpack has joined into one. */
const joined = (module: Module): readonly Module[] =>
  'modules' in module && Array.isArray(module.modules) ? (module.modules as Module[]) : [module];

/**
 * Lists the app's sources that its bundle contains. Code that the bundler removes as a whole is not among them.
 * @param directory the app's folder; packages that are installed there are not its own
 */
export function bundledSources(
  { modules, chunkGraph }: Pick<Compilation, 'modules' | 'chunkGraph'>,
  directory: string,
): string[] {
  const found = new Set<string>();
  for (const module of modules) {
    if (chunkGraph.getNumberOfModuleChunks(module) === 0) continue;
    for (const each of joined(module)) {
      const resource = 'resource' in each && typeof each.resource === 'string' ? each.resource : '';
      const [file = ''] = resource.split('?');
      const inside = path.relative(directory, file);
      const isOwn = !inside.startsWith('..') && !inside.split(path.sep).includes('node_modules');
      if (isOwn && /\.[jt]sx?$/.test(file)) found.add(file);
    }
  }
  return [...found].sort();
}
