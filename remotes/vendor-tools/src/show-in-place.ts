/** Keeps a button under the finger that tapped it, so that a second tap lands on the same button. */
import { flushSync } from 'react-dom';

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
