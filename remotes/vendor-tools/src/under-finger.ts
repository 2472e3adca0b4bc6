/** Keeps a button under the finger that tapped it, so that a second tap lands on the same button. */
import { flushSync } from 'react-dom';

/** A second tap of the same finger has come by then, in milliseconds. */
const AFTER_TAPS_MS = 600;

/** Focuses an element at once, and scrolls it into view after the taps. */
export function focusAfterTaps(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  setTimeout(() => {
    if (document.activeElement === element) element?.scrollIntoView({ block: 'nearest' });
  }, AFTER_TAPS_MS);
}

/**
 * Shows errors beside the fields above a button. If they move the button, the page scrolls by as much as the fields grow: the bar of the
 * button may stick to the screen's edge on its way, so its own distance is too short.
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
