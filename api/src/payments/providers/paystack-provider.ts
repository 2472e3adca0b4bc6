import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PaymentsMode } from 'core/config';
import { z } from 'zod';
import {
  type AccountShare,
  BadSignatureError,
  type CreatedPayment,
  type Merchant,
  type NewPayment,
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
  type WebhookHeaders,
  type WebhookNotice,
} from './payment-provider';
import {
  disputeSchema,
  feeOf,
  isOfDispute,
  type ListedRefund,
  listedRefundSchema,
  listedTransactionSchema,
  movementOfRefund,
  movementsOfPayment,
  refundSchema,
  type Transaction,
  toDispute,
  transactionSchema,
} from './paystack-money';
import { callProvider, parseJson } from './provider-http';

interface PaystackOptions {
  mode: PaymentsMode;
  /** The URL ends without a slash. */
  apiBase: string;
}

export interface PaystackSplit {
  type: 'flat';
  bearer_type: 'all-proportional';
  subaccounts: { subaccount: string; share: number }[];
}

const envelopeSchema = z.object({ status: z.boolean(), message: z.string(), data: z.unknown().optional() });
const initializedSchema = z.object({ access_code: z.string().min(1), reference: z.string().min(1) });
const eventSchema = z.object({
  event: z.string(),
  data: z.object({
    reference: z.string().nullish(),
    transaction_reference: z.string().nullish(),
    transaction: z.object({ reference: z.string().nullish() }).nullish().catch(null),
  }),
});

/** The number of objects in one response. */
const PAGE = 100;
/** A transaction is listed by the time of its start. It can be paid until the site has given it up, two days later. */
const LONGEST_START_MS = 2 * 24 * 3_600_000;

/** Uses plain HTTP. The buyer's card goes to Paystack's popup, which the access code opens. */
export class PaystackProvider implements PaymentProvider {
  readonly name = 'Paystack';
  readonly account = 'venue';

  constructor(private readonly options: PaystackOptions) {}

  refusalOfSecret(secret: string): string | null {
    const wanted = this.options.mode === 'live' ? 'live' : 'test';
    return secret.startsWith(`sk_${wanted}_`)
      ? null
      : `a ${wanted} key (sk_${wanted}_…) when PAYMENTS is ${this.options.mode}`;
  }

  /** The split is set here, so that it cannot be edited in the browser. */
  async createPayment(merchant: Merchant, payment: NewPayment): Promise<CreatedPayment> {
    // Paystack accepts a reference once, and never repeats its access code, so each call has its own reference.
    const reference = `${payment.paymentNumber}-${payment.attemptId}-${randomBytes(6).toString('hex')}`;
    const data = await this.call(merchant, 'POST', '/transaction/initialize', {
      email: payment.email,
      amount: payment.amountMinor,
      currency: payment.currency,
      reference,
      callback_url: payment.returnUrl,
      split: splitOf(payment.shares),
      metadata: { attempt: payment.attemptId, cart: payment.cartId, venue: merchant.venueId },
    });
    const created = initializedSchema.parse(data);
    return { reference: created.reference, clientSecret: created.access_code };
  }

  async retrieve(merchant: Merchant, { reference }: PaymentRef): Promise<PaymentStatus> {
    return toPaymentStatus(await this.verify(merchant, reference));
  }

  async refund(merchant: Merchant, { reference }: PaymentRef): Promise<void> {
    try {
      await this.call(merchant, 'POST', '/refund', { transaction: reference });
    } catch (error) {
      if (!(error instanceof ProviderError && error.failure === 'refused')) throw error;
      // Paystack has no idempotency keys. After a lost response the second call is refused, because nothing is left to refund.
      const { status } = await this.verify(merchant, reference);
      if (status !== 'reversed') throw error;
    }
  }

  /** Paystack has no idempotency keys. The note on a refund identifies it, so it finds a try whose response was lost. */
  async refundPartially(merchant: Merchant, ref: PaymentRef, { key, amountMinor }: PartialRefund): Promise<string> {
    const made = (await this.refundsOf(merchant, ref)).find((refund) => refund.key === key && !refund.hasFailed);
    if (made) return made.id;
    const body = { transaction: ref.reference, amount: amountMinor, merchant_note: key };
    return String(refundSchema.parse(await this.call(merchant, 'POST', '/refund', body)).id);
  }

  async refundsOf(merchant: Merchant, { reference }: PaymentRef): Promise<ProviderRefund[]> {
    const { id } = await this.verify(merchant, reference);
    const refunds = await this.refunds(merchant, { transaction: String(id) });
    return refunds
      .map((refund) => ({
        id: String(refund.id),
        key: refund.merchant_note || null,
        amountMinor: refund.amount,
        hasFailed: refund.status === 'failed',
      }))
      .sort((a, b) => Number(a.id) - Number(b.id));
  }

  async recentRefunds(merchant: Merchant, since: Date): Promise<RecentRefund[]> {
    const refunds = await this.refunds(merchant, { from: since.toISOString() });
    return refunds.flatMap(({ id, transaction_reference: reference, status }) =>
      reference ? [{ id: String(id), reference, hasFailed: status === 'failed' }] : [],
    );
  }

  /** Returns the merchant's refunds. What a lost dispute pays back is a part of the dispute. */
  private async refunds(merchant: Merchant, query: Record<string, string>): Promise<ListedRefund[]> {
    const refunds = await allOf(this.list(merchant, '/refund', query, listedRefundSchema));
    return refunds.filter((refund) => !isOfDispute(refund));
  }

