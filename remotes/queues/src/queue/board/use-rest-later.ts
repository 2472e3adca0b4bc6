import { startTransition, useEffect, useMemo, useState } from 'react';

/**
 * A list that changed is drawn in steps: the cards at its start, where the page opens, and the next ones once those are on the
 * screen. To draw hundreds at once, or to lay out all that a screen shows, blocks a slow tablet for several frames.
 * @param view another value for another tab, order or search, which is drawn at once
 * @param isShort all of the list's cards are drawn at once
 * @param count how many steps there are; always the same
 * @returns `steps`, the list that each step shows now, the same value until one changes; and `isWhole`, whether all show the latest
 */
export function useRestLater<List>(
  list: List,
  view: string,
  isShort: boolean,
  count: number,
): { steps: readonly List[]; isWhole: boolean } {
  const [shown, setShown] = useState<{ view: string; later: readonly List[] }>({
    view,
    later: Array(count - 1).fill(list),
  });
  const { later } = shown;
  const isAtOnce = isShort || shown.view !== view;
  const isOld = shown.view !== view || later.some((each) => each !== list);
  useEffect(() => {
    if (!isOld) return;
    // One at a time: the browser draws each before the next.
    const next = later.findIndex((each) => each !== list);
    const drawn = later.map((each, index) => (isAtOnce || index === next ? list : each));
    startTransition(() => setShown({ view, later: drawn }));
  }, [list, view, isOld, isAtOnce, later]);
  const steps = useMemo(() => [list, ...later.map((each) => (isAtOnce ? list : each))], [list, later, isAtOnce]);
  return { steps, isWhole: steps.every((each) => each === list) };
}
