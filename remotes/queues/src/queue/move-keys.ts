/**
 * Keeps the Idempotency-Key of each move whose outcome is not known yet. A tap that repeats a move whose response was lost is the same
 * request to the server, which may have made the move. Any other tap is a new request.
 */
import type { QueueEntry, QueueState } from 'shared-contracts/types';
import { newKey } from '../new-key';

interface OpenMove {
  from: QueueState;
  to: QueueState;
  key: string;
}

const openMoves = new Map<QueueEntry['id'], OpenMove>();

/** Returns the key of a tap, which stays the same until the move is forgotten. */
export function moveKey(id: QueueEntry['id'], from: QueueState, to: QueueState): string {
  const open = openMoves.get(id);
  const key = open?.from === from && open.to === to ? open.key : newKey();
  openMoves.set(id, { from, to, key });
  return key;
}

/** Forgets a move that the server has responded to. */
export function forgetMove(id: QueueEntry['id']): void {
  openMoves.delete(id);
}

/** Forgets moves of entries whose state is no longer the one that the tap was made on. The next tap on such an entry is a new request. */
export function forgetOutdatedMoves(entries: readonly Pick<QueueEntry, 'id' | 'state'>[]): void {
  if (openMoves.size === 0) return;
  for (const { id, state } of entries) {
    if (openMoves.has(id) && openMoves.get(id)?.from !== state) openMoves.delete(id);
  }
}
