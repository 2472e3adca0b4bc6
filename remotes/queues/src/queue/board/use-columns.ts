import { useSyncExternalStore } from 'react';

/** The narrowest windows, in pixels, with one more column each. */
const WIDER = ['(min-width: 500px)', '(min-width: 700px)', '(min-width: 1100px)'];

let queries: readonly MediaQueryList[] | undefined;

/** Queries, and not the window's width: to read that, the browser lays the page out in the middle of what changes it. */
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

/** How many columns of cards the window has room for: 4, 3 below 1100 px, 2 below 700, 1 below 500. */
export function useColumns(): number {
  return useSyncExternalStore(follow, () => 1 + wider().filter(({ matches }) => matches).length);
}
