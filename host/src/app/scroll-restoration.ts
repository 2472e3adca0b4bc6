import { LEFT_AT } from './use-page-change';

/**
 * Scrolls within this document are the shell's (`use-page-change.ts`). Those between documents, which are a reload and Back from another
 * site, are the browser's where the page is long enough at once; it has done that by the time this runs. The others are the shell's as
 * well, which notes where the page was left.
 */
export function takeOverScrolling(): void {
  const { history } = window;
  history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
    try {
      window.sessionStorage.setItem(LEFT_AT, JSON.stringify([window.location.href, window.scrollY]));
    } catch {
      // Storage is refused: the page begins at its top.
    }
  });
  // It came back from the browser's cache of pages.
  window.addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual';
  });
}
