import { conflictWith, notFound } from 'core/errors';
import { idParameter } from 'core/http/id-parameter';
import type { App } from 'core/http/scope';
import { requireUser } from 'core/http/session';
import {
  cancelOrderSchema,
  errorSchema,
  idSchema,
  MAX_REASON,
  moneySchema,
  one,
  orderSchema,
  paragraphSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { Deps } from '../../deps';
import { socketIdOf } from '../../messages/realtime/events';
import { t } from '../../words';
import type { PaymentDeps } from '../providers/payment-deps';
import { cancelOrder } from './cancel-order.command';
import { requireOperatorOf } from './operator.policy';
import { operatorRefundSchema, operatorRefundsSchema, presentRefunds } from './refund.presenter';
import { clearRefund, previewRefund, type RefundOutcome, refundOrder } from './refund-order.command';

const byOrder = z.object({ id: idParameter });

/** The request names items, an amount, or neither to refund the remainder. */
const newRefundSchema = z
  .object({
    reason: paragraphSchema.min(1, { error: () => t('Please give a reason.') }).max(MAX_REASON),
    /** The lines of the order, with the number of units of each. */
    items: z
      .array(z.object({ id: idSchema, quantity: z.int().min(1).max(999) }))
      .min(1)
      .max(100)
      .optional(),
    /** Major units. */
    amount: moneySchema.positive().optional(),
    /** True: the refund was made at the provider, which does not report it. It is only recorded. */
    made_at_provider: z.boolean().default(false),
    /** True: the response has the amounts of the refund, and nothing is refunded. */
    dry_run: z.boolean().default(false),
  })
  .refine(({ items, amount }) => items === undefined || amount === undefined, {
    path: ['amount'],
    error: () => t('Refund items or an amount, not both.'),
  });

/** An operator reports that an unclear refund was made or was not made, or withdraws a delayed one. */
const clearedRefundSchema = z
  .object({ is_made: z.boolean().optional(), withdraw: z.literal(true).optional() })
  .refine(({ is_made, withdraw }) => (is_made === undefined) !== (withdraw === undefined), {
    path: ['is_made'],
    error: () => t('Say whether it was made, or withdraw it.'),
  });

function outcomeOf({ is_made, withdraw }: z.output<typeof clearedRefundSchema>): RefundOutcome {
  if (withdraw) return 'withdrawn';
  return is_made ? 'made' : 'not-made';
}

const triedRefundSchema = z.object({
  amount: moneySchema,
  tax: moneySchema,
  service_charge: moneySchema,
  /** The tip in it. Left out if there is none. */
  tip: moneySchema.optional(),
});

/** A strict object would remove the other headers from the request. */
const keyHeaders = z.looseObject({ 'idempotency-key': z.string().min(1).max(200) });

/** Registers the route with which a vendor's member cancels an order, which also refunds it. */
export function registerCancellation(app: App, deps: Pick<Deps, 'clock' | 'outbox'>) {
  /** Returns the order with its `cancellation`. An order that was cancelled before keeps its first reason. */
  app.put(
    '/queues/cancel/:orderId',
    {
      config: { policy: 'staff of the order' },
      schema: {
        params: z.object({ orderId: idParameter }),
        body: cancelOrderSchema,
        response: { 200: one(orderSchema), 409: conflictWith(orderSchema) },
      },
    },
    async (request) => {
      const order = await cancelOrder(deps, {
        session: requireUser(request),
        orderId: request.params.orderId,
        reason: request.body.reason,
        socketId: socketIdOf(request),
      });
      return { data: order };
    },
  );
}

/** Registers the routes for the operators of the order's venue. */
export function registerRefunds(app: App, deps: Pick<PaymentDeps, 'db' | 'clock' | 'outbox' | 'providers'>) {
  app.post(
    '/orders/:id/refunds',
    {
      config: { policy: 'operator of the order' },
      schema: {
        params: byOrder,
        headers: keyHeaders,
        body: newRefundSchema,
        response: { 200: one(triedRefundSchema), 201: one(operatorRefundSchema), 409: errorSchema },
      },
    },
    async (request, reply) => {
      const { reason, items, amount, made_at_provider, dry_run } = request.body;
      const { id: orderId } = request.params;
      const input = {
        session: requireUser(request),
        orderId,
        reason,
        items: items ?? null,
        amount: amount ?? null,
        isMadeAtProvider: made_at_provider,
      };
      if (dry_run) return reply.status(200).send({ data: await previewRefund(deps, input) });
      const refundId = await refundOrder(deps, {
        ...input,
        key: request.headers['idempotency-key'],
        socketId: socketIdOf(request),
      });
      return reply.status(201).send({ data: await refundOf(orderId, refundId) });
    },
  );

  app.get(
    '/orders/:id/refunds',
    {
      config: { policy: 'operator of the order' },
      schema: { params: byOrder, response: { 200: operatorRefundsSchema } },
    },
    async (request) => {
      await requireOperatorOf(deps.db, requireUser(request), request.params.id);
      return presentRefunds(deps.db, request.params.id);
    },
  );

  app.put(
    '/orders/:id/refunds/:refundId',
    {
      config: { policy: 'operator of the order' },
      schema: {
        params: z.object({ id: idParameter, refundId: idParameter }),
        body: clearedRefundSchema,
        response: { 200: one(operatorRefundSchema), 409: errorSchema },
      },
    },
    async (request) => {
      const { id: orderId, refundId } = request.params;
      const session = requireUser(request);
      await requireOperatorOf(deps.db, session, orderId);
      await refundOf(orderId, refundId);
      await clearRefund(deps, { session, refundId, outcome: outcomeOf(request.body) });
      return { data: await refundOf(orderId, refundId) };
    },
  );

  /** @throws ApiError 404 */
  async function refundOf(orderId: number, refundId: number) {
    const { data } = await presentRefunds(deps.db, orderId);
    const refund = data.find((each) => each.id === refundId);
    if (!refund) throw notFound(t('Refund not found.'));
    return refund;
  }
}
