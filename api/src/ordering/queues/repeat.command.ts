/** Repeats the notification or the print of an order that is done, at the vendor's request. */

import type { Trx } from 'core/database/kysely';
import { conflict, tooMany } from 'core/errors';
import type { Session } from 'core/http/session';
import { sql } from 'kysely';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { announceState } from './queue.events';
import { requireVendorOf } from './queue.policy';
import { findEntryOfOrder, type QueueEntryRow } from './queue.repository';

/** An order allows one repeat in this time, so that ten taps do not ring a phone ten times. */
const PAUSE_MS = 10_000;

/** Notifies the buyer again. @throws ApiError 404, 403, 409 once it is cancelled, 429 with Retry-After */
export function notifyAgain(
  deps: Deps,
  session: Session,
  orderId: number,
): Promise<{ order_id: number; notified_at: string }> {
  return deps.outbox.transaction(async (trx) => {
    const entry = requireVendorOf(session, await findEntryOfOrder(trx, orderId));
    // The cancellation has notified the buyer already.
    if (entry.cancelled_at !== null) throw conflict('ORDER_CANCELLED', t('This order was cancelled.'));
    const at = await takeTurn(deps, trx, entry, 'notified_at');
    await announceState(trx, entry, entry.state, { now: at, isRepeat: true });
    return { order_id: orderId, notified_at: at.toISOString() };
  });
}

/** Records the reprint. The vendor's screen prints. @throws ApiError 404, 403, 429 with Retry-After */
export function recordReprint(
  deps: Deps,
  session: Session,
  orderId: number,
): Promise<{ order_id: number; reprinted_at: string }> {
  return deps.outbox.transaction(async (trx) => {
    const entry = requireVendorOf(session, await findEntryOfOrder(trx, orderId));
    const at = await takeTurn(deps, trx, entry, 'reprinted_at');
    return { order_id: orderId, reprinted_at: at.toISOString() };
  });
}

async function takeTurn(
  deps: Deps,
  trx: Trx,
  entry: QueueEntryRow,
  column: 'notified_at' | 'reprinted_at',
): Promise<Date> {
  const now = deps.clock.now();
  const { rows } = await sql<{ last: Date | null }>`
    select ${sql.ref(column)} as last from queue_entries where id = ${entry.id} for no key update`.execute(trx);
  const last = rows[0]?.last ?? null;
  const waitMs = last === null ? 0 : last.getTime() + PAUSE_MS - now.getTime();
  if (waitMs > 0) throw tooMany(waitMs / 1000);
  await trx
    .updateTable('queue_entries')
    .set({ [column]: now })
    .where('id', '=', entry.id)
    .execute();
  return now;
}
