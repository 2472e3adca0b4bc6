/** Sends the outbox's events to the real-time engine or, if several processes have one each, to all of them. */

import type { Outbox } from '../outbox/outbox';
import type { Broadcaster } from './broadcaster';
import { EVENT_KIND, type EventMessage, eventMessageSchema } from './events';

/**
 * The lease is short, because after a kill its channels are silent until it ends. It is longer than the five seconds that an outside engine
 * has for an event.
 */
const LEASE_MS = 10_000;

/** @param send resolves once the event needs no further try. `id` is the id of the outbox row. */
export function handleEvents(outbox: Outbox, send: (message: EventMessage, id: number) => Promise<void>): void {
  outbox.handle(EVENT_KIND, {
    schema: eventMessageSchema,
    orderedBy: 'channels',
    maxBackoffMs: 15_000,
    leaseMs: LEASE_MS,
    // The class is compared by name, because it may come from another copy of the module.
    isPermanent: (error) => error instanceof Error && error.name === 'PermanentBroadcastError',
    handle: ({ id, payload }) => send(payload, id),
  });
}

export const broadcastOver =
  (broadcaster: Broadcaster) =>
  ({ channels, event, payload, except_socket_id }: EventMessage): Promise<void> =>
    broadcaster.broadcast(channels, event, payload, { exceptSocketId: except_socket_id });
