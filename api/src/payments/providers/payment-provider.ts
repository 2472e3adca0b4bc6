/**
 * The interface of a payment provider. An adapter translates, and the code that settles, refunds and cancels is the same for all providers.
 * Amounts are minor units, currencies ISO codes in capitals.
 */
import type { PaymentProvider as VenueProvider } from 'shared-contracts/types';

/** A venue names one of the contract's providers. Payments of Stitch are looked up and refunded if its credentials are set. */
export type ProviderName = VenueProvider | 'Stitch';

/** A venue's account at its provider. */
export interface Merchant {
  venueId: number;
  /** The public name of the account at the provider: a publishable key or a merchant id. */
  key: string;
  /** Empty if the venue has none and the provider needs none. */
  secret: string;
  /** null if the provider sends no webhooks, none are set up, or the provider signs them with its own secret. */
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
  /** The number of the cart, which support and statements show. */
  paymentNumber: string;
  /** The email of the buyer. */
  email: string;
  /** The address of the cart's page. */
  returnUrl: string;
  /** For providers that split a payment. The shares add up to at most the amount. */
  shares: readonly AccountShare[];
}

export interface CreatedPayment {
  /** The provider's id of the payment. */
  reference: string;
  /** The secret with which the browser pays: Stripe's client secret, Paystack's access code, or Global's request. */
  clientSecret: string;
}

/** The ids by which the provider knows a started payment. */
export interface PaymentRef {
  attemptId: number;
  reference: string;
  amountMinor: number;
  currency: string;
}

/** A refund at the provider, which was made there or requested here. */
export interface ProviderRefund {
  /** The identifier that the provider gave. */
  id: string;
  /** The key of this site's partial refunds; null for a refund that was made at the provider, or of the whole payment. */
  key: string | null;
  amountMinor: number;
  /** True if the refund was taken back after it was made, or failed. */
  hasFailed: boolean;
}

/** A refund in a provider's account, with the reference of its payment. */
export interface RecentRefund {
  id: string;
  reference: string;
  hasFailed: boolean;
}

/** A partial refund, such as one order of a cart. */
export interface PartialRefund {
  /** Every try of this refund has the same key, and no other refund has it. */
  key: string;
  amountMinor: number;
  /** True if an earlier try has an unknown outcome. */
  isRepeat: boolean;
}

export interface ProviderFee {
  amountMinor: number;
  currency: string;
}

/** A movement of money in the account, as the provider's own books have it. */
export interface ProviderMovement {
  id: string;
  /** 'other' includes the payouts to the account's bank. */
  kind: 'payment' | 'refund' | 'fee' | 'dispute' | 'transfer' | 'other';
  /** The reference of the payment that it belongs to; null if it belongs to none. */
  reference: string | null;
  /** What it changed in the account before fees: below 0 for money that left it. */
  amountMinor: number;
  /** The fee of this movement, which the account paid in addition: below 0 for a fee that was returned. */
  feeMinor: number;
  currency: string;
  at: Date;
}

/** A time from `since` until just before `until`. */
export interface Period {
  since: Date;
  until: Date;
}

/** 'won' and 'lost' are final, unless the decision is appealed. */
export type DisputeState = 'needs-response' | 'under-review' | 'won' | 'lost';

/** A payment that its payer disputes at the bank. */
export interface ProviderDispute {
  id: string;
  state: DisputeState;
  amountMinor: number;
  /** What the dispute costs in addition, as far as the provider has not returned it. */
  feeMinor: number;
  currency: string;
  /** The provider's code of the reason. */
  reason: string;
  /** The time by which evidence has to be sent; null if the provider names none. */
  dueAt: Date | null;
  openedAt: Date;
  /** null while it is open, and from a provider that does not tell the time. */
  closedAt: Date | null;
  /** True while the amount is not in the account. */
  isWithdrawn: boolean;
}

/** A dispute in a provider's account, with the reference of its payment. */
export type RecentDispute = Pick<ProviderDispute, 'id' | 'state' | 'isWithdrawn'> & { reference: string };

/** A part of a payment that goes to a stall's own account at the provider, after the payment. */
export interface NewTransfer {
  /** Every try of this transfer has the same key, and no other transfer has it. */
  key: string;
  amountMinor: number;
  currency: string;
  /** The stall's account at the provider. */
  account: string;
  paymentReference: string;
  /** All transfers of a payment have the same group. */
  group: string;
}

export interface TransferReversal {
  /** Every try of this reversal has the same key, and no other reversal of the transfer has it. */
  key: string;
  transferId: string;
  amountMinor: number;
  currency: string;
  paymentReference: string;
}

/** The status of a payment as the provider reports it. */
export interface PaymentStatus {
  reference: string;
  /**
   * 'unpaid' means that nothing is charged yet and the buyer may try again. 'cancelled' means that nothing was charged and this payment has
   * ended.
   */
  status: 'succeeded' | 'processing' | 'unpaid' | 'cancelled';
  /** The amount that was received. While nothing was received, the requested amount. */
  amountMinor: number;
  currency: string;
  isLive: boolean;
  /** The provider's code: a decline code, else its status. */
  resultCode: string;
  /** The reason of the refusal, in words for the buyer. */
  refusal: string | null;
  lastFour: string | null;
  /** What the provider takes of the payment; null while nothing was received, while it is not known yet, and if the provider never tells. */
  fee: ProviderFee | null;
}

