import { useLayoutEffect, useRef } from 'react';

/**
 * For a box that is shown in several ways, such as closed and open. The button that was pressed leaves the page, and the focus would be lost:
 * it moves to the first control of the box, or to the box itself where there is none. It does not move after a change that comes from elsewhere,
 * or once the buyer has left the box.
 * @param shown another value for each way
 * @returns `box`, the element around it, which takes the focus itself (tabIndex -1), and `noteActed`, to call as a button is pressed
 */
export function useFocusAfterAct(shown: boolean | string) {
  const box = useRef<HTMLDivElement>(null);
  const hasActed = useRef(false);
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const isLost = document.activeElement === document.body || box.current?.contains(document.activeElement);
    if (hasActed.current && isLost) {
      const next = box.current?.querySelector<HTMLElement>('select, textarea, button') ?? box.current;
      next?.focus({ preventScroll: true });
    }
    hasActed.current = false;
  }, [shown]);
  return {
    box,
    noteActed: () => {
      hasActed.current = true;
    },
  };
}
