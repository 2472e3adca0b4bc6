/** From the outbox to browsers, and the embedded engine's place on the API's port: `/app/:key`, and `/apps/:appId/…` for Pusher server libraries. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config';
import { messageOf } from '../errors';
import { handleEvents } from '../outbox/event.lane';
import type { Outbox } from '../outbox/outbox';
import { addressBehind } from '../plugins/client-address';
import type { Workers } from '../workers';
import { answerAsHttp } from './answer-as-http';
import type { Realtime } from './realtime';
import { triggerRoutes } from './trigger.routes';

interface RealtimeDeps {
  config: Pick<Config, 'trustedProxies'>;
  realtime: Realtime;
  outbox: Outbox;
  workers: Workers;
}

export function realtimeModule(app: FastifyInstance, { config, realtime, outbox, workers }: RealtimeDeps): void {
  handleEvents(outbox, realtime.broadcaster);
  workers.add(outbox);
  attachEngine(app, realtime, config.trustedProxies);
}

/**
 * Nothing to attach where an outside engine does the work.
 * @param trustedProxies how many proxies before this process are believed about a socket's address
 */
export function attachEngine(app: FastifyInstance, realtime: Realtime, trustedProxies = 0): void {
  const { engine, credentials } = realtime;
  if (!engine) return;
  app.server.on('upgrade', (request, socket, head) => {
    // Nothing above catches what this throws: it would end the process.
    try {
      if (engine.accepts(request)) engine.handleUpgrade(request, socket, head, addressBehind(request, trustedProxies));
      else answerAsHttp(app.server, request, socket, head);
    } catch (error) {
      console.error(`realtime: an upgrade was cut (${messageOf(error)})`);
      socket.destroy();
    }
  });
  // Before the server waits for its connections to end: an upgraded one would never end by itself.
  app.addHook('preClose', () => engine.close());
  triggerRoutes(app, { credentials, broadcaster: engine });
}
