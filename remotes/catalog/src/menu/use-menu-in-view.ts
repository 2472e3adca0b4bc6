import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { panelId } from 'shared-contracts/ui';
import { afterPaint } from './after-paint';

/** A smooth scroll is over by then, where the browser does not say so itself. */
const SCROLL_TIME = 1200;
/** How far below the tabs a menu has to come to count as the one in view. */
const READING_LINE = 24;

/** A menu whose start is farther away, in heights of the window, is jumped to. */
const FAR_SCREENS = 3;

export interface MenuInView {
  /** The tab id of the menu in view. */
  inView: string;
  /** Scrolls to a menu, once its tab has been painted; it counts as in view at once and while the page is on its way. */
  goTo: (id: string) => void;
}

export interface MenuInViewOptions {
  idBase: string;
  ids: readonly string[];
  /** Called before the page scrolls to a menu, which must have its panel then. */
  onGo?: (() => void) | undefined;
  /** Below the last menu: when the page ends before that menu reaches the top, it still gets its turn. */
  end: RefObject<HTMLDivElement | null>;
}

/** Follows which of several panels is under the sticky tabs. */
export function useMenuInView({ idBase, ids, onGo, end }: MenuInViewOptions): MenuInView {
  const [current, setCurrent] = useState<string>();
  const isOnTheWay = useRef(false);
  const arrive = useRef<() => void>(() => {});
  const key = ids.join(' ');

  useEffect(() => {
    const start = () =>
      watch(idBase, key.split(' '), end.current, (id) => {
        if (!isOnTheWay.current) setCurrent(id);
      });
    let stop = start();
    // The line is measured from the top of the window.
    const again = () => {
      stop();
      stop = start();
    };
    window.addEventListener('resize', again);
    return () => {
      window.removeEventListener('resize', again);
      stop();
    };
  }, [idBase, key, end]);

  useEffect(() => () => arrive.current(), []);

  const goTo = useCallback(
    (id: string) => {
      setCurrent(id);
      arrive.current();
      isOnTheWay.current = true;
      const arrived = () => {
        isOnTheWay.current = false;
        stay();
        window.removeEventListener('scrollend', arrived);
        clearTimeout(timer);
      };
      const timer = setTimeout(arrived, SCROLL_TIME);
      arrive.current = arrived;
      // A menu of a thousand items is laid out for it.
      const stay = afterPaint(() => {
        onGo?.();
        window.addEventListener('scrollend', arrived);
        const panel = document.getElementById(panelId(idBase, id));
        panel?.scrollIntoView({ block: 'start', behavior: isFar(panel) ? 'instant' : 'auto' });
      });
    },
    [idBase, onGo],
  );

  return { inView: current !== undefined && ids.includes(current) ? current : (ids[0] ?? ''), goTo };
}

/**
 * On its way past other menus the page would lay each of them out, and a slow phone would not hear the next tap meanwhile.
 * A near menu is scrolled to at the page's usual speed, so that the eye can follow.
 */
function isFar(panel: Element): boolean {
  return Math.abs(panel.getBoundingClientRect().top) > FAR_SCREENS * window.innerHeight;
}

/** Calls with the id of the panel that crosses a line just under the tabs, or the last one when the end is seen. */
function watch(idBase: string, ids: readonly string[], end: Element | null, found: (id: string) => void): () => void {
  const panels = ids.map((id) => document.getElementById(panelId(idBase, id))).filter((panel) => panel !== null);
  const [first] = panels;
  if (!first) return () => {};
  const line = Math.round(Number.parseFloat(getComputedStyle(first).scrollMarginTop) || 0) + READING_LINE;
  const crossing = new Set<Element>();
  let isAtEnd = false;

  const isAboveAll = () => first.getBoundingClientRect().top >= line;

  const tell = () => {
    const crossed = panels.findIndex((panel) => crossing.has(panel));
    // A jump to the top leaves every menu below the line.
    const index = isAtEnd ? panels.length - 1 : crossed === -1 && isAboveAll() ? 0 : crossed;
    const id = ids[index];
    if (id !== undefined) found(id);
  };
  const lineWatch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) crossing.add(target);
        else crossing.delete(target);
      }
      tell();
    },
    { rootMargin: `-${line}px 0px -${Math.max(0, window.innerHeight - line - 1)}px 0px` },
  );
  for (const panel of panels) lineWatch.observe(panel);

  const endWatch = new IntersectionObserver((entries) => {
    isAtEnd = entries.at(-1)?.isIntersecting === true && !isAboveAll();
    tell();
  });
  if (end) endWatch.observe(end);

  return () => {
    lineWatch.disconnect();
    endWatch.disconnect();
  };
}
