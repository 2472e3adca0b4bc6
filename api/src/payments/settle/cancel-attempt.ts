import { findAttempt, paymentRefOf, updateAttempt } from '../core/payment.repository';
import type { PaymentDeps } from '../providers/payment-deps';
import { isProviderError } from '../providers/payment-provider';
import { type SettlingDeps, settleFromProvider } from './settle-attempt';

/** Ensures at the provider that a superseded attempt can no longer be paid, and settles it. A second call changes nothing. */
export async function cancelAttempt(deps: SettlingDeps & Pick<PaymentDeps, 'db'>, attemptId: number): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId);
  if (attempt?.state !== 'superseded' && attempt?.state !== 'cancelled') return;
  if (attempt.reference === null) {
    // The provider has not responded to the start yet, so the buyer cannot pay. If it responds later, the start cancels that payment
    // (start-payment.command.ts).
    await updateAttempt(deps.db, attempt.id, { state: 'cancelled', settled_at: deps.clock.now() });
    return;
  }
  const merchant = await deps.providers.merchant(attempt.venue_id, attempt.provider);
  try {
    await deps.providers.named(attempt.provider).cancel?.(merchant, paymentRefOf(attempt));
  } catch (error) {
    if (!isProviderError(error)) throw error;
    if (error.failure === 'unknown-reference') {
      await updateAttempt(deps.db, attempt.id, { state: 'cancelled', result_code: error.code });
      return;
    }
    if (error.failure !== 'too-late') throw error;
  }
  // The payment was cancelled, or was paid before the cancellation. The provider's status decides.
  await settleFromProvider(deps, attempt);
}
