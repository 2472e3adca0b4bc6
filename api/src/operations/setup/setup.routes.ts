import { noContent } from 'core/http/bodies';
import { idSchema, signedInSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { setUp } from './set-up.command';
import { setupSchema, setupTokenSchema } from './setup.schema';
import { requireSetupLink } from './setup-links';

const setUpSchema = signedInSchema.extend({
  venue: z.object({ id: idSchema, slug: z.string(), name: z.string() }),
  missing_settings: z.array(z.string()),
});

/** The token is in the body, because addresses are logged. */
export const setupModule: ApiModule = (app, deps) => {
  app.post(
    '/setup/check',
    { config: { policy: 'link' }, schema: { body: setupTokenSchema, response: { 204: noContent } } },
    async (request, reply) => {
      await requireSetupLink(deps.db, request.body.token, deps.clock.now());
      return reply.status(204).header('cache-control', 'no-store').send();
    },
  );

  app.post(
    '/setup',
    { config: { policy: 'link' }, schema: { body: setupSchema, response: { 201: setUpSchema } } },
    async (request, reply) => {
      const body = await setUp(deps, request.body);
      return reply.status(201).header('cache-control', 'no-store').send(body);
    },
  );
};
