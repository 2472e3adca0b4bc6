/** Controls the payment sandbox from outside: its faults, and a customer's steps at each provider. */
import { newPaystackPaymentSchema, startGlobalSchema, startStripeSchema } from 'shared-contracts/schemas';
import type { PaymentProvider } from 'shared-contracts/types';
import { z } from 'zod';
import { isSuccess, type Method, overHttp } from './http';

const CARDS: Record<PaymentProvider, { good: string; bad: string }> = {
  Stripe: { good: '4242424242424242', bad: '4000000000000002' },
  Paystack: { good: '4084084084084081', bad: '4084080000005408' },
  Global: { good: '4263970000005262', bad: '4000120000001154' },
};
const PAYSTACK_CVV = { good: '408', bad: '001' };

export type Card = 'good' | 'bad';

interface StripePayment {
  provider: 'Stripe';
  reference: string;
  clientSecret: string;
}
interface PaystackPayment {
  provider: 'Paystack';
  reference: string;
  accessCode: string;
}
interface GlobalPayment {
  provider: 'Global';
  reference: string;
  request: Record<string, string>;
  /** The hosted page's key to the payment, once the page is open. */
  token?: string;
  /** The form that the hosted page posts to the shop after a card was entered. */
  response?: string;
}
/** A payment that the shop has started, as the customer's browser knows it. */
export type StartedPayment = StripePayment | PaystackPayment | GlobalPayment;

const globalRequestSchema = z.record(z.string(), z.string()).and(z.object({ ORDER_ID: z.string() }));
const paystackReplySchema = z.object({ status: z.string() });
const globalReplySchema = z.object({ response: z.unknown() });

/** @param body the response of the call that started it */
export function startedPayment(provider: PaymentProvider, body: unknown): StartedPayment {
  switch (provider) {
    case 'Stripe': {
      const { clientSecret } = startStripeSchema.parse(body).secret;
      return { provider, reference: clientSecret.split('_secret_')[0] ?? '', clientSecret };
    }
    case 'Paystack': {
      const { source_id, access_code } = newPaystackPaymentSchema.parse(body);
      return { provider, reference: source_id, accessCode: access_code };
    }
    case 'Global': {
      const request = globalRequestSchema.parse(JSON.parse(startGlobalSchema.parse(body).secret));
      return { provider, reference: request.ORDER_ID, request };
    }
  }
}

export interface Sandbox {
  /** @throws when the sandbox refuses the request */
  control: (method: Method, path: string, body?: unknown) => Promise<unknown>;
  /** Ends the processing of a payment. It does nothing for one that is not being processed. */
  settle: (payment: StartedPayment) => Promise<void>;
  /** Opens Global's page. The other providers' forms need no request. */
  openForm: (payment: StartedPayment) => Promise<void>;
  /**
   * Enters a card in the provider's form.
   * @param key the venue's public key at the provider
   * @returns the provider's status, which is 200 for a charged card
   */
  enterCard: (payment: StartedPayment, key: string, card?: Card) => Promise<number>;
}

export function sandboxAt(url: string): Sandbox {
  const send = overHttp(url);

  /** @returns the key, or undefined if the page refuses the payment */
  async function openHostedPage(request: Record<string, string>): Promise<string | undefined> {
    const body = new URLSearchParams({
      ...request,
      HPP_POST_RESPONSE: 'http://localhost',
      HPP_POST_DIMENSIONS: 'http://localhost',
    });
    const response = await fetch(`${url}/pay`, { method: 'POST', body });
    return /data-token="(\w+)"/.exec(await response.text())?.[1];
  }

  async function openForm(payment: StartedPayment): Promise<void> {
    if (payment.provider === 'Global') payment.token ??= await openHostedPage(payment.request);
  }

  return {
    async control(method, path, body) {
      const reply = await send({ method, path: `/__control${path}`, body });
      if (!isSuccess(reply)) throw new Error(`The sandbox: ${method} ${path}: ${reply.status}`);
      return reply.body;
    },
    async settle({ provider, reference }) {
      const path = '/__control';
      if (provider === 'Stripe') await send({ method: 'POST', path: `${path}/stripe/settle`, body: { id: reference } });
      if (provider === 'Paystack') await send({ method: 'POST', path: `${path}/paystack/settle`, body: { reference } });
    },
    openForm,
    async enterCard(payment, key, card = 'good') {
      const number = CARDS[payment.provider][card];
      if (payment.provider === 'Stripe') {
        const body = new URLSearchParams({
          key,
          client_secret: payment.clientSecret,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': number,
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '2040',
          'payment_method_data[card][cvc]': '123',
        });
        const address = `${url}/v1/payment_intents/${payment.reference}/confirm`;
        return (await fetch(address, { method: 'POST', body })).status;
      }
      if (payment.provider === 'Paystack') {
        const charge = { number, cvv: PAYSTACK_CVV[card] };
        const reply = await send({ method: 'POST', path: `/paystack/charge/${payment.accessCode}`, body: charge });
        if (!isSuccess(reply)) return reply.status;
        return paystackReplySchema.parse(reply.body).status === 'success' ? 200 : 402;
      }
      await openForm(payment);
      if (!payment.token) return 400;
      const reply = await send({ method: 'POST', path: `/global/pay/${payment.token}`, body: { number } });
      if (!isSuccess(reply)) return reply.status;
      payment.response = JSON.stringify(globalReplySchema.parse(reply.body).response);
      return card === 'good' ? 200 : 402;
    },
  };
}
