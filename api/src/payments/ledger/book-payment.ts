import type { Trx } from 'core/database/kysely';
import type { Attempt } from '../core/payment.repository';
import type { PaymentStatus } from '../providers/payment-provider';
import { entryOfFee, entryOfSplit } from './book-fee';
import { bookTransfers } from './book-transfers';
import { partsOfOrder, postingsOfPayment, postingsOfReturn, postingsOfSurplus } from './entry.rules';
import { appendEntries, appendEntry, type NewEntry } from './ledger.repository';
import { termsOf } from './terms.repository';

type Reported = Pick<PaymentStatus, 'amountMinor' | 'currency' | 'isLive' | 'fee'>;

/**
 * Books a payment that bought the orders of its snapshot, its fee, and what the provider pays to the stalls. Call it once, in the transaction that settles the attempt.
 */
export async function bookPayment(trx: Trx, attempt: Attempt, reported: Reported, at: Date): Promise<void> {
  const { orders } = attempt.snapshot;
  const { commissions, ...terms } = await termsOf(trx, attempt.venue_id);
  const postings = postingsOfPayment(orders.map(partsOfOrder), commissions);
  await appendEntries(trx, [
    { ...entryOf(attempt, at), cause: 'payment', postings },
    entryOfFee(attempt, { terms, told: reported.fee, payment: postings, booked: [], at }),
    entryOfSplit(attempt, { told: reported.fee, booked: [], at }),
  ]);
  // Most payments have no stall with an account of its own, and need no statement for it.
  if (orders.some((order) => order.stripe_account)) await bookTransfers(trx, attempt.id, at);
}

/** Books a payment that bought nothing, with what the provider received, which may differ from what was asked for, and its fee. */
export async function bookSurplus(trx: Trx, attempt: Attempt, reported: Reported, at: Date): Promise<void> {
  const terms = await termsOf(trx, attempt.venue_id);
  const postings = postingsOfSurplus(reported.amountMinor);
  const { currency, isLive } = reported;
  await appendEntries(trx, [
    { ...entryOf(attempt, at), currency, isLive, cause: 'payment', postings },
    entryOfFee(attempt, { terms, told: reported.fee, payment: postings, booked: [], at }),
  ]);
}

/** Books that the whole of such a payment has gone back. Call it once, when the attempt's refund is done. */
export async function bookReturn(trx: Trx, attempt: Attempt, at: Date): Promise<void> {
  const alert = await trx
    .selectFrom('payment_alerts')
    .select(['received_minor', 'received_currency', 'received_is_live'])
    .where('attempt_id', '=', attempt.id)
    .executeTakeFirst();
  await appendEntry(trx, {
    ...entryOf(attempt, at),
    currency: alert?.received_currency ?? attempt.currency,
    isLive: alert?.received_is_live ?? attempt.is_live,
    cause: 'refund',
    postings: postingsOfReturn(alert?.received_minor ?? attempt.amount_minor),
  });
}

const entryOf = (attempt: Attempt, at: Date): Omit<NewEntry, 'cause' | 'postings'> => ({
  venueId: attempt.venue_id,
  currency: attempt.currency,
  isLive: attempt.is_live,
  attemptId: attempt.id,
  bookedAt: at,
});
