/** A transaction of Paystack as the stand-in keeps it, and in the form of Paystack's API. Amounts are minor units. */

export interface TransactionRecord {
  accountId: string;
  id: number;
  reference: string;
  accessCode: string;
  email: string;
  amount: number;
  currency: string;
  split: unknown;
  metadata: unknown;
  status: 'abandoned' | 'processing' | 'failed' | 'success' | 'reversed';
  gatewayResponse: string | null;
  lastFour: string | null;
  /** The outcome that the popup waits for. */
  waitsFor: { step: 'pin' | 'otp'; pin: string; code: string } | null;
  refunds: RefundRecord[];
  /** What Paystack takes. Null while nothing was paid, and while the fault 'unknownFee' holds it back. */
  fees: number | null;
  /** The times are ISO 8601. */
  createdAt: string;
  paidAt: string | null;
}

export interface RefundRecord {
  id: number;
  amount: number;
  merchantNote: string | null;
  /** The dispute that it pays back; null for a refund of the merchant. */
  dispute: number | null;
  /** ISO 8601. */
  createdAt: string;
}

/** Returns a transaction in the form of GET /transaction/verify. */
export function presentTransaction(record: TransactionRecord) {
  const isPaid = record.status === 'success' || record.status === 'reversed';
  return {
    id: record.id,
    domain: 'test',
    status: record.status,
    reference: record.reference,
    amount: record.amount,
    requested_amount: record.amount,
    currency: record.currency,
    channel: 'card',
    gateway_response: record.gatewayResponse,
    metadata: record.metadata,
    split: { ...(record.split as object), ...sharesOf(record) },
    fees: record.fees ?? null,
    fees_split: null,
    paid_at: record.paidAt ?? null,
    created_at: record.createdAt ?? null,
    customer: { email: record.email },
    authorization: isPaid ? { last4: record.lastFour, card_type: 'visa', reusable: false } : {},
  };
}

/** Divides a paid amount as the split asks. Each subaccount bears its part of the fees, in proportion to its share. */
function sharesOf({ amount, fees, split }: TransactionRecord) {
  const { subaccounts } = split as { subaccounts?: { subaccount: string; share: number }[] };
  if (!subaccounts || fees === null || fees === undefined) return {};
  const parts = subaccounts.map(({ subaccount, share }) => {
    const own = Math.floor((fees * share) / amount);
    return { subaccount_code: subaccount, original_share: share, fees: own, amount: share - own };
  });
  const integration = amount - fees - parts.reduce((sum, part) => sum + part.amount, 0);
  return { shares: { paystack: fees, subaccounts: parts, integration, original_share: amount, fees } };
}
