import { useCallback, useSyncExternalStore } from 'react';

function onScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  window.addEventListener('resize', listener);
  return () => {
    window.removeEventListener('scroll', listener);
    window.removeEventListener('resize', listener);
  };
}

/** Whether the page is scrolled further than the threshold, in pixels. Renders only when that changes. */
export function useScrolledPast(threshold: () => number): boolean {
  return useSyncExternalStore(
    onScroll,
    useCallback(() => window.scrollY > threshold(), [threshold]),
  );
}
