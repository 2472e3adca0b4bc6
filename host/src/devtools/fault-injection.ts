/** The part of the devtools that a page needs from its start, since it may begin with a fault. The rest of them comes after the first screen. */
import type { SiteConfig } from 'shared-contracts/types';
import type { LoaderOptions } from '../remotes/loader';
import { FAULTS_KEY } from './faults-key';

/** Origins of the developer's own builds that the page runs, by remote. */
type Applied = Readonly<Record<string, string>>;

/** True if the page has devtools: the deployment allows them, or the tab runs a developer's own build. */
export function areAllowed({ flags }: SiteConfig, applied: Applied = {}): boolean {
  // biome-ignore lint/style/noProcessEnv: webpack replaces it with the mode of the build
  return process.env.NODE_ENV !== 'production' || flags.devtools === true || Object.keys(applied).length > 0;
}

/** False, too, if the browser refuses storage. */
function hasFaults(): boolean {
  try {
    return window.sessionStorage.getItem(FAULTS_KEY) !== null;
  } catch {
    return false;
  }
}

/**
 * The loader calls it before each screen or slot. Undefined if devtools are not allowed, so that no fault can be set.
 */
export function faultInjection(config: SiteConfig, applied: Applied = {}): LoaderOptions['injectFault'] {
  if (!areAllowed(config, applied)) return undefined;
  return async (remote) => {
    if (!hasFaults()) return undefined;
    const { injectFault } = await import('./faults');
    return await injectFault(remote);
  };
}
