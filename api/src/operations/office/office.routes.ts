/** The routes of the office of a hall, which only its operators use. */
import { conflictWith } from 'core/errors';
import { noContent } from 'core/http/bodies';
import { idParameter } from 'core/http/id-parameter';
import { allow } from 'core/policy/require-policies';
import {
  alertSeenSchema,
  hallStallsSchema,
  hallTodaySchema,
  one,
  stallDetailsSchema,
  stallOrderSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { seeAlert } from './see-alert.command';
import { changeStall, orderStalls } from './stalls.commands';
import { hallStalls } from './stalls.repository';
import { hallToday } from './today.query';

const params = z.object({ id: idParameter });
const config = { policy: 'operator' } as const;

export const officeModule: ApiModule = (app, deps) => {
  app.get(
    '/venues/:id/vendors',
    { config, schema: { params, response: { 200: hallStallsSchema } } },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      return hallStalls(deps.db, venueId, deps.clock.now());
    },
  );

  app.put(
    '/venues/:id/vendors',
    {
      config,
      schema: {
        params,
        body: stallOrderSchema,
        response: { 200: hallStallsSchema, 409: conflictWith(hallStallsSchema) },
      },
    },
    async (request) => {
      const venueId = request.params.id;
      const session = allow(request, { venueId });
      return orderStalls(deps, { session, venueId, ...request.body });
    },
  );

  app.put(
    '/vendors/:id/details',
    {
      config,
      schema: {
        params,
        body: stallDetailsSchema,
        response: { 200: hallStallsSchema, 409: conflictWith(hallStallsSchema) },
      },
    },
    async (request) => {
      const vendorId = request.params.id;
      const session = allow(request, { vendorId });
      return changeStall(deps, { session, vendorId, details: request.body });
    },
  );

  app.get(
    '/venues/:id/today',
    { config, schema: { params, response: { 200: one(hallTodaySchema) } } },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      return { data: await hallToday(deps.db, venueId, deps.clock.now()) };
    },
  );

  app.put(
    '/venues/:id/payment-alerts/:alertId',
    {
      config,
      schema: {
        params: z.object({ id: idParameter, alertId: idParameter }),
        body: alertSeenSchema,
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      const { id: venueId, alertId } = request.params;
      const session = allow(request, { venueId });
      await seeAlert(deps, { session, venueId, alertId });
      return reply.status(204).send();
    },
  );
};
