import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { ADVANCE_LOCK_MS } from 'shared-contracts/rules/queue-state';
import type { QueueEntry, QueueState } from 'shared-contracts/types';
import { createLocks, type Locks } from './locks';
import { type KitchenOutcome, moveInKitchen, requestMove } from './moves.resource';
import type { QueueAudience } from './queue.rules';

/** The last move of this screen, which can be undone. */
export interface LastMove {
  from: QueueState;
  entry: QueueEntry;
}

export interface Moves {
  /** This is the same object at each render. */
  locks: Locks;
  last: LastMove | undefined;
  /** The entry that was moved last, also by a tap that is not sent yet. */
  lastId: QueueEntry['id'] | undefined;
  /** Moves an entry. A tap on a locked one does nothing. The function is stable. */
  move: (entry: QueueEntry, to: QueueState) => Promise<void>;
  forgetLast: () => void;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Moves entries, one tap at a time for each entry. A tap locks its entry for 600 ms and until the response arrives, and the entry keeps its position
 * for as long: neither a second state nor another order appears under a finger that taps twice.
 */
export function useMoves(audience: QueueAudience, onMoved: (entry: QueueEntry, from: QueueState) => void): Moves {
  const [locks] = useState(createLocks);
  const [last, setLast] = useState<LastMove>();
  const [lastId, setLastId] = useState<QueueEntry['id']>();
  // Two taps may come before React has rendered the lock of the first.
  const moving = useRef(new Set<number>());
  // On a slow device a card may show its old state for a while after its lock has ended.
  const moved = useRef(new WeakSet<QueueEntry>());

  const latest = useRef({ audience, onMoved });
  useLayoutEffect(() => {
    latest.current = { audience, onMoved };
  });

  const move = useCallback(
    async (entry: QueueEntry, to: QueueState): Promise<void> => {
      if (moving.current.has(entry.id) || moved.current.has(entry)) return;
      moving.current.add(entry.id);
      const listedAs = entry.state;
      locks.put(entry.id, { entry, listedAs, isSending: true });

      const shortest = pause(ADVANCE_LOCK_MS);
      const { audience } = latest.current;
      const outcome: KitchenOutcome = await (audience === 'vendor'
        ? moveInKitchen(entry, to)
        : requestMove(entry, to, audience));
      locks.put(entry.id, { entry: outcome.result === 'failed' ? entry : outcome.entry, listedAs, isSending: false });
      if (outcome.result === 'moved' || outcome.result === 'waiting') setLastId(entry.id);
      if (outcome.result === 'moved') {
        setLast({ from: listedAs, entry: outcome.entry });
        moved.current.add(entry);
      } else if (outcome.result !== 'waiting') {
        showToast(outcome.message, { color: outcome.result === 'failed' ? 'danger' : 'dark', timeout: 6000 });
      }
      await shortest;

      moving.current.delete(entry.id);
      locks.lift(entry.id);
      // `onMoved` may show another tab, where another order is under the finger, so it waits until the lock ends.
      if (outcome.result === 'moved' || outcome.result === 'waiting') latest.current.onMoved(outcome.entry, listedAs);
    },
    [locks],
  );

  return {
    locks,
    last,
    lastId,
    move,
    forgetLast: useCallback(() => setLast(undefined), []),
  };
}
