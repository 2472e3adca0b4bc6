import { startTransition, useEffect, useMemo, useState } from 'react';

/**
 * Draws a changed list in steps: first the cards at its start, where the page opens, then the next ones once those are on the screen.
 * Drawing hundreds at once, or laying out a whole screen, blocks a slow tablet for several frames.
 * @param view changes with the tab, the order or the search; a new view is drawn at once
 * @param usedSteps the number of steps that the list's cards take; a list of one step is drawn at once
 * @param stepCount the number of steps, which is always the same
 * @returns `steps`, which has the list that each step shows now and stays the same value until one changes; and `isWhole`, which tells
 * whether all steps show the latest list
 */
export function useStepwiseList<List>(
  list: List,
  view: string,
  usedSteps: number,
  stepCount: number,
): { steps: readonly List[]; isWhole: boolean } {
  const [shown, setShown] = useState<{ view: string; later: readonly List[] }>({
    view,
    later: Array(stepCount - 1).fill(list),
  });
  const { later } = shown;
  const stepwise = shown.view === view ? usedSteps : 1;
  const isOld = shown.view !== view || later.some((each) => each !== list);
  useEffect(() => {
    if (!isOld) return;
    // Advances one step at a time: the browser draws each before the next.
    const next = later.findIndex((each) => each !== list);
    const drawn = later.map((each, index) => (index === next || index + 1 >= stepwise ? list : each));
    startTransition(() => setShown({ view, later: drawn }));
  }, [list, view, isOld, stepwise, later]);
  const steps = useMemo(
    () => [list, ...later.map((each, index) => (index + 1 >= stepwise ? list : each))],
    [list, later, stepwise],
  );
  return { steps, isWhole: steps.every((each) => each === list) };
}
