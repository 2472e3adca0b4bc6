/** Headers that every response carries, and which other sites' pages may call. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { SiteConfig } from 'shared-contracts/types';
import type { Config } from '../config';
import { permissionsOf, policyOf } from '../site/security-headers';

/** Trusted without encryption. On any other such address a browser ignores the headers below, and complains of them. */
const LOOPBACK = /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[?::1\]?)$/i;

/** What is the same for everybody and carries no session: any page may read it, as a page that embeds a remote has to. */
const PUBLIC_FILES = /^\/(parts|registry|media)\/|^\/(config\.json|embed\.js)(\?|$)/;

export async function registerSecurity(app: FastifyInstance, config: Config, site: SiteConfig): Promise<void> {
  const isEncrypted = config.siteUrl.startsWith('https:');
  const headers = headersOf({
    contentSecurityPolicy: { useDefaults: false, directives: policyOf(site) },
    xFrameOptions: { action: 'deny' },
    // Builds and pictures are for other sites too: those that embed a remote.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // Sent by a site without encryption it would lock visitors out of its neighbours on that host.
    strictTransportSecurity: isEncrypted,
    // A link to reset a password is an address; other origins learn no more than where it came from.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  const permissions = permissionsOf(site);
  const onAnyOrigin = { ...headers, 'permissions-policy': permissions };
  const onSecureOrigin = {
    ...onAnyOrigin,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'origin-agent-cluster': '?1',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isEncrypted || LOOPBACK.test(request.hostname) ? onSecureOrigin : onAnyOrigin);
    done();
  });
  const ofApi: FastifyCorsOptions = {
    origin: [...config.corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'x-socket-id'],
    exposedHeaders: ['retry-after'],
    maxAge: 3_600,
  };
  const ofFiles: FastifyCorsOptions = { origin: '*', methods: ['GET', 'HEAD'] };
  await app.register(
    cors,
    () =>
      ({ url }: FastifyRequest, done: (error: Error | null, options: FastifyCorsOptions) => void) =>
        done(null, PUBLIC_FILES.test(url) ? ofFiles : ofApi),
  );
}

/** What helmet writes. It is the same for every response, so it is computed once: that takes longer than many a response. */
function headersOf(options: HelmetOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
