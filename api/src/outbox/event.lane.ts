/** Sends the outbox's events to the real-time engine. */
import type { Broadcaster } from '../realtime/broadcaster';
import { EVENT_KIND, type EventMessage } from './events';
import type { Outbox } from './outbox';

export function handleEvents(outbox: Outbox, broadcaster: Broadcaster): void {
  outbox.handle<EventMessage>(EVENT_KIND, {
    orderKeys: ({ channels }) => channels,
    maxBackoffMs: 15_000,
    // By name: the class may come from another copy of the module.
    isPermanent: (error) => error instanceof Error && error.name === 'PermanentBroadcastError',
    handle: async ({ payload: { channels, event, payload, except_socket_id } }) =>
      broadcaster.broadcast(channels, event, payload, { exceptSocketId: except_socket_id }),
  });
}
