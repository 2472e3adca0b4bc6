import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 1024px)';

function onChange(listener: () => void): () => void {
  const query = window.matchMedia?.(WIDE);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** From 1024 px the menu is a rail, and the header has the search field. */
export function useIsWide(): boolean {
  return useSyncExternalStore(onChange, () => window.matchMedia?.(WIDE).matches ?? false);
}
