/** Writes to the outbox in the transaction that causes the work, so that both happen or neither. */

import type { Trx } from 'core/database/kysely';
import { type RawBuilder, sql } from 'kysely';

export interface OutboxMessage {
  /** The name of the handler: 'event', 'refund', … */
  kind: string;
  payload: object;
  /** A key is unique forever: a second message with the same key is dropped. */
  key?: string;
  /** The earliest time. The default is now. */
  availableAt?: Date;
}

const writtenIn = new WeakMap<Trx, Set<string>>();

/** Returns the kinds of the messages that a transaction wrote. */
export const kindsOf = (trx: Trx): ReadonlySet<string> => writtenIn.get(trx) ?? new Set();

/**
 * After the commit call `outbox.wake()`, or use `outbox.transaction`, which does so. Otherwise the next poll of the worker finds the message
 * within a second.
 */
export async function enqueue(trx: Trx, messages: readonly OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return;
  writtenIn.set(trx, new Set([...kindsOf(trx), ...messages.map(({ kind }) => kind)]));
  await insertMessages(messages).execute(trx);
}

/**
 * Builds the insertion for a command that writes everything in one statement: a part of its `with` clause. After the commit call
 * `outbox.wake()`.
 * @param given the names of the CTEs that the insertion joins, so that it writes only if each of them has a row
 */
export function insertMessages(messages: readonly OutboxMessage[], ...given: readonly string[]): RawBuilder<unknown> {
  const rows = messages.map(({ kind, payload, key, availableAt }) => ({
    kind,
    payload,
    key,
    available_at: availableAt,
  }));
  const tables = given.map((table) => sql`, ${sql.table(table)}`);
  return sql`
    insert into outbox (kind, payload, key, available_at)
    select message.kind, message.payload, message.key, coalesce(message.available_at, now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as message (kind text, payload jsonb, key text, available_at timestamptz) ${sql.join(tables, sql``)}
    on conflict (key) do nothing`;
}
