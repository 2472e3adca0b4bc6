/** Plans what the provider transfers to the stalls' own accounts, and books it. The outbox makes the transfers after the commit. */
import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import { stripeStep } from 'shared-contracts/rules/stripe-amounts';
import { enqueue } from '../../messages/outbox/enqueue';
import { differenceOf } from './entry.rules';
import { appendEntry, type Booked, bookedForAttempt } from './ledger.repository';
import { boundsOf, type PlannedTransfer, postingsOfTransfers, stepsOf, transferredOf } from './transfer.rules';

interface Payment {
  venueId: number;
  currency: string;
  isLive: boolean;
  hasOpenDispute: boolean;
  /** The stalls that had an account when the payment was started, with the account that they have now. */
  stalls: { vendorId: number; account: string | null }[] | null;
}

interface StoredTransfer extends PlannedTransfer {
  vendorId: number;
}

/**
 * Brings the transfers of a payment up to date with what its stalls are owed, and the ledger up to date with the transfers. A transfer counts
 * from its request, like a refund, and one that is refused is reversed. Call it after each change of what is booked for a payment, and of its
 * transfers, with the payment locked.
 */
export async function bookTransfers(trx: Trx, attemptId: number, at: Date): Promise<void> {
  const payment = await paymentOf(trx, attemptId);
  if (!payment?.stalls) return;
  const { venueId, currency, isLive } = payment;
  const booked = (await bookedForAttempt(trx, attemptId)).filter((each) => each.currency === currency);
  const before = await transfersOf(trx, attemptId);
  for (const stall of payment.stalls) {
    await planStall(trx, { attemptId, payment, stall, booked, before, at });
  }
  const after = await transfersOf(trx, attemptId);
  const transferred = payment.stalls.map(({ vendorId }) => ({
    vendorId,
    amountMinor: transferredOf(after.filter((each) => each.vendorId === vendorId)),
  }));
  await appendEntry(trx, {
    venueId,
    currency,
    isLive,
    cause: 'transfer',
    attemptId,
    bookedAt: at,
    postings: differenceOf(
      postingsOfTransfers(transferred),
      booked.filter(({ cause }) => cause === 'transfer'),
    ),
  });
}

interface StallPlan {
  attemptId: number;
  payment: Payment;
  stall: { vendorId: number; account: string | null };
  booked: readonly Booked[];
  before: readonly StoredTransfer[];
  at: Date;
}

async function planStall(trx: Trx, { attemptId, payment, stall, booked, before, at }: StallPlan): Promise<void> {
  const { vendorId, account } = stall;
  const own = before.filter((each) => each.vendorId === vendorId);
  const { hasOpenDispute, currency } = payment;
  const bounds = boundsOf(booked, vendorId, { hasOpenDispute, stepMinor: stripeStep(currency) });
  for (const step of stepsOf(own, bounds, { canTransfer: account !== null })) {
    if (step.do === 'add') {
      const { reverses, amountMinor } = step;
      const reversed = await accountOf(trx, reverses);
      const { id } = await trx
        .insertInto('transfers')
        .values({
          attempt_id: attemptId,
          vendor_id: vendorId,
          account: reversed ?? account ?? '',
          amount_minor: amountMinor,
          reverses,
          state: 'wanted',
          created_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await askToTransfer(trx, id, `transfer:${id}`);
    } else {
      const change = step.do === 'void' ? { state: 'void' as const } : { amount_minor: step.amountMinor };
      const changed = await trx
        .updateTable('transfers')
        .set(change)
        .where('id', '=', step.id)
        .where('state', 'in', ['wanted', 'refused'])
        .returning('id')
        .executeTakeFirst();
      // The provider is asked for it now. What follows is planned when the outcome is known.
      if (!changed) return;
    }
  }
}

/** @param key two messages with the same key are one */
export async function askToTransfer(trx: Trx, transferId: number, key: string, availableAt?: Date): Promise<void> {
  await enqueue(trx, [
    { kind: 'transfer', key, payload: { transferId }, ...(availableAt !== undefined && { availableAt }) },
  ]);
}

/** @returns null if the payment bought nothing, or its provider makes no transfers after a payment */
async function paymentOf(trx: Trx, attemptId: number): Promise<Payment | null> {
  const { rows } = await sql<Payment>`
    select attempt.venue_id as "venueId", attempt.currency, attempt.is_live as "isLive",
      exists (select from disputes where disputes.attempt_id = attempt.id and disputes.closed_at is null) as "hasOpenDispute",
      (select json_agg(json_build_object('vendorId', vendors.id, 'account', vendors.stripe_account) order by vendors.id)
        from vendors where vendors.id in (select o.vendor_id from jsonb_to_recordset(attempt.snapshot -> 'orders')
          as o (vendor_id integer, stripe_account text) where o.stripe_account is not null)) as stalls
    from payment_attempts attempt
    where attempt.id = ${attemptId} and attempt.provider = 'Stripe' and attempt.state = 'succeeded'`.execute(trx);
  return rows[0] ?? null;
}

/** Returns the transfers and reversals of a payment, the oldest first. */
function transfersOf(trx: Trx, attemptId: number): Promise<StoredTransfer[]> {
  return trx
    .selectFrom('transfers')
    .select(['id', 'vendor_id as vendorId', 'amount_minor as amountMinor', 'reverses', 'state'])
    .where('attempt_id', '=', attemptId)
    .orderBy('id')
    .execute();
}

/** Returns the account of a transfer that is taken back, which may be another one than the stall has now. */
async function accountOf(trx: Trx, transferId: number | null): Promise<string | null> {
  if (transferId === null) return null;
  const row = await trx.selectFrom('transfers').select('account').where('id', '=', transferId).executeTakeFirst();
  return row?.account ?? null;
}
