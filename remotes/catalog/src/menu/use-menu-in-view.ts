import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { panelId } from 'shared-contracts/ui';
import { afterPaint } from './after-paint';

/** A smooth scroll counts as over after this time in browsers that do not report its end. */
const SCROLL_TIME = 1200;
/** A menu counts as in view when it is this far below the tabs, in pixels. */
const READING_LINE = 24;

/** The page jumps to a menu that is farther away than this, in heights of the window. */
const FAR_SCREENS = 3;

export interface MenuInView {
  /** The tab id of the menu in view. */
  inView: string;
  /** Scrolls to a menu once its tab has been painted. The menu counts as in view at once and while the page scrolls. */
  goTo: (id: string) => void;
}

export interface MenuInViewOptions {
  idBase: string;
  ids: readonly string[];
  /** Called before the page scrolls to a menu, which must have its panel afterwards. */
  onGo?: (() => void) | undefined;
  /** The element below the last menu. With it the last menu counts as in view even if the page ends before the menu reaches the top. */
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
    // The line is measured from the top of the window, so a resize moves it.
    const restart = () => {
      stop();
      stop = start();
    };
    window.addEventListener('resize', restart);
    return () => {
      window.removeEventListener('resize', restart);
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
      // The scroll lays out a menu of up to a thousand items.
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
 * Tells whether the page jumps to a panel. A scroll past other menus would lay out each of them, and a slow phone would not react to the next
 * tap meanwhile. To a near menu the page scrolls at its usual speed, so that the eye can follow.
 */
function isFar(panel: Element): boolean {
  return Math.abs(panel.getBoundingClientRect().top) > FAR_SCREENS * window.innerHeight;
}

/** Reports the id of the panel that crosses a line just below the tabs, or of the last panel when the end is visible. */
function watch(idBase: string, ids: readonly string[], end: Element | null, onCross: (id: string) => void): () => void {
  const panels = ids.map((id) => document.getElementById(panelId(idBase, id))).filter((panel) => panel !== null);
  const [first] = panels;
  if (!first) return () => {};
  const line = Math.round(Number.parseFloat(getComputedStyle(first).scrollMarginTop) || 0) + READING_LINE;
  const crossing = new Set<Element>();
  let isAtEnd = false;

  const isAboveAll = () => first.getBoundingClientRect().top >= line;

  const report = () => {
    const crossed = panels.findIndex((panel) => crossing.has(panel));
    // A jump to the top leaves every menu below the line.
    const index = isAtEnd ? panels.length - 1 : crossed === -1 && isAboveAll() ? 0 : crossed;
    const id = ids[index];
    if (id !== undefined) onCross(id);
  };
  const lineWatch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) crossing.add(target);
        else crossing.delete(target);
      }
      report();
    },
    { rootMargin: `-${line}px 0px -${Math.max(0, window.innerHeight - line - 1)}px 0px` },
  );
  for (const panel of panels) lineWatch.observe(panel);

  const endWatch = new IntersectionObserver((entries) => {
    isAtEnd = entries.at(-1)?.isIntersecting === true && !isAboveAll();
    report();
  });
  if (end) endWatch.observe(end);

  return () => {
    lineWatch.disconnect();
    endWatch.disconnect();
  };
}
