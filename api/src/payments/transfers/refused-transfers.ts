/** The transfers and reversals that the provider refused: what an operator sees of them, and decides. */
import type { Queryable, Trx } from 'core/database/kysely';
import type { Session } from 'core/http/session';
import { sql } from 'kysely';
import { toMajor } from 'shared-contracts/rules/money';
import type { RefusedTransfer } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { leadPlace } from '../../people/people/workplace';
import { siteIsLive } from '../core/payments-mode';
import { bookTransfers } from '../ledger/book-transfers';

/** One request tries at most this many payments again. The rest stays in the list. */
const MOST = 500;

interface RefusedRow {
  vendor_id: number;
  vendor_name: string;
  currency: string;
  currency_symbol: string;
  is_reversal: boolean;
  amount_minor: number;
  payments: number;
  reason: string;
}

/** Sums what was refused, by stall, currency and direction. */
export async function refusedTransfers(db: Queryable, venueId: number): Promise<RefusedTransfer[]> {
  const { rows } = await sql<RefusedRow>`
    select vendors.id as vendor_id, vendors.name as vendor_name, attempt.currency, transfers.reverses is not null as is_reversal,
      sum(transfers.amount_minor)::bigint as amount_minor, count(*)::integer as payments,
      coalesce((array_agg(transfers.error order by transfers.id desc))[1], '') as reason,
      coalesce((select currency_symbol from orders where orders.vendor_id = vendors.id and orders.currency = attempt.currency
        order by id desc limit 1), attempt.currency) as currency_symbol
    from transfers join payment_attempts attempt on attempt.id = transfers.attempt_id join vendors on vendors.id = transfers.vendor_id
    where attempt.venue_id = ${venueId} and attempt.is_live = ${siteIsLive} and transfers.state = 'refused'
    group by vendors.id, attempt.currency, is_reversal order by vendors.position, vendors.id, is_reversal`.execute(db);
  return rows.map((row) => ({
    vendor: { id: row.vendor_id, name: row.vendor_name },
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    currency_symbol: row.currency_symbol,
    is_reversal: row.is_reversal,
    payments: row.payments,
    reason: row.reason,
  }));
}

interface Decision {
  session: Session;
  venueId: number;
  vendorId: number;
  /** 'retry' plans them again, to the account that the stall has now. 'by-hand' leaves them to the next payout. */
  decision: 'retry' | 'by-hand';
}

/**
 * Decides about all refused transfers and reversals of a stall. A second request finds none and changes nothing.
 * @throws ApiError 401, 403 if the role has ended
 */
export async function decideRefused(
  { outbox, clock }: Pick<Deps, 'outbox' | 'clock'>,
  { session, venueId, vendorId, decision }: Decision,
): Promise<void> {
  const at = clock.now();
  await outbox.transaction(async (trx) => {
    await leadPlace(trx, { clock }, { venueId, vendorId: null }, session);
    const attempts = await lockPayments(trx, { venueId, vendorId });
    if (attempts.length === 0) return;
    await trx
      .updateTable('transfers')
      .set({ state: decision === 'retry' ? 'void' : 'by-hand', settled_at: at })
      .where('vendor_id', '=', vendorId)
      .where('attempt_id', '=', sql<number>`any(${attempts}::bigint[])`)
      .where('state', '=', 'refused')
      .execute();
    for (const attemptId of attempts) await bookTransfers(trx, attemptId, at);
    const { name } = await trx
      .selectFrom('vendors')
      .select('name')
      .where('id', '=', vendorId)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('audit_log')
      .values({
        at,
        actor_id: session.user.id,
        action: decision === 'retry' ? 'transfers.retried' : 'transfers.by-hand',
        subject: name,
        venue_id: venueId,
        vendor_id: vendorId,
      })
      .execute();
  });
}

/** Locks the payments with a refusal, the oldest first. */
async function lockPayments(
  trx: Trx,
  { venueId, vendorId }: Pick<Decision, 'venueId' | 'vendorId'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select attempt.id from payment_attempts attempt
    where attempt.venue_id = ${venueId} and attempt.is_live = ${siteIsLive} and exists (select from transfers
      where transfers.attempt_id = attempt.id and transfers.vendor_id = ${vendorId} and transfers.state = 'refused')
    order by attempt.id limit ${MOST} for no key update of attempt`.execute(trx);
  return rows.map(({ id }) => id);
}
