import type { PaymentsMode } from 'core/config';
import { fromStripeAmount, toStripeAmount } from 'shared-contracts/rules/stripe-amounts';
import Stripe from 'stripe';
import {
  BadSignatureError,
  type CreatedPayment,
  type Merchant,
  type NewPayment,
  type NewTransfer,
  type PartialRefund,
  type PaymentProvider,
  type PaymentRef,
  type PaymentStatus,
  type Period,
  type ProviderDispute,
  ProviderError,
  type ProviderMovement,
  type ProviderRefund,
  type RecentDispute,
  type RecentRefund,
  type TransferReversal,
  type WebhookHeaders,
  type WebhookNotice,
} from './payment-provider';
import { refusalOfStripeAmount } from './stripe-limits';
import { feeOf, idOf, toDispute, toMovement } from './stripe-money';

interface StripeOptions {
  mode: PaymentsMode;
  /** An address that replaces Stripe's, without a path; null for Stripe's. */
  apiBase: string | null;
}

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** The number of objects in one list, which is more than a venue makes in a month. */
const MOST = 10_000;

/** Events after which a payment may have another status. All others are only stored. */
const PAYMENT_EVENTS: ReadonlySet<string> = new Set([
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
]);

/** Events about a refund. Each names the payment. */
const REFUND_EVENTS: ReadonlySet<string> = new Set([
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
]);

/** Events about a dispute. Each names the payment. */
const DISPUTE_EVENTS: ReadonlySet<string> = new Set([
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]);

export class StripeProvider implements PaymentProvider {
  readonly name = 'Stripe';
  readonly account = 'venue';
  private readonly clients = new Map<string, Stripe>();

  constructor(private readonly options: StripeOptions) {}

  refusalOfSecret(secret: string): string | null {
    const wanted = this.options.mode === 'live' ? 'live' : 'test';
    if (new RegExp(`^(sk|rk)_${wanted}_`).test(secret)) return null;
    return `a ${wanted} key (sk_${wanted}_…) when PAYMENTS is ${this.options.mode}`;
  }

  refusalOfAmount(amountMinor: number, currency: string): string | null {
    return refusalOfStripeAmount(amountMinor, currency);
  }

  async createPayment(merchant: Merchant, payment: NewPayment): Promise<CreatedPayment> {
    const intent = await this.call(() =>
      this.clientOf(merchant).paymentIntents.create(
        {
          amount: toStripeAmount(payment.amountMinor, payment.currency),
          currency: payment.currency.toLowerCase(),
          description: payment.paymentNumber,
          automatic_payment_methods: { enabled: true },
          metadata: {
            attempt: String(payment.attemptId),
            cart: String(payment.cartId),
            venue: String(merchant.venueId),
          },
        },
        // The payment number makes the key unique to this installation, because others may count attempts for the same account.
        { idempotencyKey: `attempt:${payment.attemptId}:${payment.paymentNumber}` },
      ),
    );
    if (!intent.client_secret) throw new ProviderError('refused', 'no_client_secret');
    return { reference: intent.id, clientSecret: intent.client_secret };
  }

  async retrieve(merchant: Merchant, { reference }: PaymentRef): Promise<PaymentStatus> {
    const intent = await this.call(() =>
      this.clientOf(merchant).paymentIntents.retrieve(reference, { expand: ['latest_charge.balance_transaction'] }),
    );
    return toPaymentStatus(intent);
  }

  async cancel(merchant: Merchant, ref: PaymentRef): Promise<void> {
    try {
      await this.call(() => this.clientOf(merchant).paymentIntents.cancel(ref.reference));
    } catch (error) {
      const isWrongState = error instanceof ProviderError && error.code === 'payment_intent_unexpected_state';
      if (!isWrongState) throw error;
      const { status } = await this.retrieve(merchant, ref);
      if (status !== 'cancelled') throw new ProviderError('too-late', error.code, error);
    }
  }

  async refund(merchant: Merchant, { reference }: PaymentRef): Promise<void> {
    try {
      await this.call(() =>
        this.clientOf(merchant).refunds.create(
          { payment_intent: reference },
          { idempotencyKey: `refund:${reference}` },
        ),
      );
    } catch (error) {
      // Stripe forgets the key after a day, although the refund was made under it.
      if (!(error instanceof ProviderError && error.code === 'charge_already_refunded')) throw error;
    }
  }

