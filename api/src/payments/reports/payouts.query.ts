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
 * Returns what the movements of these days make the hall owe each vendor, from the ledger. The vendor gets its lines, their tax and its tips, the venue
 * the service charge and its tax. Payments of another mode, such as tests before the site went live, do not count.
 */
export async function payoutsOf(db: Queryable, { venue, range, vendorId }: PayoutQuestion): Promise<Payout[]> {
  const { rows } = await sql<Payout>`
    with moved as (
      select posting.vendor_id, entry.currency,
        count(*) filter (where entry.cause = 'payment' and posting.line = 'sales') as orders,
        coalesce(-sum(posting.amount_minor) filter (where entry.cause = 'payment'), 0)::bigint as shares_minor,
        coalesce(sum(posting.amount_minor) filter (where entry.cause = 'refund'), 0)::bigint as refunds_minor
      from ledger_entries entry join ledger_postings posting on posting.entry_id = entry.id
      where entry.venue_id = ${venue.id} and entry.is_live = ${siteIsLive} and posting.account in ('stall', 'tips', 'hall', 'tax')
        and ${isWithin('entry.booked_at', range, venue.timezone)}
        and ${vendorId === null ? sql`true` : sql`posting.vendor_id = ${vendorId}`}
      group by posting.vendor_id, entry.currency)
    select moved.*, vendors.name as vendor_name,
      (select currency_symbol from orders where orders.venue_id = ${venue.id} and orders.currency = moved.currency
        order by id desc limit 1) as currency_symbol
    from moved left join vendors on vendors.id = moved.vendor_id
    order by moved.currency, vendors.position nulls last, moved.vendor_id`.execute(db);
  return rows;
}
