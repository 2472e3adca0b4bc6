import { z } from 'zod';
import { orderSchema } from './order';
import { userSchema } from './session';
import { idSchema, many, timeSchema } from './shared';
import { watchStepSchema } from './watch';

export const queueStateSchema = z.enum(['new', 'busy', 'done', 'collected']);

export const queueEntrySchema = z.object({
  id: idSchema,
  state: queueStateSchema,
  created_at: timeSchema,
  /** When the entry entered its present state, by an undo too. */
  state_changed_at: timeSchema.optional(),
  /** 1 + the vendor's older entries in new or busy; null from done on. */
  position_in_queue: z.int().positive().nullable(),
  /**
   * In a customer's queue: when it should be done, estimated from the stall's last orders and its queue. Null before
   * there are enough orders for an estimate, and from done on.
   */
  expected_at: timeSchema.nullable().optional(),
  /** How far the watch has gone, while no one in the stall has seen the order. Left out once it is seen. */
  watch: watchStepSchema.optional(),
  order: orderSchema,
});

/**
 * `GET /queues/active`. A vendor's queue has a `cursor`. If the next request sends it as `changed_since`, `data` has the
 * entries that are new or changed, and `removed` those that left. A response may repeat entries of an earlier one. A response
 * without `removed` is the whole queue, also where `changed_since` asked for less: the cursor may be too old.
 *
 * A change moves the positions of the entries behind it. This alone does not list those entries: the position in a vendor's
 * queue follows from the queue itself.
 */
export const activeQueueSchema = many(queueEntrySchema).extend({
  /** The clock that `state_changed_at` is read from, at the time of the response. */
  now: timeSchema.optional(),
  /** An opaque text. */
  cursor: z.string().optional(),
  removed: z.array(idSchema).optional(),
});

/**
 * `PUT /queues/{id}`, with an `Idempotency-Key` header of at most 200 characters, a new one for each tap.
 *
 * `from` is the state that the person saw. A client should always send it:
 * - with it, an entry in any other state is 409 ILLEGAL_TRANSITION with the current entry, also where it is in `state` already:
 *   when two cooks tap at once, one learns that the other was first;
 * - without it, only a forward step is made, the state that the entry has is 200, and a step back is 409.
 *
 * The same request of the same person with the same key gets the first 200 response again, also after the entry moved on.
 * The same key for another move is 422 IDEMPOTENCY_KEY_REUSED. A key counts for a day.
 */
export const queueChangeSchema = z.object({ state: queueStateSchema, from: queueStateSchema.optional() });

/** `GET /me`: the user with the latest 50 orders. */
export const meSchema = userSchema.extend({ orders: many(orderSchema) });
