/** The embedded engine on the API's port: `/app/:key`. Events come from the API alone, by its outbox. */
import type { IncomingMessage, ServerOptions } from 'node:http';
import { messageOf } from 'core/errors';
import type { FastifyInstance } from 'fastify';
import type { Realtime } from './realtime';
import { respondAsHttp } from './respond-as-http';

/** The address that a connection counts as; by default the peer's, as no proxy is trusted. */
type AddressOf = (request: IncomingMessage) => string;
const peerAddress: AddressOf = ({ socket }) => socket.remoteAddress ?? '';

/** Options of the server that `attachEngine` is given: it handles a request whose upgrade is not accepted as if it offered none. */
export function upgradeOptions({ engine }: Pick<Realtime, 'engine'>): ServerOptions {
  const options: UpgradeOptions = { shouldUpgradeCallback: (request) => engine?.accepts(request) ?? false };
  return options;
}

/** The types of Node 20 do not have it, and its server does not ask. */
type UpgradeOptions = ServerOptions & { shouldUpgradeCallback: (request: IncomingMessage) => boolean };

export interface AttachOptions {
  addressOf?: AddressOf;
}

/** Does nothing if an outside engine does the work. */
export function attachEngine(
  app: FastifyInstance,
  { engine }: Realtime,
  { addressOf = peerAddress }: AttachOptions = {},
): void {
  if (!engine) return;
  app.server.on('upgrade', (request, socket, head) => {
    // Nothing above catches what this throws: it would end the process.
    try {
      if (engine.accepts(request)) engine.handleUpgrade(request, socket, head, addressOf(request));
      else respondAsHttp(app.server, request, socket, head);
    } catch (error) {
      app.log.error({ reason: messageOf(error) }, 'realtime: an upgrade was closed after an error');
      socket.destroy();
    }
  });
  // Before the server waits for its connections to end: an upgraded one would never end by itself.
  app.addHook('preClose', () => engine.close());
}
