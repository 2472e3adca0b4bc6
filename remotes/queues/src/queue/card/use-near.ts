/** Whether an element is on screen or about to be: what is far away need not be drawn. One observer serves all. */
import { type RefObject, useEffect, useRef, useState } from 'react';

/** One screen above and one below. */
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
  /** In pixels, as it was drawn last: what goes far away keeps it, so that nothing jumps while one scrolls. */
  height: number | undefined;
}

/** @param isFirst it is where the page opens: drawn before the browser reports what is near */
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
