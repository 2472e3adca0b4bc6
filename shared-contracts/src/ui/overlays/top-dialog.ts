import { useSyncExternalStore } from 'react';

/** Dispatched on the document, since each app may bring its own copy of these primitives. */
const CHANGED = 'foodhall:dialogs-changed';

export function announceDialogs(): void {
  document.dispatchEvent(new Event(CHANGED));
}

const subscribe = (listener: () => void) => {
  document.addEventListener(CHANGED, listener);
  return () => document.removeEventListener(CHANGED, listener);
};

/** On a page of another site, overlays are rendered in an element of ours, so that they have our styles. */
const overlayContainer = (): HTMLElement =>
  document.querySelector<HTMLElement>('[data-foodhall-overlays]') ?? document.body;

const topDialog = (): HTMLElement | undefined => [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);

/**
 * Marks the document's root while a dialog is open, with the side of a panel, for the styles of the page behind it. A `:has()`
 * would do the same, but the browser evaluates it over the whole document, again at each letter that is typed.
 */
document.addEventListener(CHANGED, () => {
  const { dataset } = document.documentElement;
  const dialog = topDialog();
  if (dialog) dataset.foodhallModal = dialog.dataset.side ?? '';
  else delete dataset.foodhallModal;
});

const topmost = (): HTMLElement => topDialog() ?? overlayContainer();

/**
 * Returns the element in which something must be rendered to be over everything and usable, since an open dialog makes
 * everything outside of it inert.
 */
export function useTopLayerParent(): HTMLElement {
  return useSyncExternalStore(subscribe, topmost);
}
