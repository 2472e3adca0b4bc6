/** Whether what remote.json names is in the build: every route has its screen, and every slot its component. */
import type { RemoteManifest } from 'shared-contracts/remote';

/** What a remote's definition imports, as it was built. */
export interface BuiltModule {
  /** What it needs besides the entry. */
  files: string[];
  /** Whether it exports this name, as the bundler found; true where that is decided when it runs. */
  exports: (name: string) => boolean;
}

/** What a screen or slot that is not React exports in place of a component. */
const MOUNT = 'mount';

/**
 * Why a remote must not be released with these modules, in sentences; empty when it may.
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
