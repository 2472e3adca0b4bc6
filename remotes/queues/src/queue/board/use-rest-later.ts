import { startTransition, useEffect, useState } from 'react';

/**
 * A list that changed is drawn in two steps: the cards at its start, where the page opens, and the rest once those are on the
 * screen. To draw hundreds at once blocks a slow tablet for several frames.
 * @param view another value for another tab, order or search, which is drawn at once
 * @returns `before`, what the rest shows now, and `isWhole`, whether that is the list
 */
export function useRestLater<List>(list: List, view: string): { before: List; isWhole: boolean } {
  const [shown, setShown] = useState({ list, view });
  useEffect(() => {
    startTransition(() => setShown({ list, view }));
  }, [list, view]);
  const before = shown.view === view ? shown.list : list;
  return { before, isWhole: before === list };
}
