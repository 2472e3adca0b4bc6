import { useDeferredValue, useEffect } from 'react';
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
