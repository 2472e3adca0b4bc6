import { notFound } from '../../errors';
import type { Session } from '../../plugins/session';
import { findAttemptByReference } from './payment.repository';
import { isProviderError } from './payment-provider';
import type { Payments } from './payments';
import type { Settlement } from './settle';

export interface StitchReturn {
  state: 'succeeded' | 'processing' | 'unpaid' | 'cancelled';
}

/**
 * The buyer is back from the bank. Whatever the address claims, the provider's own answer decides, and a second visit
 * finds what the first one found.
 * @throws ApiError 404 for a payment that is not the caller's
 */
export async function returnFromStitch(payments: Payments, session: Session, reference: string): Promise<StitchReturn> {
  const attempt = await findAttemptByReference(payments.db, 'Stitch', reference);
  if (attempt?.user_id !== session.user.id) throw notFound('Payment');
  try {
    return { state: toState(await payments.settleFromProvider(attempt)) };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    if (error.failure === 'unknown-reference') throw notFound('Payment');
    payments.log.warn({ reference, attempt: attempt.id, resultCode: error.code }, 'payment: provider cannot be asked');
    return { state: 'processing' };
  }
}

/** Money that goes back bought nothing. */
function toState({ state }: Settlement): StitchReturn['state'] {
  return state === 'mismatch' || state === 'duplicate' ? 'cancelled' : state;
}
