/** The routes of a hall's settings, which only its operators use. */
import { conflictWith } from 'core/errors';
import { idParameter } from 'core/http/id-parameter';
import { allow } from 'core/policy/require-policies';
import { hallSettingsChangeSchema, hallSettingsSchema, one, providerCheckSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { withProviders } from '../../payments/providers/payment-deps';
import { checkProvider } from './check-provider.query';
import { changeSettings } from './settings.command';
import { hallSettings } from './settings.query';

const params = z.object({ id: idParameter });
const config = { policy: 'operator' } as const;

export const settingsModule: ApiModule = (app, given) => {
  const deps = withProviders(given);

  app.get(
    '/venues/:id/settings',
    { config, schema: { params, response: { 200: one(hallSettingsSchema) } } },
    async (request) => {
      const venueId = request.params.id;
      const session = allow(request, { venueId });
      return { data: await hallSettings(deps.db, { config: deps.config, session, venueId }) };
    },
  );

  app.put(
    '/venues/:id/settings',
    {
      config,
      schema: {
        params,
        body: hallSettingsChangeSchema,
        response: { 200: one(hallSettingsSchema), 409: conflictWith(hallSettingsSchema) },
      },
    },
    async (request) => {
      const venueId = request.params.id;
      const session = allow(request, { venueId });
      return { data: await changeSettings(deps, { session, venueId, change: request.body }) };
    },
  );

  app.post(
    '/venues/:id/provider-check',
    { config, schema: { params, response: { 200: one(providerCheckSchema) } } },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      return { data: await checkProvider(deps, venueId) };
    },
  );
};
