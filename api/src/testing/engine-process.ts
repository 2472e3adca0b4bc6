/**
 * Runs the embedded engine as a separate process on PORT: for benches that kill the socket server and keep the API, or that open more sockets
 * than one of their processes should hold. The API connects to it as to any outside engine, by PUSHER_*.
 */

import { createLog } from 'core/log';
import fastify from 'fastify';
import { attachEngine, upgradeOptions } from '../messages/realtime/attach-engine';
import { DEFAULT_LIMITS, EmbeddedEngine } from '../messages/realtime/embedded-engine';
import { triggerRoutes } from './trigger-routes';

const { PORT, PUSHER_APP_ID: appId = '', PUSHER_KEY: key = '', PUSHER_SECRET: secret = '' } = process.env;
const credentials = { appId, key, secret };
const log = createLog('warn');
// A bench opens all of its sockets from this machine.
const engine = new EmbeddedEngine(credentials, log, { maxConnectionsPerAddress: DEFAULT_LIMITS.maxConnections });
const app = fastify({ loggerInstance: log, forceCloseConnections: true, http: upgradeOptions({ engine }) });
attachEngine(app, { credentials, engine, broadcaster: engine });
triggerRoutes(app, { credentials, broadcaster: engine });

app.listen({ port: Number(PORT), host: '127.0.0.1' }).then(
  () => console.info(`engine: listening on ${PORT}`),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
