/** Records the disputes of a payment. The provider's list of them is authoritative, so the order of webhooks and their repeats do not matter. */

import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import { type Attempt, paymentRefOf } from '../core/payment.repository';
import { bookDisputes } from '../ledger/book-dispute';
import type { DisputeState, ProviderDispute } from '../providers/payment-provider';
import { type SettlingDeps, settleFromProvider } from '../settle/settle-attempt';

/**
 * Asks the provider for the disputes of a payment, and records them. A payment that is not settled yet is settled first, because a dispute shows
 * that it was made.
 * @throws ProviderError if the provider cannot be asked
 */
export async function followDisputes(deps: SettlingDeps, attempt: Attempt): Promise<void> {
  const provider = deps.providers.named(attempt.provider);
  if (!provider.disputesOf) return;
  if (attempt.state !== 'succeeded') await settleFromProvider(deps, attempt);
  const merchant = await deps.providers.merchant(attempt.venue_id, attempt.provider);
  // Two requests may get their answers in another order than they asked. The time of the question tells which answer is newer.
  const askedAt = deps.clock.now();
  const listed = await provider.disputesOf(merchant, paymentRefOf(attempt));
  if (listed.length === 0) return;
  const changed = await deps.outbox.transaction(async (trx) => {
    await trx.selectFrom('payment_attempts').select('id').where('id', '=', attempt.id).forNoKeyUpdate().execute();
    const known = await statesOf(trx, attempt.id);
    for (const dispute of listed) await record(trx, attempt.id, dispute, askedAt);
    await bookDisputes(trx, attempt.id, askedAt);
    return listed.filter(({ id, state }) => known.get(id) !== state);
  });
  for (const { id, state } of changed) {
    deps.log.warn({ attempt: attempt.id, reference: attempt.reference, dispute: id, state }, 'payment: a dispute');
  }
}

async function statesOf(trx: Trx, attemptId: number): Promise<ReadonlyMap<string | null, DisputeState>> {
  const rows = await trx
    .selectFrom('disputes')
    .select(['provider_dispute_id', 'state'])
    .where('attempt_id', '=', attemptId)
    .execute();
  return new Map(rows.map(({ provider_dispute_id, state }) => [provider_dispute_id, state]));
}

/** Writes a dispute, unless a newer answer was written before. */
async function record(trx: Trx, attemptId: number, dispute: ProviderDispute, askedAt: Date): Promise<void> {
  const isClosed = dispute.state === 'won' || dispute.state === 'lost';
  const reported = {
    state: dispute.state,
    amount_minor: dispute.amountMinor,
    fee_minor: dispute.feeMinor,
    currency: dispute.currency,
    reason: dispute.reason,
    due_at: dispute.dueAt,
    opened_at: dispute.openedAt,
    is_withdrawn: dispute.isWithdrawn,
    updated_at: askedAt,
  };
  // If the provider does not tell when it closed a dispute, the time of the first answer that calls it closed counts.
  const closed_at = isClosed ? (dispute.closedAt ?? askedAt) : null;
  await trx
    .insertInto('disputes')
    .values({
      attempt_id: attemptId,
      provider_dispute_id: dispute.id,
      source: 'provider',
      entered_by: null,
      closed_at,
      ...reported,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['attempt_id', 'provider_dispute_id'])
        .doUpdateSet({
          ...reported,
          closed_at: isClosed
            ? sql<Date>`case when disputes.state = excluded.state then disputes.closed_at else excluded.closed_at end`
            : null,
        })
        .whereRef('disputes.updated_at', '<=', 'excluded.updated_at'),
    )
    .execute();
}
