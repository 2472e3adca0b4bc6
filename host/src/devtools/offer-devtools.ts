/**
 * The door to the devtools: Ctrl+Shift+D, or `?devtools` in the address, where the deployment allows them. Everything
 * behind it is code that is fetched when somebody opens it.
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
    // A browser's own meaning of the key: all tabs become bookmarks.
    event.preventDefault();
    toggle();
  });
  if (new URLSearchParams(window.location.search).has('devtools')) toggle();
}

/** A browser that keeps nothing has none. */
function hasFaults(): boolean {
  try {
    return window.sessionStorage.getItem(FAULTS_KEY) !== null;
  } catch {
    return false;
  }
}

/** What the loader asks before it loads a part; undefined where devtools are not allowed, so that nothing can be switched on. */
export function faultSwitch(config: SiteConfig): LoaderOptions['interfere'] {
  if (!areAllowed(config)) return undefined;
  return async (remote) => {
    if (!hasFaults()) return undefined;
    const { interfere } = await import('./faults');
    return await interfere(remote);
  };
}
