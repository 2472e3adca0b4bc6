import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { ADVANCE_LOCK_MS } from 'shared-contracts/rules/queue-state';

const KEYS = 'button, a[href]';

interface Shown {
  view: string;
  /** By the card grid's cell: the entry that it shows, and the entry's state. */
  cells: ReadonlyMap<HTMLElement, string>;
}

/**
 * A card that comes under a finger takes no tap for 600 ms: a colleague's step or a new order moves the cards, and the tap was
 * meant for what was there before. Only a list that changes while the visitor looks at one view is settling; another tab, order
 * or search was asked for. The keyboard is not affected, since the focus moves with its card.
 *
 * It is done in the page and not in React's state: a new order moves hundreds of cards, which must not render twice more. It is
 * done to their keys alone: a card's style reaches all that is in it, and a card far from the screen has no keys.
 * @param view another value for another tab, order or search
 * @param steps another value where what the cards show has changed
 */
export function useSettling(list: RefObject<HTMLElement | null>, view: string, steps: unknown): void {
  const shown = useRef<Shown>(undefined);
  const settling = useRef(new Map<HTMLElement, ReturnType<typeof setTimeout>>());

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cards are what the page shows now
  useLayoutEffect(() => {
    const before = shown.current;
    const found = [...(list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
    const cells = new Map(found.map((cell) => [cell, `${cell.dataset.entry} ${cell.dataset.state}`]));
    shown.current = { view, cells };
    if (!before) return;
    if (before.view !== view) return release([...settling.current.keys()]);
    const changed = found.filter((cell) => before.cells.get(cell) !== cells.get(cell));
    const keys = changed.flatMap((cell) => [...cell.querySelectorAll<HTMLElement>(KEYS)]);
    if (keys.length === 0) return;
    const timer = setTimeout(() => {
      release(keys.filter((key) => settling.current.get(key) === timer));
    }, ADVANCE_LOCK_MS);
    for (const key of keys) {
      key.style.pointerEvents = 'none';
      settling.current.set(key, timer);
    }

    function release(settled: readonly HTMLElement[]): void {
      for (const key of settled) {
        key.style.pointerEvents = '';
        settling.current.delete(key);
      }
    }
  }, [list, view, steps]);

  useEffect(() => {
    const timers = settling.current;
    return () => {
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, []);
}
