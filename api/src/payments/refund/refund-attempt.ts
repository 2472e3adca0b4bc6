import { findAttempt, paymentRefOf, updateAttempt } from '../core/payment.repository';
import type { Payments } from '../settle/payments';
import { tellOfReturn } from './returned-payment.handler';

/** Refunds an attempt that fulfils nothing, in full, and has its payer told. A second call changes nothing. */
export async function refundAttempt(payments: Payments, attemptId: number): Promise<void> {
  const attempt = await findAttempt(payments.db, attemptId);
  if (attempt?.refund_state !== 'wanted' || attempt.reference === null) return;
  const merchant = await payments.merchant(attempt.venue_id, attempt.provider);
  await payments.provider(attempt.provider).refund(merchant, paymentRefOf(attempt));
  await payments.outbox.transaction(async (trx) => {
    await updateAttempt(trx, attempt.id, { refund_state: 'done' });
    await tellOfReturn(trx, attempt.id);
  });
  payments.log.info({ attempt: attempt.id, reference: attempt.reference }, 'payment: refunded');
}
