import type { Db } from 'core/database/kysely';
import { inTransaction } from 'core/database/kysely';
import { sql } from 'kysely';
import { siteIsLive } from '../core/payments-mode';
import { postingsOfRent } from './entry.rules';
import { appendEntry } from './ledger.repository';

interface DueMonth {
  vendor_id: number;
  venue_id: number;
  currency: string;
  is_live: boolean;
  month: string;
  rent_minor: number;
}

/**
 * Books the rent of each stall for each month that has begun in its hall's time zone, once. A month that was missed, since no process ran, is
 * booked by the next round. The rent of a closed stall ends.
 */
export async function bookRents(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<DueMonth>`
    select terms.vendor_id, vendors.venue_id, venues.currency, ${siteIsLive} as is_live, due.month::date as month, terms.rent_minor
    from vendor_terms terms
      join vendors on vendors.id = terms.vendor_id and vendors.is_active
      join venues on venues.id = vendors.venue_id
      cross join generate_series(date_trunc('month', terms.rent_from::timestamp),
        date_trunc('month', ${now}::timestamptz at time zone venues.timezone), interval '1 month') as due (month)
    where terms.rent_minor > 0
      and not exists (select from rent_months booked where booked.vendor_id = terms.vendor_id and booked.month = due.month::date)
    order by due.month, terms.vendor_id`.execute(db);
  for (const due of rows) await bookRent(db, due, now);
}

async function bookRent(db: Db, due: DueMonth, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { vendor_id, month, rent_minor } = due;
    const isFirst = await trx
      .insertInto('rent_months')
      .values({ vendor_id, month, amount_minor: rent_minor })
      .onConflict((conflict) => conflict.doNothing())
      .returning('month')
      .executeTakeFirst();
    // Another process has booked it.
    if (!isFirst) return;
    await appendEntry(trx, {
      venueId: due.venue_id,
      currency: due.currency,
      isLive: due.is_live,
      cause: 'rent',
      bookedAt: now,
      postings: postingsOfRent(vendor_id, rent_minor),
    });
  });
}
