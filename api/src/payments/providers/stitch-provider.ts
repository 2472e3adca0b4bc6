import type { PaymentsMode, StitchConfig } from 'core/config';
import { decimalOf, toMinor } from 'shared-contracts/rules/money';
import { z } from 'zod';
import {
  type Merchant,
  type PartialRefund,
  type PaymentProvider,
  type PaymentRef,
  type PaymentStatus,
  ProviderError,
} from './payment-provider';
import { callProvider, parseJson } from './provider-http';

interface StitchOptions extends StitchConfig {
  mode: PaymentsMode;
  now: () => Date;
}

/** Each scope has a separate token, so that an account without refunds still takes payments. */
type Scope = 'client_paymentrequest' | 'client_refund';
/** A token is renewed this long before it ends, so that it never ends during a call. */
const RENEWED_BEFORE_MS = 30_000;

const FIND = `query FindPaymentRequest($id: ID!) {
  node(id: $id) {
    ... on PaymentInitiationRequest { id externalReference amount { quantity currency } state { __typename } }
  }
}`;
const REFUND = `mutation RefundPayment($input: ClientRefundInitiateInput!) {
  clientRefundInitiate(input: $input) { refund { id } }
}`;
const FIND_REFUND = `query FindRefund($nonce: String!) {
  client { refunds(filter: { nonce: { eq: $nonce } }) { edges { node { id status { __typename } } } } }
}`;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const replySchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).partial().nullish() }))
    .nullish(),
});
const requestSchema = z.object({
  id: z.string(),
  externalReference: z.string().nullish(),
  amount: z.object({ quantity: z.union([z.string(), z.number()]), currency: z.string() }),
  state: z.object({ __typename: z.string() }),
});

const refundSchema = z.object({ refund: z.object({ id: z.string().min(1) }) });
const refundsSchema = z.object({
  refunds: z.object({
    edges: z
      .array(z.object({ node: z.object({ id: z.string(), status: z.object({ __typename: z.string() }) }) }))
      .nullish(),
  }),
});

type PaymentRequest = z.output<typeof requestSchema>;

const STATES: Readonly<Record<string, PaymentStatus['status']>> = {
  PaymentInitiationRequestCompleted: 'succeeded',
  // The buyer has not finished at the bank, or has left.
  PaymentInitiationRequestPending: 'unpaid',
  PaymentInitiationRequestCancelled: 'cancelled',
  PaymentInitiationRequestExpired: 'cancelled',
};

/**
 * Bank transfers at Stitch's page: this adapter looks up and refunds payments. The site starts none. The account belongs to the installation
 * (STITCH_*), not to a venue, so the adapter ignores the merchant.
 */
export class StitchProvider implements PaymentProvider {
  readonly name = 'Stitch';
  readonly account = 'installation';
  private readonly tokens = new Map<Scope, { value: string; renewAt: number }>();

  constructor(private readonly options: StitchOptions) {}

  /** No venue's secret is used. The configuration checks the installation's own. */
  refusalOfSecret(): string | null {
    return null;
  }

  async retrieve(_merchant: Merchant, ref: PaymentRef): Promise<PaymentStatus> {
    return this.toPaymentStatus(await this.find(ref));
  }

  /** Refunds the whole amount that was received. In a mismatch, that amount differs from the requested one. */
  async refund(_merchant: Merchant, ref: PaymentRef): Promise<void> {
    const { amountMinor, currency } = this.toPaymentStatus(await this.find(ref));
    await this.giveBack({ ...ref, currency }, amountMinor, 'duplicate', `refund-${ref.reference}`);
  }

  async refundPartially(_merchant: Merchant, ref: PaymentRef, { key, amountMinor }: PartialRefund): Promise<string> {
    return this.giveBack(ref, amountMinor, 'requested_by_user', `${key}-${ref.reference}`);
  }

