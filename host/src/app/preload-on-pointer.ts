import { prefetchData } from '../remotes/prefetch';
import type { Remotes } from '../remotes/remotes-context';
import type { ShellRoute } from '../routes/shell-route';
import { matchAdmitted } from './preload-first';

/**
 * Requests a page's code and data before the click, when a pointer rests on a link to it or a finger touches the link.
 * It requests nothing for a page that the session may not open.
 * @returns a function that ends it
 */
export function preloadOnPointer(routes: readonly ShellRoute[], { loader }: Pick<Remotes, 'loader'>): () => void {
  let last: string | undefined;
  const onPointer = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== window.location.origin || link.href === last) return;
    last = link.href;
    const match = matchAdmitted(routes, link.pathname);
    if (!match) return;
    loader.preloadScreen(match.source.remote, match.source.screen);
    prefetchData(match.source, match.params);
  };
  const events = ['pointerover', 'touchstart', 'focusin'] as const;
  for (const name of events) document.addEventListener(name, onPointer, { passive: true });
  return () => {
    for (const name of events) document.removeEventListener(name, onPointer);
  };
}
