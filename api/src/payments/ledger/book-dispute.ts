import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import { bookTransfers } from './book-transfers';
import { changesByDispute } from './entry.rules';
import { appendEntry, bookedForAttempt } from './ledger.repository';

interface Held {
  currency: string;
  held_minor: number;
  fee_minor: number;
}

/**
 * Brings the ledger up to date with the disputes of a payment: a withdrawn amount and its fee are held against the stalls of the payment, and
 * come back when the dispute is won. Call it in each transaction that adds or changes a row of `disputes`, with the payment locked.
 */
export async function bookDisputes(trx: Trx, attemptId: number, at: Date): Promise<void> {
  const { venue_id, is_live, currency } = await trx
    .selectFrom('payment_attempts')
    .select(['venue_id', 'is_live', 'currency'])
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<Held>`
    select currency, coalesce(sum(amount_minor) filter (where is_withdrawn), 0)::bigint as held_minor,
      sum(fee_minor)::bigint as fee_minor
    from disputes where attempt_id = ${attemptId} group by currency`.execute(trx);
  const booked = await bookedForAttempt(trx, attemptId);
  for (const held of rows) {
    const postings = changesByDispute(
      { heldMinor: held.held_minor, feeMinor: held.fee_minor },
      booked.filter((each) => each.currency === held.currency),
      // No stall has an account in another currency than the payment's, so the hall bears it.
      { isOfHall: held.currency !== currency },
    );
    await appendEntry(trx, {
      venueId: venue_id,
      currency: held.currency,
      isLive: is_live,
      cause: 'dispute',
      attemptId,
      bookedAt: at,
      postings,
    });
  }
  await bookTransfers(trx, attemptId, at);
}
