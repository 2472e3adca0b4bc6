/** Refunds an order for an operator: some of its items, an amount, or the remainder, also after it was collected. */
import { createHash } from 'node:crypto';
import type { Trx } from 'core/database/kysely';
import { type ApiError, conflict, invalid, notFound } from 'core/errors';
import { keyReused } from 'core/http/idempotency';
import { inLanguage } from 'core/http/language';
import type { Session } from 'core/http/session';
import { requireRecentProof } from 'core/policy/recent-proof';
import { sql } from 'kysely';
import { formatMinor, toMajor, toMinor } from 'shared-contracts/rules/money';
import { askToPush } from '../../messages/push/push.outbox';
import { announce, userChannel } from '../../messages/realtime/events';
import { orderUpdated } from '../../ordering/orders/order.events';
import { findOrder, type OrderRecord } from '../../ordering/orders/order.repository';
import { askToEmail } from '../../ordering/orders/order-email.handler';
import { refundProofMinor } from '../../people/people/venue-proofs';
import { plural, t } from '../../words';
import { bookRefund } from '../ledger/book-refund';
import type { PaymentDeps } from '../providers/payment-deps';
import { requireOperatorOf } from './operator.policy';
import { askToRefundOrder, findRefund, lockEntriesOf, paymentOf, refundsOf } from './refund.repository';
import type { RefundRefusal, RefundRequest } from './refund.rules';
import { needsProof, refundedSince } from './refund-proof.rules';
import { planOf, requestRefund } from './request-refund';

export interface RefundInput {
  session: Session;
  orderId: number;
  /** The reason that the customer reads; trimmed, not empty. */
  reason: string;
  /** Units of lines; null if an amount or the whole order is refunded. */
  items: readonly { id: number; quantity: number }[] | null;
  /** Major units. */
  amount: number | null;
  /**
   * True if the refund was made in the dashboard of a provider that does not report refunds (Global, Stitch). It is then recorded and not
   * requested.
   */
  isMadeAtProvider: boolean;
  /** Requests with the same key refund once. */
  key: string;
  socketId: string | null;
}

/**
 * @returns the refund's id, also for a repeated request
 * @throws ApiError 404 and 403 as `requireOperatorOf`; 403 PROOF_REQUIRED for a large refund, or many small ones; 409 NOTHING_TO_REFUND, REFUND_TOO_MUCH, REFUND_TOO_MANY, PAYMENT_OF_TEST or
 * REFUND_IS_TOLD; 422 for units or an amount that the order or its currency does not have, and for the key of another request
 */
export async function refundOrder(
  deps: Pick<PaymentDeps, 'clock' | 'outbox' | 'providers'>,
  input: RefundInput,
): Promise<number> {
  const { session, orderId, reason, items, amount, isMadeAtProvider } = input;
  const request_hash = createHash('sha256')
    .update(JSON.stringify([reason, items, amount, isMadeAtProvider]))
    .digest();
  return deps.outbox.transaction(async (trx) => {
    await requireOperatorOf(trx, session, orderId);
    await lockEntriesOf(trx, [orderId]);
    const order = await findOrder(trx, orderId);
    if (!order) throw notFound(t('Order not found.'));
    const earlier = (await refundsOf(trx, { orderId })).find(({ request_key }) => request_key === input.key);
    if (earlier) {
      if (!earlier.request_hash?.equals(request_hash)) throw keyReused();
      return earlier.id;
    }
    if (isMadeAtProvider) await refuseReportedByProvider(deps, trx, order);
    const now = deps.clock.now();
    const refund = await requestRefund(trx, {
      order,
      source: 'operator',
      user_id: session.user.id,
      reason,
      request: requestOf(items, amount, order),
      request_key: input.key,
      request_hash,
      isMade: isMadeAtProvider,
      now,
    });
    if ('refusal' in refund) throw refusalOf(refund, order);
    // The amount is known here first. A refusal takes the refund back.
    await requireProofOfRefunds(trx, session, order.venue_id);
    await notifyCustomer(
      trx,
      order,
      { refundId: refund.id, reason, amountMinor: refund.plan.amountMinor, isMade: isMadeAtProvider, now },
      input.socketId,
    );
    return refund.id;
  });
}

/**
 * Asks for a recent proof once a person's refunds since the last one exceed the hall's amount, also if each of them is small.
 * @throws ApiError 403 PROOF_REQUIRED
 */