  async refundPartially(merchant: Merchant, ref: PaymentRef, { key, amountMinor }: PartialRefund): Promise<string> {
    const { reference } = ref;
    // Stripe forgets its idempotency keys after a day, but keeps the metadata of the refund.
    const made = (await this.refundsOf(merchant, ref)).find((refund) => refund.key === key && !refund.hasFailed);
    if (made) return made.id;
    const { id, status, failure_reason } = await this.call(() =>
      this.clientOf(merchant).refunds.create(
        { payment_intent: reference, amount: toStripeAmount(amountMinor, ref.currency), metadata: { refund: key } },
        // A refund that was reduced since is a different request.
        { idempotencyKey: `${key}:${amountMinor}:${reference}` },
      ),
    );
    if (hasFailed(status)) throw new ProviderError('refused', failure_reason ?? 'refund_failed');
    return id;
  }

  async refundsOf(merchant: Merchant, { reference }: PaymentRef): Promise<ProviderRefund[]> {
    const list = this.clientOf(merchant).refunds.list({ payment_intent: reference, limit: 100 });
    const refunds = await this.call(() => list.autoPagingToArray({ limit: MOST }));
    return refunds
      .map(({ id, metadata, amount, currency, status }) => ({
        id,
        key: metadata?.refund ?? null,
        amountMinor: fromStripeAmount(amount, currency.toUpperCase()),
        hasFailed: hasFailed(status),
      }))
      .reverse();
  }

  async recentRefunds(merchant: Merchant, since: Date): Promise<RecentRefund[]> {
    const list = this.clientOf(merchant).refunds.list({ created: { gte: secondsOf(since) }, limit: 100 });
    const refunds = await this.call(() => list.autoPagingToArray({ limit: MOST }));
    return refunds.flatMap(({ id, payment_intent, status }) => {
      const reference = idOf(payment_intent);
      return reference === null ? [] : [{ id, reference, hasFailed: hasFailed(status) }];
    });
  }

  async disputesOf(merchant: Merchant, { reference }: PaymentRef): Promise<ProviderDispute[]> {
    const list = this.clientOf(merchant).disputes.list({ payment_intent: reference, limit: 100 });
    return (await this.call(() => list.autoPagingToArray({ limit: MOST }))).map(toDispute);
  }

  async recentDisputes(merchant: Merchant, since: Date): Promise<RecentDispute[]> {
    const list = this.clientOf(merchant).disputes.list({ created: { gte: secondsOf(since) }, limit: 100 });
    const disputes = await this.call(() => list.autoPagingToArray({ limit: MOST }));
    return disputes.flatMap((dispute) => {
      const reference = idOf(dispute.payment_intent);
      return reference === null ? [] : [{ ...toDispute(dispute), reference }];
    });
  }

  async *movements(merchant: Merchant, { since, until }: Period): AsyncGenerator<ProviderMovement> {
    const created = { gte: secondsOf(since), lt: secondsOf(until) };
    const list = this.clientOf(merchant).balanceTransactions.list({ created, limit: 100, expand: ['data.source'] });
    try {
      for await (const transaction of list) yield toMovement(transaction);
    } catch (error) {
      throw toProviderError(error);
    }
  }

  async transfer(merchant: Merchant, transfer: NewTransfer): Promise<string> {
    const { key, amountMinor, currency, account, paymentReference, group } = transfer;
    const { paymentIntents, transfers } = this.clientOf(merchant);
    // Stripe forgets its idempotency keys after a day, but keeps the metadata of the transfer.
    const listed = transfers.list({ transfer_group: group, destination: account, limit: 100 });
    const earlier = await this.call(() => listed.autoPagingToArray({ limit: MOST }));
    const made = earlier.find(({ metadata }) => metadata.transfer === key);
    if (made) return made.id;
    const charge = idOf((await this.call(() => paymentIntents.retrieve(paymentReference))).latest_charge);
    if (charge === null) throw new ProviderError('refused', 'no_charge');
    const { id } = await this.call(() =>
      transfers.create(
        {
          amount: toStripeAmount(amountMinor, currency),
          currency: currency.toLowerCase(),
          destination: account,
          source_transaction: charge,
          transfer_group: group,
          metadata: { transfer: key, payment: paymentReference },
        },
        { idempotencyKey: `${key}:${amountMinor}:${paymentReference}` },
      ),
    );
    return id;
  }

