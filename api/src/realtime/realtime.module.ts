/** From the outbox to browsers, and the embedded engine's place on the API's port: `/app/:key`, and `/apps/:appId/…` for Pusher server libraries. */
import type { FastifyInstance } from 'fastify';
import { handleEvents } from '../outbox/event.lane';
import type { Outbox } from '../outbox/outbox';
import type { Workers } from '../workers';
import type { Realtime } from './realtime';
import { triggerRoutes } from './trigger.routes';

interface RealtimeDeps {
  realtime: Realtime;
  outbox: Outbox;
  workers: Workers;
}

export function realtimeModule(app: FastifyInstance, { realtime, outbox, workers }: RealtimeDeps): void {
  handleEvents(outbox, realtime.broadcaster);
  workers.add(outbox);
  attachEngine(app, realtime);
}

/** Nothing to attach where an outside engine does the work. */
export function attachEngine(app: FastifyInstance, realtime: Realtime): void {
  const { engine, credentials } = realtime;
  if (!engine) return;
  app.server.on('upgrade', (request, socket, head) => engine.handleUpgrade(request, socket, head));
  // Before the server waits for its connections to end: an upgraded one would never end by itself.
  app.addHook('preClose', () => engine.close());
  triggerRoutes(app, { credentials, broadcaster: engine });
}
