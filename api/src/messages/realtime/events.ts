/** Writes the events of the socket as outbox messages. The contract defines channel names and payloads. */

import type { Trx } from 'core/database/kysely';
import type { RealtimeEvents } from 'shared-contracts/types';
import { z } from 'zod';
import { enqueue, type OutboxMessage } from '../outbox/enqueue';
import { isSocketId } from '../realtime/protocol';

export const EVENT_KIND = 'event';
/** Echo's namespace is App.Events, so the names on the wire have this prefix. */
const WIRE_PREFIX = 'App\\Events\\';

export const userChannel = (userId: number): string => `private-users.${userId}`;
export const vendorChannel = (vendorId: number): string => `private-vendors.${vendorId}`;
/** This channel is public: anonymous visitors receive its events. */
export const venueChannel = (venueId: number): string => `venues.${venueId}`;

/** The part of an event that the outbox stores. */
export const eventMessageSchema = z.object({
  channels: z.array(z.string()),
  /** The full wire name. */
  event: z.string(),
  /** A text is sent unchanged. It comes from an event that arrived over Pusher's HTTP API. */
  payload: z.union([z.record(z.string(), z.unknown()), z.string()]),
  except_socket_id: z.string().nullable(),
});
export type EventMessage = z.output<typeof eventMessageSchema>;

/** One event with its name and the payload of that name. */
export type Announcement = {
  [Name in keyof RealtimeEvents]: { name: Name; channels: string[]; payload: RealtimeEvents[Name] };
}[keyof RealtimeEvents];

/**
 * Queues events that are sent after the transaction commits, in this order on each channel.
 * @param exceptSocketId the request's X-Socket-Id, whose socket does not receive them; any other text is ignored
 */
export async function announce(
  trx: Trx,
  announcements: readonly Announcement[],
  exceptSocketId: string | null = null,
): Promise<void> {
  await enqueue(trx, messagesOf(announcements, exceptSocketId));
}

/** Returns the messages that `announce` writes, for a command that writes them in its own statement (`insertMessages`). */
export function messagesOf(
  announcements: readonly Announcement[],
  exceptSocketId: string | null = null,
): OutboxMessage[] {
  const except = exceptSocketId !== null && isSocketId(exceptSocketId) ? exceptSocketId : null;
  return announcements
    .filter(({ channels }) => channels.length > 0)
    .map(({ name, channels, payload }) => {
      const message: EventMessage = { channels, event: WIRE_PREFIX + name, payload, except_socket_id: except };
      return { kind: EVENT_KIND, payload: message };
    });
}

/** Returns the socket of the client that sends the request. It does not receive its own events. */
export function socketIdOf(request: { headers: Record<string, string | string[] | undefined> }): string | null {
  const header = request.headers['x-socket-id'];
  return typeof header === 'string' ? header : null;
}