  async reverseTransfer(merchant: Merchant, reversal: TransferReversal): Promise<string> {
    const { key, transferId, amountMinor, currency, paymentReference } = reversal;
    const { transfers } = this.clientOf(merchant);
    const listed = transfers.listReversals(transferId, { limit: 100 });
    const earlier = await this.call(() => listed.autoPagingToArray({ limit: MOST }));
    const made = earlier.find(({ metadata }) => metadata?.reversal === key);
    if (made) return made.id;
    const { id } = await this.call(() =>
      transfers.createReversal(
        transferId,
        {
          amount: toStripeAmount(amountMinor, currency),
          metadata: { reversal: key, payment: paymentReference },
        },
        { idempotencyKey: `${key}:${amountMinor}:${transferId}` },
      ),
    );
    return id;
  }

  webhookKey(merchant: Merchant): string | null {
    return merchant.webhookSecret;
  }

  readWebhook(key: string, body: Buffer, headers: WebhookHeaders): WebhookNotice {
    const signature = headers['stripe-signature'];
    const event = signedEvent(body, typeof signature === 'string' ? signature : '', key);
    return { eventKey: event.id, reference: intentOf(event.data.object), about: aboutOf(event.type), body: event };
  }

  private clientOf({ secret }: Merchant): Stripe {
    let client = this.clients.get(secret);
    if (!client) {
      client = new Stripe(secret, {
        ...addressOf(this.options.apiBase),
        telemetry: false,
        maxNetworkRetries: RETRIES,
        timeout: TIMEOUT_MS,
      });
      this.clients.set(secret, client);
    }
    return client;
  }

  private async call<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toProviderError(error);
    }
  }
}

/** @throws BadSignatureError, or the parse error of a signed body that is not JSON */
function signedEvent(body: Buffer, signature: string, key: string): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(body, signature, key);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new BadSignatureError();
    throw error;
  }
}

function aboutOf(type: string): WebhookNotice['about'] {
  if (PAYMENT_EVENTS.has(type)) return 'payment';
  if (REFUND_EVENTS.has(type)) return 'refunds';
  return DISPUTE_EVENTS.has(type) ? 'disputes' : null;
}

/** Returns the payment that an event's object is, or belongs to. */
function intentOf(event: Stripe.Event.Data.Object): string | null {
  const { object, id, payment_intent: intent } = event as { object?: unknown; id?: unknown; payment_intent?: unknown };
  if (object === 'payment_intent') return textOf(id);
  if (object !== 'charge' && object !== 'refund' && object !== 'dispute') return null;
  return textOf(typeof intent === 'object' && intent !== null && 'id' in intent ? intent.id : intent);
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1_000);

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function addressOf(apiBase: string | null): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (apiBase === null) return {};
  const { protocol, hostname, port } = new URL(apiBase);
  const name = protocol === 'http:' ? 'http' : 'https';
  return { protocol: name, host: hostname, port: port || (name === 'http' ? 80 : 443) };
}

function toPaymentStatus(intent: Stripe.PaymentIntent): PaymentStatus {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const refusal = intent.last_payment_error ?? null;
  const currency = intent.currency.toUpperCase();
  return {
    reference: intent.id,
    status: toStatus(intent.status),
    amountMinor: fromStripeAmount(intent.status === 'succeeded' ? intent.amount_received : intent.amount, currency),
    currency,
    isLive: intent.livemode,
    resultCode: refusal?.decline_code ?? refusal?.code ?? intent.status,
    refusal: refusal?.message ?? null,
    lastFour: charge?.payment_method_details?.card?.last4 ?? null,
    fee: intent.status === 'succeeded' ? feeOf(charge) : null,
  };
}

function hasFailed(status: string | null): boolean {
  return status === 'failed' || status === 'canceled';
}

function toStatus(status: Stripe.PaymentIntent['status']): PaymentStatus['status'] {
  if (status === 'succeeded') return 'succeeded';
  if (status === 'processing') return 'processing';
  if (status === 'canceled') return 'cancelled';
  // The payment waits for a card, or for the buyer in 3-D Secure: nothing is charged.
  return 'unpaid';
}

function toProviderError(error: unknown): ProviderError {
  if (!(error instanceof Stripe.errors.StripeError)) return new ProviderError('unavailable', 'unknown', error);
  const code = error.code ?? error.type;
  if (error.code === 'resource_missing') return new ProviderError('unknown-reference', code, error);
  const status = error.statusCode ?? 0;
  const isKnownRefusal = status >= 400 && status < 500 && status !== 409 && status !== 429;
  return new ProviderError(isKnownRefusal ? 'refused' : 'unavailable', code, error);
}
