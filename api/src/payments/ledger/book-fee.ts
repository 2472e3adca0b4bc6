import type { Trx } from 'core/database/kysely';
import type { Attempt } from '../core/payment.repository';
import type { ProviderFee } from '../providers/payment-provider';
import { differenceOf, postingsOfFee } from './entry.rules';
import { appendEntry, bookedForAttempt } from './ledger.repository';
import { venueTermsOf } from './terms.repository';

/**
 * Books the provider's fee of a payment, or the difference if another one is booked. Call it after the payment is booked, and again when the
 * provider tells a new figure.
 * @param told null while the provider tells none: the hall's own rate is booked as an estimate, unless a figure was told before
 */
export async function bookFee(trx: Trx, attempt: Attempt, told: ProviderFee | null, at: Date): Promise<void> {
  const terms = await venueTermsOf(trx, attempt.venue_id);
  if (told === null && terms.feeRateBp === 0 && terms.feeFixedMinor === 0) return;
  const booked = await bookedForAttempt(trx, attempt.id);
  if (told === null && booked.some(({ cause }) => cause === 'fee')) return;
  const fee = told ?? {
    amountMinor: Math.round((attempt.amount_minor * terms.feeRateBp) / 10_000) + terms.feeFixedMinor,
    currency: attempt.currency,
  };
  const payment = booked.filter(({ cause }) => cause === 'payment');
  // An account of another currency pays the fee in that currency, and no stall has an account in it.
  const bearer = fee.currency === attempt.currency ? terms.feesBorneBy : 'hall';
  await appendEntry(trx, {
    venueId: attempt.venue_id,
    currency: fee.currency,
    isLive: attempt.is_live,
    cause: 'fee',
    attemptId: attempt.id,
    bookedAt: at,
    isEstimated: told === null,
    postings: differenceOf(
      postingsOfFee(fee.amountMinor, payment, bearer),
      booked.filter(({ cause, currency }) => cause === 'fee' && currency === fee.currency),
    ),
  });
}
