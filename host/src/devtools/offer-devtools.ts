/**
 * Opens the devtools on Ctrl+Shift+D, or for `?devtools` in the address, if the deployment allows them. Their code is
 * requested when they are opened.
 */
import type { SiteConfig } from 'shared-contracts/types';
import type { LoaderOptions } from '../remotes/loader';
import type { Remotes } from '../remotes/remotes-context';
import { FAULTS_KEY } from './faults-key';

function areAllowed({ flags }: SiteConfig): boolean {
  return process.env.NODE_ENV !== 'production' || flags.devtools === true;
}

/** Call it once, when the shell is shown. */
export function offerDevtools(config: SiteConfig, remotes: Remotes): void {
  if (!areAllowed(config)) return;
  const toggle = () => {
    void import('./devtools').then(({ toggleDevtools }) => toggleDevtools(remotes), console.error);
  };
  window.addEventListener('keydown', (event) => {
    if (!event.ctrlKey || !event.shiftKey || event.code !== 'KeyD') return;
    // In browsers the keys bookmark all tabs.
    event.preventDefault();
    toggle();
  });
  if (new URLSearchParams(window.location.search).has('devtools')) toggle();
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
export function faultInjection(config: SiteConfig): LoaderOptions['injectFault'] {
  if (!areAllowed(config)) return undefined;
  return async (remote) => {
    if (!hasFaults()) return undefined;
    const { injectFault } = await import('./faults');
    return await injectFault(remote);
  };
}
