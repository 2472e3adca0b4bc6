import type { Queryable } from 'core/database/kysely';
import { sql } from 'kysely';

/** A difference between the ledger and what the orders, refunds and payouts say. Amounts are minor units. */
export interface LedgerDifference {
  /** 'entry': the postings of an entry do not add up to zero. 'provider': the provider received another amount. The others name what was booked. */
  kind: 'entry' | 'payment' | 'sales' | 'refund' | 'fee' | 'dispute' | 'transfer' | 'payout' | 'provider';
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
    with booked as (
      select entry.id, entry.attempt_id, entry.refund_id, entry.payout_id, entry.cause, entry.currency, posting.account, posting.order_id,
        posting.line, posting.amount_minor
      from ledger_entries entry join ledger_postings posting on posting.entry_id = entry.id where entry.venue_id = ${venueId}),
    attempt as (select * from payment_attempts where venue_id = ${venueId}),
    of_payment as (select attempt_id, sum(amount_minor) as minor from booked where refund_id is null and account = 'provider' group by 1),
    of_order as (select order_id, -sum(amount_minor) as minor from booked
      where cause = 'payment' and line in ('sales', 'tip') group by 1),
    of_refund as (select refund_id, -sum(amount_minor) as minor from booked where account = 'provider' group by 1),
    of_dispute as (select attempt_id, currency, -sum(amount_minor) as minor from booked
      where cause = 'dispute' and account in ('disputes', 'fees') group by 1, 2),
    of_transfer as (select attempt_id, sum(amount_minor) as minor from booked where cause = 'transfer' and account = 'stall' group by 1),
    made as (select attempt_id, sum(case when reverses is null then transfers.amount_minor else -transfers.amount_minor end) as minor
      from transfers join attempt on attempt.id = transfers.attempt_id where transfers.state in ('wanted', 'asked', 'done') group by 1),
    of_payout as (select payout_id, sum(amount_minor) as minor from booked where account = 'stall' group by 1),
    held as (
      select attempt_id, disputes.currency, sum(case when is_withdrawn then disputes.amount_minor else 0 end + fee_minor) as minor
      from disputes join attempt on attempt.id = disputes.attempt_id group by 1, 2),
    difference as (
      select 'entry' as kind, attempt_id, refund_id, currency, sum(amount_minor) as booked_minor, 0 as expected_minor
        from booked group by id, attempt_id, refund_id, currency having sum(amount_minor) <> 0
      union all
      select 'payment', attempt.id, null, attempt.currency, coalesce(of_payment.minor, 0), expected.minor
        from attempt left join payment_alerts alert on alert.attempt_id = attempt.id
        left join of_payment on of_payment.attempt_id = attempt.id
        cross join lateral (select case when attempt.state = 'succeeded' then attempt.amount_minor
          when attempt.state in ('mismatch', 'duplicate', 'expired', 'closed') and attempt.refund_state is distinct from 'done'
            then coalesce(alert.received_minor, attempt.amount_minor)
          else 0 end as minor) expected
        where coalesce(of_payment.minor, 0) <> expected.minor
      union all
      select 'sales', attempt.id, null, o.currency, coalesce(of_order.minor, 0), expected.minor
        from attempt join orders o on o.cart_id = attempt.cart_id and o.state <> 'cart'
        left join of_order on of_order.order_id = o.id
        cross join lateral (select o.total_minor + case when o.is_tax_included then 0 else o.tax_minor end + o.tip_minor as minor) expected
        where attempt.state = 'succeeded' and coalesce(of_order.minor, 0) <> expected.minor
      union all
      select 'refund', attempt.id, refund.id, attempt.currency, coalesce(of_refund.minor, 0), expected.minor
        from order_refunds refund join attempt on attempt.id = refund.attempt_id
        left join of_refund on of_refund.refund_id = refund.id
        cross join lateral (select case when refund.state in ('failed', 'void') then 0 else refund.amount_minor end as minor) expected
        where coalesce(of_refund.minor, 0) <> expected.minor
      union all
      select 'dispute', held.attempt_id, null, held.currency, coalesce(of_dispute.minor, 0), held.minor
        from held left join of_dispute on of_dispute.attempt_id = held.attempt_id and of_dispute.currency = held.currency
        where coalesce(of_dispute.minor, 0) <> held.minor
      union all
      select 'transfer', attempt.id, null, attempt.currency, coalesce(of_transfer.minor, 0), coalesce(made.minor, 0)
        from attempt left join of_transfer on of_transfer.attempt_id = attempt.id left join made on made.attempt_id = attempt.id
        where attempt.provider = 'Stripe' and coalesce(of_transfer.minor, 0) <> coalesce(made.minor, 0)
      union all
      select 'payout', null, null, payout.currency, coalesce(of_payout.minor, 0), expected.minor
        from payouts payout left join of_payout on of_payout.payout_id = payout.id
        cross join lateral (select case when payout.undone_at is null then payout.amount_minor else 0 end as minor) expected
        where payout.venue_id = ${venueId} and coalesce(of_payout.minor, 0) <> expected.minor)
    select difference.kind, difference.attempt_id as "attemptId", carts.payment_number as "paymentNumber", attempt.provider,
      attempt.reference, difference.refund_id as "refundId", difference.currency, difference.booked_minor::bigint as "bookedMinor",
      difference.expected_minor::bigint as "expectedMinor"
    from difference left join attempt on attempt.id = difference.attempt_id left join carts on carts.id = attempt.cart_id
    order by difference.attempt_id, difference.kind limit ${MOST}`.execute(db);
  return rows;
}
