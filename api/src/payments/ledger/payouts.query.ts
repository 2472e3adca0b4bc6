import type { Queryable } from 'core/database/kysely';
import { sql } from 'kysely';
import { siteIsLive } from '../core/payments-mode';
import { type DayRange, isWithin } from './day-range';

/** Amounts are minor units. */
export interface Payout {
  /** null: the venue's part, which is the service charge and its tax. */
  vendor_id: number | null;
  vendor_name: string | null;
  currency: string;
  currency_symbol: string;
  /** The number of paid orders. */
  orders: number;
  shares_minor: number;
  refunds_minor: number;
}

interface PayoutQuestion {
  venue: { id: number; timezone: string };
  range: DayRange;
  /** null for the whole venue, including its own part. */
  vendorId: number | null;
}

/**
 * Returns the amount that is owed to each vendor: the payments of these days, less the refunds that were requested on these days. The vendor
 * gets its lines and their tax, the venue gets the service charge and its tax. Payments of another mode, such as tests before the site went
 * live, do not count.
 */
export async function payoutsOf(db: Queryable, { venue, range, vendorId }: PayoutQuestion): Promise<Payout[]> {
  const { rows } = await sql<Payout>`
    with movements as (
      select share.vendor_id, attempt.currency, share.amount_minor as share_minor, 0 as refund_minor,
          (share.order_id is not null)::integer as orders
        from payment_attempts attempt join payment_shares share on share.attempt_id = attempt.id
        where attempt.venue_id = ${venue.id} and attempt.state = 'succeeded' and attempt.is_live = ${siteIsLive}
          and ${isWithin('attempt.settled_at', range, venue.timezone)}
      union all
      select part.vendor_id, o.currency, 0, part.amount_minor, 0
        from order_refunds refund join orders o on o.id = refund.order_id
        join payment_attempts attempt on attempt.id = refund.attempt_id and attempt.is_live = ${siteIsLive}
        cross join lateral (values
          (o.vendor_id, refund.total_minor + case when o.is_tax_included then 0 else refund.tax_minor end),
          (null, refund.service_fee_minor + case when o.is_tax_included then 0 else refund.service_fee_tax_minor end)
        ) as part (vendor_id, amount_minor)
        where o.venue_id = ${venue.id} and refund.state not in ('failed', 'void')
          and ${isWithin('refund.created_at', range, venue.timezone)}
    )
    select moved.vendor_id, vendors.name as vendor_name, moved.currency,
      (select currency_symbol from orders where orders.venue_id = ${venue.id} and orders.currency = moved.currency
        order by id desc limit 1) as currency_symbol,
      sum(orders) as orders, sum(share_minor) as shares_minor, sum(refund_minor) as refunds_minor
    from movements moved left join vendors on vendors.id = moved.vendor_id
    where ${vendorId === null ? sql`true` : sql`moved.vendor_id = ${vendorId}`}
    group by moved.vendor_id, vendors.name, vendors.position, moved.currency
    having sum(orders) > 0 or sum(share_minor) > 0 or sum(refund_minor) > 0
    order by moved.currency, vendors.position nulls last, moved.vendor_id`.execute(db);
  return rows;
}
