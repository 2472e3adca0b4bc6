import { useLayoutEffect, useRef } from 'react';

/**
 * For a box that is shown in several ways, such as closed and open. The button that was pressed leaves the page, and the focus would be lost:
 * it moves to the first field of the box, else to its last button, which opens it again, else to the box itself. It does not move after a change
 * that comes from elsewhere, or once the buyer has left the box. What has become shorter above may have moved the box out of the window.
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
      const field = box.current?.querySelector<HTMLElement>('select, textarea');
      const next = field ?? [...(box.current?.querySelectorAll('button') ?? [])].at(-1) ?? box.current;
      next?.focus({ preventScroll: true });
      next?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
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
