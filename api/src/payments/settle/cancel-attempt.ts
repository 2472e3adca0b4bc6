import { findAttempt, paymentRefOf, updateAttempt } from '../core/payment.repository';
import { isProviderError } from '../providers/payment-provider';
import type { Payments } from './payments';

/** Makes sure at the provider that a superseded attempt can no longer be paid, and settles it. A second call changes nothing. */
export async function cancelAttempt(payments: Payments, attemptId: number): Promise<void> {
  const attempt = await findAttempt(payments.db, attemptId);
  if (attempt?.state !== 'superseded' && attempt?.state !== 'cancelled') return;
  if (attempt.reference === null) {
    // The buyer has nothing to pay with. If the provider still responds, its late payment is cancelled too.
    await updateAttempt(payments.db, attempt.id, { state: 'cancelled', settled_at: payments.clock.now() });
    return;
  }
  const merchant = await payments.merchant(attempt.venue_id, attempt.provider);
  try {
    await payments.provider(attempt.provider).cancel?.(merchant, paymentRefOf(attempt));
  } catch (error) {
    if (!isProviderError(error)) throw error;
    if (error.failure === 'unknown-reference') {
      await updateAttempt(payments.db, attempt.id, { state: 'cancelled', result_code: error.code });
      return;
    }
    if (error.failure !== 'too-late') throw error;
  }
  // Cancelled, or paid before the cancellation: the status at the provider decides.
  await payments.settleFromProvider(attempt);
}
