import { startTransition, useEffect, useState } from 'react';

/** The number of rows drawn at once, which is more than a large screen shows. */
const FIRST = 24;
/** The number of rows drawn in each further step. A slow phone draws that many without a noticeable delay of a tap. */
const STEP = 48;

/**
 * Returns the number of rows of a long list to draw: the first screen at once, the rest step by step, so that no tap waits for a thousand
 * rows. A drawn row stays.
 */
export function useDrawn(total: number): number {
  const [drawn, setDrawn] = useState(FIRST);
  useEffect(() => {
    if (drawn < total) startTransition(() => setDrawn(drawn + STEP));
  }, [drawn, total]);
  return drawn;
}
