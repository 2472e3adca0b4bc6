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
const disputeOfRefundSchema = z.union([idSchema, refundSchema]);
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

const sumOf = (refunds: readonly ListedRefund[]): number => refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Returns the id of the dispute that a refund pays back. Paystack may send the dispute itself in its place. */
function disputeIdOf({ dispute }: ListedRefund): string | null {
  const { data } = disputeOfRefundSchema.safeParse(dispute);
  return data === undefined ? null : String(typeof data === 'object' ? data.id : data);
}

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

/**
 * Paystack takes no fee for a dispute, and pays the amount back only when the dispute is accepted. `refund_amount` may be null or 0 before, and
 * then all that is left of the transaction is disputed. Refunds may come while it is open, and it pays back at most what they leave.
 * @param refunds all refunds of the transaction, with those of its disputes
 */
export function toDispute(dispute: z.output<typeof disputeSchema>, refunds: readonly ListedRefund[]): ProviderDispute {
  const { transaction } = dispute;
  const state = toDisputeState(dispute);
  const made = refunds.filter(({ status }) => status !== 'failed');
  const isOwn = (refund: ListedRefund) => disputeIdOf(refund) === String(dispute.id);
  const paidBackMinor = sumOf(made.filter(isOwn));
  const leftMinor = transaction.amount - sumOf(made.filter((refund) => !isOwn(refund)));
  const namedMinor = dispute.refund_amount || transaction.amount;
  return {
    id: String(dispute.id),
    state,
    amountMinor: paidBackMinor || Math.min(namedMinor, leftMinor) || namedMinor,
    feeMinor: 0,
    currency: (dispute.currency ?? transaction.currency).toUpperCase(),
    reason: dispute.category ?? '',
    dueAt: dispute.dueAt ?? null,
    openedAt: dispute.createdAt,
    closedAt: dispute.resolvedAt ?? null,
    isWithdrawn: state === 'lost' && (paidBackMinor > 0 || leftMinor > 0),
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
