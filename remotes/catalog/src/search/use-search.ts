import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { publish, shellState, subscribe } from 'shared-contracts/events';

/** A pause in milliseconds: longer than the time between two keystrokes, and too short to seem slow. */
const REST_MS = 150;

/**
 * Returns the search text of the last pause in typing. A letter then renders only the field; the list is drawn, and its count announced, once
 * for each word and not for each letter. A search that is cleared ends at once.
 */
export function useSearchText(): string {
  const [text, setText] = useState(() => shellState().search.text.trim());
  // The layout effect runs before the shell's effect that clears the search of the earlier page, so that this screen receives that event.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Text may have been typed since the first render.
    setText(shellState().search.text.trim());
    // The event is used in place of the state, so that a letter that is not searched for yet renders nothing here.
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

/** Sends the number of results to the shell, which announces it. It is null while the list loads, or without a search. */
export function useSearchCount(count: number | null): void {
  useEffect(() => publish('search-counted', { count }, 'catalog'), [count]);
  useEffect(() => () => publish('search-counted', { count: null }, 'catalog'), []);
}

/** Scrolls to the beginning of the results if the search was made from further down. @returns the ref of the element with the results */
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

/** Names the page's search after its content while the screen is shown. */
export function useSearchPlaceholder(placeholder: string): void {
  useEffect(() => {
    publish('search-described', { placeholder }, 'catalog');
    return () => publish('search-described', { placeholder: null }, 'catalog');
  }, [placeholder]);
}

export function clearSearch(): void {
  publish('search-typed', { text: '' }, 'catalog');
}
