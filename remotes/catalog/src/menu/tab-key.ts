import type { KeyboardEvent } from 'react';

/**
 * Handles the Tab key in the element around the tabs and their panels. Tab moves from the tabs to the first item of the chosen menu, and
 * Shift+Tab from there back to its tab. The browser would move to the first menu, which follows the tabs in the document.
 */
export function moveByTabKey(event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const from = event.target as Element;
  const find = (selector: string) => event.currentTarget.querySelector<HTMLElement>(selector);
  const tab = find('[aria-selected=true]');
  const item = find(`[aria-labelledby=${tab?.id}] a`);
  const to = event.shiftKey ? from === item && tab : from.parentElement === tab?.parentElement && item;
  if (!to) return;
  event.preventDefault();
  to.focus();
}
