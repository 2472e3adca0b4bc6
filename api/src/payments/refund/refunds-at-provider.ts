/**
 * Records refunds that were made at the provider: in its dashboard, or by a dispute. The provider's list of a payment's refunds is
 * authoritative. The key identifies the refunds of this site. All others are recorded once and divided over the orders of the payment.
 */

import type { Trx } from 'core/database/kysely';
import { splitByWeight } from 'shared-contracts/rules/money';
import { announce } from '../../messages/realtime/events';
import { findOrder, type OrderRecord } from '../../ordering/orders/order.repository';
import { type Attempt, findAttempt, orderIdsOfCart, paymentRefOf } from '../core/payment.repository';
import { bookRefund } from '../ledger/book-refund';
import type { ProviderRefund } from '../providers/payment-provider';
import { type SettlingDeps, settleFromProvider } from '../settle/settle-attempt';
import { providerKeyOf, updateOfOrder } from './make-refund';
import {
  amountsOf,
  columnsOf,
  forDatabase,
  insertRefund,
  lockEntriesOf,
  lockPaymentOf,
  paidOrderOf,
  type RefundRow,
  refundedBy,
  refundsOf,
} from './refund.repository';
import { componentsOf, leftOf, planRefund } from './refund.rules';

/**
 * Asks the provider for the refunds of a payment and records the new ones. A payment that is not settled yet is settled first. The refunds
 * of a surplus payment are not recorded, because it is refunded as a whole.
 * @throws ProviderError if the provider cannot be asked
 */
export async function recordRefundsAtProvider(deps: SettlingDeps, attempt: Attempt): Promise<void> {
  const provider = deps.providers.named(attempt.provider);
  if (!provider.refundsOf) return;
  if (attempt.state !== 'succeeded') {
    const settlement = await settleFromProvider(deps, attempt);
    if (settlement.state !== 'succeeded') return;
  }
  const merchant = await deps.providers.merchant(attempt.venue_id, attempt.provider);
  const listed = await provider.refundsOf(merchant, paymentRefOf(attempt));
  const now = deps.clock.now();
  const changes = await deps.outbox.transaction(async (trx) => {
    const books = await openBooks(trx, attempt.id, now);
    for (const refund of listed) await record(trx, books, refund);
    for (const orderId of books.changed) await announce(trx, [await updateOfOrder(trx, orderId)]);
    return books;
  });
  const entry = { attempt: attempt.id, reference: attempt.reference };
  if (changes.changed.size > 0) deps.log.info(entry, 'payment: recorded refunds of the provider');
  // A refund cannot exceed the payment, so the books of one side are wrong.
  if (changes.excessMinor > 0)
    deps.log.error({ ...entry, excessMinor: changes.excessMinor }, 'payment: refunded more than was paid');
}

interface Books {
  attempt: Attempt;
  orders: readonly OrderRecord[];
  rows: RefundRow[];
  /** The orders whose refunds changed. */
  changed: Set<number>;
  excessMinor: number;
  now: Date;
}

async function openBooks(trx: Trx, attemptId: number, now: Date): Promise<Books> {
  const attempt = await findAttempt(trx, attemptId);
  if (!attempt) throw new Error(`There is no payment attempt ${attemptId}`);
  const orderIds = await orderIdsOfCart(trx, attempt.cart_id);
  await lockEntriesOf(trx, orderIds);
  await lockPaymentOf(trx, attempt.cart_id);
  const orders = await Promise.all(orderIds.map((id) => findOrder(trx, id)));
  return {
    attempt,
    orders: orders.filter((order) => order !== null),
    rows: await refundsOf(trx, { attemptId }),
    changed: new Set(),
    excessMinor: 0,
    now,
  };
}

async function record(trx: Trx, books: Books, refund: ProviderRefund): Promise<void> {
  const own = books.rows.find((row) => row.source !== 'provider' && providerKeyOf(row) === refund.key);
  if (own) return recordOwn(trx, books, own, refund);
  const known = books.rows.filter((row) => row.source === 'provider' && row.provider_refund_id === refund.id);
  if (refund.hasFailed) {
    for (const row of known)
      if (row.state === 'done') await change(trx, books, row, { state: 'failed', settled_at: books.now });
  } else if (known.length === 0) await recordForeign(trx, books, refund);
}

