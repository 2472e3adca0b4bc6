import { findAttempt, soughtOf, updateAttempt } from '../settle/payment.repository';
import type { Payments } from '../settle/payments';

/** Gives back all that was received for an attempt which fulfils nothing. A second call changes nothing. */
export async function refundAttempt(payments: Payments, attemptId: number): Promise<void> {
  const attempt = await findAttempt(payments.db, attemptId);
  if (attempt?.refund_state !== 'wanted' || attempt.reference === null) return;
  const merchant = await payments.merchant(attempt.venue_id, attempt.provider);
  await payments.provider(attempt.provider).refund(merchant, soughtOf(attempt));
  await updateAttempt(payments.db, attempt.id, { refund_state: 'done' });
  payments.log.info({ attempt: attempt.id, reference: attempt.reference }, 'payment: refunded');
}
