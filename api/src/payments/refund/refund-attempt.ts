import { findAttempt, paymentRefOf, updateAttempt } from '../core/payment.repository';
import { bookReturn } from '../ledger/book-payment';
import type { PaymentDeps } from '../providers/payment-deps';
import { enqueueReturnEmail } from './returned-payment.handler';

/** Refunds in full an attempt that fulfils nothing, and emails its payer. A second call changes nothing. */
export async function refundAttempt(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'outbox' | 'log' | 'providers'>,
  attemptId: number,
): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId);
  if (attempt?.refund_state !== 'wanted' || attempt.reference === null) return;
  const merchant = await deps.providers.merchant(attempt.venue_id, attempt.provider);
  await deps.providers.named(attempt.provider).refund(merchant, paymentRefOf(attempt));
  await deps.outbox.transaction(async (trx) => {
    await updateAttempt(trx, attempt.id, { refund_state: 'done' });
    await bookReturn(trx, attempt, deps.clock.now());
    await enqueueReturnEmail(trx, attempt.id);
  });
  deps.log.info({ attempt: attempt.id, reference: attempt.reference }, 'payment: refunded');
}
