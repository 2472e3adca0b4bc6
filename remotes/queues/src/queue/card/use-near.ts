/** Tells whether an element is on screen or about to be, since a far element need not be drawn. One observer serves all. */
import { type RefObject, useEffect, useRef, useState } from 'react';

/** The margin is one screen above and one below. */
const MARGIN = '100% 0px';

const listeners = new Map<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

function observe(element: Element, listener: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) listeners.get(target)?.(isIntersecting);
    },
    { rootMargin: MARGIN },
  );
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
  };
}

export interface Near {
  ref: RefObject<HTMLDivElement | null>;
  isNear: boolean;
  /** The element's last drawn height, in pixels. A far element keeps it, so that nothing jumps while the user scrolls. */
  height: number | undefined;
}

/** @param isFirst the element is where the page opens: it is drawn before the browser reports which elements are near */
export function useNear(isFirst: boolean): Near {
  const ref = useRef<HTMLDivElement>(null);
  const canTell = typeof IntersectionObserver === 'function';
  const [seen, setSeen] = useState<Omit<Near, 'ref'>>({ isNear: !canTell || isFirst, height: undefined });
  useEffect(() => {
    const element = ref.current;
    if (!canTell || !element) return;
    return observe(element, (isNear) => {
      setSeen((before) => {
        if (before.isNear === isNear) return before;
        return { isNear, height: isNear ? undefined : element.offsetHeight };
      });
    });
  }, [canTell]);
  return { ref, ...seen };
}
