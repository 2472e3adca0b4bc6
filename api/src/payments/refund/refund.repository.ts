/** Reads and writes refunds of orders, and the payments that they belong to. */

import type { Queryable, Trx } from 'core/database/kysely';
import type { OrderRefundsTable, RefundedTax, RefundState } from 'core/database/types';
import { type Insertable, type Selectable, sql } from 'kysely';
import { splitByWeight } from 'shared-contracts/rules/money';
import type { TaxAmounts } from 'shared-contracts/rules/totals';
import { enqueue } from '../../messages/outbox/enqueue';
import type { OrderLine } from '../../ordering/orders/order.repository';
import { type OrderWithTaxes, taxesOfOrder, taxOfLine } from '../../ordering/orders/order-amounts';
import type { Attempt } from '../core/payment.repository';
import { siteIsLive } from '../core/payments-mode';
import { bookRefund } from '../ledger/book-refund';
import {
  addAmounts,
  type LineUnits,
  NO_AMOUNTS,
  type PaidOrder,
  type RatedAmounts,
  type Refunded,
  type RefundPlan,
  ratedAmounts,
} from './refund.rules';

export interface RefundRow extends Selectable<OrderRefundsTable> {
  lines: LineUnits[];
}

/** Refunds in these states do not count: the provider took the money back, or it was returned in another way. */
const UNCOUNTED: readonly RefundState[] = ['failed', 'void'];

const lines = sql<LineUnits[]>`coalesce((
  select json_agg(json_build_object('id', part.order_item_id, 'quantity', part.quantity) order by part.order_item_id)
  from order_refund_lines part where part.refund_id = order_refunds.id), '[]')`.as('lines');

