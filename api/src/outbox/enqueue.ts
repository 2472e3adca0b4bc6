/** Writing to the outbox: in the transaction that causes the work, so that both happen or neither. */
import { type RawBuilder, sql } from 'kysely';
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
  if (messages.length > 0) await insertMessages(trx, messages).execute(trx);
}

/** What `enqueue` runs, for a command that writes all it writes in one statement: there it is a `with` of its own. */
export function insertMessages(trx: Trx, messages: readonly OutboxMessage[]): RawBuilder<unknown> {
  writtenIn.set(trx, new Set([...kindsOf(trx), ...messages.map(({ kind }) => kind)]));
  const rows = messages.map(({ kind, payload, key, availableAt }) => ({
    kind,
    payload,
    key,
    available_at: availableAt,
  }));
  return sql`
    insert into outbox (kind, payload, key, available_at)
    select kind, payload, key, coalesce(available_at, now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as message (kind text, payload jsonb, key text, available_at timestamptz)
    on conflict (key) do nothing`;
}