  /**
   * Each nonce makes one refund. The adapter looks a nonce up before a call, so it finds a refund whose response was lost. @returns the id of
   * the refund
   */
  private async giveBack(
    { reference, currency }: PaymentRef,
    amountMinor: number,
    reason: string,
    nonce: string,
  ): Promise<string> {
    const made = await this.findRefund(nonce);
    if (made !== null) return made;
    const input = {
      amount: { quantity: decimalOf(amountMinor, currency), currency },
      beneficiaryReference: 'Refund',
      nonce,
      paymentRequestId: reference,
      reason,
    };
    return refundSchema.parse(await this.ask(REFUND, input, 'clientRefundInitiate', 'client_refund')).refund.id;
  }

  /** @returns null if there is no refund. @throws ProviderError 'refused' for a failed one, because its nonce makes no other refund */
  private async findRefund(nonce: string): Promise<string | null> {
    const { refunds } = refundsSchema.parse(await this.ask(FIND_REFUND, { nonce }, 'client', 'client_refund'));
    const [refund] = refunds.edges ?? [];
    if (!refund) return null;
    if (refund.node.status.__typename === 'RefundError') throw new ProviderError('refused', 'refund_error');
    return refund.node.id;
  }

  private async find({ reference, attemptId }: PaymentRef): Promise<PaymentRequest> {
    const node = await this.ask(FIND, { id: reference }, 'node');
    if (node === null || node === undefined) throw new ProviderError('unknown-reference', 'no_node');
    const request = requestSchema.parse(node);
    // The texts identify this site's payment, because an id alone could be another payment of the same account.
    if (request.id !== reference || !request.externalReference?.endsWith(`-${attemptId}`)) {
      throw new ProviderError('refused', 'another_payment');
    }
    return request;
  }

  private toPaymentStatus({ id, amount, state }: PaymentRequest): PaymentStatus {
    const currency = amount.currency.toUpperCase();
    return {
      reference: id,
      status: STATES[state.__typename] ?? 'processing',
      amountMinor: toMinor(amount.quantity, currency),
      currency,
      isLive: this.options.mode === 'live',
      resultCode: state.__typename.replace('PaymentInitiationRequest', '').toLowerCase(),
      refusal: null,
      lastFour: null,
      fee: null,
    };
  }

  /**
   * Makes one GraphQL call. A query may be repeated, a mutation may not.
   * @param field the requested part of `data`
   */
  private async ask(
    query: string,
    input: Record<string, unknown>,
    field: string,
    scope: Scope = 'client_paymentrequest',
  ): Promise<unknown> {
    const isQuestion = query.startsWith('query');
    const { status, text } = await callProvider(
      this.options.apiUrl,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${await this.accessToken(scope)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: isQuestion ? input : { input } }),
      },
      isQuestion,
    );
    // A withdrawn token is not used again.
    if (status === 401) this.tokens.delete(scope);
    const reply = replySchema.safeParse(parseJson(text));
    if (!reply.success) throw new ProviderError('unavailable', `http_${status}`);
    const [error] = reply.data.errors ?? [];
    if (error) throw toProviderError(error.extensions?.code ?? error.message, status);
    return reply.data.data?.[field];
  }

  private async accessToken(scope: Scope): Promise<string> {
    const now = this.options.now().getTime();
    const known = this.tokens.get(scope);
    if (known && now < known.renewAt) return known.value;
    const { clientId, clientSecret, tokenUrl } = this.options;
    const { status, text } = await callProvider(
      tokenUrl,
      {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
          audience: tokenUrl,
          scope,
        }),
      },
      true,
    );
    const token = tokenSchema.safeParse(parseJson(text));
    if (!token.success) throw new ProviderError(status < 400 ? 'unavailable' : 'refused', `token_http_${status}`);
    const { access_token, expires_in } = token.data;
    this.tokens.set(scope, { value: access_token, renewAt: now + expires_in * 1_000 - RENEWED_BEFORE_MS });
    return access_token;
  }
}

function toProviderError(code: string, status: number): ProviderError {
  if (/not.?found/i.test(code)) return new ProviderError('unknown-reference', code);
  const isUnknown = status === 401 || /unauthenticated|internal/i.test(code);
  return new ProviderError(isUnknown ? 'unavailable' : 'refused', code.slice(0, 100));
}
