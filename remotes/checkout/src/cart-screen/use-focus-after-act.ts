import { useLayoutEffect, useRef } from 'react';

/**
 * For what is shown closed or open. The button that was pressed goes away with what it did, and the focus with it: it goes to the first control
 * that takes its place, or to the box where there is none. What is opened or closed from elsewhere moves no focus, and neither does one that
 * the buyer has left.
 * @returns `box`, the element around both, which takes the focus itself (tabIndex -1), and `noteActed`, to call as a button is pressed
 */
export function useFocusAfterAct(isOpen: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const hasActed = useRef(false);
  const before = useRef(isOpen);
  useLayoutEffect(() => {
    if (before.current === isOpen) return;
    before.current = isOpen;
    const isLost = document.activeElement === document.body || box.current?.contains(document.activeElement);
    if (hasActed.current && isLost) {
      const next = box.current?.querySelector<HTMLElement>('select, textarea, button') ?? box.current;
      next?.focus({ preventScroll: true });
    }
    hasActed.current = false;
  }, [isOpen]);
  return {
    box,
    noteActed: () => {
      hasActed.current = true;
    },
  };
}
