/** The last step of every outcome: it asks the provider about the attempt, settles it and logs the result. */
import { type Attempt, paymentRefOf } from '../core/payment.repository';
import type { PaymentDeps } from '../providers/payment-deps';
import type { PaymentStatus } from '../providers/payment-provider';
import { type Settlement, settle } from './settle';

const WHY_RETURNED: ReadonlyMap<Settlement['state'], string> = new Map([
  ['mismatch', 'not what was asked for'],
  ['duplicate', 'the cart was paid already'],
  ['expired', 'more than a day after its start'],
  ['closed', 'a stall of it or the hall has closed'],
]);

/** The services of a step that asks the provider and settles. */
export type SettlingDeps = Pick<PaymentDeps, 'clock' | 'outbox' | 'log' | 'providers'>;

/** Asks the provider and settles. @throws ProviderError if it cannot be asked */
export async function settleFromProvider(deps: SettlingDeps, attempt: Attempt): Promise<Settlement> {
  const ref = paymentRefOf(attempt);
  const merchant = await deps.providers.merchant(attempt.venue_id, attempt.provider);
  return settleAttempt(deps, attempt, await deps.providers.named(attempt.provider).retrieve(merchant, ref));
}

/** Settles with the status that the provider has reported. */
export async function settleAttempt(
  { clock, outbox, log }: Pick<PaymentDeps, 'clock' | 'outbox' | 'log'>,
  attempt: Attempt,
  reported: PaymentStatus,
): Promise<Settlement> {
  const settlement = await outbox.transaction((trx) => settle(trx, attempt, reported, clock.now()));
  const { reference, resultCode, lastFour } = reported;
  const entry = { attempt: attempt.id, reference, resultCode, lastFour };
  const returned = WHY_RETURNED.get(settlement.state);
  if (returned) log.error(entry, `payment: ${returned}, refunding`);
  else log.info(entry, `payment: ${settlement.state}`);
  return settlement;
}
