/**
 * The Idempotency-Key of each move whose outcome is not known yet. A tap that repeats a move with a lost response is the
 * same request to the server, which may have made the move; any other tap is a new one.
 */
import type { QueueEntry, QueueState } from 'shared-contracts/types';

interface OpenMove {
  from: QueueState;
  to: QueueState;
  key: string;
}

const openMoves = new Map<QueueEntry['id'], OpenMove>();

/** The key of a tap, the same until the move is forgotten. */
export function keyOfMove(id: QueueEntry['id'], from: QueueState, to: QueueState): string {
  const open = openMoves.get(id);
  const key = open?.from === from && open.to === to ? open.key : newKey();
  openMoves.set(id, { from, to, key });
  return key;
}

/** The server has responded. */
export function forgetMove(id: QueueEntry['id']): void {
  openMoves.delete(id);
}

/** An entry in another state than its open move was made on has moved since: the next tap on it is a new one. */
export function forgetOutdatedMoves(entries: readonly Pick<QueueEntry, 'id' | 'state'>[]): void {
  if (openMoves.size === 0) return;
  for (const { id, state } of entries) {
    if (openMoves.has(id) && openMoves.get(id)?.from !== state) openMoves.delete(id);
  }
}

/** randomUUID is missing outside of a secure context: a tablet may open the site by its address in the local network. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
