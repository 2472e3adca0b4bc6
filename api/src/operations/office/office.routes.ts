/** The routes of the office of a hall, which only its operators use. */
import { conflictWith } from 'core/errors';
import { noContent } from 'core/http/bodies';
import { idParameter } from 'core/http/id-parameter';
import { requireUser } from 'core/http/session';
import { allow } from 'core/policy/require-policies';
import {
  alertSeenSchema,
  hallOrdersSchema,
  hallStallsSchema,
  hallTodaySchema,
  one,
  orderHistorySchema,
  stallDetailsSchema,
  stallOrderSchema,
  stallPictureSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { requireOperatorOf } from '../../payments/refund/operator.policy';
import { hallOrders, orderHistory } from './orders.query';
import { seeAlert } from './see-alert.command';
import { sendReceiptAgain } from './send-receipt.command';
import { changeStallPicture } from './stall-picture.command';
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

  app.put(
    '/vendors/:id/picture',
    { config, schema: { params, body: stallPictureSchema, response: { 200: hallStallsSchema } } },
    async (request) => {
      const vendorId = request.params.id;
      const session = allow(request, { vendorId });
      return changeStallPicture(deps, { session, vendorId, address: request.body.address });
    },
  );

  app.get(
    '/venues/:id/today',
    { config, schema: { params, response: { 200: one(hallTodaySchema) } } },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      const { mode: payments } = deps.config.payments;
      return { data: await hallToday(deps.db, { venueId, now: deps.clock.now(), payments }) };
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

  app.get(
    '/venues/:id/orders',
    {
      config,
      schema: {
        params,
        querystring: z.object({
          /** A number, a name, an email, a table, an amount or a provider's reference. */
          search: z.string().max(200).default(''),
          after: idParameter.optional(),
          limit: z.coerce.number().int().min(1).max(100).default(30),
        }),
        response: { 200: hallOrdersSchema },
      },
    },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      const { search, after = null, limit } = request.query;
      return hallOrders(deps.db, { venueId, search, after, limit });
    },
  );

  app.get(
    '/orders/:id/history',
    { config: { policy: 'operator of the order' }, schema: { params, response: { 200: one(orderHistorySchema) } } },
    async (request) => {
      await requireOperatorOf(deps.db, requireUser(request), request.params.id);
      return { data: await orderHistory(deps.db, request.params.id) };
    },
  );

  app.post(
    '/orders/:id/receipt',
    { config: { policy: 'operator of the order' }, schema: { params, response: { 204: noContent } } },
    async (request, reply) => {
      await sendReceiptAgain(deps, { session: requireUser(request), orderId: request.params.id });
      return reply.status(204).send();
    },
  );
};
