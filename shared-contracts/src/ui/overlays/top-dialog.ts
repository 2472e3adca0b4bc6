import { useSyncExternalStore } from 'react';

/** Told on the document, since each deployed part may bring its own copy of these primitives. */
const CHANGED = 'foodhall:dialogs-changed';

export function announceDialogs(): void {
  document.dispatchEvent(new Event(CHANGED));
}

const subscribe = (listener: () => void) => {
  document.addEventListener(CHANGED, listener);
  return () => document.removeEventListener(CHANGED, listener);
};

/** A page of another site names a place of ours; what lies over everything is styled there as it is here. */
const ownPlace = (): HTMLElement => document.querySelector<HTMLElement>('[data-foodhall-overlays]') ?? document.body;

const topmost = (): HTMLElement => {
  const open = document.querySelectorAll<HTMLElement>('dialog[open]');
  return open[open.length - 1] ?? ownPlace();
};

/** Where something must be rendered to lie over everything and still be usable: the open dialog makes all outside it inert. */
export function useTopLayerParent(): HTMLElement {
  return useSyncExternalStore(subscribe, topmost);
}