async function requireProofOfRefunds(trx: Trx, session: Session, venueId: number): Promise<void> {
  // Two refunds at once wait here for each other, so that the second sees the first.
  await trx.selectFrom('users').select('id').where('id', '=', session.user.id).forNoKeyUpdate().execute();
  const refunds = await trx
    .selectFrom('order_refunds')
    .innerJoin('orders', 'orders.id', 'order_refunds.order_id')
    .select(['amount_minor as amountMinor', 'order_refunds.created_at as at'])
    .select(sql<boolean>`order_refunds.state not in ('failed', 'void')`.as('counts'))
    .where('orders.venue_id', '=', venueId)
    .where('order_refunds.source', '=', 'operator')
    .where('order_refunds.user_id', '=', session.user.id)
    .where('order_refunds.created_at', '>=', session.provedAt ?? new Date(0))
    .execute();
  const sinceProofMinor = refundedSince(refunds, session.provedAt ?? null);
  if (needsProof({ sinceProofMinor, limitMinor: await refundProofMinor(trx, venueId) }))
    requireRecentProof({ session });
}

/** Computes a refund and stores nothing. @throws ApiError as `refundOrder` */
export async function previewRefund(
  deps: Pick<PaymentDeps, 'outbox' | 'providers'>,
  input: Omit<RefundInput, 'key' | 'socketId'>,
): Promise<RefundPreview> {
  const { session, orderId, items, amount, isMadeAtProvider: isMade } = input;
  return deps.outbox.transaction(async (trx) => {
    await requireOperatorOf(trx, session, orderId);
    await lockEntriesOf(trx, [orderId]);
    const order = await findOrder(trx, orderId);
    if (!order) throw notFound(t('Order not found.'));
    if (isMade) await refuseReportedByProvider(deps, trx, order);
    const planned = await planOf(trx, { order, request: requestOf(items, amount, order), isMade });
    if ('refusal' in planned) throw refusalOf(planned, order);
    const { amountMinor, amounts } = planned.plan;
    return {
      amount: toMajor(amountMinor, order.currency),
      tax: toMajor(amounts.taxMinor + amounts.serviceFeeTaxMinor, order.currency),
      service_charge: toMajor(amounts.serviceFeeMinor, order.currency),
      ...(amounts.tipMinor > 0 && { tip: toMajor(amounts.tipMinor, order.currency) }),
    };
  });
}

/** Major units. */
interface RefundPreview {
  amount: number;
  tax: number;
  service_charge: number;
  tip?: number;
}

/** The outcome that an operator reports: the refund was made, it was not made and is requested again, or it must no longer be made. */
export type RefundOutcome = 'made' | 'not-made' | 'withdrawn';

/**
 * Records what an operator found at the provider: whether an unclear refund was made. A refund that was not made is requested again. A delayed refund can be
 * withdrawn, or recorded as made if the provider does not report refunds.
 * @throws ApiError 404 and 403 as `requireOperatorOf`; 409 REFUND_IS_CLEAR or REFUND_NOT_DELAYED
 */
export async function clearRefund(
  deps: Pick<PaymentDeps, 'clock' | 'outbox' | 'providers'>,
  { session, refundId, outcome }: { session: Session; refundId: number; outcome: RefundOutcome },
): Promise<void> {
  await deps.outbox.transaction(async (trx) => {
    const refund = await findRefund(trx, refundId);
    if (!refund) throw notFound(t('Refund not found.'));
    await requireOperatorOf(trx, session, refund.order_id);
    await lockEntriesOf(trx, [refund.order_id]);
    const order = await findOrder(trx, refund.order_id);
    if (!order) throw notFound(t('Order not found.'));
    const mayClearDelayed =
      outcome === 'withdrawn' || (outcome === 'made' && (await reportingProvider(deps, trx, order)) === null);
    const settled_at = deps.clock.now();
    const changes = {
      made: { state: 'done', settled_at, error: null },
      'not-made': { state: 'wanted' },
      withdrawn: { state: 'void', settled_at },
    } as const;
    const cleared = await trx
      .updateTable('order_refunds')
      .set(changes[outcome])
      .where('id', '=', refundId)
      // A refund that is being requested cannot be withdrawn.
      .where(({ eb, and, or }) =>
        or([
          ...(outcome === 'withdrawn' ? [] : [eb('state', '=', 'unclear')]),
          ...(mayClearDelayed ? [and([eb('state', '=', 'wanted'), eb('tries', '>', 0)])] : []),
        ]),
      )
      .returning('tries')
      .executeTakeFirst();
    if (!cleared && outcome === 'withdrawn')
      throw conflict('REFUND_NOT_DELAYED', t('Only a delayed refund can be withdrawn. This one is not.'));
    if (!cleared) throw conflict('REFUND_IS_CLEAR', t('Only an unclear refund can be cleared. This one is not.'));
    await bookRefund(trx, refundId, settled_at);
    if (outcome === 'not-made') await askToRefundOrder(trx, refundId, `order-refund:${refundId}:${cleared.tries}`);
    await announce(trx, [orderUpdated(order)]);
  });
}

