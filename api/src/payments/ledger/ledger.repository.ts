/** Appends to the ledger and reads it. Nothing else writes its tables. */
import type { Queryable, Trx } from 'core/database/kysely';
import type { LedgerCause } from 'core/database/types';
import { sql } from 'kysely';
import type { BookedPosting, Posting } from './entry.rules';

export interface NewEntry {
  venueId: number;
  currency: string;
  isLive: boolean;
  cause: LedgerCause;
  attemptId?: number;
  refundId?: number;
  payoutId?: number;
  bookedAt: Date;
  /** True for a fee by the hall's own rate. */
  isEstimated?: boolean;
  /** They add up to zero; the database refuses others. */
  postings: readonly Posting[];
}

/** Appends an entry with its postings. An entry without postings is not stored. */
export const appendEntry = (trx: Trx, entry: NewEntry): Promise<void> => appendEntries(trx, [entry]);

/** Appends entries in one statement, because a payment waits for it. @param entries each has another cause */
export async function appendEntries(trx: Trx, entries: readonly NewEntry[]): Promise<void> {
  const stored = entries.filter(({ postings }) => postings.length > 0);
  if (stored.length === 0) return;
  const heads = stored.map((entry) => ({
    venue_id: entry.venueId,
    currency: entry.currency,
    is_live: entry.isLive,
    cause: entry.cause,
    attempt_id: entry.attemptId,
    refund_id: entry.refundId,
    payout_id: entry.payoutId,
    booked_at: entry.bookedAt,
    is_estimated: entry.isEstimated ?? false,
  }));
  // The position keeps the postings of an entry in their order, in which they are read back.
  const rows = stored
    .flatMap(({ cause, postings }) => postings.map((each) => ({ cause, ...each })))
    .map(({ cause, account, vendorId, orderId, line, amountMinor }, position) => ({
      position,
      cause,
      account,
      vendor_id: vendorId,
      order_id: orderId,
      line,
      amount_minor: amountMinor,
    }));
  await sql`
    with entry as (
      insert into ledger_entries (venue_id, currency, is_live, cause, attempt_id, refund_id, payout_id, booked_at, is_estimated)
      select * from json_to_recordset(${JSON.stringify(heads)}::json) as head (venue_id integer, currency text, is_live boolean,
        cause text, attempt_id bigint, refund_id bigint, payout_id bigint, booked_at timestamptz, is_estimated boolean)
      returning id, cause)
    insert into ledger_postings (entry_id, account, vendor_id, order_id, line, amount_minor)
    select entry.id, account, vendor_id, order_id, line, amount_minor
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as posting (position integer, cause text, account text, vendor_id integer, order_id bigint, line text, amount_minor bigint)
    join entry using (cause) order by position`.execute(trx);
}

/** A sum of what is booked, by account and line. */
export interface Booked extends BookedPosting {
  currency: string;
}

/** Sums what is booked for a payment and its refunds, by cause, account and line. */
export async function bookedForAttempt(db: Queryable, attemptId: number): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    select entry.cause, entry.refund_id as "refundId", entry.currency, posting.account, posting.vendor_id as "vendorId",
      posting.order_id as "orderId", posting.line, sum(posting.amount_minor)::bigint as "amountMinor"
    from ledger_entries entry join ledger_postings posting on posting.entry_id = entry.id
    where entry.attempt_id = ${attemptId}
    group by 1, 2, 3, 4, 5, 6, 7 order by min(posting.id)`.execute(db);
  return rows;
}