export async function findRefund(db: Queryable, id: number): Promise<RefundRow | null> {
  const row = await db.selectFrom('order_refunds').selectAll().select(lines).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Returns the refunds of an order or of a payment, the oldest first. */
export function refundsOf(db: Queryable, of: { orderId: number } | { attemptId: number }): Promise<RefundRow[]> {
  const refunds = db.selectFrom('order_refunds').selectAll().select(lines).orderBy('id');
  return (
    'orderId' in of ? refunds.where('order_id', '=', of.orderId) : refunds.where('attempt_id', '=', of.attemptId)
  ).execute();
}

/** Returns the payment that fulfilled the cart; undefined if nothing was paid. */
export function paymentOf(db: Queryable, cartId: number): Promise<Pick<Attempt, 'id' | 'provider'> | undefined> {
  return db
    .selectFrom('payment_attempts')
    .select(['id', 'provider'])
    .where('cart_id', '=', cartId)
    .where('state', '=', 'succeeded')
    .executeTakeFirst();
}

interface LockedPayment extends Pick<Attempt, 'id' | 'provider'> {
  /** True if the payment was made in the site's present mode. False for a test payment on a site that is live now. */
  is_of_mode: boolean;
}

/**
 * Returns the payment that fulfilled the cart, locked against its other refunds. Lock the queue entries of its orders first, because a
 * refund changes them.
 */
export async function lockPaymentOf(trx: Trx, cartId: number): Promise<LockedPayment | null> {
  const attempt = await trx
    .selectFrom('payment_attempts')
    .select(['id', 'provider', sql<boolean>`is_live = ${siteIsLive}`.as('is_of_mode')])
    .where('cart_id', '=', cartId)
    .where('state', '=', 'succeeded')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return attempt ?? null;
}

export async function lockEntriesOf(trx: Trx, orderIds: readonly number[]): Promise<void> {
  await trx
    .selectFrom('queue_entries')
    .select('id')
    .where('order_id', '=', sql<number>`any(${[...orderIds]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

type StoredOrder = Omit<OrderWithTaxes, 'lines'> &
  Fees & { lines: readonly Pick<OrderLine, 'id' | 'quantity' | 'total_minor' | 'tax_name' | 'tax_rate_bp'>[] };

export function paidOrderOf(order: StoredOrder): PaidOrder {
  const own = { name: order.tax_name, rateBasisPoints: order.tax_rate_bp };
  return {
    amounts: ratedAmounts(taxesOfOrder(order), feesOf(order)),
    isTaxIncluded: order.is_tax_included,
    lines: order.lines.map(({ id, quantity, total_minor, ...line }) => ({
      id,
      quantity,
      totalMinor: total_minor,
      tax: taxOfLine(line) ?? own,
    })),
  };
}

type Fees = Pick<RefundRow, 'service_fee_minor' | 'service_fee_tax_minor' | 'tip_minor'>;

const feesOf = (row: Fees) => ({
  serviceFeeMinor: row.service_fee_minor,
  serviceFeeTaxMinor: row.service_fee_tax_minor,
  tipMinor: row.tip_minor,
});

type RefundAmounts = Fees & Pick<RefundRow, 'total_minor' | 'tax_minor' | 'taxes'>;

/** @param order the order of the refund */
export const amountsOf = (row: RefundAmounts, order: OrderWithTaxes): RatedAmounts =>
  ratedAmounts(taxesOfRefund(row, taxesOfOrder(order)), feesOf(row));

function taxesOfRefund({ taxes, total_minor, tax_minor }: RefundAmounts, ofOrder: readonly TaxAmounts[]): TaxAmounts[] {
  if (taxes) {
    return taxes.map(({ name, rate_bp, ...part }) => ({
      name,
      rateBasisPoints: rate_bp,
      totalMinor: part.total_minor,
      taxMinor: part.tax_minor,
    }));
  }
  // A refund without stored rates belongs to an order that also has none, and such an order has one rate.
  const totals = splitByWeight(
    total_minor,
    ofOrder.map(({ totalMinor }) => totalMinor),
  );
  const amounts = splitByWeight(
    tax_minor,
    ofOrder.map(({ taxMinor }) => taxMinor),
  );
  return ofOrder.map((rate, index) => ({ ...rate, totalMinor: totals[index] ?? 0, taxMinor: amounts[index] ?? 0 }));
}

/** @param rows the rows of the order */
export function refundedBy(rows: readonly RefundRow[], order: OrderWithTaxes): Refunded {
  const counted = rows.filter(({ state }) => !UNCOUNTED.includes(state));
  return {
    amounts: counted.map((row) => amountsOf(row, order)).reduce(addAmounts, NO_AMOUNTS),
    lines: counted.flatMap((row) => row.lines),
    isByLines: counted.every((row) => row.lines.length > 0),
  };
}

export const columnsOf = (plan: Pick<RefundPlan, 'amountMinor' | 'amounts'>) => ({
  amount_minor: plan.amountMinor,
  total_minor: plan.amounts.totalMinor,
  tax_minor: plan.amounts.taxMinor,
  service_fee_minor: plan.amounts.serviceFeeMinor,
  service_fee_tax_minor: plan.amounts.serviceFeeTaxMinor,
  tip_minor: plan.amounts.tipMinor,
  taxes: plan.amounts.taxes.map(
    ({ name, rateBasisPoints, totalMinor, taxMinor }): RefundedTax => ({
      name,
      rate_bp: rateBasisPoints,
      total_minor: totalMinor,
      tax_minor: taxMinor,
    }),
  ),
});

/** Returns the columns with the taxes as JSON text, because the driver would turn a list into a PostgreSQL array. */
export const forDatabase = <T extends { taxes?: RefundedTax[] | null }>({ taxes, ...others }: T) => ({
  ...others,
  ...(taxes && { taxes: JSON.stringify(taxes) }),
});

type Facts = 'order_id' | 'attempt_id' | 'source' | 'user_id' | 'reason' | 'state' | 'created_at' | 'settled_at';
type Marks = 'provider_refund_id' | 'request_key' | 'request_hash';
export type NewRefund = Pick<Insertable<OrderRefundsTable>, Facts> &
  Partial<Pick<Insertable<OrderRefundsTable>, Marks>> & { plan: RefundPlan };

/** Stores a refund. The outbox requests a refund that is 'wanted' from the provider. @returns its id */
export async function insertRefund(trx: Trx, { plan, ...facts }: NewRefund): Promise<number> {
  const { id } = await trx
    .insertInto('order_refunds')
    .values({ ...facts, ...forDatabase(columnsOf(plan)) })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (plan.lines.length > 0) {
    await trx
      .insertInto('order_refund_lines')
      .values(plan.lines.map((line) => ({ refund_id: id, order_item_id: line.id, quantity: line.quantity })))
      .execute();
  }
  await bookRefund(trx, id, facts.created_at);
  if (facts.state === 'wanted') await askToRefundOrder(trx, id, `order-refund:${id}`);
  return id;
}

/** @param key two requests with the same key queue one refund */
export async function askToRefundOrder(trx: Trx, refundId: number, key: string, availableAt?: Date): Promise<void> {
  await enqueue(trx, [
    { kind: 'refund-order', key, payload: { refundId }, ...(availableAt !== undefined && { availableAt }) },
  ]);
}
