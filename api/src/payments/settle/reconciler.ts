/** Asks the provider about payments without an outcome: the buyer closed the browser, or the webhook was lost. */

import { messageOf } from 'core/errors';
import { ATTEMPT_LIFETIME_MS } from '../core/attempt-age.rules';
import { type Attempt, takeAttemptsToCheck } from '../core/payment.repository';
import type { PaymentDeps } from '../providers/payment-deps';
import { isProviderError } from '../providers/payment-provider';
import { askToCancel } from './settle';
import { type SettlingDeps, settleFromProvider } from './settle-attempt';

const BATCH = 20;
/**
 * An attempt that cannot be cancelled is checked for one more day, because an open form can still be paid, and the webhook may be lost.
 */
const GIVEN_UP_AFTER_MS = 2 * ATTEMPT_LIFETIME_MS;

export class Reconciler {
  constructor(private readonly deps: SettlingDeps & Pick<PaymentDeps, 'db'>) {}

  /** Runs one round: it checks every due attempt once. */
  async reconcile(): Promise<void> {
    const { db, clock } = this.deps;
    for (;;) {
      const attempts = await takeAttemptsToCheck(db, clock.now(), BATCH);
      for (const attempt of attempts) await this.check(attempt);
      if (attempts.length < BATCH) return;
    }
  }

  private async check(attempt: Attempt): Promise<void> {
    const { clock, log } = this.deps;
    const ageMs = clock.now().getTime() - attempt.created_at.getTime();
    try {
      if ((await this.isUnpaid(attempt)) && ageMs >= ATTEMPT_LIFETIME_MS) await this.expire(attempt, ageMs);
    } catch (error) {
      log.error(
        { attempt: attempt.id, reference: attempt.reference, reason: messageOf(error) },
        'reconciler: could not settle',
      );
    }
  }

  /** Asks the provider and settles the attempt. A payment that the provider does not know, or that was never created, is unpaid. */
  private async isUnpaid(attempt: Attempt): Promise<boolean> {
    if (attempt.reference === null) return true;
    try {
      return (await settleFromProvider(this.deps, attempt)).state === 'unpaid';
    } catch (error) {
      if (isProviderError(error) && error.failure === 'unknown-reference') return true;
      throw error;
    }
  }

  /**
   * Cancels a payment that is still unpaid after a day, and repeats this each day until the provider agrees. If the provider cannot cancel, the
   * cart is free for another payment now, and a day later this attempt is cancelled only in this database.
   */
  private async expire(attempt: Attempt, ageMs: number): Promise<void> {
    const canCancel = attempt.reference === null || this.deps.providers.named(attempt.provider).cancel !== undefined;
    const isGivenUp = !canCancel && ageMs >= GIVEN_UP_AFTER_MS;
    await this.deps.outbox.transaction(async (trx) => {
      await trx
        .updateTable('payment_attempts')
        .set(isGivenUp ? { state: 'cancelled', settled_at: this.deps.clock.now() } : { state: 'superseded' })
        .where('id', '=', attempt.id)
        .where('state', 'in', isGivenUp ? ['open', 'superseded'] : ['open'])
        .execute();
      if (canCancel) await askToCancel(trx, attempt.id, `cancel:${attempt.id}:${attempt.checks}`);
    });
  }
}
