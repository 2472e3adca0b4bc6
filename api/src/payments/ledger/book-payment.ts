import type { Trx } from 'core/database/kysely';
import type { Attempt } from '../core/payment.repository';
import type { PaymentStatus } from '../providers/payment-provider';
import { partsOfOrder, postingsOfPayment, postingsOfReturn, postingsOfSurplus } from './entry.rules';
import { appendEntry } from './ledger.repository';
import { commissionsOf } from './terms.repository';

/** Books a payment that bought the orders of its snapshot. Call it once, in the transaction that settles the attempt. */
export async function bookPayment(trx: Trx, attempt: Attempt, at: Date): Promise<void> {
  const { orders } = attempt.snapshot;
  const commissions = await commissionsOf(
    trx,
    orders.map(({ vendor_id }) => vendor_id),
  );
  await appendEntry(trx, {
    venueId: attempt.venue_id,
    currency: attempt.currency,
    isLive: attempt.is_live,
    cause: 'payment',
    attemptId: attempt.id,
    bookedAt: at,
    postings: postingsOfPayment(orders.map(partsOfOrder), commissions),
  });
}

type Received = Pick<PaymentStatus, 'amountMinor' | 'currency' | 'isLive'>;

/** Books a payment that bought nothing, with what the provider received, which may differ from what was asked for. */
export async function bookSurplus(trx: Trx, attempt: Attempt, received: Received, at: Date): Promise<void> {
  await appendEntry(trx, {
    venueId: attempt.venue_id,
    currency: received.currency,
    isLive: received.isLive,
    cause: 'payment',
    attemptId: attempt.id,
    bookedAt: at,
    postings: postingsOfSurplus(received.amountMinor),
  });
}

/** Books that the whole of such a payment has gone back. Call it once, when the attempt's refund is done. */
export async function bookReturn(trx: Trx, attempt: Attempt, at: Date): Promise<void> {
  const alert = await trx
    .selectFrom('payment_alerts')
    .select(['received_minor', 'received_currency', 'received_is_live'])
    .where('attempt_id', '=', attempt.id)
    .executeTakeFirst();
  await appendEntry(trx, {
    venueId: attempt.venue_id,
    currency: alert?.received_currency ?? attempt.currency,
    isLive: alert?.received_is_live ?? attempt.is_live,
    cause: 'refund',
    attemptId: attempt.id,
    bookedAt: at,
    postings: postingsOfReturn(alert?.received_minor ?? attempt.amount_minor),
  });
}
