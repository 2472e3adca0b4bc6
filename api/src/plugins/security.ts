/** Headers that every response carries, and which other sites' pages may call. */
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SiteConfig } from 'shared-contracts/types';
import type { Config } from '../config';
import { permissionsOf, policyOf } from '../site/security-headers';

/** Trusted without encryption. On any other such address a browser ignores the headers below, and complains of them. */
const LOOPBACK = /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[?::1\]?)$/i;

/** What is the same for everybody and carries no session: any page may read it, as a page that embeds a remote has to. */
const PUBLIC_FILES = /^\/(parts|registry|media)\/|^\/(config\.json|embed\.js)(\?|$)/;

export async function registerSecurity(app: FastifyInstance, config: Config, site: SiteConfig): Promise<void> {
  const isEncrypted = config.siteUrl.startsWith('https:');
  await app.register(helmet, {
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
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions);
    if (!isEncrypted && !LOOPBACK.test(request.hostname)) return;
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups').header('origin-agent-cluster', '?1');
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
      async ({ url }: FastifyRequest) =>
        PUBLIC_FILES.test(url) ? ofFiles : ofApi,
  );
}
