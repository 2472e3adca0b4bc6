/** The headers of security: a page's and a file's, and which other sites' pages may call. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import corsPlugin, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { SiteConfig } from 'shared-contracts/types';
import type { Config } from '../config';
import { permissionsOf, policyOf } from './security-headers';

/** Trusted without encryption. On any other such address a browser ignores the headers below, and complains of them. */
const LOOPBACK = /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[?::1\]?)$/i;

/**
 * The routes of what is the same for all visitors and carries no session: any page may read it, as a page that embeds a remote has to.
 */
const PUBLIC_ROUTES = ['/parts/*', '/registry/*', '/media/*', '/config.json', '/embed.js'];

/** Builds, the registry and pictures: files, which a page loads by the dozen. */
const FILE_ROUTES = new Set(['/parts/*', '/registry/*', '/media/*']);

/** A file that is opened by itself, or a worker that is started from it, may do nothing. A drawing keeps its styles. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The options of @fastify/cors that differ for this route; null is the package's default. */
    cors?: { [Option in keyof FastifyCorsOptions]: FastifyCorsOptions[Option] | null };
  }
}

export function registerSecurity(app: FastifyInstance, config: Config, site: SiteConfig): void {
  const isEncrypted = config.siteUrl.startsWith('https:');
  const headers = headersOf({
    // A page adds its own sources to the policy of the site, so the same function writes both.
    contentSecurityPolicy: false,
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
  const onAnyOrigin = {
    ...headers,
    'content-security-policy': policyOf(site),
    'permissions-policy': permissionsOf(site),
  };
  const onSecureOrigin = {
    ...onAnyOrigin,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'origin-agent-cluster': '?1',
  };
  const ofFile = ofAFile(headers);
  app.addHook('onRequest', (request, reply, done) => {
    if (FILE_ROUTES.has(request.routeOptions.url ?? '')) reply.headers(ofFile);
    else reply.headers(isEncrypted || LOOPBACK.test(request.hostname) ? onSecureOrigin : onAnyOrigin);
    done();
  });
}

/**
 * Leaves out the headers that a browser reads of documents only: with them, the headers of a small file are larger than the file,
 * and nothing compresses them before HTTP/2.
 */
function ofAFile(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = ['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security'];
  const shared = Object.entries(headers).filter(([name]) => names.includes(name));
  return { ...Object.fromEntries(shared), 'content-security-policy': FILE_POLICY };
}

/** By route, so that the options are ready: those of a delegator are put together for each request. */
export async function registerCors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  const cors = { origin: '*', methods: ['GET', 'HEAD'], allowedHeaders: null, exposedHeaders: null, maxAge: null };
  app.addHook('onRoute', (route) => {
    if (PUBLIC_ROUTES.includes(route.url)) route.config = { ...route.config, cors };
  });
  await app.register(corsPlugin, {
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'x-socket-id'],
    exposedHeaders: ['date', 'retry-after'],
    maxAge: 3_600,
  });
  // The package's hook responds to a preflight; its own route is every other address.
  for (const url of PUBLIC_ROUTES) {
    app.options(url, { schema: { hide: true } }, (_request, reply) => reply.callNotFound());
  }
}

/**
 * The headers that helmet writes. They are the same for every response, so they are computed once: that takes longer than many a response.
 */
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
