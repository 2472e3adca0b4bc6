import { z } from 'zod';
import { idSchema } from './shared';

/** The version of the cart that the buyer sees, so that a change made elsewhere is not paid for unseen. */
export const startPaymentSchema = z.object({ version: z.int().positive().optional() }).nullish();
export const startStripeSchema = z.object({ secret: z.object({ clientSecret: z.string() }) });
export const payReferenceSchema = z.object({ reference: z.string().min(1).max(200) });

export const paymentResultSchema = z.object({
  state: z.enum(['succeeded', 'processing']),
  cart_id: idSchema,
  orders: z.array(idSchema),
});
