/**
 * Connects the embedded engines of several processes. At each commit PostgreSQL notifies every process of the outbox row of an event, of the
 * session that signed a socket of any process, and of ended sessions. A process that may have missed a notification makes its sockets reconnect,
 * because a page fetches its data again when it reconnects.
 */

import type { Db, Trx } from 'core/database/kysely';
import { type Notifications, notify } from 'core/database/notifications';
import { messageOf } from 'core/errors';
import type { Log } from 'core/log';
import { sql } from 'kysely';
import { z } from 'zod';
import { type EmbeddedEngine, sendable } from './embedded-engine';
import { broadcastOver } from './event.handler';
import { type EventMessage, eventMessageSchema } from './events';
import type { Realtime } from './realtime';

const EVENT = 'event';
const SIGNED = 'socket_signed';
const ROLE_ENDED = 'role_ended';
/** The trigger of migration 0040 sends this. */
const SESSION_ENDED = 'session_ended';

const signedSchema = z.object({ socketId: z.string(), session: z.number(), channel: z.string().nullable() });
type Signed = z.output<typeof signedSchema>;

/**
 * Tells the engine about ended sessions and roles, and about signatures from other processes.
 * @param checkListeners ends the sockets that listen by a role that has ended
 * @returns a function that stops this
 */
export async function followSessions(
  engine: EmbeddedEngine,
  notifications: Notifications,
  checkListeners: () => void,
): Promise<() => void> {
  const stops = [
    await notifications.listen(SESSION_ENDED, (id) => engine.endSessions([Number(id)])),
    await notifications.listen(SIGNED, (payload) => {
      const { socketId, session, channel } = signedSchema.parse(JSON.parse(payload));
      engine.signedFor(socketId, session, channel);
    }),
    await notifications.listen(ROLE_ENDED, checkListeners),
    notifications.onGap(() => engine.endAll()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Notifies all processes at the commit that a role has ended, because their sockets may listen by it. */
export const announceRoleEnded = (trx: Trx): Promise<void> => notify(trx, ROLE_ENDED, '');

/** Tells the process that has the socket which session has signed it. */
export async function announceSigned({ realtime, db }: { realtime: Realtime; db: Db }, signed: Signed): Promise<void> {
  const { engine } = realtime;
  if (!engine || engine.signedFor(signed.socketId, signed.session, signed.channel)) return;
  await notify(db, SIGNED, JSON.stringify(signed));
}

/** Sends the events of all processes to the sockets of this process, in the order of their announcements. */
export class EventReader {
  private ids: number[] = [];
  private reading: Promise<void> | null = null;
  /** Messages that this process announced and whose notification has not come back yet. They need not be read from the database. */
  private readonly announced = new Map<number, EventMessage>();

  constructor(
    private readonly db: Db,
    private readonly engine: EmbeddedEngine,
    private readonly log: Log,
  ) {}

  /** Notifies all processes, including this one, that a row of the outbox holds an event. @throws PermanentBroadcastError */
  async announce(message: EventMessage, id: number): Promise<void> {
    sendable(message.event, message.payload);
    this.announced.set(id, message);
    try {
      await notify(this.db, EVENT, String(id));
    } catch (error) {
      this.announced.delete(id);
      throw error;
    }
  }

  /** @returns a function that stops this */
  async start(notifications: Notifications): Promise<() => void> {
    const stops = [
      await notifications.listen(EVENT, (id) => {
        this.ids.push(Number(id));
        this.reading ??= this.readAll().finally(() => {
          this.reading = null;
        });
      }),
      // Lost notifications never arrive.
      notifications.onGap(() => this.announced.clear()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  private async readAll(): Promise<void> {
    // Ids that arrive during a query share the next query.
    while (this.ids.length > 0) {
      const ids = this.ids;
      this.ids = [];
      try {
        await this.read(ids);
      } catch (error) {
        this.log.error({ reason: messageOf(error) }, 'realtime: events could not be read; pages have to look again');
        this.engine.endAll();
      }
    }
  }

  private async read(ids: readonly number[]): Promise<void> {
    const messages = new Map<number, unknown>(ids.flatMap((id) => this.takeAnnounced(id)));
    const others = ids.filter((id) => !messages.has(id));
    for (const { id, payload } of await this.rowsOf(others)) messages.set(id, payload);
    for (const id of ids) await broadcastOver(this.engine)(eventMessageSchema.parse(messages.get(id)));
  }

  private takeAnnounced(id: number): [number, EventMessage][] {
    const message = this.announced.get(id);
    this.announced.delete(id);
    return message ? [[id, message]] : [];
  }

  private async rowsOf(ids: readonly number[]): Promise<{ id: number; payload: unknown }[]> {
    if (ids.length === 0) return [];
    return this.db
      .selectFrom('outbox')
      .select(['id', 'payload'])
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .execute();
  }
}
