import { useEffect, useState } from 'react';
import { ADVANCE_LOCK_MS } from 'shared-contracts/rules/queue-state';
import type { QueueEntry } from 'shared-contracts/types';

/** Whether an entry's state has changed on its card within the last 600 ms, so that its button says something else now. */
export function useFreshState({ state }: QueueEntry): boolean {
  const [known, setKnown] = useState(state);
  const isFresh = known !== state;
  useEffect(() => {
    if (!isFresh) return;
    const timer = setTimeout(() => setKnown(state), ADVANCE_LOCK_MS);
    return () => clearTimeout(timer);
  }, [isFresh, state]);
  return isFresh;
}
