/** Sends the outbox's events: to the real-time engine or, if each of several processes has one, to all of them. */

import type { Outbox } from '../outbox/outbox';
import type { Broadcaster } from './broadcaster';
import { EVENT_KIND, type EventMessage, eventMessageSchema } from './events';

/** Short, as a channel is silent for so long after a kill. An outside engine has five seconds for an event. */
const LEASE_MS = 10_000;

/** @param send resolves once the event needs no other try. `id` is the outbox row's. */
export function handleEvents(outbox: Outbox, send: (message: EventMessage, id: number) => Promise<void>): void {
  outbox.handle(EVENT_KIND, {
    schema: eventMessageSchema,
    orderedBy: 'channels',
    maxBackoffMs: 15_000,
    leaseMs: LEASE_MS,
    // By name: the class may come from another copy of the module.
    isPermanent: (error) => error instanceof Error && error.name === 'PermanentBroadcastError',
    handle: ({ id, payload }) => send(payload, id),
  });
}

export const broadcastOver =
  (broadcaster: Broadcaster) =>
  ({ channels, event, payload, except_socket_id }: EventMessage): Promise<void> =>
    broadcaster.broadcast(channels, event, payload, { exceptSocketId: except_socket_id });