/** Refuses to record a refund that the provider reports itself, because the books would then have it twice. */
async function refuseReportedByProvider(
  deps: Pick<PaymentDeps, 'providers'>,
  trx: Trx,
  order: OrderRecord,
): Promise<void> {
  const provider = await reportingProvider(deps, trx, order);
  if (provider !== null) {
    throw conflict(
      'REFUND_IS_TOLD',
      t('{provider} tells of refunds that are made there. They are recorded without your help.', { provider }),
    );
  }
}

/** Returns the provider of the order's payment, if it reports the refunds that are made there. */
async function reportingProvider(
  deps: Pick<PaymentDeps, 'providers'>,
  trx: Trx,
  order: OrderRecord,
): Promise<string | null> {
  const attempt = await paymentOf(trx, order.cart_id);
  return attempt && deps.providers.named(attempt.provider).refundsOf ? attempt.provider : null;
}

function requestOf(items: RefundInput['items'], amount: number | null, { currency }: OrderRecord): RefundRequest {
  if (items !== null) return { kind: 'lines', lines: items };
  if (amount === null) return { kind: 'whole' };
  try {
    return { kind: 'amount', amountMinor: toMinor(amount, currency) };
  } catch {
    throw invalid({ amount: [t('This is not an amount of {currency}.', { currency })] });
  }
}

function refusalOf(refusal: RefundRefusal, order: OrderRecord): ApiError {
  const money = (minor: number) => formatMinor(minor, order.currency, order.currency_symbol);
  switch (refusal.refusal) {
    case 'nothing-left':
      return order.refunds.length === 0
        ? conflict('NOTHING_TO_REFUND', t('Nothing was paid for this order.'))
        : conflict('NOTHING_TO_REFUND', t('All that was paid for this order was refunded.'));
    case 'other-mode':
      return conflict('PAYMENT_OF_TEST', t('This order was paid before the site went live. No money can go back.'));
    case 'too-much':
      return conflict(
        'REFUND_TOO_MUCH',
        t('This refund comes to {amount}, and {left} is left to refund.', {
          amount: money(refusal.amountMinor),
          left: money(refusal.leftMinor),
        }),
      );
    case 'too-many': {
      const item = nameOf(order, refusal.lineId);
      const message =
        refusal.leftUnits === 0
          ? t('Of {item}, none is left to refund.', { item })
          : plural(
              refusal.leftUnits,
              { one: 'Of {item}, only # is left to refund.', other: 'Of {item}, only # are left to refund.' },
              { item },
            );
      return conflict('REFUND_TOO_MANY', message);
    }
    case 'unknown-line':
      return invalid({ items: [t('One of the items is not of this order.')] });
    case 'free':
      return invalid({ items: [t('There is nothing to refund for these items.')] });
    case 'step':
      return invalid({
        amount: [t('The provider refunds multiples of {amount} only.', { amount: money(refusal.stepMinor) })],
      });
  }
}

const nameOf = (order: OrderRecord, lineId: number): string =>
  order.lines.find(({ id }) => id === lineId)?.item_name ?? t('this item');

interface RefundNotice {
  refundId: number;
  reason: string;
  amountMinor: number;
  isMade: boolean;
  now: Date;
}

/** The texts for the buyer. */
function newsOf(order: OrderRecord, notice: RefundNotice): { title: string; message: string } {
  const { reason, amountMinor, isMade } = notice;
  const amount = formatMinor(amountMinor, order.currency, order.currency_symbol);
  const values = { amount, number: order.order_number ?? '' };
  const all = { ...values, vendor: order.vendor_name, reason };
  return isMade
    ? {
        title: t('{amount} of your order {number} was refunded', values),
        message: t('{amount} of your order {number} at {vendor} was refunded: {reason}', all),
      }
    : {
        title: t('{amount} of your order {number} is on its way back to you', values),
        message: t('{amount} of your order {number} at {vendor} is on its way back to you: {reason}', all),
      };
}

async function notifyCustomer(
  trx: Trx,
  order: OrderRecord,
  notice: RefundNotice,
  socketId: string | null,
): Promise<void> {
  const { refundId, now } = notice;
  const { title, message } = inLanguage(order.language, () => newsOf(order, notice));
  await announce(
    trx,
    [orderUpdated(order), { name: 'Message', channels: [userChannel(order.user_id)], payload: { message } }],
    socketId,
  );
  await askToPush(
    trx,
    order.user_id,
    { kind: 'message', message, path: `/order?id=${order.id}` },
    { now, language: order.language },
  );
  await askToEmail(trx, `refunded:${refundId}`, {
    orderId: order.id,
    title,
    message,
    isRefund: true,
  });
}
