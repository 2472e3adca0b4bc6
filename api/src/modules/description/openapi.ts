/** The description of the API, which its routes and their schemas write. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { isOpen, policyOf } from '../../policy/policies';

/** To be called before the first route. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Foodhall', version: '1.0.0' },
      servers: [{ url: '/' }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform({ ...document, schema: document.schema ?? {} });
      const policy = document.route.config?.policy;
      const access = policy && {
        'x-policy': policy,
        description: policyOf(policy).meaning,
        security: isOpen(policy) ? [] : [{ session: [] }],
      };
      return { schema: { ...schema, tags: [tagOf(url)], ...access }, url };
    },
  });
}

/** '/api/v1/orders/:id' → 'orders'; what is outside of the API is Pusher's. */
const tagOf = (url: string): string => /^\/api\/v1\/([\w-]+)/.exec(url)?.[1] ?? 'real-time engine';
