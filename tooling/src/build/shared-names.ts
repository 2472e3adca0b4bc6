/** The names of shared modules, from the bundler's module graph: what an app takes, and what it has. */
import type { Compilation, Dependency, Module } from 'webpack';

/** All names of a module: the code uses the module as a value, or the bundler does not know them. */
export const ALL = '*';

/** Names by shared module. */
export type SharedNames = Map<string, Set<string>>;

const CONSUMED = 'consume-shared-module';
const PROVIDED = 'provide-module';

/** What federation's own modules have besides. */
const keyOf = (module: Module): string | undefined => {
  if (module.type === CONSUMED) return (module as Module & { options?: { shareKey?: string } }).options?.shareKey;
  return module.type === PROVIDED ? (module as Module & { _name?: string })._name : undefined;
};

const add = (names: SharedNames, key: string, name: string) => names.set(key, (names.get(key) ?? new Set()).add(name));

/** The names that an app takes of each shared module. Code that the bundler removes takes none. */
export function namesTaken({
  modules,
  moduleGraph,
  chunkGraph,
}: Pick<Compilation, 'modules' | 'moduleGraph' | 'chunkGraph'>): SharedNames {
  const taken: SharedNames = new Map();
  for (const module of modules) {
    const key = module.type === CONSUMED ? keyOf(module) : undefined;
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

/** The names that each module has which an app shares with others. */
export function namesProvided({ modules, moduleGraph }: Pick<Compilation, 'modules' | 'moduleGraph'>): SharedNames {
  const provided: SharedNames = new Map();
  for (const module of modules) {
    const key = module.type === PROVIDED ? keyOf(module) : undefined;
    if (!key) continue;
    const dependencies: Dependency[] = [
      ...module.dependencies,
      ...module.blocks.flatMap((block) => block.dependencies),
    ];
    for (const dependency of dependencies) {
      const real = moduleGraph.getModule(dependency);
      const names = real && moduleGraph.getExportsInfo(real).getProvidedExports();
      for (const name of Array.isArray(names) ? names : [ALL]) add(provided, key, name);
    }
  }
  return provided;
}
