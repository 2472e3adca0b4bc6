import { mayMove } from 'shared-contracts/rules/queue-state';
import type { QueueEntry } from 'shared-contracts/types';
import type { Trx } from '../../database/kysely';
import type { QueueState } from '../../database/types';
import type { Deps } from '../../deps';
import { conflict, forbidden, notFound } from '../../errors';
import { announce } from '../../outbox/events';
import type { Session } from '../../plugins/session';
import { positionsChanged, tellState } from './queue.events';
import { actorOf } from './queue.policy';
import { presentQueueEntry } from './queue.presenter';
import { findQueueRecord, isWaiting, lockEntry, type QueueEntryRow, waitingBehind } from './queue.repository';

export interface MoveInput {
  session: Session;
  entryId: number;
  state: QueueState;
  socketId: string | null;
}

/**
 * Moves an entry one step: a vendor forward, or back as an undo that is written down; a buyer takes what is done.
 * The state it already has is no change and no error. Collected completes the order.
 * @throws ApiError 404; 403 for a buyer who wants anything but collected; 409 ILLEGAL_TRANSITION with the entry as it is
 */
export function moveEntry(deps: Deps, { session, entryId, state, socketId }: MoveInput): Promise<QueueEntry> {
  return deps.outbox.transaction(async (trx) => {
    const entry = await lockEntry(trx, entryId);
    const actor = actorOf(session, entry);
    if (!entry) throw notFound('Queue entry');
    if (entry.cancelled_at !== null) throw illegal(await present(trx, entryId), 'This order was cancelled.');
    if (entry.state === state) return present(trx, entryId);
    if (actor === 'buyer' && state !== 'collected') throw forbidden('Only the vendor may do that.');
    if (!mayMove(actor, entry.state, state)) {
      throw illegal(await present(trx, entryId), `This order is ${entry.state}, so it cannot become ${state}.`);
    }
    await trx.updateTable('queue_entries').set({ state }).where('id', '=', entryId).execute();
    if (state === 'collected' || entry.state === 'collected') await completeOrder(deps, trx, entry, state);
    await tellState(trx, entry, state, { now: deps.clock.now(), exceptSocketId: socketId });
    if (isWaiting(entry.state) !== isWaiting(state)) {
      await announce(trx, [positionsChanged(entry.vendor_id, await waitingBehind(trx, entry))], socketId);
    }
    return present(trx, entryId);
  });
}

/** Collected completes the order; undoing it opens the order again. */
async function completeOrder(deps: Deps, trx: Trx, entry: QueueEntryRow, state: QueueState): Promise<void> {
  const isCollected = state === 'collected';
  await trx
    .updateTable('orders')
    .set({ state: isCollected ? 'completed' : 'placed', completed_at: isCollected ? deps.clock.now() : null })
    .where('id', '=', entry.order_id)
    .execute();
}

async function present(trx: Trx, id: number): Promise<QueueEntry> {
  const record = await findQueueRecord(trx, id);
  if (!record) throw notFound('Queue entry');
  return presentQueueEntry(record);
}

const illegal = (entry: QueueEntry, message: string) => conflict('ILLEGAL_TRANSITION', message, entry);
