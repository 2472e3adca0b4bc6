/** Enters and closes disputes by hand, for a provider that does not tell of them. */
import type { Trx } from 'core/database/kysely';
import { conflict, invalid, notFound } from 'core/errors';
import { sql } from 'kysely';
import { localDay } from 'shared-contracts/rules/dates';
import type { ClosedDispute, NewDispute } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { actAs } from '../../people/audit/act-as';
import { t } from '../../words';
import { requestedMinor } from '../core/amount';
import { siteIsLive } from '../core/payments-mode';
import { bookDisputes } from '../ledger/book-dispute';
import type { PaymentDeps } from '../providers/payment-deps';

/** The most of an amount, in minor units. */
const MOST_MINOR = 100_000_000_000;

interface EnterInput {
  venue: { id: number; timezone: string };
  dispute: NewDispute;
  actorId: number;
}

interface Payment {
  id: number;
  provider: string;
  amount_minor: number;
  currency: string;
}

/**
 * Enters a dispute. Its amount and fee are held back from then on. A request that is repeated while the dispute is open enters it once.
 * @returns its id
 * @throws ApiError 409 DISPUTE_IS_TOLD for a payment whose provider reports its disputes: it would be counted twice; 422 for an unknown or ambiguous payment, for more than was paid, and for days that are to come
 */
export async function enterDispute(
  { outbox, clock, providers }: Pick<PaymentDeps, 'outbox' | 'clock' | 'providers'>,
  { venue, dispute, actorId }: EnterInput,
): Promise<number> {
  const now = clock.now();
  if (dispute.opened_on > localDay(now, venue.timezone)) {
    throw invalid({ opened_on: [t('This day is still to come.')] });
  }
  return outbox.transaction(async (trx) => {
    await actAs(trx, actorId);
    const payment = await lockPayment(trx, venue.id, dispute.payment);
    if (providers.named(payment.provider).disputesOf) {
      const message = t('{provider} tells of disputes itself. They are recorded without your help.', payment);
      throw conflict('DISPUTE_IS_TOLD', message);
    }
    const { currency } = payment;
    const amountMinor = requestedMinor({ field: 'amount', major: dispute.amount, currency }, MOST_MINOR);
    const feeMinor = requestedMinor({ field: 'fee', major: dispute.fee, currency }, MOST_MINOR);
    const disputes = await trx.selectFrom('disputes').selectAll().where('attempt_id', '=', payment.id).execute();
    const openedAt = await startOf(trx, dispute.opened_on, venue.timezone);
    const same = disputes.find(
      (each) =>
        each.source === 'operator' &&
        each.closed_at === null &&
        each.amount_minor === amountMinor &&
        each.reason === dispute.reason &&
        each.opened_at.getTime() === openedAt.getTime(),
    );
    if (same) return same.id;
    const heldMinor = disputes.reduce((sum, each) => sum + (each.is_withdrawn ? each.amount_minor : 0), 0);
    if (heldMinor + amountMinor > payment.amount_minor) {
      throw invalid({ amount: [t('This is more than was paid and is not disputed yet.')] });
    }
    const { id } = await trx
      .insertInto('disputes')
      .values({
        attempt_id: payment.id,
        provider_dispute_id: null,
        state: 'needs-response',
        amount_minor: amountMinor,
        fee_minor: feeMinor,
        currency,
        reason: dispute.reason,
        due_at: dispute.due_on === null ? null : await startOf(trx, dispute.due_on, venue.timezone),
        opened_at: openedAt,
        closed_at: null,
        is_withdrawn: true,
        source: 'operator',
        entered_by: actorId,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await bookDisputes(trx, payment.id, now);
    return id;
  });
}

interface CloseInput {
  venueId: number;
  disputeId: number;
  closed: ClosedDispute;
  actorId: number;
}

/**
 * Closes a dispute that was entered by hand. What was held back comes back if it is won. A repeated request changes nothing.
 * @throws ApiError 404; 409 DISPUTE_OF_PROVIDER, DISPUTE_CLOSED
 */
export async function closeDispute(
  { outbox, clock }: Pick<Deps, 'outbox' | 'clock'>,
  { venueId, disputeId, closed, actorId }: CloseInput,
): Promise<void> {
  const now = clock.now();
  await outbox.transaction(async (trx) => {
    await actAs(trx, actorId);
    // The payment is locked before its disputes are read, as where the provider reports them.
    const attempt = await trx
      .selectFrom('payment_attempts')
      .innerJoin('disputes', 'disputes.attempt_id', 'payment_attempts.id')
      .select('payment_attempts.id')
      .where('disputes.id', '=', disputeId)
      .where('payment_attempts.venue_id', '=', venueId)
      .forNoKeyUpdate('payment_attempts')
      .executeTakeFirst();
    if (!attempt) throw notFound(t('Dispute not found.'));
    const dispute = await trx.selectFrom('disputes').selectAll().where('id', '=', disputeId).executeTakeFirstOrThrow();
    if (dispute.source === 'provider') {
      throw conflict('DISPUTE_OF_PROVIDER', t('The provider says how this dispute ends.'));
    }
    const feeMinor = requestedMinor({ field: 'fee', major: closed.fee, currency: dispute.currency }, MOST_MINOR);
    if (dispute.closed_at !== null) {
      if (dispute.state === closed.state && dispute.fee_minor === feeMinor) return;
      throw conflict('DISPUTE_CLOSED', t('This dispute was closed already.'));
    }
    await trx
      .updateTable('disputes')
      .set({
        state: closed.state,
        fee_minor: feeMinor,
        is_withdrawn: closed.state === 'lost',
        closed_at: now,
        updated_at: now,
      })
      .where('id', '=', disputeId)
      .execute();
    await bookDisputes(trx, attempt.id, now);
  });
}

/**
 * Finds a payment by its number, by the number of one of its orders, or by the provider's reference, and locks it.
 * @throws ApiError 422
 */
async function lockPayment(trx: Trx, venueId: number, text: string): Promise<Payment> {
  const { rows } = await sql<Payment>`
    select attempt.id, attempt.provider, attempt.amount_minor, attempt.currency
    from payment_attempts attempt join carts on carts.id = attempt.cart_id
    where attempt.venue_id = ${venueId} and attempt.is_live = ${siteIsLive} and attempt.state = 'succeeded'
      and (carts.payment_number = ${text} or attempt.reference = ${text}
        or exists (select from orders where orders.cart_id = attempt.cart_id and orders.order_number = ${text}))
    order by attempt.id desc limit 2 for no key update of attempt`.execute(trx);
  const [payment, another] = rows;
  if (!payment) throw invalid({ payment: [t('No payment of this hall has this number.')] });
  if (another) throw invalid({ payment: [t('Several payments have this number. Enter the number on the receipt.')] });
  return payment;
}

/** Returns when a day starts in the venue's time zone. */
async function startOf(trx: Trx, day: string, timezone: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select (${day}::date)::timestamp at time zone ${timezone} as at`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw new Error('The database did not return the start of the day');
  return row.at;
}
