import { randomBytes } from 'node:crypto';
import type { PaymentsMode } from 'core/config';
import { z } from 'zod';
import { globalHash, globalTimestamp, type HashedReply, isSameHash, replyHash, requestHash, sha1 } from './global-hash';
import { readXmlResponse } from './global-xml';
import {
  type CreatedPayment,
  type Merchant,
  type NewPayment,
  type PartialRefund,
  type PaymentProvider,
  type PaymentRef,
  type PaymentStatus,
  ProviderError,
} from './payment-provider';
import { callProvider, wasNeverSent } from './provider-http';

interface GlobalOptions {
  mode: PaymentsMode;
  /** The address of epage-remote.cgi. */
  apiUrl: string;
  now: () => Date;
}

/** The part of an account that receives a shop's card payments, unless the provider agreed to another name. */
const ACCOUNT = 'internet';
const APPROVED = '00';
/** The bank declined, or one of its checks did: 101 to 199. The order number cannot be used again. */
const DECLINED = /^1\d\d$/;
/** The query names an order number for which no card was entered. */
const NO_TRANSACTION = '508';

const replySchema = z.record(z.string(), z.string());

/**
 * The hosted payment page of Global (GP-ECOM) and its remote interface. A start makes no request: it is signed here and the buyer's browser
 * posts it. The signature covers the amount, and each order number is used once. So a reply that names no amount is about the signed
 * amount.
 */
export class GlobalProvider implements PaymentProvider {
  readonly name = 'Global';
  readonly account = 'venue';

  constructor(private readonly options: GlobalOptions) {}

  /** Global's secrets look alike in both modes, so the address distinguishes the modes. */
  refusalOfSecret(): string | null {
    return null;
  }

  async createPayment(merchant: Merchant, payment: NewPayment): Promise<CreatedPayment> {
    const signed = {
      TIMESTAMP: globalTimestamp(this.options.now()),
      MERCHANT_ID: merchant.key,
      ORDER_ID: `${payment.attemptId}-${randomBytes(12).toString('base64url')}`,
      AMOUNT: String(payment.amountMinor),
      CURRENCY: payment.currency,
    };
    const request = {
      ...signed,
      ACCOUNT,
      AUTO_SETTLE_FLAG: '1',
      HPP_VERSION: '2',
      HPP_LANG: 'en',
      COMMENT1: payment.paymentNumber,
      MERCHANT_RESPONSE_URL: payment.returnUrl,
      SHA1HASH: requestHash(signed, merchant.secret),
    };
    return { reference: signed.ORDER_ID, clientSecret: JSON.stringify(request) };
  }

  async retrieve(merchant: Merchant, ref: PaymentRef): Promise<PaymentStatus> {
    const reply = await this.ask(merchant, ref, 'query');
    return this.toPaymentStatus(reply, ref);
  }

  /**
   * Refunds the whole amount that was received. In a mismatch, that amount differs from the requested one. A payment of the same day is
   * voided. After the day's settlement it is paid back, which requires the second password.
   */
  async refund(merchant: Merchant, ref: PaymentRef): Promise<void> {
    const paid = await this.ask(merchant, ref, 'query');
    const original = { pasref: paid.PASREF, authcode: paid.AUTHCODE };
    const voided = await this.ask(merchant, ref, 'void', original);
    if (voided.RESULT === APPROVED || /already.*(void|rebat)/i.test(voided.MESSAGE)) return;
    if (merchant.refundSecret === null) throw new ProviderError('refused', `void ${voided.RESULT}`);
    const { amountMinor, currency } = this.toPaymentStatus(paid, ref);
    const rebated = await this.ask(merchant, { ...ref, amountMinor, currency }, 'rebate', original);
    if (rebated.RESULT === APPROVED || /already.*rebat/i.test(rebated.MESSAGE)) return;
    throw new ProviderError('refused', `rebate ${rebated.RESULT}`);
  }

  /**
   * A partial refund is paid back, because a void refunds the whole payment. Global does not report which rebates were made, so the outcome of a
   * lost response stays unknown.
   */
  async refundPartially(merchant: Merchant, ref: PaymentRef, part: PartialRefund): Promise<string | null> {
    if (part.amountMinor === ref.amountMinor) {
      await this.refund(merchant, ref);
      return null;
    }
    if (part.isRepeat) throw new ProviderError('unclear', 'rebate_without_answer');
    if (merchant.refundSecret === null) throw new ProviderError('refused', 'no_rebate_password');
    const { PASREF, AUTHCODE } = await this.ask(merchant, ref, 'query');
    const original = { pasref: PASREF, authcode: AUTHCODE };
    try {
      const rebated = await this.ask(merchant, { ...ref, amountMinor: part.amountMinor }, 'rebate', original);
      if (rebated.RESULT !== APPROVED) throw new ProviderError('refused', `rebate ${rebated.RESULT}`);
      return rebated.PASREF || null;
    } catch (error) {
      const isUnproven =
        error instanceof ProviderError && (error.failure === 'unavailable' || error.code === 'bad_hash');
      if (!isUnproven || wasNeverSent(error)) throw error;
      throw new ProviderError('unclear', error.code, error);
    }
  }

