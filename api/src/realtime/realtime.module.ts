/** The embedded engine's place on the API's port: `/app/:key` for browsers, `/apps/:appId/…` for Pusher server libraries. */
import type { FastifyInstance } from 'fastify';
import type { Realtime } from './realtime';
import { triggerRoutes } from './trigger.routes';

export function realtimeModule(app: FastifyInstance, { realtime }: { realtime: Realtime }): void {
  const { engine, credentials } = realtime;
  if (!engine) return;
  app.server.on('upgrade', (request, socket, head) => engine.handleUpgrade(request, socket, head));
  // Before the server waits for its connections to end: an upgraded one would never end by itself.
  app.addHook('preClose', () => engine.close());
  triggerRoutes(app, { credentials, broadcaster: engine });
}
