/** Sends the outbox's events to the real-time engine. */

import { EVENT_KIND, eventMessageSchema } from '../../outbox/events';
import type { Outbox } from '../../outbox/outbox';
import type { Broadcaster } from '../../realtime/broadcaster';

/** Short, as a channel is silent for so long after a kill. An outside engine has five seconds for an event. */
const LEASE_MS = 10_000;

export function handleEvents(outbox: Outbox, broadcaster: Broadcaster): void {
  outbox.handle(EVENT_KIND, {
    schema: eventMessageSchema,
    orderKeys: ({ channels }) => channels,
    maxBackoffMs: 15_000,
    leaseMs: LEASE_MS,
    // By name: the class may come from another copy of the module.
    isPermanent: (error) => error instanceof Error && error.name === 'PermanentBroadcastError',
    handle: async ({ payload: { channels, event, payload, except_socket_id } }) =>
      broadcaster.broadcast(channels, event, payload, { exceptSocketId: except_socket_id }),
  });
}
