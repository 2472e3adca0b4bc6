import type { Trx } from 'core/database/kysely';
import type { Attempt } from '../core/payment.repository';
import type { ProviderFee } from '../providers/payment-provider';
import { bookTransfers } from './book-transfers';
import {
  type BookedPosting,
  differenceOf,
  type Posting,
  partsOfOrder,
  postingsOfFee,
  postingsOfSplit,
} from './entry.rules';
import { appendEntries, bookedForAttempt, type NewEntry } from './ledger.repository';
import { type VenueTerms, venueTermsOf } from './terms.repository';

/**
 * Books the provider's fee of a payment, or the difference if another one is booked. Call it when the provider tells a new figure, with the
 * payment locked.
 */
export async function bookFee(trx: Trx, attempt: Attempt, told: ProviderFee, at: Date): Promise<void> {
  const terms = await venueTermsOf(trx, attempt.venue_id);
  const booked = await bookedForAttempt(trx, attempt.id);
  const inCurrency = booked.filter(({ currency }) => currency === told.currency);
  const payment = booked.filter(({ cause }) => cause === 'payment');
  await appendEntries(trx, [
    entryOfFee(attempt, { terms, told, payment, booked: inCurrency, at }),
    entryOfSplit(attempt, { told, booked, at }),
  ]);
  await bookTransfers(trx, attempt.id, at);
}

/**
 * The entry of what the provider pays to the stalls' own accounts with the payment (Paystack's split), without postings where it pays none.
 */
export function entryOfSplit(
  attempt: Attempt,
  { told, booked, at }: Pick<FeeFacts, 'told' | 'booked' | 'at'>,
): NewEntry {
  const orders = attempt.provider === 'Paystack' ? attempt.snapshot.orders : [];
  const split = orders.filter(({ subaccount_code }) => subaccount_code).map(partsOfOrder);
  const feeMinor = told?.currency === attempt.currency ? told.amountMinor : 0;
  const wanted = split.length === 0 ? [] : postingsOfSplit(split, { receivedMinor: attempt.amount_minor, feeMinor });
  return {
    venueId: attempt.venue_id,
    currency: attempt.currency,
    isLive: attempt.is_live,
    cause: 'transfer',
    attemptId: attempt.id,
    bookedAt: at,
    postings: differenceOf(
      wanted,
      booked.filter(({ cause }) => cause === 'transfer'),
    ),
  };
}

interface FeeFacts {
  terms: VenueTerms;
  /** null while the provider tells no fee: the hall's own rate is booked as an estimate. */
  told: ProviderFee | null;
  /** The postings of the payment. */
  payment: readonly Posting[];
  /** The postings that the ledger already has for the payment, in the currency of the fee. */
  booked: readonly BookedPosting[];
  at: Date;
}

/** The entry of a fee, without postings if nothing is to be booked. */
export function entryOfFee(attempt: Attempt, { terms, told, payment, booked, at }: FeeFacts): NewEntry {
  const fee = told ?? {
    amountMinor: Math.round((attempt.amount_minor * terms.feeRateBp) / 10_000) + terms.feeFixedMinor,
    currency: attempt.currency,
  };
  // An account of another currency pays the fee in that currency, and no stall has an account in it.
  const bearer = fee.currency === attempt.currency ? terms.feesBorneBy : 'hall';
  return {
    venueId: attempt.venue_id,
    currency: fee.currency,
    isLive: attempt.is_live,
    cause: 'fee',
    attemptId: attempt.id,
    bookedAt: at,
    isEstimated: told === null,
    postings: differenceOf(
      postingsOfFee(fee.amountMinor, payment, bearer),
      booked.filter(({ cause }) => cause === 'fee'),
    ),
  };
}
