/** Messages between the processes of one database, sent by NOTIFY at the commit. */
import { sql } from 'kysely';
import type { Queryable } from './kysely';

export type OnMessage = (payload: string) => void;

export interface Notifications {
  /**
   * Calls `hear` with the payload of each notification of the channel that is committed from now on, by this process or another.
   * An embedded database calls it before the commit resolves; from PostgreSQL it arrives a moment later.
   * @returns the call that ends it
   */
  listen(channel: string, onMessage: OnMessage): Promise<() => void>;
  /**
   * Calls `look` when notifications may have been missed: the connection was lost, and is back.
   * @returns the call that ends it
   */
  onGap(look: () => void): () => void;
  /** False while the connection is lost. */
  readonly isListening: boolean;
}

/**
 * Tells all processes that listen, this one included; in a transaction, once it is committed.
 * @param payload 8,000 bytes at most
 */
export async function notify(db: Queryable, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}
