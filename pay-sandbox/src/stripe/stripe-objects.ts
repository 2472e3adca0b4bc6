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
  created: number;
  currency: string;
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
  charge: string;
  created: number;
  currency: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string | null;
  status: 'succeeded' | 'failed';
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

export function newId(prefix: 'pi' | 'ch' | 're' | 'evt' | 'pm' | 'req'): string {
  return `${prefix}_${randomText(24)}`;
}

export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
