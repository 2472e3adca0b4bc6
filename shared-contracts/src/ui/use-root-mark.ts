import { useLayoutEffect } from 'react';

export type RootMark = 'buy-bar' | 'loading' | 'state-page';

/**
 * Marks the document's root while the component is on the page, such as by `data-foodhall-buy-bar`, for the styles of other
 * elements. A `:has()` would do the same, but the browser evaluates it over the whole document, again at each letter that is
 * typed.
 */
export function useRootMark(mark: RootMark): void {
  useLayoutEffect(() => {
    const name = `data-foodhall-${mark}`;
    const root = document.documentElement;
    // Several components with the same mark may be on the page at once.
    const count = (change: 1 | -1) => {
      const sum = Number(root.getAttribute(name) ?? 0) + change;
      if (sum > 0) root.setAttribute(name, String(sum));
      else root.removeAttribute(name);
    };
    count(1);
    return () => count(-1);
  }, [mark]);
}
