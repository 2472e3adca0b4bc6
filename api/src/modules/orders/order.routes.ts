import { deliveryChangeSchema, idSchema, one, orderSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../api-module';
import { socketIdOf } from '../../outbox/events';
import { guarded, requireMember, requireUser } from '../../plugins/session';
import { changeDelivery } from './change-delivery.command';
import { visibleOrder } from './order.policy';
import { presentOrder } from './order.presenter';
import { streamHistory } from './order-history';

const byId = z.object({ id: z.coerce.number().pipe(idSchema) });

export const orderModule: ApiModule = (app, deps) => {
  app.addHook('onRequest', guarded);

  app.get('/orders/:id', { schema: { params: byId, response: { 200: one(orderSchema) } } }, async (request) => {
    const order = await visibleOrder(deps.db, requireUser(request), request.params.id);
    return { data: presentOrder(order) };
  });

  app.put(
    '/orders/:id',
    { schema: { params: byId, body: deliveryChangeSchema, response: { 200: one(orderSchema) } } },
    async (request) => {
      const order = await changeDelivery(deps, {
        session: requireUser(request),
        orderId: request.params.id,
        delivery: request.body,
        socketId: socketIdOf(request),
      });
      return { data: order };
    },
  );

  app.get(
    '/vendors/:id/orders',
    { schema: { params: byId, querystring: z.object({ since: z.iso.datetime({ offset: true }).optional() }) } },
    async (request, reply) => {
      requireMember(request, request.params.id);
      const { since } = request.query;
      const history = streamHistory(deps.db, request.params.id, since === undefined ? null : new Date(since));
      return reply.type('application/json; charset=utf-8').send(history);
    },
  );
};
