import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { publish, shellState, subscribe } from 'shared-contracts/events';

/** Longer than between two keystrokes, shorter than what seems to hang. */
const REST_MS = 150;

/**
 * Returns the search text as of the last pause in typing: a letter costs what the field costs, and a list is drawn, and its
 * number announced, once a word and not once a letter. A search that is cleared ends at once.
 */
export function useSearchText(): string {
  const [text, setText] = useState(() => shellState().search.text.trim());
  // Before the shell's own effect, which clears the search of the page that was left: it is to be heard here.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Typed since the first render.
    setText(shellState().search.text.trim());
    // Heard, not followed: a letter that is not searched for yet renders nothing here.
    const stop = subscribe('search-typed', (typed) => {
      const next = typed.text.trim();
      clearTimeout(timer);
      if (next === '') setText('');
      else timer = setTimeout(() => startTransition(() => setText(next)), REST_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return text;
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
