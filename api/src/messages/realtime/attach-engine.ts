/** Attaches the embedded engine to the API's port: `/app/:key`. Only the API sends events, through its outbox. */
import type { IncomingMessage, ServerOptions } from 'node:http';
import { messageOf } from 'core/errors';
import type { FastifyInstance } from 'fastify';
import type { Realtime } from './realtime';
import { respondAsHttp } from './respond-as-http';

/** Returns the address for which a connection counts. The default is the peer's address, because no proxy is trusted. */
type AddressOf = (request: IncomingMessage) => string;
const peerAddress: AddressOf = ({ socket }) => socket.remoteAddress ?? '';

/** The options for the server of `attachEngine`: it handles a request whose upgrade is refused as if the request offered none. */
export function upgradeOptions({ engine }: Pick<Realtime, 'engine'>): ServerOptions {
  const options: UpgradeOptions = { shouldUpgradeCallback: (request) => engine?.accepts(request) ?? false };
  return options;
}

/** The types of Node 20 lack this option, and the server of Node 20 does not call it. */
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
    // No caller catches an error here, so it would end the process.
    try {
      if (engine.accepts(request)) engine.handleUpgrade(request, socket, head, addressOf(request));
      else respondAsHttp(app.server, request, socket, head);
    } catch (error) {
      app.log.error({ reason: messageOf(error) }, 'realtime: an upgrade was closed after an error');
      socket.destroy();
    }
  });
  // This comes before the server waits for its connections to end, because an upgraded connection does not end automatically.
  app.addHook('preClose', () => engine.close());
}
