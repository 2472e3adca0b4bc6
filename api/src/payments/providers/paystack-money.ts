/** Reads the money of Paystack's objects: the fee of a transaction, the movements of an account, and disputes. Amounts are minor units. */
import { z } from 'zod';
import type { DisputeState, PaymentStatus, ProviderDispute, ProviderMovement } from './payment-provider';

export const transactionSchema = z.object({
  id: z.int(),
  status: z.string(),
  reference: z.string(),
  amount: z.int(),
  /**
   * The requested amount. `amount` is the charged amount, which is higher if the buyer bears the fees. A lower charge would be a partial
   * payment.
   */
  requested_amount: z.int().nullish(),
  currency: z.string(),
  domain: z.string(),
  gateway_response: z.string().nullish(),
  authorization: z.object({ last4: z.string().nullish() }).nullish(),
  /** What Paystack takes; null while it does not tell. */
  fees: z.int().nullish(),
});
export const listedTransactionSchema = transactionSchema.extend({
  paid_at: z.coerce.date().nullish(),
  /** What each subaccount of a split gets, less its part of the fees. */
  split: z
    .object({
      shares: z.object({ subaccounts: z.array(z.object({ subaccount_code: z.string(), amount: z.int() })) }).nullish(),
    })
    .nullish(),
});
const idSchema = z.union([z.int(), z.string()]);
export const refundSchema = z.object({ id: idSchema });
export const listedRefundSchema = refundSchema.extend({
  amount: z.coerce.number().int(),
  currency: z.string().nullish(),
  merchant_note: z.string().nullish(),
  status: z.string(),
  /** The dispute that it pays back; null for a refund of the merchant. */
  dispute: z.unknown(),
  createdAt: z.coerce.date().nullish(),
  /** Paystack sends this in the lists of an account. */
  transaction_reference: z.string().nullish(),
});
export const disputeSchema = z.object({
  id: idSchema,
  status: z.string(),
  resolution: z.string().nullish(),
  refund_amount: z.int().nullish(),
  currency: z.string().nullish(),
  category: z.string().nullish(),
  transaction: z.object({ reference: z.string(), amount: z.int(), currency: z.string() }),
  dueAt: z.coerce.date().nullish(),
  resolvedAt: z.coerce.date().nullish(),
  createdAt: z.coerce.date(),
});
export type Transaction = z.output<typeof transactionSchema>;
type ListedTransaction = z.output<typeof listedTransactionSchema>;
export type ListedRefund = z.output<typeof listedRefundSchema>;

export const isOfDispute = ({ dispute }: Pick<ListedRefund, 'dispute'>): boolean =>
  dispute !== null && dispute !== undefined;

/** A split pays each subaccount at the payment, so its share leaves the account at the same time. */
export function movementsOfPayment(transaction: ListedTransaction): ProviderMovement[] {
  const { id, status, reference, amount, fees, paid_at: at, split } = transaction;
  if (!at || (status !== 'success' && status !== 'reversed')) return [];
  const common = { reference, currency: transaction.currency.toUpperCase(), at };
  const shares = split?.shares?.subaccounts ?? [];
  return [
    { id: `transaction-${id}`, kind: 'payment', amountMinor: amount, feeMinor: fees ?? 0, ...common },
    ...shares.map((share) => ({
      id: `transaction-${id}-${share.subaccount_code}`,
      kind: 'transfer' as const,
      amountMinor: -share.amount,
      feeMinor: 0,
      ...common,
    })),
  ];
}

export function movementOfRefund(refund: ListedRefund): ProviderMovement | null {
  if (refund.status === 'failed' || !refund.createdAt || !refund.currency) return null;
  return {
    id: `refund-${refund.id}`,
    kind: isOfDispute(refund) ? 'dispute' : 'refund',
    reference: refund.transaction_reference ?? null,
    amountMinor: -refund.amount,
    feeMinor: 0,
    currency: refund.currency.toUpperCase(),
    at: refund.createdAt,
  };
}

/** Paystack takes no fee for a dispute, and withdraws the amount only when the dispute is accepted. */
export function toDispute(dispute: z.output<typeof disputeSchema>): ProviderDispute {
  const { transaction } = dispute;
  const state = toDisputeState(dispute);
  return {
    id: String(dispute.id),
    state,
    amountMinor: dispute.refund_amount || transaction.amount,
    feeMinor: 0,
    currency: (dispute.currency ?? transaction.currency).toUpperCase(),
    reason: dispute.category ?? '',
    dueAt: dispute.dueAt ?? null,
    openedAt: dispute.createdAt,
    closedAt: dispute.resolvedAt ?? null,
    isWithdrawn: state === 'lost',
  };
}

function toDisputeState({ status, resolution }: z.output<typeof disputeSchema>): DisputeState {
  if (status === 'resolved') return resolution === 'declined' ? 'won' : 'lost';
  return status === 'awaiting-merchant-feedback' ? 'needs-response' : 'under-review';
}

export function feeOf({ status, fees, currency }: Transaction): PaymentStatus['fee'] {
  const isPaid = status === 'success' || status === 'reversed';
  if (!isPaid || fees === null || fees === undefined) return null;
  return { amountMinor: fees, currency: currency.toUpperCase() };
}
