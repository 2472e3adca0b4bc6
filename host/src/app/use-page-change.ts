import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { publish, shellState } from 'shared-contracts/events';
import { useLocation, useNavigationType } from 'shared-contracts/router';
import { site } from 'shared-contracts/site';
import { forgetStructuredData } from '../first-screen/hand-over';

/** How long the page may take to grow to the scroll position that the visitor returns to. */
const RESTORE_MS = 3000;

/** Scroll positions since the page load, by entry of the history. */
const positions = new Map<string, number>();

/**
 * On a change of address, does what a browser does for a new document: the focus moves to the content, the scroll to
 * the top or, for Back, to its earlier position. Title and search of the page that was left are reset.
 */
export function usePageChange(title: string, main: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const navigationType = useNavigationType();
  const isFirst = useRef(true);

  // This runs before the screen's own effects, which may set a better title.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every address
  useLayoutEffect(() => {
    publish('title-set', { title });
    // Each page starts with this title, since a remote may have set another one.
    document.title = site().brand;
    publish('search-typed', { text: '' });
  }, [pathname]);

  // The title of a remote's page may arrive with the remote's translations. A screen may have set a better one by then.
  const shown = useRef({ pathname, title });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { pathname, title };
    const isSamePage = before.pathname === pathname && before.title !== title;
    if (isSamePage && shellState().title === before.title) publish('title-set', { title });
  }, [pathname, title]);

  useEffect(() => {
    const note = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the query alone is the same page
  useLayoutEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    forgetStructuredData();
    main.current?.focus({ preventScroll: true });
    if (navigationType === 'POP') return restoreScroll(positions.get(key) ?? 0, main.current);
    scrollTo(0);
  }, [pathname]);
}

function scrollTo(top: number): void {
  window.scrollTo({ top, behavior: 'instant' });
}

/** Repeats as the page grows, until the position fits or the visitor scrolls, since the content may still be loading. */
function restoreScroll(top: number, content: HTMLElement | null): (() => void) | undefined {
  scrollTo(top);
  if (top === 0 || !content || typeof ResizeObserver === 'undefined') return undefined;
  const observer = new ResizeObserver(() => {
    scrollTo(top);
    if (Math.abs(window.scrollY - top) < 2) stop();
  });
  const timer = setTimeout(() => stop(), RESTORE_MS);
  const gestures = ['wheel', 'touchstart', 'keydown'] as const;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const gesture of gestures) window.removeEventListener(gesture, stop);
  };
  observer.observe(content);
  for (const gesture of gestures) window.addEventListener(gesture, stop, { passive: true });
  return stop;
}
