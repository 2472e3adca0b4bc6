/**
 * The interface of a payment provider. An adapter translates; settling, refunding and cancelling stay the same for all of them. Amounts are
 * minor units, currencies ISO codes in capitals.
 */
import type { PaymentProvider as VenueProvider } from 'shared-contracts/types';

/** A venue names one of the contract's providers. Payments of Stitch are looked up and refunded wherever its credentials are set. */
export type ProviderName = VenueProvider | 'Stitch';

/** A venue's account at its provider. */
export interface Merchant {
  venueId: number;
  /** The public name of the account at the provider: a publishable key, a merchant id. */
  key: string;
  /** Empty where the venue has none and the provider needs none. */
  secret: string;
  /** null where the provider sends no webhooks, none are set up, or its own secret signs them. */
  webhookSecret: string | null;
  /** The secret that some providers require for refunds; null if there is none. */
  refundSecret: string | null;
}

/** The part of a payment that goes to a vendor's own account at the provider. */
export interface AccountShare {
  account: string;
  amountMinor: number;
}

export interface NewPayment {
  attemptId: number;
  cartId: number;
  amountMinor: number;
  currency: string;
  /** The cart's own number, which support and statements show. */
  paymentNumber: string;
  /** The buyer's. */
  email: string;
  /** The cart's page. */
  returnUrl: string;
  /** For providers that split a payment; adds up to no more than the amount. */
  shares: readonly AccountShare[];
}

export interface CreatedPayment {
  /** The provider's id of the payment. */
  reference: string;
  /** The secret that the browser pays with: Stripe's client secret, Paystack's access code, Global's request. */
  clientSecret: string;
}

/** The ids by which the provider knows a started payment. */
export interface PaymentRef {
  attemptId: number;
  reference: string;
  amountMinor: number;
  currency: string;
}

/** A refund at the provider, made there or asked for here. */
export interface ProviderRefund {
  /** The provider's own. */
  id: string;
  /** The key of our partial refunds; null for a refund that was made at the provider, or of the whole payment. */
  key: string | null;
  amountMinor: number;
  /** True when the refund was taken back after it was made, or never went through. */
  hasFailed: boolean;
}

/** One of an account's refunds, with its payment's reference. */
export interface RecentRefund {
  id: string;
  reference: string;
  hasFailed: boolean;
}

/** A partial refund, such as one order of a cart. */
export interface PartialRefund {
  /** The same for every try of this refund, and of no other. */
  key: string;
  amountMinor: number;
  /** True when an earlier try has an unknown outcome. */
  isRepeat: boolean;
}

/** The status of a payment as the provider reports it. */
export interface PaymentStatus {
  reference: string;
  /** 'unpaid': nothing was charged so far, the buyer may try again. 'cancelled': nothing was, and this payment has ended. */
  status: 'succeeded' | 'processing' | 'unpaid' | 'cancelled';
  /** The amount that was received; while nothing was received, the amount that is asked for. */
  amountMinor: number;
  currency: string;
  isLive: boolean;
  /** The provider's own code: a decline code, else its status. */
  resultCode: string;
  /** The reason of the refusal, in words for the buyer. */
  refusal: string | null;
  lastFour: string | null;
}

export interface WebhookNotice {
  /** The same for every delivery of the same event. */
  eventKey: string;
  /** The payment it is about; null where it is about something else. */
  reference: string | null;
  /** The payment or its refunds may have moved on; null when the notice is only stored. */
  about: 'payment' | 'refunds' | null;
  body: unknown;
}

export type WebhookHeaders = Record<string, string | string[] | undefined>;

export interface PaymentProvider {
  readonly name: ProviderName;
  /** The owner of the account that the money goes to. A venue needs no secret when the installation owns it. */
  readonly account: 'venue' | 'installation';
  /** Says why a secret does not fit this mode, as 'it must be …'; null when it fits. */
  refusalOfSecret(secret: string): string | null;
  /**
   * Says why it cannot charge an amount (minor units), in words for the buyer; null where it can. A provider without limits leaves it out.
   */
  refusalOfAmount?(amountMinor: number, currency: string): string | null;
  /**
   * Starts a payment. It is called again if a response was lost or two starts met: a payment whose result the caller discards cannot be
   * paid. A provider at which the site starts no payment leaves it out.
   * @throws ProviderError
   */
  createPayment?(merchant: Merchant, payment: NewPayment): Promise<CreatedPayment>;
  /** @throws ProviderError */
  retrieve(merchant: Merchant, ref: PaymentRef): Promise<PaymentStatus>;
  /**
   * Makes sure that it can no longer be paid. Left out if the provider cannot do that: an attempt that is unpaid after a day
   * is then cancelled here alone, and settled all the same should it be paid.
   * @throws ProviderError 'too-late' when it was paid, or is being paid
   */
  cancel?(merchant: Merchant, ref: PaymentRef): Promise<void>;
  /** Refunds all that was received; a second time changes nothing. @throws ProviderError */
  refund(merchant: Merchant, ref: PaymentRef): Promise<void>;
  /**
   * Makes a partial refund; a second call with the same key changes nothing.
   * @returns the provider's own id of the refund, where it has one
   * @throws ProviderError 'unclear' if it may have been refunded and the provider cannot be asked: it must not be retried
   */
  refundPartially(merchant: Merchant, ref: PaymentRef, part: PartialRefund): Promise<string | null>;
  /** All refunds of a payment, the oldest first. Left out if the provider does not tell. @throws ProviderError */
  refundsOf?(merchant: Merchant, ref: PaymentRef): Promise<ProviderRefund[]>;
  /** All refunds of the account that were made since. Left out like `refundsOf`. @throws ProviderError */
  recentRefunds?(merchant: Merchant, since: Date): Promise<RecentRefund[]>;
  /** The key that signs the account's webhooks; null while it is not set. A provider without webhooks leaves it out. */
  webhookKey?(merchant: Merchant): string | null;
  /** @throws Error when the signature does not prove that the provider sent it */
  readWebhook?(key: string, body: Buffer, headers: WebhookHeaders): WebhookNotice;
  /**
   * Reads the reply that the provider's page gave the browser, where the provider signs it.
   * @throws Error when it is forged, or about another payment
   */
  readReply?(merchant: Merchant, ref: PaymentRef, reply: string): PaymentStatus;
}

/** A webhook that its provider did not sign. */
export class BadSignatureError extends Error {
  override readonly name = 'BadSignatureError';
}

export type ProviderFailure =
  /** It was not reached, or it failed: the outcome of the call is not known. */
  | 'unavailable'
  /** This account knows no such payment. */
  | 'unknown-reference'
  | 'too-late'
  /** The outcome is not known, and the provider cannot be asked. */
  | 'unclear'
  /** It understood the request and refused it. */
  | 'refused';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly failure: ProviderFailure,
    /** The provider's own code, for the log. */
    readonly code: string,
    cause?: unknown,
  ) {
    super(`The payment provider replied '${failure}' (${code})`, { cause });
  }
}

export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof ProviderError;
}
