import { z } from 'zod';
import { idSchema } from './shared';

/** The version of the cart that the buyer sees, so that a change made elsewhere is not paid for unseen. */
export const startPaymentSchema = z.object({ version: z.int().positive().optional() }).nullish();
export const startStripeSchema = z.object({ secret: z.object({ clientSecret: z.string() }) });

/** For Paystack's resumeTransaction. Amounts here are minor units, as Paystack counts them. */
export const newPaystackPaymentSchema = z.object({
  /** The payment's reference, which pay-with-paystack takes. */
  source_id: z.string(),
  access_code: z.string(),
  amount: z.int().positive(),
  currency: z.string(),
  split: z.object({
    type: z.literal('flat'),
    bearer_type: z.literal('all-proportional'),
    subaccounts: z.array(z.object({ subaccount: z.string(), share: z.int().positive() })),
  }),
});

/** `secret` is the request of the hosted payment page as JSON text: posted there unchanged. */
export const startGlobalSchema = z.object({ secret: z.string(), hpp_url: z.url() });

export const payReferenceSchema = z.object({ reference: z.string().min(1).max(200) });

/** `response` is the unchanged post of the hosted page, as a proof if the provider cannot be asked at that time. */
export const payWithGlobalSchema = payReferenceSchema.extend({ response: z.string().max(20_000).optional() });

/** The return from Stitch. `status` is a hint, which the API does not trust. */
export const stitchReturnSchema = z.object({ id: z.string().min(1).max(200), status: z.string().max(50).optional() });
/**
 * 'unpaid': nothing was charged and the payment is still open. 'cancelled': nothing was charged and the payment has
 * ended. 'refunded': it was charged, but bought nothing, and goes back.
 */
export const stitchResultSchema = z.object({
  state: z.enum(['succeeded', 'processing', 'unpaid', 'cancelled', 'refunded']),
  /** The venue of its cart, for the way back. */
  venue_id: idSchema,
  cart_id: idSchema.optional(),
});

/**
 * The response of the pay-with calls, and of `POST /carts/{id}/place-free {version?}`. The latter places a cart whose total is
 * 0 without a payment and responds 200 with its orders, also when it is repeated. It refuses another total with 409
 * PAYMENT_REQUIRED and the cart, and otherwise refuses as the start calls do.
 */
export const paymentResultSchema = z.object({
  state: z.enum(['succeeded', 'processing']),
  cart_id: idSchema.optional(),
  orders: z.array(idSchema),
});
