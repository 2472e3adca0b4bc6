import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface FocusedCard {
  id: string;
  index: number;
  words: string;
}

const closestCard = (element: Element) => element.closest<HTMLElement>('[data-entry]');

/**
 * Restores the keyboard's focus when a card moves to another column or leaves its tab and takes the focus with it. The focus goes to the
 * same control of the same card, else to the card at its position, else to the list itself.
 * @param isWhole every card is in its final position; before that, a card that moved may not be found yet
 */
export function useListFocus(list: RefObject<HTMLElement | null>, ids: readonly number[], isWhole: boolean) {
  const last = useRef<FocusedCard>(undefined);

  useLayoutEffect(() => {
    const lost = last.current;
    const { activeElement } = document;
    if (!isWhole || !lost) return;
    // After an arrival a cell shows another order, and the focus in the cell would go to that order.
    const isOther =
      list.current?.contains(activeElement) && closestCard(activeElement as Element)?.dataset.entry !== lost.id;
    if (activeElement && activeElement !== document.body && !isOther) return;
    const find = (id: number | string | undefined) => list.current?.querySelector<HTMLElement>(`[data-entry="${id}"]`);
    const same = find(lost.id);
    const controls = [...(same?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])];
    const control = controls.find(({ textContent }) => textContent === lost.words);
    // Another order gets the focus as a whole card, not on its button: a key that is still held must not move it.
    const target = control ?? same ?? find(ids[Math.min(lost.index, ids.length - 1)]) ?? list.current;
    target?.focus({ preventScroll: true });
  }, [list, ids, isWhole]);

  return {
    onFocus: ({ target }: FocusEvent) => {
      const id = closestCard(target)?.dataset.entry;
      last.current =
        id === undefined ? undefined : { id, index: ids.indexOf(Number(id)), words: target.textContent ?? '' };
    },
    onBlur: ({ relatedTarget, target }: FocusEvent) => {
      // The focus went to another element or left the page. Only the focus of a control that was removed with its card is
      // restored: that control is no longer connected.
      if (relatedTarget || target.isConnected) last.current = undefined;
    },
  };
}
