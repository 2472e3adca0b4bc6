import type { Queryable } from 'core/database/kysely';
import { sql } from 'kysely';

/** A difference between the ledger and what the orders, refunds and payouts say. Amounts are minor units. */
export interface LedgerDifference {
  /** What differs: an entry whose postings do not add up to zero, what was booked, or what the provider received ('provider'). */
  kind: 'entry' | 'payment' | 'sales' | 'refund' | 'fee' | 'dispute' | 'payout' | 'provider';
  attemptId: number | null;
  /** The number of the payment, as the buyer's receipt shows it. */
  paymentNumber: string | null;
  provider: string | null;
  /** The provider's id of the payment. */
  reference: string | null;
  refundId: number | null;
  currency: string;
  bookedMinor: number;
  expectedMinor: number;
}

/** At most this many differences are listed: a person reads them one by one. */
const MOST = 200;

/**
 * Compares the ledger of a venue with its payments, orders and refunds.
 * @returns the differences, each named to its payment; none if the books are right
 */
export async function checkLedger(db: Queryable, venueId: number): Promise<LedgerDifference[]> {
  const { rows } = await sql<LedgerDifference>`
    with entry as (select * from ledger_entries where venue_id = ${venueId}),
    booked as (
      select entry.id, entry.attempt_id, entry.refund_id, entry.cause, entry.currency, posting.account, posting.order_id, posting.line,
        posting.amount_minor
      from entry join ledger_postings posting on posting.entry_id = entry.id),
    attempt as (select * from payment_attempts where venue_id = ${venueId}),
    difference as (
      select 'entry' as kind, attempt_id, refund_id, currency, sum(amount_minor) as booked_minor, 0 as expected_minor
        from booked group by id, attempt_id, refund_id, currency having sum(amount_minor) <> 0
      union all
      select 'payment', attempt.id, null, attempt.currency, coalesce(made.minor, 0), expected.minor
        from attempt left join payment_alerts alert on alert.attempt_id = attempt.id
        cross join lateral (select case when attempt.state = 'succeeded' then attempt.amount_minor
          when attempt.state in ('mismatch', 'duplicate', 'expired', 'closed') and attempt.refund_state is distinct from 'done'
            then coalesce(alert.received_minor, attempt.amount_minor)
          else 0 end as minor) expected
        left join lateral (select sum(amount_minor) as minor from booked
          where booked.attempt_id = attempt.id and refund_id is null and account = 'provider') made on true
        where coalesce(made.minor, 0) <> expected.minor
      union all
      select 'sales', attempt.id, null, o.currency, coalesce(made.minor, 0), expected.minor
        from attempt join orders o on o.cart_id = attempt.cart_id and o.state <> 'cart'
        cross join lateral (select o.total_minor + case when o.is_tax_included then 0 else o.tax_minor end as minor) expected
        left join lateral (select -sum(amount_minor) as minor from booked
          where booked.order_id = o.id and cause = 'payment' and account = 'stall' and line = 'sales') made on true
        where attempt.state = 'succeeded' and coalesce(made.minor, 0) <> expected.minor
      union all
      select 'refund', attempt.id, refund.id, attempt.currency, coalesce(made.minor, 0), expected.minor
        from order_refunds refund join attempt on attempt.id = refund.attempt_id
        cross join lateral (select case when refund.state in ('failed', 'void') then 0 else refund.amount_minor end as minor) expected
        left join lateral (select -sum(amount_minor) as minor from booked
          where booked.refund_id = refund.id and account = 'provider') made on true
        where coalesce(made.minor, 0) <> expected.minor
      union all
      select 'dispute', attempt.id, null, held.currency, coalesce(made.minor, 0), held.minor
        from attempt join lateral (select currency, sum(case when is_withdrawn then amount_minor else 0 end + fee_minor) as minor
          from disputes where disputes.attempt_id = attempt.id group by currency) held on true
        left join lateral (select -sum(amount_minor) as minor from booked where booked.attempt_id = attempt.id
          and booked.cause = 'dispute' and booked.currency = held.currency and account in ('disputes', 'fees')) made on true
        where coalesce(made.minor, 0) <> held.minor
      union all
      select 'payout', null, null, payout.currency, coalesce(made.minor, 0), expected.minor
        from payouts payout
        cross join lateral (select case when payout.undone_at is null then payout.amount_minor else 0 end as minor) expected
        left join lateral (select sum(posting.amount_minor) as minor from entry join ledger_postings posting on posting.entry_id = entry.id
          where entry.payout_id = payout.id and posting.account = 'stall') made on true
        where payout.venue_id = ${venueId} and coalesce(made.minor, 0) <> expected.minor)
    select difference.kind, difference.attempt_id as "attemptId", carts.payment_number as "paymentNumber", attempt.provider,
      attempt.reference, difference.refund_id as "refundId", difference.currency, difference.booked_minor::bigint as "bookedMinor",
      difference.expected_minor::bigint as "expectedMinor"
    from difference left join attempt on attempt.id = difference.attempt_id left join carts on carts.id = attempt.cart_id
    order by difference.attempt_id, difference.kind limit ${MOST}`.execute(db);
  return rows;
}
