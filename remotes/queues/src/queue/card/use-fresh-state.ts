import { useEffect, useState } from 'react';
import { ADVANCE_LOCK_MS } from 'shared-contracts/rules/queue-state';
import type { QueueEntry } from 'shared-contracts/types';

/** Whether an entry's state has changed on its card within the last 600 ms, so that its button says something else now. */
export function useFreshState({ id, state }: QueueEntry): boolean {
  const [known, setKnown] = useState({ id, state });
  // The cell shows another order: nothing of it was different here before.
  if (known.id !== id) setKnown({ id, state });
  const isFresh = known.id === id && known.state !== state;
  useEffect(() => {
    if (!isFresh) return;
    const timer = setTimeout(() => setKnown({ id, state }), ADVANCE_LOCK_MS);
    return () => clearTimeout(timer);
  }, [isFresh, id, state]);
  return isFresh;
}
