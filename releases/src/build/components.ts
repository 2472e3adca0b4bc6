/** Checks that the build has what remote.json names: every route has its screen, and every slot its component. */
import type { RemoteManifest } from 'shared-contracts/remote';

/** A module that a remote's definition imports, as it was built. */
export interface BuiltModule {
  /** The files that it needs besides the entry. */
  files: string[];
  /** Tells whether the module exports this name, as the bundler found. It returns true if that is only decided when the code runs. */
  exports: (name: string) => boolean;
}

/** The export that a screen or slot without React has in place of a component. */
const MOUNT = 'mount';

/**
 * Explains why a remote must not be released with these modules, in sentences. The list is empty when it may.
 * @param modules by the key in defineRemote
 */
export function problemsOfComponents(
  { routes, slots }: Pick<RemoteManifest, 'routes' | 'slots'>,
  modules: ReadonlyMap<string, BuiltModule>,
): string[] {
  const check = (at: string, kind: string, id: string, name: string) => {
    const module = modules.get(id);
    if (!module) return `${at} names the ${kind} '${id}', which src/remote.ts does not import.`;
    if (module.exports(name) || module.exports(MOUNT)) return undefined;
    return `${at} names the ${kind} '${id}', whose file exports neither '${name}' nor '${MOUNT}'.`;
  };
  const problems = [
    ...routes.map(({ path, screen }) => check(`The route ${path}`, 'screen', screen, 'Screen')),
    ...slots.map(({ slot, module }) => check(`The slot ${slot}`, 'slot', module, 'Slot')),
  ];
  return problems.filter((problem) => problem !== undefined);
}