export interface WebhookNotice {
  /** Every delivery of the same event has this key. */
  eventKey: string;
  /** The payment of the event; null if the event concerns something else. */
  reference: string | null;
  /** What may have changed: the payment, its refunds or its disputes; null if the notice is only stored. */
  about: 'payment' | 'refunds' | 'disputes' | null;
  body: unknown;
}

export type WebhookHeaders = Record<string, string | string[] | undefined>;

export interface PaymentProvider {
  readonly name: ProviderName;
  /** The owner of the account that receives the money. A venue needs no secret if the installation owns it. */
  readonly account: 'venue' | 'installation';
  /** Explains why a secret does not fit this mode, as 'it must be …'; null if it fits. */
  refusalOfSecret(secret: string): string | null;
  /**
   * Explains to the buyer why the provider cannot charge an amount (minor units); null if it can. A provider without limits leaves it out.
   */
  refusalOfAmount?(amountMinor: number, currency: string): string | null;
  /**
   * Starts a payment. It is called again if a response was lost or two starts met, so a payment whose result the caller discards must not be
   * payable. A provider at which the site starts no payments leaves it out.
   * @throws ProviderError
   */
  createPayment?(merchant: Merchant, payment: NewPayment): Promise<CreatedPayment>;
  /** @throws ProviderError */
  retrieve(merchant: Merchant, ref: PaymentRef): Promise<PaymentStatus>;
  /**
   * Ensures that the payment can no longer be paid. A provider that cannot do that leaves it out: an attempt that is unpaid after a day is then
   * cancelled only in this database, and still settled if it is paid later.
   * @throws ProviderError 'too-late' if it was paid, or is being paid
   */
  cancel?(merchant: Merchant, ref: PaymentRef): Promise<void>;
  /** Refunds the whole received amount. A second call changes nothing. @throws ProviderError */
  refund(merchant: Merchant, ref: PaymentRef): Promise<void>;
  /**
   * Makes a partial refund; a second call with the same key changes nothing.
   * @returns the provider's id of the refund, if it has one
   * @throws ProviderError 'unclear' if the refund may have been made and the provider cannot be asked. It must not be retried.
   */
  refundPartially(merchant: Merchant, ref: PaymentRef, part: PartialRefund): Promise<string | null>;
  /** Returns all refunds of a payment, the oldest first. A provider that does not report them leaves it out. @throws ProviderError */
  refundsOf?(merchant: Merchant, ref: PaymentRef): Promise<ProviderRefund[]>;
  /** Returns all refunds of the account since a time. It is left out like `refundsOf`. @throws ProviderError */
  recentRefunds?(merchant: Merchant, since: Date): Promise<RecentRefund[]>;
  /** Returns all disputes of a payment. A provider that does not report them leaves it out. @throws ProviderError */
  disputesOf?(merchant: Merchant, ref: PaymentRef): Promise<ProviderDispute[]>;
  /** Returns the disputes of the account that were opened since a time. It is left out like `disputesOf`. @throws ProviderError */
  recentDisputes?(merchant: Merchant, since: Date): Promise<RecentDispute[]>;
  /**
   * Reads the movements of the account page by page, in no certain order. A provider that does not report them leaves it out.
   * @throws ProviderError
   */
  movements?(merchant: Merchant, period: Period): AsyncIterable<ProviderMovement>;
  /**
   * Transfers a part of a payment to a stall's account; a second call with the same key changes nothing. A provider that cannot transfer
   * after the payment leaves it out.
   * @returns the provider's id of the transfer
   * @throws ProviderError
   */
  transfer?(merchant: Merchant, transfer: NewTransfer): Promise<string>;
  /** Takes a part of a transfer back; a second call with the same key changes nothing. It is left out like `transfer`. @returns the id */
  reverseTransfer?(merchant: Merchant, reversal: TransferReversal): Promise<string>;
  /** Returns the key that signs the account's webhooks; null while it is not set. A provider without webhooks leaves it out. */
  webhookKey?(merchant: Merchant): string | null;
  /** @throws Error if the signature does not prove that the provider sent it */
  readWebhook?(key: string, body: Buffer, headers: WebhookHeaders): WebhookNotice;
  /**
   * Reads the reply that the provider's page gave the browser, if the provider signs it.
   * @throws Error if it is forged, or belongs to another payment
   */
  readReply?(merchant: Merchant, ref: PaymentRef, reply: string): PaymentStatus;
}

/** A webhook that its provider did not sign. */
export class BadSignatureError extends Error {
  override readonly name = 'BadSignatureError';
}

export type ProviderFailure =
  /** The provider was not reached, or it failed: the outcome of the call is unknown. */
  | 'unavailable'
  /** This account does not know the payment. */
  | 'unknown-reference'
  | 'too-late'
  /** The outcome is unknown, and the provider cannot be asked. */
  | 'unclear'
  /** The provider understood the request and refused it. */
  | 'refused';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly failure: ProviderFailure,
    /** The provider's code, for the log. */
    readonly code: string,
    cause?: unknown,
  ) {
    super(`The payment provider replied '${failure}' (${code})`, { cause });
  }
}

export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof ProviderError;
}
