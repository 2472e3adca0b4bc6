import { z } from 'zod';
import { idSchema } from './shared';

export const startStripeSchema = z.object({ secret: z.object({ clientSecret: z.string() }) });
export const payReferenceSchema = z.object({ reference: z.string().min(1).max(200) });

export const paymentResultSchema = z.object({
  state: z.enum(['succeeded', 'processing']),
  cart_id: idSchema,
  orders: z.array(idSchema),
});
