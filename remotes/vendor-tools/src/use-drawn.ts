import { startTransition, useEffect, useState } from 'react';

/** More than a large screen shows. */
const FIRST = 24;
/** What a slow phone draws without keeping a tap waiting. */
const STEP = 48;

/**
 * How many rows of a long list are drawn: the first screen at once, the rest step by step, so that no tap waits for a thousand of
 * them. A row that was drawn stays.
 */
export function useDrawn(total: number): number {
  const [drawn, setDrawn] = useState(FIRST);
  useEffect(() => {
    if (drawn < total) startTransition(() => setDrawn(drawn + STEP));
  }, [drawn, total]);
  return drawn;
}
