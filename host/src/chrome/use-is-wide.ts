import { useSyncExternalStore } from 'react';
import scale from 'shared-contracts/ui/scale';

const WIDE = scale.breakpoints['--from-desktop'];

function onChange(listener: () => void): () => void {
  const query = window.matchMedia?.(WIDE);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** On a desktop the menu is a rail, and the search field is in the header. */
export function useIsWide(): boolean {
  return useSyncExternalStore(onChange, () => window.matchMedia?.(WIDE).matches ?? false);
}
