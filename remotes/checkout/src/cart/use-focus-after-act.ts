import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in a box that changes its form, such as closed and open. The pressed button leaves the page, so the focus moves to the first
 * field of the box, else to its last button, which opens it again, else to the box itself. It does not move after a change from elsewhere, or
 * once the buyer has left the box. The box is scrolled into view, because content above it may have become shorter.
 * @param shown a different value for each form of the box
 * @returns `box`, a ref for the surrounding element (with tabIndex -1), and `noteActed`, which a pressed button calls
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
