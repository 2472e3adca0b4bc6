import type { Queryable } from 'core/database/kysely';
import type { LedgerCause } from 'core/database/types';
import { sql } from 'kysely';

/** An entry with its postings and the payment that it comes from. Amounts are minor units. */
export interface EntryRow {
  id: number;
  cause: LedgerCause;
  booked_at: Date;
  currency: string;
  is_estimated: boolean;
  payout_id: number | null;
  payment_number: string | null;
  provider: string | null;
  reference: string | null;
  order_ids: number[] | null;
  postings: {
    account: string;
    vendor_id: number | null;
    vendor_name: string | null;
    line: string;
    amount_minor: number;
  }[];
}

interface EntriesQuestion {
  venueId: number;
  /** Only entries with a posting of this stall; null for all. */
  vendorId: number | null;
  cause: LedgerCause | null;
  /** Only entries of the payment with this number or reference; null for all. */
  payment: string | null;
  /** Only entries before this one, which is the last of the page before; null for the newest. */
  beforeId: number | null;
  limit: number;
}

/** @returns the newest entries first */
export async function entriesOf(db: Queryable, question: EntriesQuestion): Promise<EntryRow[]> {
  const { venueId, vendorId, cause, payment, beforeId, limit } = question;
  const { rows } = await sql<EntryRow>`
    select entry.id, entry.cause, entry.booked_at, entry.currency, entry.is_estimated, entry.payout_id, carts.payment_number, attempt.provider,
      attempt.reference,
      (select json_agg(orders.id order by orders.id) from orders where orders.cart_id = attempt.cart_id and orders.state <> 'cart') as order_ids,
      (select json_agg(json_build_object('account', posting.account, 'vendor_id', posting.vendor_id, 'vendor_name', vendors.name,
          'line', posting.line, 'amount_minor', posting.amount_minor) order by posting.id)
        from ledger_postings posting left join vendors on vendors.id = posting.vendor_id where posting.entry_id = entry.id) as postings
    from ledger_entries entry
      left join payment_attempts attempt on attempt.id = entry.attempt_id
      left join carts on carts.id = attempt.cart_id
    where entry.venue_id = ${venueId}
      and ${cause === null ? sql`true` : sql`entry.cause = ${cause}`}
      and ${beforeId === null ? sql`true` : sql`entry.id < ${beforeId}`}
      and ${payment === null ? sql`true` : sql`(carts.payment_number = ${payment} or attempt.reference = ${payment})`}
      and ${
        vendorId === null
          ? sql`true`
          : sql`exists (select from ledger_postings own where own.entry_id = entry.id and own.vendor_id = ${vendorId})`
      }
    order by entry.id desc limit ${limit}`.execute(db);
  return rows;
}
