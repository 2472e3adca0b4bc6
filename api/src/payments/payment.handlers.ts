/** Handles the outbox messages of payments: calls to the provider after a commit. Each handler is idempotent. */
import { idSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { Attempt } from './core/payment.repository';
import { followDisputes } from './disputes/record-disputes';
import type { PaymentDeps } from './providers/payment-deps';
import { makeRefund } from './refund/make-refund';
import { refundAttempt } from './refund/refund-attempt';
import { recordRefundsAtProvider } from './refund/refunds-at-provider';
import { cancelAttempt } from './settle/cancel-attempt';
import { settleFromProvider } from './settle/settle-attempt';
import { processWebhookEvent } from './settle/webhook-events';
import { makeTransfer } from './transfers/make-transfer';

/** The lease lasts longer than a call to a provider with its retries. */
const LEASE_MS = 90_000;

export function handlePaymentWork(deps: PaymentDeps): void {
  const { outbox } = deps;
  // Refunds a whole payment that bought nothing.
  outbox.handle('refund', {
    schema: z.object({ attemptId: idSchema }),
    leaseMs: LEASE_MS,
    handle: ({ payload }) => refundAttempt(deps, payload.attemptId),
  });
  // Makes one refund of an order.
  outbox.handle('refund-order', {
    schema: z.object({ refundId: idSchema }),
    leaseMs: LEASE_MS,
    handle: ({ payload }) => makeRefund(deps, payload.refundId),
  });
  // Makes one transfer to a stall's own account, or takes a part of one back.
  outbox.handle('transfer', {
    schema: z.object({ transferId: idSchema }),
    leaseMs: LEASE_MS,
    handle: ({ payload }) => makeTransfer(deps, payload.transferId),
  });
  outbox.handle('cancel-attempt', {
    schema: z.object({ attemptId: idSchema }),
    leaseMs: LEASE_MS,
    handle: ({ payload }) => cancelAttempt(deps, payload.attemptId),
  });
  outbox.handle('webhook-event', {
    // An older release wrote messages without `about`. It had only payments.
    schema: z.object({ eventId: idSchema, about: z.enum(['payment', 'refunds', 'disputes']).default('payment') }),
    leaseMs: LEASE_MS,
    handle: ({ payload }) => {
      const follow = {
        payment: (attempt: Attempt) => settleFromProvider(deps, attempt),
        refunds: (attempt: Attempt) => recordRefundsAtProvider(deps, attempt),
        disputes: (attempt: Attempt) => followDisputes(deps, attempt),
      };
      return processWebhookEvent(deps, payload.eventId, follow[payload.about]);
    },
  });
}
