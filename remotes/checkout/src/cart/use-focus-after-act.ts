import { useLayoutEffect, useRef } from 'react';

/**
 * For what is shown in several ways, such as closed and open. The button that was pressed goes away with what it did, and the focus with it: it goes to the first control
 * that takes its place, or to the box where there is none. What changes from elsewhere moves no focus, and neither does one that the buyer
 * has left.
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
