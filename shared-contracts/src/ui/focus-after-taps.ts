import { DOUBLE_TAP_MS } from './use-tap-guard';

/**
 * Focuses an element at once and scrolls it into view after 600 ms, unless the focus has moved on meanwhile. The tapped button stays under
 * the finger until then, so that the second tap of a double tap lands on the same button.
 *
 * @example
 * // A save was refused: the focus goes to the reason, which may be below the screen.
 * useEffect(() => {
 *   if (failure) focusAfterTaps(reason.current);
 * }, [failure]);
 */
export function focusAfterTaps(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  setTimeout(() => {
    if (document.activeElement === element) element?.scrollIntoView({ block: 'nearest' });
  }, DOUBLE_TAP_MS);
}
