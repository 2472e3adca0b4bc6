import type { Trx } from 'core/database/kysely';
import { conflict, forbidden, notFound } from 'core/errors';
import { KEY_LIFETIME_MS, keyReused } from 'core/http/idempotency';
import type { Session } from 'core/http/session';
import { currentLanguage } from 'shared-contracts/language';
import { labelOf, outcomeOf, previousState, type QueueActor } from 'shared-contracts/rules/queue-state';
import type { QueueChange, QueueEntry, QueueState } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { announce } from '../../messages/realtime/events';
import { actAs } from '../../people/audit/act-as';
import { t } from '../../words';
import { orderIn } from '../orders/line-texts';
import { markPicked } from '../watch/seen';
import { announceState, positionsChanged } from './queue.events';
import { actorOf } from './queue.policy';
import { presentQueueEntry } from './queue.presenter';
import { findQueueRecord, isWaiting, lockEntry, type QueueEntryRow, waitingBehind } from './queue.repository';

export interface MoveInput {
  session: Session;
  entryId: number;
  change: QueueChange;
  /** The client's Idempotency-Key. A repeated move gets the first response, even after later moves. */
  idempotencyKey: string | null;
  socketId: string | null;
}

/**
 * Moves an entry one step: a vendor forward, or back from the state that `from` names, as a recorded undo; a buyer only to collected. Collected
 * completes the order. A refused move leaves its key free.
 * @throws ApiError 404; 403 for a buyer who requests any other state; 409 ILLEGAL_TRANSITION with the stored entry; 422 for a key that another
 * move has used
 */
export function moveQueueEntry(deps: Deps, input: MoveInput): Promise<QueueEntry> {
  const { session, entryId, change, idempotencyKey, socketId } = input;
  return deps.outbox.transaction(async (trx) => {
    const entry = await lockEntry(trx, entryId);
    const actor = actorOf(session, entry);
    if (!entry) throw notFound(t('Queue entry not found.'));
    // It is read after the lock is taken, so that the second of two equal requests finds the response of the first.
    const earlier = idempotencyKey === null ? null : await earlierResponse(trx, input, idempotencyKey);
    if (earlier) return earlier;
    if (entry.cancelled_at !== null) throw illegal(await present(trx, entryId, actor), t('This order was cancelled.'));
    const { state } = change;
    if (actor === 'buyer' && state !== 'collected') throw forbidden(t('Only the vendor may do that.'));
    const outcome = outcomeOf(actor, entry.state, change);
    if (outcome === 'refused') throw illegal(await present(trx, entryId, actor), refusalOf(entry.state, change));
    if (outcome === 'moved') {
      await actAs(trx, session.user.id);
      await trx.updateTable('queue_entries').set({ state }).where('id', '=', entryId).execute();
      if (entry.state === 'new') await markPicked(trx, entry.order_id, deps.clock.now());
      if (state === 'collected' || entry.state === 'collected') await completeOrReopen(deps, trx, entry, state);
      await announceState(trx, entry, state, { now: deps.clock.now(), exceptSocketId: socketId });
      if (isWaiting(entry.state) !== isWaiting(state)) {
        await announce(trx, [positionsChanged(entry.vendor_id, await waitingBehind(trx, entry))], socketId);
      }
    }
    const response = await present(trx, entryId, actor);
    if (idempotencyKey !== null) await storeResponse(deps, trx, input, idempotencyKey, response);
    return response;
  });
}

/** @throws ApiError 422 if another move has used the key */
async function earlierResponse(
  trx: Trx,
  { session, entryId, change }: MoveInput,
  key: string,
): Promise<QueueEntry | null> {
  const earlier = await trx
    .selectFrom('queue_moves')
    .select(['entry_id', 'from_state', 'to_state', 'response'])
    .where('user_id', '=', session.user.id)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!earlier) return null;
  const isSame =
    earlier.entry_id === entryId && earlier.to_state === change.state && earlier.from_state === (change.from ?? null);
  if (!isSame) throw keyReused();
  return earlier.response;
}

/** Stores the response, and deletes the person's expired keys. @throws ApiError 422 if a move of another entry took the key meanwhile */
async function storeResponse(
  deps: Deps,
  trx: Trx,
  { session, entryId, change }: MoveInput,
  key: string,
  response: QueueEntry,
): Promise<void> {
  const now = deps.clock.now();
  await trx
    .deleteFrom('queue_moves')
    .where('user_id', '=', session.user.id)
    .where('created_at', '<', new Date(now.getTime() - KEY_LIFETIME_MS))
    .execute();
  const stored = await trx
    .insertInto('queue_moves')
    .values({
      user_id: session.user.id,
      key,
      entry_id: entryId,
      from_state: change.from ?? null,
      to_state: change.state,
      response: JSON.stringify(response),
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!stored) throw keyReused();
}

function refusalOf(current: QueueState, { state, from }: QueueChange): string {
  if (from !== undefined && from !== current)
    return t('Another change came first: this order is {state} now.', { state: labelOf(current) });
  if (from === undefined && state === previousState(current)) {
    return t('This order was not moved back. Please reload the page and try again.');
  }
  return t('This order is {state}, so it cannot become {next}.', { state: labelOf(current), next: labelOf(state) });
}

/** Completes the order when it is collected, and opens it again when that is undone. */
async function completeOrReopen(deps: Deps, trx: Trx, entry: QueueEntryRow, state: QueueState): Promise<void> {
  const isCollected = state === 'collected';
  await trx
    .updateTable('orders')
    .set({ state: isCollected ? 'completed' : 'placed', completed_at: isCollected ? deps.clock.now() : null })
    .where('id', '=', entry.order_id)
    .execute();
}

/** The kitchen reads an order in the venue's first language, and the buyer in their own. */
async function present(trx: Trx, id: number, actor: QueueActor): Promise<QueueEntry> {
  const record = await findQueueRecord(trx, id);
  if (!record) throw notFound(t('Queue entry not found.'));
  const order = actor === 'buyer' ? orderIn(record.order, currentLanguage()) : record.order;
  return presentQueueEntry({ ...record, order });
}

const illegal = (entry: QueueEntry, message: string) => conflict('ILLEGAL_TRANSITION', message, entry);
