/** Responds to an OPTIONS that is not a preflight with the methods of the address, and to any other method with a 405 and the same list. */
import type { FastifyInstance } from 'fastify';
import { ApiError, notFound } from '../errors';
import { FILE_PATHS, PAGES_ROUTE } from './file-paths';

/** Call this before the first route, and before CORS, which responds to each OPTIONS. */
export function registerMethods(app: FastifyInstance): void {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    // CORS and the pages each have one route for all addresses.
    if (url === '*' || url === PAGES_ROUTE) return;
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const each of [method].flat()) route.methods.add(each);
    routes.set(url, route);
  });

  const allowedAt = (path: string): string[] => {
    const matching = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    const methods = new Set(matching.flatMap((route) => [...route.methods]));
    if (methods.size === 0 && !FILE_PATHS.test(path)) methods.add('GET').add('HEAD');
    if (methods.size > 0) methods.add('OPTIONS');
    return [...methods].sort();
  };

  app.addHook('onRequest', async (request, reply) => {
    const { method, url, is404, headers, routeOptions } = request;
    const isOptions = method === 'OPTIONS';
    // False also when the address has a route, but only for other methods.
    const hasOwnRoute = !is404 && routeOptions.url !== PAGES_ROUTE;
    // The request has a route, or it is a preflight, which CORS handles.
    if (isOptions ? headers['access-control-request-method'] !== undefined : hasOwnRoute) return;
    const [path = ''] = url.split('?');
    const allowed = allowedAt(path);
    if (allowed.includes(method) && !isOptions) return;
    if (allowed.length === 0) {
      if (isOptions) throw notFound();
      return;
    }
    reply.header('allow', allowed.join(', '));
    if (isOptions) return reply.status(204).send();
    throw new ApiError(
      405,
      'METHOD_NOT_ALLOWED',
      `${method} is not possible here. The address allows ${allowed.join(', ')}.`,
    );
  });
}

/** Turns a route such as '/vendors/:id' or '/media/*' into a pattern. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')}$`);
}