  async disputesOf(merchant: Merchant, { reference }: PaymentRef): Promise<ProviderDispute[]> {
    const { id } = await this.verify(merchant, reference);
    const disputes = this.list(merchant, '/dispute', { transaction: String(id) }, disputeSchema);
    const found = await allOf(disputes);
    if (found.length === 0) return [];
    const refunds = await allOf(this.list(merchant, '/refund', { transaction: String(id) }, listedRefundSchema));
    return found.map((dispute) => toDispute(dispute, refunds));
  }

  async recentDisputes(merchant: Merchant, since: Date): Promise<RecentDispute[]> {
    const disputes = this.list(merchant, '/dispute', { from: since.toISOString() }, disputeSchema);
    return (await allOf(disputes)).map((dispute) => ({
      ...toDispute(dispute, []),
      reference: dispute.transaction.reference,
    }));
  }

  /** Paystack has no list of movements. The payments, the shares of their subaccounts and the refunds are all that it reports. */
  async *movements(merchant: Merchant, { since, until }: Period): AsyncGenerator<ProviderMovement> {
    const isWithin = (at: Date) => at >= since && at < until;
    const started = {
      from: new Date(since.getTime() - LONGEST_START_MS).toISOString(),
      to: until.toISOString(),
    };
    for await (const transaction of this.list(merchant, '/transaction', started, listedTransactionSchema)) {
      for (const movement of movementsOfPayment(transaction)) if (isWithin(movement.at)) yield movement;
    }
    const made = { from: since.toISOString(), to: until.toISOString() };
    for await (const refund of this.list(merchant, '/refund', made, listedRefundSchema)) {
      const movement = movementOfRefund(refund);
      if (movement && isWithin(movement.at)) yield movement;
    }
  }

  /** Reads a list page by page. */
  private async *list<Schema extends z.ZodType>(
    merchant: Merchant,
    path: string,
    query: Record<string, string>,
    schema: Schema,
  ): AsyncGenerator<z.output<Schema>> {
    for (let page = 1; ; page += 1) {
      const search = new URLSearchParams({ ...query, perPage: String(PAGE), page: String(page) });
      const listed = z.array(schema).parse(await this.call(merchant, 'GET', `${path}?${search}`));
      yield* listed;
      if (listed.length < PAGE) return;
    }
  }

  webhookKey(merchant: Merchant): string {
    return merchant.secret;
  }

  readWebhook(key: string, body: Buffer, headers: WebhookHeaders): WebhookNotice {
    const expected = createHmac('sha512', key).update(body).digest();
    const signature = Buffer.from(String(headers['x-paystack-signature'] ?? ''), 'hex');
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) throw new BadSignatureError();
    const event = eventSchema.loose().parse(JSON.parse(body.toString('utf8')));
    const { reference, transaction_reference, transaction } = event.data;
    const about = aboutOf(event.event);
    const references = { payment: reference, refunds: transaction_reference, disputes: transaction?.reference };
    return {
      // The events of Paystack have no id.
      eventKey: createHash('sha256').update(body).digest('hex'),
      reference: about === null ? null : (references[about] ?? null),
      about,
      body: event,
    };
  }

  private async verify(merchant: Merchant, reference: string): Promise<Transaction> {
    const data = await this.call(merchant, 'GET', `/transaction/verify/${encodeURIComponent(reference)}`);
    const transaction = transactionSchema.parse(data);
    if (transaction.reference !== reference) throw new ProviderError('unavailable', 'another_reference');
    return transaction;
  }

  private async call(merchant: Merchant, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const { status, text } = await callProvider(
      this.options.apiBase + path,
      {
        method,
        headers: {
          authorization: `Bearer ${merchant.secret}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      },
      method === 'GET',
    );
    const envelope = envelopeSchema.safeParse(parseJson(text));
    if (!envelope.success) throw new ProviderError('unavailable', `http_${status}`);
    if (envelope.data.status) return envelope.data.data;
    // A verification responds 400 for a reference that this account does not have, and 404 in newer versions.
    const isUnknown = status === 404 || /reference not found/i.test(envelope.data.message);
    throw new ProviderError(isUnknown ? 'unknown-reference' : 'refused', envelope.data.message.slice(0, 100));
  }
}

/** Adds up the shares of each account, because Paystack accepts each account once. */
export function splitOf(shares: readonly AccountShare[]): PaystackSplit {
  const byAccount = new Map<string, number>();
  for (const { account, amountMinor } of shares) {
    if (amountMinor > 0) byAccount.set(account, (byAccount.get(account) ?? 0) + amountMinor);
  }
  return {
    type: 'flat',
    bearer_type: 'all-proportional',
    subaccounts: [...byAccount].map(([subaccount, share]) => ({ subaccount, share })),
  };
}

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function aboutOf(event: string): WebhookNotice['about'] {
  if (event.startsWith('charge.dispute.')) return 'disputes';
  if (event.startsWith('charge.')) return 'payment';
  return event.startsWith('refund.') ? 'refunds' : null;
}

function toPaymentStatus(transaction: Transaction): PaymentStatus {
  const status = toStatus(transaction.status);
  return {
    reference: transaction.reference,
    status,
    amountMinor: Math.min(transaction.amount, transaction.requested_amount ?? transaction.amount),
    currency: transaction.currency.toUpperCase(),
    isLive: transaction.domain === 'live',
    resultCode: transaction.status,
    refusal: transaction.status === 'failed' ? sentence(transaction.gateway_response ?? 'The card was declined') : null,
    lastFour: transaction.authorization?.last4 ?? null,
    fee: feeOf(transaction),
  };
}

function toStatus(status: string): PaymentStatus['status'] {
  switch (status) {
    case 'success':
      return 'succeeded';
    case 'pending':
    case 'processing':
    case 'queued':
      return 'processing';
    case 'reversed':
      return 'cancelled';
    default:
      // 'abandoned', 'ongoing' and 'failed': the popup accepts another card for the same reference.
      return 'unpaid';
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
