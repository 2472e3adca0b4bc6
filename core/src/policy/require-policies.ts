/** Makes each route of the API name a policy. A route without one stops the start. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireUser, type Session } from '../http/session';
import { isDecidable, isOpen, type PolicyName, permit, type RefusalWords, type Resource } from './policies';

export interface RoutePolicy {
  method: string;
  /** The declared address, such as '/api/v1/vendors/:id'. */
  url: string;
  policy: PolicyName;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The policy says who may call the route. Every route under /api must have one. */
    policy?: PolicyName;
  }
  interface FastifyInstance {
    /** The routes of the API so far, in the order in which they were added. */
    routePolicies: RoutePolicy[];
    /** All other routes, such as 'GET /media/*': files, pages and the socket's engine. They have no session. */
    openRoutes: string[];
  }
}

/** Call this before the first route. */
export function requirePolicies(app: FastifyInstance): void {
  const routes: RoutePolicy[] = [];
  const openRoutes: string[] = [];
  app.decorate('routePolicies', routes);
  app.decorate('openRoutes', openRoutes);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const verb of [method].flat()) {
      if (!url.startsWith('/api/')) {
        openRoutes.push(`${verb} ${url}`);
        continue;
      }
      const policy = config?.policy;
      if (!policy) throw new Error(`${verb} ${url} has no policy: add config: { policy } to its options.`);
      // Fastify adds a HEAD route to each GET by itself.
      if (verb !== 'HEAD') routes.push({ method: verb, url, policy });
    }
  });
}

/**
 * Refuses callers before the body is read, on each route whose policy needs a session. It refuses a caller without a session, and a caller
 * whom the policy refuses for the vendor or venue in the path. Where only the database knows the owner, the handler decides (`allow`). The
 * response of such a route belongs to one person, so caches may not store it. Call this after `registerSession`.
 */
export function guardRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { policy } = request.routeOptions.config;
    if (!policy || isOpen(policy)) return;
    reply.header('cache-control', 'private, no-store');
    const session = requireUser(request);
    const resource = resourceInPath(request);
    if (isDecidable(policy, resource)) permit(policy, session, resource);
  });
}

/**
 * Reads the vendor or the venue at the start of the path. The result is empty when the path names neither, or has an invalid id, which the
 * schema refuses later.
 */
function resourceInPath({ routeOptions: { url = '' }, params }: FastifyRequest): Resource {
  const kind = /^\/api\/v1\/(vendors|venues)\/:id(\/|$)/.exec(url)?.[1];
  const id = Number((params as { id?: string }).id);
  if (!kind || !Number.isInteger(id)) return {};
  return kind === 'vendors' ? { vendorId: id } : { venueId: id };
}

/** Applies the policy of the route to the resource of the request. @throws ApiError 401, 403 or 404 */
export function allow(request: FastifyRequest, resource: Resource, words?: RefusalWords): Session {
  const { policy } = request.routeOptions.config;
  if (!policy) throw new Error(`${request.routeOptions.url} has no policy`);
  permit(policy, request.session, resource, words);
  return requireUser(request);
}
