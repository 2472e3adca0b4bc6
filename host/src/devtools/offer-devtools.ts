/**
 * Opens the devtools on Ctrl+Shift+D, or for `?devtools` in the address, if the page may have them. Their code is
 * requested when they are opened.
 */
import type { SiteConfig } from 'shared-contracts/types';
import type { Remotes } from '../remotes/remotes-context';
import { areAllowed } from './fault-injection';

/** Call it once, when the shell is shown. */
export function offerDevtools(config: SiteConfig, remotes: Remotes): void {
  if (!areAllowed(config, remotes.overridden?.applied)) return;
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
