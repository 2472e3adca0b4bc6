/** The embedded engine on a loopback port, with the routes that sign private channels, for tests with the real clients. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RealtimeConfig } from 'core/config';
import type { Log } from 'core/log';
import { silentLog } from 'core/testing/logs';
import Fastify from 'fastify';
import { triggerRoutes } from '../../testing/trigger-routes';
import { attachEngine, upgradeOptions } from './attach-engine';
import type { EmbeddedEngine, EngineLimits } from './embedded-engine';
import { createRealtime, type Realtime } from './realtime';
import { channelAuth, type RealtimeCredentials, userAuth } from './signature';

export const CREDENTIALS: RealtimeCredentials = { appId: 'app-1', key: 'key-1', secret: 'secret-1' };
const CONFIG: RealtimeConfig = {
  ...CREDENTIALS,
  isEmbedded: true,
  host: null,
  port: null,
  scheme: 'http',
  cluster: 'local',
};

export interface RunningEngine {
  realtime: Realtime;
  embedded: EmbeddedEngine;
  server: Server;
  port: number;
  close(): Promise<void>;
}

/** Signs any `private-users.*` channel, and refuses every other. */
export async function startEngine(
  limits: Partial<EngineLimits> = {},
  { port = 0, log = silentLog }: { port?: number; log?: Log } = {},
): Promise<RunningEngine> {
  const realtime = createRealtime(CONFIG, log, limits);
  if (!realtime.engine) throw new Error('The configuration of these tests has the embedded engine.');
  const app = Fastify({ loggerInstance: log, http: upgradeOptions(realtime) });
  const { credentials, broadcaster } = realtime;
  attachEngine(app, realtime);
  await app.register(async (scope) => triggerRoutes(scope, { credentials, broadcaster }));
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post<{ Body: { socket_id: string; channel_name: string } }>('/auth', async (request, reply) => {
    const { socket_id, channel_name } = request.body;
    if (!channel_name.startsWith('private-users.')) return reply.code(403).send({ message: 'Forbidden' });
    return { auth: channelAuth(CREDENTIALS, socket_id, channel_name) };
  });
  app.post<{ Body: { socket_id: string } }>('/user-auth', async (request) => {
    const userData = JSON.stringify({ id: '7' });
    return { auth: userAuth(CREDENTIALS, request.body.socket_id, userData), user_data: userData };
  });
  app.get<{ Querystring: { to?: string } }>('/hello', async ({ query }) => ({ hello: query.to }));
  await app.listen({ host: '127.0.0.1', port });
  const address = app.server.address() as AddressInfo;
  return { realtime, embedded: realtime.engine, server: app.server, port: address.port, close: () => app.close() };
}
