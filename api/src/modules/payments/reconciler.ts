/** Asks the provider about payments that nobody told us the end of: a browser that was closed, a webhook that never came. */

import type { Worker } from '../../workers';
import { type Attempt, takeAttemptsToCheck } from './payment.repository';
import type { Payments } from './payments';
import { askToCancel } from './settle';

const ROUND_MS = 15_000;
const BATCH = 20;
const EXPIRES_AFTER_MS = 24 * 3_600_000;

export class Reconciler implements Worker {
  readonly name = 'reconciler';
  private timer: NodeJS.Timeout | null = null;
  private round: Promise<void> | null = null;

  constructor(private readonly payments: Payments) {}

  start(): void {
    this.timer ??= setInterval(() => this.wake(), ROUND_MS);
    this.wake();
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    await this.round;
  }

  /** One round: every attempt that is due, once. */
  async reconcile(): Promise<void> {
    const { db, clock } = this.payments;
    for (;;) {
      const attempts = await takeAttemptsToCheck(db, clock.now(), BATCH);
      for (const attempt of attempts) await this.check(attempt);
      if (attempts.length < BATCH) return;
    }
  }

  private wake(): void {
    this.round ??= this.reconcile()
      .catch((error: unknown) => this.payments.log.error({ err: error }, 'reconciler: the round failed'))
      .finally(() => {
        this.round = null;
      });
  }

  private async check(attempt: Attempt): Promise<void> {
    const { payments } = this;
    const isExpired = payments.clock.now().getTime() - attempt.created_at.getTime() >= EXPIRES_AFTER_MS;
    try {
      if (attempt.reference !== null) {
        const { state } = await payments.settleFromProvider(attempt);
        if (state !== 'unpaid' || !isExpired) return;
      } else if (!isExpired) {
        return;
      }
      await this.expire(attempt);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      payments.log.error({ attempt: attempt.id, reference: attempt.reference, reason }, 'reconciler: could not settle');
    }
  }

  /**
   * Nobody pays for yesterday's lunch: what is still unpaid is cancelled, again each day until the provider agrees. Where a
   * provider cannot cancel, it is given up here alone.
   */
  private async expire(attempt: Attempt): Promise<void> {
    const canCancel = attempt.reference === null || this.payments.provider(attempt.provider).cancel !== undefined;
    await this.payments.outbox.transaction(async (trx) => {
      await trx
        .updateTable('payment_attempts')
        .set(canCancel ? { state: 'superseded' } : { state: 'cancelled', settled_at: this.payments.clock.now() })
        .where('id', '=', attempt.id)
        .where('state', 'in', canCancel ? ['open'] : ['open', 'superseded'])
        .execute();
      if (canCancel) await askToCancel(trx, attempt.id, `cancel:${attempt.id}:${attempt.checks}`);
    });
  }
}
