import { conflictWith } from 'core/errors';
import { idParameter } from 'core/http/id-parameter';
import { idempotencyHeaders } from 'core/http/idempotency';
import { sendWritten } from 'core/http/serializer';
import { requireUser } from 'core/http/session';
import { allow } from 'core/policy/require-policies';
import {
  activeQueueSchema,
  errorSchema,
  idSchema,
  one,
  queueChangeSchema,
  queueEntrySchema,
  timeSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { socketIdOf } from '../../messages/realtime/events';
import { t } from '../../words';
import { expectedTimes } from '../waiting/waiting.query';
import { moveQueueEntry } from './move-queue-entry.command';
import { presentActiveQueue } from './queue.presenter';
import { isWaiting, liveQueueOfUser, queueMoment } from './queue.repository';
import { notifyAgain, recordReprint } from './repeat.command';
import { vendorQueue } from './vendor-queue.query';

/** A text that a client returns unchanged. */
const cursorSchema = z.string().max(100);
const byOrder = z.object({ orderId: idParameter });

export const queueModule: ApiModule = (app, deps) => {
  const queueOfVendor = vendorQueue(app, deps);

  app.get(
    '/queues/active',
    {
      config: { policy: 'self or staff' },
      schema: {
        querystring: z.object({
          vendor_id: idParameter.optional(),
          user_id: idParameter.optional(),
          changed_since: cursorSchema.optional(),
        }),
        response: { 200: activeQueueSchema },
      },
    },
    async (request, reply) => {
      const { vendor_id, user_id: userId = requireUser(request).user.id, changed_since } = request.query;
      if (vendor_id !== undefined) {
        allow(request, { vendorId: vendor_id });
        return sendWritten(reply, await queueOfVendor(vendor_id, changed_since));
      }
      allow(request, { userId }, { message: t('That is the queue of another user.') });
      // The list is always complete: it is short, and its positions depend on the entries of others.
      const moment = await queueMoment(deps.db);
      const entries = await liveQueueOfUser(deps.db, userId);
      const waiting = entries.filter(({ state }) => isWaiting(state));
      const expected = await expectedTimes(
        deps.db,
        waiting.map(({ id, order, created_at }) => ({ id, vendorId: order.vendor_id, placedAt: created_at })),
      );
      return presentActiveQueue(entries, moment, expected);
    },
  );

  app.put(
    '/queues/:id',
    {
      config: { policy: 'buyer or staff' },
      schema: {
        params: z.object({ id: idParameter }),
        headers: idempotencyHeaders,
        body: queueChangeSchema,
        response: { 200: one(queueEntrySchema), 409: conflictWith(queueEntrySchema) },
      },
    },
    async (request) => {
      const entry = await moveQueueEntry(deps, {
        session: requireUser(request),
        entryId: request.params.id,
        change: request.body,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
        socketId: socketIdOf(request),
      });
      return { data: entry };
    },
  );

  app.put(
    '/queues/notify/:orderId',
    {
      config: { policy: 'staff of the order' },
      schema: {
        params: byOrder,
        response: { 200: one(z.object({ order_id: idSchema, notified_at: timeSchema })), 409: errorSchema },
      },
    },
    async (request) => ({ data: await notifyAgain(deps, requireUser(request), request.params.orderId) }),
  );

  app.put(
    '/queues/reprint/:orderId',
    {
      config: { policy: 'staff of the order' },
      schema: {
        params: byOrder,
        response: { 200: one(z.object({ order_id: idSchema, reprinted_at: timeSchema })) },
      },
    },
    async (request) => ({ data: await recordReprint(deps, requireUser(request), request.params.orderId) }),
  );
};
