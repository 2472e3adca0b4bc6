/**
 * Restores the scroll position after a reload or after Back from another site; `use-page-change.ts` does it within a
 * document. The browser itself would scroll as soon as it has a page, which is a skeleton or a first screen and mostly
 * too short.
 */

/** The key in session storage of the last page's address and scroll position. */
const LEFT_AT = 'left_at';

/** Call it once the content of the page is shown. */
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
      // Without storage the next page starts at its top.
    }
  });
}

/** Removes the position as well, since it belongs to the page before this one. */
function takeLeftAt(): [address: string, top: number] | undefined {
  try {
    const text = window.sessionStorage.getItem(LEFT_AT);
    window.sessionStorage.removeItem(LEFT_AT);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
