/** Reads the money of Stripe's objects: the fee of a charge, the movements of an account, and disputes. */
import { fromStripeAmount } from 'shared-contracts/rules/stripe-amounts';
import type Stripe from 'stripe';
import type { DisputeState, ProviderDispute, ProviderFee, ProviderMovement } from './payment-provider';

/** Returns the id of an object that Stripe may send as its id alone. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'object' ? (value?.id ?? null) : (value ?? null);
}

/** Returns the fee of a charge; null while Stripe has no balance transaction of it. */
export function feeOf(charge: Stripe.Charge | null): ProviderFee | null {
  const movement = charge?.balance_transaction;
  if (typeof movement !== 'object' || movement === null) return null;
  const currency = movement.currency.toUpperCase();
  return { amountMinor: fromStripeAmount(movement.fee, currency), currency };
}

/** What a movement is, by the type of its balance transaction. Types that are not listed are 'other'. */
const KINDS: Readonly<Record<string, ProviderMovement['kind']>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  transfer: 'transfer',
  transfer_refund: 'transfer',
  transfer_cancel: 'transfer',
  transfer_failure: 'transfer',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
};

/** What an adjustment is, by the category that Stripe reports it in. */
const KINDS_OF_ADJUSTMENTS: Readonly<Record<string, ProviderMovement['kind']>> = {
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
};

export function toMovement(transaction: Stripe.BalanceTransaction): ProviderMovement {
  const currency = transaction.currency.toUpperCase();
  const kind =
    transaction.type === 'adjustment' ? KINDS_OF_ADJUSTMENTS[transaction.reporting_category] : KINDS[transaction.type];
  return {
    id: transaction.id,
    kind: kind ?? 'other',
    reference: paymentOf(transaction.source),
    amountMinor: fromStripeAmount(transaction.amount, currency),
    feeMinor: fromStripeAmount(transaction.fee, currency),
    currency,
    at: new Date(transaction.created * 1_000),
  };
}

/** Returns the payment of a movement's source. A transfer and its reversal name it in their metadata. */
function paymentOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (typeof source !== 'object' || source === null) return null;
  const { payment_intent, metadata } = source as {
    payment_intent?: string | { id: string } | null;
    metadata?: Stripe.Metadata | null;
  };
  const isTransfer = source.object === 'transfer' || source.object === 'transfer_reversal';
  return isTransfer ? (metadata?.payment ?? null) : idOf(payment_intent);
}

export function toDispute(dispute: Stripe.Dispute): ProviderDispute {
  const currency = dispute.currency.toUpperCase();
  const movements = dispute.balance_transactions;
  const feeMinor = movements.reduce(
    (sum, { fee, currency: unit }) => sum + fromStripeAmount(fee, unit.toUpperCase()),
    0,
  );
  const { due_by } = dispute.evidence_details;
  return {
    id: dispute.id,
    state: toDisputeState(dispute.status),
    amountMinor: fromStripeAmount(dispute.amount, currency),
    feeMinor,
    currency,
    reason: dispute.reason,
    dueAt: due_by === null ? null : new Date(due_by * 1_000),
    openedAt: new Date(dispute.created * 1_000),
    // Stripe does not tell when it was closed.
    closedAt: null,
    isWithdrawn: movements.reduce((sum, { amount }) => sum + amount, 0) < 0,
  };
}

function toDisputeState(status: Stripe.Dispute['status']): DisputeState {
  switch (status) {
    case 'needs_response':
    case 'warning_needs_response':
    case 'appeal_needs_response':
      return 'needs-response';
    case 'lost':
      return 'lost';
    case 'won':
    case 'warning_closed':
    case 'prevented':
      // Nothing is owed: an inquiry has ended, or the dispute was stopped before it began.
      return 'won';
    default:
      return 'under-review';
  }
}
