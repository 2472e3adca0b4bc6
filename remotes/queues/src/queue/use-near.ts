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

/** Ids that are near now, so that one which only changes its column is drawn at once. */
const near = new Set<number>();

/**
 * @param isFirst it stands where the page opens: drawn before anybody has looked
 * @returns true from the moment it first came near; what was drawn once stays, so that nothing jumps while one scrolls
 */
export function useNear(id: number, isFirst: boolean): { ref: RefObject<HTMLDivElement | null>; isDrawn: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const canTell = typeof IntersectionObserver === 'function';
  const [isDrawn, setDrawn] = useState(() => !canTell || isFirst || near.has(id));
  useEffect(() => {
    if (!canTell || !ref.current) return;
    return observe(ref.current, (isNear) => {
      if (isNear) {
        near.add(id);
        setDrawn(true);
      } else near.delete(id);
    });
  }, [canTell, id]);
  return { ref, isDrawn };
}
