import { z } from 'zod';
import { orderSchema } from './order';
import { userSchema } from './session';
import { idSchema, many, timeSchema } from './shared';

export const queueStateSchema = z.enum(['new', 'busy', 'done', 'collected']);

export const queueEntrySchema = z.object({
  id: idSchema,
  state: queueStateSchema,
  created_at: timeSchema,
  /** 1 + the vendor's older entries in new or busy; null from done on. */
  position_in_queue: z.int().positive().nullable(),
  order: orderSchema,
});

export const queueChangeSchema = z.object({ state: queueStateSchema });

/** `GET /me`: the user with the latest 50 orders. */
export const meSchema = userSchema.extend({ orders: many(orderSchema) });
