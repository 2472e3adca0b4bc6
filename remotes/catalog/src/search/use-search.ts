import { type RefObject, useDeferredValue, useEffect, useRef } from 'react';
import { publish, useShell } from 'shared-contracts/events';

/** What is searched for. It follows the typing when there is time, so that a long menu does not hold the keys up. */
export function useSearchText(): string {
  return useDeferredValue(useShell((state) => state.search.text)).trim();
}

/** Tells the shell how many things the search left, which it announces. Null: still loading, or no search. */
export function useSearchCount(count: number | null): void {
  useEffect(() => publish('search-counted', { count }, 'catalog'), [count]);
  useEffect(() => () => publish('search-counted', { count: null }, 'catalog'), []);
}

/** For the element that the results are in: who searches from further down sees them from their beginning. */
export function useResultsInSight<Results extends HTMLElement>(search: string): RefObject<Results | null> {
  const results = useRef<Results>(null);
  useEffect(() => {
    if (search === '' || !results.current) return;
    const line = Number.parseFloat(getComputedStyle(results.current).scrollMarginTop) || 0;
    const isAbove = results.current.getBoundingClientRect().top < line;
    if (isAbove) results.current.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [search]);
  return results;
}

/** Names the page's search after what it searches, for as long as the screen is shown. A shell that knows no such event keeps the manifest's words. */
export function useSearchPlaceholder(placeholder: string): void {
  useEffect(() => {
    publish('search-described', { placeholder }, 'catalog');
    return () => publish('search-described', { placeholder: null }, 'catalog');
  }, [placeholder]);
}

export function clearSearch(): void {
  publish('search-typed', { text: '' }, 'catalog');
}
