import { randomBytes } from 'node:crypto';
import type { CardDecline } from './test-cards';

/** The part of Stripe's objects that the API and the official packages read, in Stripe's own spelling. Amounts are minor units. */

export type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'canceled'
  | 'succeeded';

export interface PaymentIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  automatic_payment_methods: { enabled: boolean; allow_redirects: string } | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: 'automatic';
  client_secret: string;
  confirmation_method: 'automatic';
  created: number;
  currency: string;
  description: string | null;
  last_payment_error: (CardDecline & { type: 'card_error' }) | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Record<string, string>;
  next_action: { type: 'use_stripe_sdk'; use_stripe_sdk: { type: 'three_d_secure_redirect' } } | null;
  payment_method: string | null;
  payment_method_types: ['card'];
  receipt_email: string | null;
  status: PaymentIntentStatus;
}

/** The stored part of a card. Its number is never stored. */
export interface CardTrace {
  brand: 'visa';
  last4: string;
  exp_month: number;
  exp_year: number;
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  /** Null for a refused charge, and while Stripe does not tell the fee yet. */
  balance_transaction: string | null;
  created: number;
  currency: string;
  disputed: boolean;
  livemode: false;
  paid: boolean;
  payment_intent: string;
  payment_method_details: { type: 'card'; card: CardTrace };
  refunded: boolean;
  status: 'succeeded' | 'failed';
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  balance_transaction: string;
  charge: string;
  created: number;
  currency: string;
  /** The movement that brought the money of a failed refund back. */
  failure_balance_transaction?: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string | null;
  status: 'succeeded' | 'failed';
}

/** One movement of money in an account. `net` is `amount` less `fee`. */
export interface BalanceTransaction {
  id: string;
  object: 'balance_transaction';
  amount: number;
  available_on: number;
  balance_type: 'payments';
  created: number;
  currency: string;
  description: string | null;
  exchange_rate: null;
  fee: number;
  fee_details: { amount: number; application: null; currency: string; description: string; type: 'stripe_fee' }[];
  net: number;
  reporting_category: string;
  source: string | null;
  status: 'available';
  type: 'adjustment' | 'charge' | 'payout' | 'refund' | 'refund_failure' | 'transfer' | 'transfer_refund';
}

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  balance_transactions: BalanceTransaction[];
  charge: string;
  created: number;
  currency: string;
  enhanced_eligibility_types: string[];
  evidence: Record<string, null>;
  evidence_details: {
    due_by: number;
    enhanced_eligibility: object;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
    submission_method: 'manual' | 'not_submitted';
  };
  intended_submission_method: null;
  is_charge_refundable: boolean;
  livemode: false;
  metadata: Record<string, string>;
  payment_intent: string;
  payment_method_details: {
    type: 'card';
    card: { brand: 'visa'; case_type: 'chargeback' | 'inquiry'; network_reason_code: string };
  };
  reason: string;
  status:
    | 'lost'
    | 'needs_response'
    | 'under_review'
    | 'warning_closed'
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'won';
}

export interface TransferReversal {
  id: string;
  object: 'transfer_reversal';
  amount: number;
  balance_transaction: string;
  created: number;
  currency: string;
  destination_payment_refund: string;
  metadata: Record<string, string>;
  source_refund: null;
  transfer: string;
}

export interface Transfer {
  id: string;
  object: 'transfer';
  amount: number;
  amount_reversed: number;
  balance_transaction: string;
  created: number;
  currency: string;
  description: string | null;
  destination: string;
  destination_payment: string;
  livemode: false;
  metadata: Record<string, string>;
  reversals: { object: 'list'; data: TransferReversal[]; has_more: boolean; url: string };
  reversed: boolean;
  source_transaction: string | null;
  source_type: 'card';
  transfer_group: string | null;
}

/** One payment intent with the provider's internal data. */
export interface IntentRecord {
  accountId: string;
  intent: PaymentIntent;
  charges: Charge[];
  refunds: Refund[];
  /** The card of the running confirmation. It is set while 3-D Secure or 'processing' is open. */
  pending: { card: CardTrace; decline: CardDecline | null } | null;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
