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

const writtenIn = new WeakMap<Trx, Set<string>>();

/** The kinds of the messages that a transaction wrote. */
export const kindsOf = (trx: Trx): ReadonlySet<string> => writtenIn.get(trx) ?? new Set();

/** After the commit call `outbox.wake()`, or use `outbox.transaction`, which does; the worker's own round finds it within a second. */
export async function enqueue(trx: Trx, messages: readonly OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return;
  writtenIn.set(trx, new Set([...kindsOf(trx), ...messages.map(({ kind }) => kind)]));
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
