/** Keeps a button under the finger that tapped it, so that a second tap lands on the same button. */
import { flushSync } from 'react-dom';

/** A second tap of the same finger comes within this time, in milliseconds. */
const AFTER_TAPS_MS = 600;

/** Focuses an element at once, and scrolls it into view after the taps. */
export function focusAfterTaps(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  setTimeout(() => {
    if (document.activeElement === element) element?.scrollIntoView({ block: 'nearest' });
  }, AFTER_TAPS_MS);
}

/**
 * Shows errors beside the fields above a button. If they move the button, the page scrolls by the growth of the fields. The movement of
 * the button itself would be too short, since its bar can stick to the edge of the screen.
 */
export function showInPlace(button: Element | null, fields: Element | null, show: () => void): void {
  if (!button || !fields) {
    show();
    return;
  }
  const top = button.getBoundingClientRect().top;
  const bottom = fields.getBoundingClientRect().bottom;
  flushSync(show);
  if (button.getBoundingClientRect().top === top) return;
  window.scrollBy({ top: fields.getBoundingClientRect().bottom - bottom, behavior: 'instant' });
}
