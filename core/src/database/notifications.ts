/** Messages between the processes of one database, sent by NOTIFY at the commit. */
import { sql } from 'kysely';
import type { Queryable } from './kysely';

export type OnMessage = (payload: string) => void;

export interface Notifications {
  /**
   * Calls `onMessage` with the payload of each notification that this or another process commits to the channel from now on. With an
   * embedded database the call comes before the commit resolves, with PostgreSQL a moment later.
   * @returns a function that stops the calls
   */
  listen(channel: string, onMessage: OnMessage): Promise<() => void>;
  /**
   * Calls `look` when the lost connection is back or a payload could not be read, as notifications may have been missed.
   * @returns a function that stops the calls
   */
  onGap(look: () => void): () => void;
  /** False while the connection is lost. */
  readonly isListening: boolean;
}

/**
 * Sends the payload to all processes that listen, this one included. In a transaction it is sent with the commit.
 * @param payload 8,000 bytes at most
 */
export async function notify(db: Queryable, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}
