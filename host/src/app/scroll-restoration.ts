/**
 * Scrolling is the shell's: within this document by `use-page-change.ts`, and here after a reload or Back from another site. The browser
 * would scroll as soon as it has a page, which is a skeleton or a first screen and mostly too short.
 */

/** In the storage of the tab: address and scroll position of the page that was left last. */
const LEFT_AT = 'left_at';

/** Expects that the content of the page is shown. */
export function takeOverScrolling(): void {
  window.history.scrollRestoration = 'manual';
  const left = takeLeftAt();
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isReturn = visit?.type === 'reload' || visit?.type === 'back_forward';
  // A visitor who has scrolled, or gone on to another page, is where they want to be.
  if (isReturn && left?.[0] === window.location.href && window.scrollY === 0)
    window.scrollTo({ top: left[1], behavior: 'instant' });
  window.addEventListener('pagehide', () => {
    try {
      window.sessionStorage.setItem(LEFT_AT, JSON.stringify([window.location.href, window.scrollY]));
    } catch {
      // Storage is refused: the next page begins at its top.
    }
  });
}

/** Taken once: it is of the visit before this one. */
function takeLeftAt(): [address: string, top: number] | undefined {
  try {
    const text = window.sessionStorage.getItem(LEFT_AT);
    window.sessionStorage.removeItem(LEFT_AT);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
