import { notFound } from 'core/errors';
import { idParameter } from 'core/http/id-parameter';
import { sendWritten, writerFor } from 'core/http/serializer';
import { requireUser } from 'core/http/session';
import { permit } from 'core/policy/policies';
import { allow } from 'core/policy/require-policies';
import { many, one, orderSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { t } from '../../words';
import { orderIn } from './line-texts';
import { visibleOrder } from './order.policy';
import { presentOrder } from './order.presenter';
import { isInHistory } from './order.repository';
import { streamHistory } from './order-history';

const byId = z.object({ id: idParameter });
/**
 * The query for all orders, for those of one state, or for a page: `limit` orders after the order `after`, which is the last of the previous
 * page.
 */
const historyQuery = z.object({
  since: z.iso.datetime({ offset: true }).optional(),
  after: idParameter.optional(),
  state: z.literal('completed').optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
});

/** The most collected orders that the queue shows. */
const MOST_HANDED_OUT = 50;

/** True for a request that asks only for the latest collected orders. Any other list is an export, which only owners and operators get. */
const isHandedOutList = ({ since, after, state, limit }: z.output<typeof historyQuery>): boolean =>
  state === 'completed' &&
  since === undefined &&
  after === undefined &&
  limit !== undefined &&
  limit <= MOST_HANDED_OUT;

export const orderModule: ApiModule = (app, deps) => {
  const writeOrder = writerFor(app, orderSchema, '/vendors/:id/orders');

  app.get(
    '/orders/:id',
    { config: { policy: 'buyer or staff' }, schema: { params: byId, response: { 200: one(orderSchema) } } },
    async (request) => {
      const session = requireUser(request);
      const order = await visibleOrder(deps.db, session, request.params.id);
      // The stall reads the names that its kitchen knows.
      const isBuyer = order.user_id === session.user.id;
      return { data: presentOrder(isBuyer ? orderIn(order, request.language) : order) };
    },
  );

  app.get(
    '/vendors/:id/orders',
    {
      config: { policy: 'past orders' },
      schema: { params: byId, querystring: historyQuery, response: { 200: many(orderSchema) } },
    },
    async (request, reply) => {
      const vendorId = request.params.id;
      const { since, after, state, limit } = request.query;
      allow(request, { vendorId });
      if (!isHandedOutList(request.query)) permit('owner', request.session, { vendorId });
      // A page after an unknown order would be empty, and a client would read that as the end.
      if (after !== undefined && !(await isInHistory(deps.db, vendorId, after))) throw notFound(t('Order not found.'));
      const history = await streamHistory(deps.exportDb, {
        vendorId,
        since: since === undefined ? null : new Date(since),
        after: after ?? null,
        states: state === undefined ? ['placed', 'completed'] : [state],
        limit: limit ?? null,
        write: writeOrder,
      });
      return sendWritten(reply, history);
    },
  );
};