/** Updates a refund that this site requested: its response may have been lost, or the refund was taken back days later. */
async function recordOwn(trx: Trx, books: Books, row: RefundRow, refund: ProviderRefund): Promise<void> {
  if (refund.hasFailed) {
    // A try that failed immediately is retried under the same key.
    if (row.state !== 'done' || row.provider_refund_id !== refund.id) return;
    await change(trx, books, row, { state: 'failed', settled_at: books.now, error: 'the provider took it back' });
    return;
  }
  if (row.state === 'failed' || (row.state === 'done' && row.amount_minor === refund.amountMinor)) return;
  const made = { state: 'done', settled_at: books.now, error: null, provider_refund_id: refund.id } as const;
  const isAsStored = row.state !== 'void' && row.amount_minor === refund.amountMinor;
  if (isAsStored) return change(trx, books, row, made);
  // The provider has made this refund although it was void here, or has made it with another amount.
  row.state = 'void';
  await makeRoom(trx, books, refund.amountMinor);
  const order = books.orders.find(({ id }) => id === row.order_id);
  if (!order) return;
  const plan = planRefund(paidOrderOf(order), refundedBy(rowsOf(books, order), order), {
    kind: 'amount',
    amountMinor: refund.amountMinor,
  });
  if ('refusal' in plan) throw new Error(`Order ${order.id}: its refund ${row.id} is ${plan.refusal}`);
  await change(trx, books, row, { ...made, ...columnsOf(plan) });
}

async function recordForeign(trx: Trx, books: Books, refund: ProviderRefund): Promise<void> {
  await makeRoom(trx, books, refund.amountMinor);
  const left = books.orders.map((order) => leftOfOrder(books, order));
  const leftMinor = left.reduce((sum, minor) => sum + minor, 0);
  const amountMinor = Math.min(refund.amountMinor, leftMinor);
  books.excessMinor += refund.amountMinor - amountMinor;
  const portions = splitByWeight(amountMinor, left);
  for (const [index, order] of books.orders.entries()) {
    const portion = portions[index] ?? 0;
    if (portion === 0) continue;
    const plan = planRefund(
      paidOrderOf(order),
      refundedBy(rowsOf(books, order), order),
      portion === left[index] ? { kind: 'whole' } : { kind: 'amount', amountMinor: portion },
    );
    if ('refusal' in plan) throw new Error(`Order ${order.id}: a refund of ${portion} is ${plan.refusal}`);
    await insertRefund(trx, {
      order_id: order.id,
      attempt_id: books.attempt.id,
      source: 'provider',
      user_id: null,
      reason: `Refunded at ${books.attempt.provider}`,
      state: 'done',
      created_at: books.now,
      settled_at: books.now,
      provider_refund_id: refund.id,
      plan,
    });
    books.changed.add(order.id);
  }
  books.rows = await refundsOf(trx, { attemptId: books.attempt.id });
}

/** A provider refunds at most the payment. If the refunds would exceed it, this reduces the site's refunds that were not made yet. */
async function makeRoom(trx: Trx, books: Books, amountMinor: number): Promise<void> {
  const leftMinor = books.orders.reduce((sum, order) => sum + leftOfOrder(books, order), 0);
  let missingMinor = amountMinor - leftMinor;
  for (const row of books.rows.filter(({ state }) => state === 'wanted' || state === 'asked').reverse()) {
    if (missingMinor <= 0) return;
    const restMinor = row.amount_minor - Math.min(row.amount_minor, missingMinor);
    missingMinor -= row.amount_minor - restMinor;
    const order = books.orders.find(({ id }) => id === row.order_id);
    if (restMinor === 0) await change(trx, books, row, { state: 'void', settled_at: books.now });
    else if (order) {
      const amounts = componentsOf(restMinor, amountsOf(row, order), order.is_tax_included);
      await change(trx, books, row, columnsOf({ amountMinor: restMinor, amounts }));
    }
  }
}

type Changes = Partial<
  Pick<RefundRow, 'state' | 'settled_at' | 'error' | 'provider_refund_id' | keyof ReturnType<typeof columnsOf>>
>;

async function change(trx: Trx, books: Books, row: RefundRow, changes: Changes): Promise<void> {
  await trx.updateTable('order_refunds').set(forDatabase(changes)).where('id', '=', row.id).execute();
  await bookRefund(trx, row.id, books.now);
  Object.assign(row, changes);
  books.changed.add(row.order_id);
}

const rowsOf = ({ rows }: Books, { id }: OrderRecord) => rows.filter(({ order_id }) => order_id === id);

const leftOfOrder = (books: Books, order: OrderRecord): number =>
  leftOf(paidOrderOf(order), refundedBy(rowsOf(books, order), order));
