/** Reads the names of shared modules from the bundler's module graph: those that an app takes, and those that it has. */
import type { Compilation, Module } from 'webpack';

/** All names of a module: the code uses the module as a value, or the bundler does not know them. */
export const ALL = '*';

/** Names by shared module. */
export type SharedNames = Map<string, Set<string>>;

/** The shared module that federation's own module replaces. */
const keyOf = (module: Module): string | undefined =>
  module.type === 'consume-shared-module'
    ? (module as Module & { options?: { shareKey?: string } }).options?.shareKey
    : undefined;

const add = (names: SharedNames, key: string, name: string) => names.set(key, (names.get(key) ?? new Set()).add(name));

/** Lists the names that an app takes from each shared module. Code that the bundler removes takes none. */
export function namesTaken({
  modules,
  moduleGraph,
  chunkGraph,
}: Pick<Compilation, 'modules' | 'moduleGraph' | 'chunkGraph'>): SharedNames {
  const taken: SharedNames = new Map();
  for (const module of modules) {
    const key = keyOf(module);
    if (!key) continue;
    for (const connection of moduleGraph.getIncomingConnections(module)) {
      const { dependency, originModule } = connection;
      if (!dependency || !originModule || chunkGraph.getNumberOfModuleChunks(originModule) === 0) continue;
      if (!connection.isTargetActive(undefined)) continue;
      for (const reference of dependency.getReferencedExports(moduleGraph, undefined)) {
        const [name = ALL] = Array.isArray(reference) ? reference : reference.name;
        add(taken, key, name);
      }
    }
  }
  return taken;
}

/**
 * Lists the names that each of these files exports, as the bundler knows them.
 * @param files by shared module
 */
export function namesProvided(
  { modules, moduleGraph }: Pick<Compilation, 'modules' | 'moduleGraph'>,
  files: ReadonlyMap<string, string>,
): SharedNames {
  const built = new Map([...modules].map((module) => ['resource' in module ? module.resource : undefined, module]));
  const provided: SharedNames = new Map();
  for (const [key, file] of files) {
    const module = built.get(file);
    const names = module && moduleGraph.getExportsInfo(module).getProvidedExports();
    provided.set(key, new Set(Array.isArray(names) ? names : [ALL]));
  }
  return provided;
}
