/** Headers that every answer carries, and which other sites' pages may call. */
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { SiteConfig } from 'shared-contracts/types';
import type { Config } from '../config';
import { policyOf } from '../site/security-headers';

export async function registerSecurity(app: FastifyInstance, config: Config, site: SiteConfig): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policyOf(site) },
    xFrameOptions: { action: 'deny' },
    // Parts and pictures are for other sites too: those that mount a remote.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // Sent by a site without encryption it would lock visitors out of its neighbours on that host.
    strictTransportSecurity: config.siteUrl.startsWith('https:'),
    // A link to reset a password is an address; other origins learn no more than where it came from.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  await app.register(cors, {
    origin: [...config.corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'x-socket-id'],
    exposedHeaders: ['retry-after'],
    maxAge: 3_600,
  });
}
