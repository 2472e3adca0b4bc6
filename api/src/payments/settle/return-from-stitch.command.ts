import { notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import { permit } from 'core/policy/policies';
import type { StitchResult } from 'shared-contracts/types';
import { t } from '../../words';
import { findAttemptByReference } from '../core/payment.repository';
import type { PaymentDeps } from '../providers/payment-deps';
import { isProviderError } from '../providers/payment-provider';
import type { Settlement } from './settle';
import { type SettlingDeps, settleFromProvider } from './settle-attempt';

/**
 * Handles the buyer's return from the bank. The provider's status decides, not the one in the address, and a repeat has the same result.
 * @throws ApiError 404 for another buyer's payment
 */
export async function returnFromStitch(
  deps: SettlingDeps & Pick<PaymentDeps, 'db'>,
  session: Session,
  reference: string,
): Promise<StitchResult> {
  const attempt = await findAttemptByReference(deps.db, 'Stitch', reference);
  if (!attempt) throw notFound(t('Payment not found.'));
  permit('buyer', session, { userId: attempt.user_id }, { missing: t('Payment not found.') });
  const { venue_id, cart_id } = attempt;
  try {
    return { state: toState(await settleFromProvider(deps, attempt)), venue_id, cart_id };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    if (error.failure === 'unknown-reference') throw notFound(t('Payment not found.'));
    deps.log.warn({ reference, attempt: attempt.id, resultCode: error.code }, 'payment: provider cannot be asked');
    return { state: 'processing', venue_id, cart_id };
  }
}

function toState({ state }: Settlement): StitchResult['state'] {
  switch (state) {
    case 'mismatch':
    case 'duplicate':
    case 'expired':
    case 'closed':
      return 'refunded';
    default:
      return state;
  }
}
