import type { Queryable } from 'core/database/kysely';
import type { DisputesTable } from 'core/database/types';
import { notFound } from 'core/errors';
import { type RawBuilder, sql } from 'kysely';
import { toMajor } from 'shared-contracts/rules/money';
import type { Dispute, Disputes } from 'shared-contracts/types';
import { t } from '../../words';
import { siteIsLive } from '../core/payments-mode';

interface DisputeRow {
  id: number;
  state: DisputesTable['state'];
  amount_minor: number;
  fee_minor: number;
  currency: string;
  reason: string;
  due_at: Date | null;
  opened_at: Date;
  closed_at: Date | null;
  is_withdrawn: boolean;
  source: DisputesTable['source'];
  entered_by: string | null;
  payment_number: string;
  provider: string;
  reference: string | null;
  orders: Dispute['orders']['data'] | null;
}

interface DisputesQuestion {
  venueId: number;
  /** Only disputes before this one, which is the last of the page before; null for the newest. */
  beforeId: number | null;
  limit: number;
}

/** @returns the newest disputes first */
export async function disputesOf(db: Queryable, { venueId, beforeId, limit }: DisputesQuestion): Promise<Disputes> {
  // One more row tells whether there is another page.
  const rows = await select(
    db,
    sql`attempt.venue_id = ${venueId} and attempt.is_live = ${siteIsLive}
      and ${beforeId === null ? sql`true` : sql`dispute.id < ${beforeId}`}`,
    limit + 1,
  );
  const page = rows.slice(0, limit);
  return { data: page.map(present), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** @throws ApiError 404 */
export async function disputeOf(db: Queryable, venueId: number, disputeId: number): Promise<Dispute> {
  const [row] = await select(db, sql`attempt.venue_id = ${venueId} and dispute.id = ${disputeId}`, 1);
  if (!row) throw notFound(t('Dispute not found.'));
  return present(row);
}

async function select(db: Queryable, which: RawBuilder<unknown>, limit: number): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`
    select dispute.id, dispute.state, dispute.amount_minor, dispute.fee_minor, dispute.currency, dispute.reason, dispute.due_at,
      dispute.opened_at, dispute.closed_at, dispute.is_withdrawn, dispute.source, users.name as entered_by, carts.payment_number,
      attempt.provider, attempt.reference,
      (select json_agg(json_build_object('id', orders.id, 'order_number', orders.order_number, 'vendor',
          json_build_object('id', vendors.id, 'name', vendors.name)) order by orders.id)
        from orders join vendors on vendors.id = orders.vendor_id
        where orders.cart_id = attempt.cart_id and orders.state <> 'cart') as orders
    from disputes dispute
      join payment_attempts attempt on attempt.id = dispute.attempt_id
      join carts on carts.id = attempt.cart_id
      left join users on users.id = dispute.entered_by
    where ${which} order by dispute.id desc limit ${limit}`.execute(db);
  return rows;
}

const present = (row: DisputeRow): Dispute => ({
  id: row.id,
  payment: { number: row.payment_number, provider: row.provider, reference: row.reference },
  orders: { data: row.orders ?? [] },
  state: row.state,
  amount: toMajor(row.amount_minor, row.currency),
  fee: toMajor(row.fee_minor, row.currency),
  currency: row.currency,
  reason: row.reason,
  due_at: row.due_at?.toISOString() ?? null,
  opened_at: row.opened_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
  is_withdrawn: row.is_withdrawn,
  source: row.source,
  entered_by: row.entered_by,
});