  readReply(merchant: Merchant, ref: PaymentRef, text: string): PaymentStatus {
    const reply = decodeReply(text);
    if (!isSameHash(replyHash(reply, merchant.secret), reply.SHA1HASH)) throw new Error('Bad hash');
    if (reply.MERCHANT_ID !== merchant.key) throw new Error('The reply of another merchant');
    if (reply.ORDER_ID !== ref.reference) throw new Error('The reply about another order');
    return this.toPaymentStatus(reply, ref);
  }

  private toPaymentStatus(reply: GlobalReply, ref: PaymentRef): PaymentStatus {
    return {
      reference: ref.reference,
      status: toStatus(reply.RESULT),
      amountMinor: reply.AMOUNT === '' ? ref.amountMinor : Number(reply.AMOUNT),
      currency: reply.CURRENCY === '' ? ref.currency : reply.CURRENCY.toUpperCase(),
      isLive: this.options.mode === 'live',
      resultCode: reply.RESULT,
      refusal: DECLINED.test(reply.RESULT) ? 'Your card was declined.' : null,
      lastFour: null,
      fee: null,
    };
  }

  private async ask(
    merchant: Merchant,
    { reference, amountMinor, currency }: PaymentRef,
    type: 'query' | 'void' | 'rebate',
    original: Record<string, string> = {},
  ): Promise<GlobalReply> {
    const timestamp = globalTimestamp(this.options.now());
    const [amount, unit] = type === 'rebate' ? [String(amountMinor), currency] : ['', ''];
    // The last value is a card number, which these requests do not have.
    const hash = globalHash([timestamp, merchant.key, reference, amount, unit, ''], merchant.secret);
    const fields = [
      element('merchantid', merchant.key),
      element('account', ACCOUNT),
      element('orderid', reference),
      ...Object.entries(original).map(([name, value]) => element(name, value)),
      ...(type === 'rebate' ? [`<amount currency="${unit}">${amount}</amount>`, '<autosettle flag="1"/>'] : []),
      element('sha1hash', hash),
      ...(type === 'rebate' ? [element('refundhash', sha1(merchant.refundSecret ?? ''))] : []),
    ].join('');
    const { status, text } = await callProvider(
      this.options.apiUrl,
      {
        method: 'POST',
        headers: { 'content-type': 'text/xml; charset=utf-8' },
        body: `<?xml version="1.0" encoding="UTF-8"?><request type="${type}" timestamp="${timestamp}">${fields}</request>`,
      },
      type === 'query',
    );
    return readXmlReply(text, status, merchant, reference);
  }
}

interface GlobalReply extends HashedReply {
  SHA1HASH: string;
  /** Empty if the reply names none. */
  AMOUNT: string;
  CURRENCY: string;
}

/** Reads the reply that the page posts: a JSON object with base64 values. */
function decodeReply(text: string): GlobalReply {
  const encoded = replySchema.parse(JSON.parse(text));
  const value = (name: string) => Buffer.from(encoded[name] ?? '', 'base64').toString('utf8');
  return replyOf(value);
}

/** Accepts only a signed reply that names this order, or the unsigned reply that no card was entered. Any other reply throws. */
function readXmlReply(xml: string, status: number, merchant: Merchant, reference: string): GlobalReply {
  const response = readXmlResponse(xml);
  if (!response) throw new ProviderError('unavailable', `http_${status}`);
  const names: Record<string, string> = {
    TIMESTAMP: response.attribute('timestamp'),
    MERCHANT_ID: response.text('merchantid'),
    ORDER_ID: response.text('orderid'),
    RESULT: response.text('result'),
    MESSAGE: response.text('message'),
    PASREF: response.text('pasref'),
    AUTHCODE: response.text('authcode'),
    SHA1HASH: response.text('sha1hash'),
    AMOUNT: response.text('amount'),
    CURRENCY: response.attribute('currency', 'amount'),
  };
  const reply = replyOf((name) => names[name] ?? '');
  if (reply.RESULT === '') throw new ProviderError('unavailable', `http_${status}`);
  // Global does not sign the refusal of a whole request (unknown merchant, invalid hash), so no conclusion is drawn from it.
  const isSigned = isSameHash(replyHash(reply, merchant.secret), reply.SHA1HASH);
  if (!isSigned && /^(00|1\d\d)$/.test(reply.RESULT)) throw new ProviderError('refused', 'bad_hash');
  if (isSigned && reply.ORDER_ID !== reference) throw new ProviderError('refused', 'another_order');
  if (!isSigned && reply.RESULT !== NO_TRANSACTION) throw new ProviderError('refused', `result ${reply.RESULT}`);
  return reply;
}

function replyOf(value: (name: string) => string): GlobalReply {
  return {
    TIMESTAMP: value('TIMESTAMP'),
    MERCHANT_ID: value('MERCHANT_ID'),
    ORDER_ID: value('ORDER_ID'),
    RESULT: value('RESULT'),
    MESSAGE: value('MESSAGE'),
    PASREF: value('PASREF'),
    AUTHCODE: value('AUTHCODE'),
    SHA1HASH: value('SHA1HASH'),
    AMOUNT: value('AMOUNT'),
    CURRENCY: value('CURRENCY'),
  };
}

function toStatus(result: string): PaymentStatus['status'] {
  if (result === APPROVED) return 'succeeded';
  // A new attempt gets a new order number, so this one has ended.
  if (DECLINED.test(result)) return 'cancelled';
  return 'unpaid';
}

function element(name: string, value: string): string {
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}>${text}</${name}>`;
}
