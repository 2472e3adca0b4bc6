/** Presents refunds to an operator: with the person who requested them, the provider's id and the failures. */

import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { toMajor } from 'shared-contracts/rules/money';
import { idSchema, many, moneySchema, refundSchema, timeSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import { stateOfRefund } from '../../ordering/orders/order.presenter';
import { findOrder } from '../../ordering/orders/order.repository';
import { t } from '../../words';
import { paidOrderOf, paymentOf, type RefundRow, refundedBy, refundsOf } from './refund.repository';
import { leftOf, NO_AMOUNTS } from './refund.rules';

export const operatorRefundSchema = refundSchema.extend({
  id: idSchema,
  /** 'void': the money was returned in another way before this refund was made. */
  state: z.enum([...refundSchema.shape.state.options, 'void']),
  source: z.enum(['operator', 'cancellation', 'provider']),
  /** The person who requested it; null if it was made at the provider. */
  by: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** The parts of `amount`: the whole tax, and the service charge without its tax if tax is added. */
  tax: moneySchema,
  service_charge: moneySchema,
  /** The tip in it, which goes back with the whole order. Left out if there is none. */
  tip: moneySchema.optional(),
  /** The identifier that the provider gave. */
  provider_refund_id: z.string().nullable(),
  /** The provider's code for the failure of the last try. */
  error: z.string().nullable(),
  tries: z.int().nonnegative(),
  settled_at: timeSchema.nullable(),
});

export const operatorRefundsSchema = many(operatorRefundSchema).extend({
  currency: z.string().length(3),
  currency_symbol: z.string(),
  /** The amount that was paid for the order, and the part of it that was not refunded. */
  paid: moneySchema,
  left: moneySchema,
});
export type OperatorRefunds = z.output<typeof operatorRefundsSchema>;

/** @throws ApiError 404 */
export async function presentRefunds(db: Queryable, orderId: number): Promise<OperatorRefunds> {
  const order = await findOrder(db, orderId);
  if (!order) throw notFound(t('Order not found.'));
  const rows = await refundsOf(db, { orderId });
  const userIds = rows.map(({ user_id }) => user_id).filter((id) => id !== null);
  const people =
    userIds.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', userIds).execute();
  const payment = await paymentOf(db, order.cart_id);
  const major = (minor: number) => toMajor(minor, order.currency);
  const paid = paidOrderOf(order);
  const nothing = { amounts: NO_AMOUNTS, lines: [], isByLines: true };
  return {
    data: rows.map((row) => ({
      ...presentRow(row, major),
      by: people.find(({ id }) => id === row.user_id) ?? null,
    })),
    currency: order.currency,
    currency_symbol: order.currency_symbol,
    paid: payment ? major(leftOf(paid, nothing)) : 0,
    left: payment ? major(leftOf(paid, refundedBy(rows, order))) : 0,
  };
}

function presentRow(row: RefundRow, major: (minor: number) => number) {
  return {
    id: row.id,
    amount: major(row.amount_minor),
    tax: major(row.tax_minor + row.service_fee_tax_minor),
    service_charge: major(row.service_fee_minor),
    ...(row.tip_minor > 0 && { tip: major(row.tip_minor) }),
    items: { data: row.lines.map(({ id, quantity }) => ({ order_item_id: id, quantity })) },
    reason: row.reason,
    source: row.source,
    state: row.state === 'void' ? ('void' as const) : stateOfRefund({ state: row.state, tries: row.tries }),
    provider_refund_id: row.provider_refund_id,
    error: row.error,
    tries: row.tries,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}
