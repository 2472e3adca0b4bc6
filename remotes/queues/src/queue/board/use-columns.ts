import { useSyncExternalStore } from 'react';

/** Each of these widths, in pixels, adds one column. */
const WIDER = ['(min-width: 500px)', '(min-width: 700px)', '(min-width: 1100px)'];

let queries: readonly MediaQueryList[] | undefined;

/** Uses media queries and not the window's width: reading the width forces a layout in the middle of a change. */
const wider = () => {
  queries ??= typeof window.matchMedia === 'function' ? WIDER.map((query) => window.matchMedia(query)) : [];
  return queries;
};

function follow(listener: () => void): () => void {
  for (const query of wider()) query.addEventListener('change', listener);
  return () => {
    for (const query of wider()) query.removeEventListener('change', listener);
  };
}

/** Returns how many columns of cards fit into the window: 4, 3 below 1100 px, 2 below 700, 1 below 500. */
export function useColumns(): number {
  return useSyncExternalStore(follow, () => 1 + wider().filter(({ matches }) => matches).length);
}
