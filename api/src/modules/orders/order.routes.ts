import { idSchema, one, orderSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../api-module';
import { notFound } from '../../errors';
import { writerFor } from '../../plugins/serializer';
import { guarded, requireMember, requireUser } from '../../plugins/session';
import { visibleOrder } from './order.policy';
import { presentOrder } from './order.presenter';
import { isInHistory } from './order.repository';
import { streamHistory } from './order-history';

const id = z.coerce.number().pipe(idSchema);
const byId = z.object({ id });
/** All orders at once, those of one state, or page by page: `limit` of them after the order `after`, the last of the page before. */
const historyQuery = z.object({
  since: z.iso.datetime({ offset: true }).optional(),
  after: id.optional(),
  state: z.literal('completed').optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
});

export const orderModule: ApiModule = (app, deps) => {
  const writeOrder = writerFor(app, orderSchema, '/vendors/:id/orders');
  app.addHook('onRequest', guarded);

  app.get('/orders/:id', { schema: { params: byId, response: { 200: one(orderSchema) } } }, async (request) => {
    const order = await visibleOrder(deps.db, requireUser(request), request.params.id);
    return { data: presentOrder(order) };
  });

  app.get('/vendors/:id/orders', { schema: { params: byId, querystring: historyQuery } }, async (request, reply) => {
    const vendorId = request.params.id;
    requireMember(request, vendorId);
    const { since, after, state, limit } = request.query;
    // A page after an unknown order would be empty, which a client reads as the end.
    if (after !== undefined && !(await isInHistory(deps.db, vendorId, after))) throw notFound('Order');
    const history = await streamHistory(deps.exportDb, {
      vendorId,
      since: since === undefined ? null : new Date(since),
      after: after ?? null,
      states: state === undefined ? ['placed', 'completed'] : [state],
      limit: limit ?? null,
      write: writeOrder,
    });
    return reply.type('application/json; charset=utf-8').send(history);
  });
};
