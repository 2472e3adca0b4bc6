/** Writing to the outbox: in the transaction that causes the work, so that both happen or neither. */
import type { Trx } from '../database/kysely';

export interface OutboxMessage {
  /** Which handler does it: 'event', 'refund', … */
  kind: string;
  payload: object;
  /** A key is unique for good: a second message with the same key is dropped. */
  key?: string;
  /** Not before; at once by default. */
  availableAt?: Date;
}

/** After the commit call `outbox.wake()`, or use `outbox.transaction`, which does; the worker's own round finds it within a second. */
export async function enqueue(trx: Trx, messages: readonly OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await trx
    .insertInto('outbox')
    .values(
      messages.map(({ kind, payload, key, availableAt }) => ({
        kind,
        payload: JSON.stringify(payload),
        key: key ?? null,
        available_at: availableAt,
      })),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}
