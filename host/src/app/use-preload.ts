import { useEffect } from 'react';
import { shellState } from 'shared-contracts/events';
import { preloadRoute } from '../remotes/prefetch';
import { useRemotes } from '../remotes/remotes-context';
import { admission, matchRoute, type ShellRoute } from '../routes/shell-route';

/**
 * Requests a page's code and data when a pointer rests on a link to it, or a finger touches it: they are loading before
 * the click. Not for a page that the session may not open.
 */
export function usePreload(routes: readonly ShellRoute[]): void {
  const { loader } = useRemotes();
  useEffect(() => {
    let last: string | undefined;
    const onPointer = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (!link || link.origin !== window.location.origin || link.href === last) return;
      last = link.href;
      const match = matchRoute(routes, link.pathname);
      if (!match?.route.source || admission(match.route, shellState().session) !== 'admitted') return;
      preloadRoute(loader, match.route.source, match.params);
    };
    document.addEventListener('pointerover', onPointer, { passive: true });
    document.addEventListener('touchstart', onPointer, { passive: true });
    document.addEventListener('focusin', onPointer);
    return () => {
      document.removeEventListener('pointerover', onPointer);
      document.removeEventListener('touchstart', onPointer);
      document.removeEventListener('focusin', onPointer);
    };
  }, [loader, routes]);
}
