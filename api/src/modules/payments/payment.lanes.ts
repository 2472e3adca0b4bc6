/** What payments leave in the outbox: calls to the provider that follow a commit. Each bears to be carried out twice. */
import { idSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import { findAttempt, soughtOf, updateAttempt } from './payment.repository';
import { isProviderError } from './payment-provider';
import type { Payments } from './payments';
import { refundOrder } from './refund-order';
import { processWebhookEvent } from './webhook-events';

/** Longer than a call to a provider with its retries. */
const LEASE_MS = 90_000;

export function handlePaymentWork(payments: Payments): void {
  const { outbox } = payments;
  outbox.handle('refund', {
    schema: z.object({ attemptId: idSchema }),
    leaseMs: LEASE_MS,
    handle: ({ payload }) => refundAttempt(payments, payload.attemptId),
  });
  outbox.handle('refund-order', {
    schema: z.object({ orderId: idSchema }),
    leaseMs: LEASE_MS,
    handle: ({ payload }) => refundOrder(payments, payload.orderId),
  });
  outbox.handle('cancel-attempt', {
    schema: z.object({ attemptId: idSchema }),
    leaseMs: LEASE_MS,
    handle: ({ payload }) => cancelAttempt(payments, payload.attemptId),
  });
  outbox.handle('webhook-event', {
    schema: z.object({ eventId: idSchema }),
    leaseMs: LEASE_MS,
    handle: ({ payload }) => processWebhookEvent(payments, payload.eventId),
  });
}

async function refundAttempt(payments: Payments, attemptId: number): Promise<void> {
  const attempt = await findAttempt(payments.db, attemptId);
  if (attempt?.refund_state !== 'wanted' || attempt.reference === null) return;
  const merchant = await payments.merchant(attempt.venue_id, attempt.provider);
  await payments.provider(attempt.provider).refund(merchant, soughtOf(attempt));
  await updateAttempt(payments.db, attempt.id, { refund_state: 'done' });
  payments.log.info({ attempt: attempt.id, reference: attempt.reference }, 'payment: refunded');
}

async function cancelAttempt(payments: Payments, attemptId: number): Promise<void> {
  const attempt = await findAttempt(payments.db, attemptId);
  if (attempt?.state !== 'superseded' && attempt?.state !== 'cancelled') return;
  if (attempt.reference === null) {
    // Nobody was given anything to pay with. If the provider still answers, its late answer is cancelled too.
    await updateAttempt(payments.db, attempt.id, { state: 'cancelled', settled_at: payments.clock.now() });
    return;
  }
  const merchant = await payments.merchant(attempt.venue_id, attempt.provider);
  try {
    await payments.provider(attempt.provider).cancel?.(merchant, soughtOf(attempt));
  } catch (error) {
    if (!isProviderError(error)) throw error;
    if (error.failure === 'unknown-reference') {
      await updateAttempt(payments.db, attempt.id, { state: 'cancelled', result_code: error.code });
      return;
    }
    if (error.failure !== 'too-late') throw error;
  }
  // Cancelled, or paid before it could be: either way the provider's word is what counts.
  await payments.settleFromProvider(attempt);
}
