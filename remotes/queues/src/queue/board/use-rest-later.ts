import { startTransition, useEffect, useMemo, useState } from 'react';

/** What each step of a list draws: the cards that a small tablet shows, as many more, and the rest. */
type Steps<List> = readonly [List, List, List];

/**
 * A list that changed is drawn in steps: the cards at its start, where the page opens, and the next ones once those are on the
 * screen. To draw hundreds at once, or to lay out all that a screen shows, blocks a slow tablet for several frames.
 * @param view another value for another tab, order or search, which is drawn at once
 * @param isShort all of the list's cards belong to the first step
 * @returns `steps`, the list that each step shows now, the same value until one changes; and `isWhole`, whether all show the latest
 */
export function useRestLater<List>(
  list: List,
  view: string,
  isShort: boolean,
): { steps: Steps<List>; isWhole: boolean } {
  const [shown, setShown] = useState<{ view: string; later: readonly [List, List] }>({ view, later: [list, list] });
  const [next, last] = shown.view === view && !isShort ? shown.later : [list, list];
  const isWhole = next === list && last === list;
  const isOld = shown.view !== view || shown.later.some((each) => each !== list);
  useEffect(() => {
    if (!isOld) return;
    // One at a time: the browser draws each before the next.
    startTransition(() => setShown({ view, later: [list, next === list ? list : last] }));
  }, [list, view, isOld, next, last]);
  const steps: Steps<List> = useMemo(() => [list, next, last], [list, next, last]);
  return { steps, isWhole };
}
