/** Disputes of payments, as the operators of a hall see and enter them. Amounts are major units. */
import { z } from 'zod';
import { t } from '../words';
import { idSchema, lineSchema, many, moneySchema, timeSchema } from './shared';

export const disputeSchema = z.object({
  id: idSchema,
  payment: z.object({ number: z.string(), provider: z.string(), reference: z.string().nullable() }),
  /** The orders of the payment. */
  orders: many(
    z.object({
      id: idSchema,
      order_number: z.string().nullable(),
      vendor: z.object({ id: idSchema, name: z.string() }),
    }),
  ),
  state: z.enum(['needs-response', 'under-review', 'won', 'lost']),
  amount: moneySchema,
  /** What the dispute costs in addition, as far as it has not come back. */
  fee: moneySchema,
  currency: z.string().length(3),
  reason: z.string(),
  /** When the bank wants the evidence; null where it is not known. */
  due_at: timeSchema.nullable(),
  opened_at: timeSchema,
  closed_at: timeSchema.nullable(),
  /** True while the amount is held back. */
  is_withdrawn: z.boolean(),
  /** 'operator': it was entered by hand, and is closed by hand. */
  source: z.enum(['provider', 'operator']),
  /** Who entered it; null for one that the provider reported. */
  entered_by: z.string().nullable(),
});

/** `GET /venues/{id}/disputes`: a page of disputes, the newest first. */
export const disputesSchema = many(disputeSchema).extend({
  /** The dispute before which the next page begins; null on the last page. */
  next: idSchema.nullable(),
});

/** A dispute of which the provider does not tell. */
export const newDisputeSchema = z.object({
  /** The number of the payment or of one of its orders, or the provider's reference. */
  payment: lineSchema.min(1, { error: () => t('Enter the number of the payment or of an order.') }).max(200),
  amount: moneySchema.positive({ error: () => t('Enter an amount above 0.') }),
  fee: moneySchema,
  reason: lineSchema.min(1, { error: () => t('Enter a reason.') }).max(300),
  opened_on: z.iso.date(),
  due_on: z.iso.date().nullable(),
});

export const closedDisputeSchema = z.object({
  state: z.enum(['won', 'lost']),
  /** What the dispute costs in the end. */
  fee: moneySchema,
});
