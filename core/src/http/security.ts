/** The security headers of pages and files, and the rules for calls from other sites' pages (CORS). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import corsPlugin, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { SiteConfig } from 'shared-contracts/types';
import type { Config } from '../config';
import { permissionsOf, policyOf } from './security-headers';

/**
 * Browsers trust these hosts without encryption. On any other unencrypted address they ignore `cross-origin-opener-policy` and
 * `origin-agent-cluster`, and warn about them.
 */
const LOOPBACK = /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[?::1\]?)$/i;

/** Routes with the same response for all visitors and no session. Pages of any site may read them, as a page that embeds a remote must. */
const PUBLIC_ROUTES = ['/parts/*', '/registry/*', '/media/*', '/config.json', '/embed.js'];

/** Builds, the registry and pictures. A page loads dozens of these files. */
const FILE_ROUTES = new Set(['/parts/*', '/registry/*', '/media/*']);

/**
 * A file that is opened by itself, or a worker that is started from it, may do nothing. Styles are allowed, because a drawing has its own.
 */
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
    // `policyOf` writes this header, because a page adds its own sources to the site's policy.
    contentSecurityPolicy: false,
    xFrameOptions: { action: 'deny' },
    // Other sites that embed a remote load builds and pictures too.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // Sent by a site without encryption, this header would lock visitors out of other sites on the same host.
    strictTransportSecurity: isEncrypted,
    // A link that resets a password is an address, so other origins may learn only this site's origin.
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
  const onFile = fileHeadersOf(headers);
  app.addHook('onRequest', (request, reply, done) => {
    if (FILE_ROUTES.has(request.routeOptions.url ?? '')) reply.headers(onFile);
    else reply.headers(isEncrypted || LOOPBACK.test(request.hostname) ? onSecureOrigin : onAnyOrigin);
    done();
  });
}

/**
 * Leaves out the headers that a browser reads only on documents. With them, the headers of a small file are larger than the file, and
 * before HTTP/2 nothing compresses them.
 */
function fileHeadersOf(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = ['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security'];
  const shared = Object.entries(headers).filter(([name]) => names.includes(name));
  return { ...Object.fromEntries(shared), 'content-security-policy': FILE_POLICY };
}

/** Sets the options of CORS by route. A delegator would compute them again for each request. */
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
  // The package's hook responds to a preflight with the options of the matching route. Without these routes, the package's own route for
  // all addresses would match, which has the site's options.
  for (const url of PUBLIC_ROUTES) {
    app.options(url, { schema: { hide: true } }, (_request, reply) => reply.callNotFound());
  }
}

/**
 * The headers that helmet writes. They are computed once, because they are the same for every response and helmet takes longer than many
 * responses do.
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
