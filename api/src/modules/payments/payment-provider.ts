/**
 * What the product asks of a payment provider. An adapter translates; settling, refunding and cancelling stay the same for
 * all of them. Amounts are minor units, currencies ISO codes in capitals.
 */

/** A venue's account at its provider. */
export interface Merchant {
  venueId: number;
  secret: string;
  /** null where the provider sends no webhooks, or none are set up. */
  webhookSecret: string | null;
}

export interface NewPayment {
  attemptId: number;
  cartId: number;
  amountMinor: number;
  currency: string;
  /** The cart's own number, which support and statements show. */
  paymentNumber: string;
}

/** What the provider says of a payment now. */
export interface Evidence {
  reference: string;
  /** 'unpaid': nothing was charged so far, the buyer may try again. */
  status: 'succeeded' | 'processing' | 'unpaid' | 'cancelled';
  /** What was received; what is asked for while nothing was. */
  amountMinor: number;
  currency: string;
  isLive: boolean;
  /** The provider's own code: a decline code, else its status. */
  resultCode: string;
  /** Why it was refused, in words for the buyer. */
  refusal: string | null;
  lastFour: string | null;
}

export interface WebhookNotice {
  /** The same for every delivery of the same event. */
  eventKey: string;
  /** The payment it is about; null where it is about something else. */
  reference: string | null;
  /** Whether the payment may have moved on. */
  isAboutPayment: boolean;
  body: unknown;
}

export interface PaymentProvider {
  readonly name: 'Stripe';
  /** What is wrong with a secret in this mode, as 'it must be …'; null when it fits. */
  refusalOfSecret(secret: string): string | null;
  /** Twice with the same attempt makes one payment. @throws ProviderError */
  createPayment(merchant: Merchant, payment: NewPayment): Promise<{ reference: string; clientSecret: string }>;
  /** @throws ProviderError */
  retrieve(merchant: Merchant, reference: string): Promise<Evidence>;
  /** Makes sure that it can no longer be paid. @throws ProviderError 'too-late' when it was paid, or is being paid */
  cancel(merchant: Merchant, reference: string): Promise<void>;
  /** All that was received; a second time changes nothing. @throws ProviderError */
  refund(merchant: Merchant, reference: string): Promise<void>;
  /** @throws Error when the signature does not prove that the provider sent it */
  readWebhook(
    webhookSecret: string,
    body: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): WebhookNotice;
}

export type ProviderFailure =
  /** Not reached, or it failed: what became of the call is not known. */
  | 'unavailable'
  /** This account knows no such payment. */
  | 'unknown-reference'
  | 'too-late'
  /** It understood and said no. */
  | 'refused';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly failure: ProviderFailure,
    /** The provider's own code, for the log. */
    readonly code: string,
    cause?: unknown,
  ) {
    super(`The payment provider answered '${failure}' (${code})`, { cause });
  }
}

export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof ProviderError;
}
